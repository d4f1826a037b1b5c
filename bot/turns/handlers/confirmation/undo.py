"""Undo, and which one is meant: an executed trade stays, its opposite is named; of several cards it is asked which."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.dialogue import AskedSlot
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.account import PickAnother, UndoTrade
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES, Decision, DecisionQuery, keys_of
from bot.domain.trading.execution.orders import Side
from bot.ports import MarketData, Stores
from bot.presentation.decisions.cards import DecisionCards
from bot.turns.handlers.orders import changed_at
from bot.turns.instrument_resolver import example_share

_LATEST: Final = 20  # decisions among which the last trade is looked for


@dataclass(frozen=True, slots=True)
class UndoHandler:
    """Handler of requests to undo a trade. It changes nothing."""

    stores: Stores
    cards: DecisionCards

    async def __call__(self, context: TurnContext, request: UndoTrade) -> TurnResult:
        """Say how the last trade is reversed, or how the latest card is cancelled."""
        if request.kind is not None:  # nothing of it has been changed here lately
            return TurnResult.of_text(self.cards.texts.render(context.locale, "undo-nothing-of"), state=context.state)
        named = request.shares.symbols
        trade = await self._last_trade(context, named)
        pending = tuple(each for each in context.own_pending if not named or each.proposal.symbol in named)
        if trade is not None and all(each.created_at < changed_at(trade[0]) for each in pending):
            return self._explain(context, trade)
        if pending:
            return self._offer(context, pending[-1], trade)
        text = self.cards.texts.render(context.locale, "undo-nothing")
        return TurnResult.of_text(text, state=context.state)

    async def _last_trade(self, context: TurnContext, symbols: tuple[str, ...]) -> tuple[Decision, Decimal] | None:
        """Return the person's last executed decision, on a share if one is named, and how many shares were traded."""
        query = DecisionQuery(
            limit=_LATEST,
            asked_by=context.turn.person.id,
            symbol=symbols[0] if len(symbols) == 1 else None,
            market=context.account.market,
            include_proposed=False,
        )
        async with self.stores.read(context.turn.tenant_id) as tx:
            found = [each for each in await tx.decisions.find_matching(query) if each.status in CARRIED_OUT_STATUSES]
            if not found:
                return None
            last = max(found, key=changed_at)
            report = await tx.accounts.report_for(last.id)
        return last, report.filled_shares if report is not None else last.proposal.shares

    def _explain(self, context: TurnContext, trade: tuple[Decision, Decimal]) -> TurnResult:
        text = self.cards.texts.render(context.locale, "undo-executed", **_facts(*trade))
        symbol = trade[0].proposal.symbol
        return TurnResult.of_text(text, symbols=(symbol,), state=context.state, focus=(symbol,), offered=())

    def _offer(self, context: TurnContext, pending: Decision, trade: tuple[Decision, Decimal] | None) -> TurnResult:
        texts, locale, symbol = self.cards.texts, context.locale, pending.proposal.symbol
        what = self.cards.action_phrase(locale, pending.proposal)
        proposed = Paragraph(texts.render(locale, "undo-pending", what=what, symbol=symbol), (pending.key,))
        executed = (Paragraph(texts.render(locale, "undo-executed", **_facts(*trade))),) if trade is not None else ()
        answer = Answer(
            blocks=(proposed, *executed),
            symbols=(symbol,),
            decisions=(pending,),
            buttons=self.cards.buttons(locale, pending),
        )
        return TurnResult(answer=answer, state=context.state, offered=())


def _facts(decision: Decision, shares: Decimal) -> dict[str, str | Decimal]:
    proposal = decision.proposal
    return {"side": "buy" if proposal.side is Side.BUY else "sell", "shares": shares, "symbol": proposal.symbol}


_MOST_NAMED: Final = 5
_SMALL_MARKET: Final = 6


@dataclass(frozen=True, slots=True)
class WhichOneHandler:
    """Handler of messages that mean another card or share, and do not say which."""

    cards: DecisionCards
    market: MarketData

    async def __call__(self, context: TurnContext, request: PickAnother) -> TurnResult:
        """Return the question, with the cards' buttons where several are pending."""
        pending = context.own_pending[-_MOST_NAMED:]
        kept = tuple(each for each in pending if each.proposal.symbol in request.shares.symbols)
        if len(pending) > max(len(kept), 1):
            return self._ask_which_card(context, pending, kept)
        texts, locale = self.cards.texts, context.locale
        instead_of = pending[0].proposal if pending else None
        others = self._others(context, instead_of.symbol if instead_of is not None else "")
        names, symbol = texts.list_of(locale, others), next(iter(others), "")
        if instead_of is not None and others:
            what = self.cards.action_phrase(locale, instead_of)
            text = texts.render(locale, "which-one-instead", what=what, symbols=names, symbol=symbol)
        elif len(others) > 1:
            text = texts.render(locale, "which-one-of", symbols=names, symbol=symbol)
        else:
            text = texts.render(locale, "which-symbol", symbol=example_share(context, self.market.symbols()))
        return TurnResult.of_text(text, symbols=others, state=context.state, offered=()).asking(AskedSlot.SHARE)

    def _others(self, context: TurnContext, symbol: str) -> tuple[str, ...]:
        """Return what else was talked of, or else is held, or else is traded at all if that is little."""
        of_market = sorted(self.market.symbols() or ())
        held = [each.symbol for each in context.positions]
        for known in (context.conversation.focus, held, of_market if len(of_market) <= _SMALL_MARKET else ()):
            if others := tuple(each for each in known if each != symbol)[:_MOST_NAMED]:
                return others
        return ()

    def _ask_which_card(
        self, context: TurnContext, pending: tuple[Decision, ...], kept: tuple[Decision, ...]
    ) -> TurnResult:
        """Ask which card is meant, or whether those go that are not kept."""
        locale, others = context.locale, tuple(each for each in pending if each not in kept)
        facts = {"names": self._names(locale, others), "kept": self._names(locale, kept)}
        text = self.cards.texts.render(
            locale, "which-one-kept" if kept else "which-one-pending", symbol=others[0].proposal.symbol, **facts
        )
        answer = Answer(
            blocks=(Paragraph(text, keys_of(pending)),),
            symbols=tuple(dict.fromkeys(each.proposal.symbol for each in pending)),
            decisions=pending,
            buttons=self.cards.named_buttons(locale, pending),
            has_question=True,
        )
        return TurnResult(answer=answer, state=context.state, offered=())

    def _names(self, locale: Locale, decisions: tuple[Decision, ...]) -> str:
        return self.cards.texts.list_of(locale, (self.cards.action_phrase(locale, d.proposal) for d in decisions))
