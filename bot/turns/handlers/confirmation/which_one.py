"""Asks which one is meant by "the other one", and whether the others go behind "only the IBM one"; changes nothing."""

from dataclasses import dataclass
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.dialogue import AskedSlot
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.account import PickAnother
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Decision, keys_of
from bot.ports import MarketData
from bot.presentation.decisions.cards import DecisionCards
from bot.turns.instrument_resolver import example_share

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
