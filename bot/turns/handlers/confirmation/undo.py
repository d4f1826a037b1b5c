"""Undo: an executed trade stays, and its opposite is named; a card that is only proposed is offered for cancelling."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.account import UndoTrade
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES, Decision, DecisionQuery
from bot.domain.trading.execution.orders import Side
from bot.ports import Stores
from bot.presentation.decisions.cards import DecisionCards
from bot.turns.handlers.orders import changed_at

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
