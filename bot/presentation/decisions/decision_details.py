"""What supports a decision beyond its card: all figures, all arguments, and whose view it is."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.committee.risk import WorstDay
from bot.domain.conversation.blocks import Block, Paragraph, Table
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Action, Decision, Proposal, Reason
from bot.presentation.decisions.arguments import is_model_reason
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.decisions.footers import CardFooters

_OF_DEBATES: Final = ("risk_", "analyst_without_data")  # how the codes of notes begin that a committee's sections have


@dataclass(frozen=True, slots=True)
class DecisionDetails(CardPresenter):
    """Renders decisions in full."""

    has_arguments: bool = True  # False: they stand elsewhere in the same answer, which keeps the other notes

    def blocks(
        self, locale: Locale, decision: Decision, *, asked_by: str, commission: Decimal, has_short_footer: bool = False
    ) -> Iterator[Block]:
        """Yield the figures, the arguments and the engine's note.

        `asked_by`: name of the person who may confirm it. `commission`: charged on its order, in account currency.
        `has_short_footer`: true: a note below several decisions says the rest about their engine.
        """
        p, footers = decision.proposal, CardFooters(self.texts)
        title = self.say(locale, "card-title", symbol=p.symbol, version=decision.version)
        rows = tuple(self.figure_rows(locale, p, commission=commission))
        yield Table((title, self.say(locale, "value")), rows)
        if p.action is not Action.HOLD:
            yield Paragraph(self.cards.may_confirm(locale, decision, by=asked_by), (decision.key,))
        reasons = without_fallback_reason(p)
        if not self.has_arguments:
            reasons = tuple(each for each in reasons if not _is_argued(each))
        yield from self.cards.arguments.groups(locale, reasons, symbol=p.symbol)
        is_short = has_short_footer or p.fallback is not None
        yield Paragraph(footers.short_footer(locale, p) if is_short else footers.full_footer(locale, p))

    def worst_day(self, locale: Locale, worst: WorstDay, held: tuple[str, Decimal, Decimal]) -> str:
        """Return what a day like the worst of the last year would lose. `held`: a symbol, its shares, the price."""
        (symbol, shares, price), day = held, worst.session.isoformat()
        falls = {"percent": -worst.change * 100, "loss": -worst.change * shares * price}
        return self.say(locale, "worst-day-loss", symbol=symbol, shares=shares, date=day, **falls)

    def figure_rows(self, locale: Locale, p: Proposal, *, commission: Decimal) -> Iterator[tuple[str, str]]:
        """Yield the figures of a proposal as (label, value) rows; of a fallback those that it has."""
        if p.fallback is not None:
            yield self.say(locale, "card-fallback-why"), self.cards.fallback_reason(locale, p.fallback)
            yield self.say(locale, "card-fallback-happens"), self.say(locale, "card-fallback-nothing")
            yield self.say(locale, "card-shares"), self._shares_at_price(locale, p)
            yield self.say(locale, "card-confidence"), self.say(locale, "card-fallback-confidence")
            return
        yield self.say(locale, "card-action"), self.cards.action_phrase(locale, p)
        yield self.say(locale, "card-target"), self.usd(locale, p.target_cash_amount)
        yield self.say(locale, "card-change"), self._cash_change(locale, p.cash_change)
        yield self.say(locale, "card-shares"), self._shares_at_price(locale, p)
        if p.action is not Action.HOLD and commission:
            yield self.say(locale, "card-commission"), self.usd(locale, commission)
        yield self.say(locale, "card-confidence"), self.say(locale, "percent", value=p.confidence * 100)
        if p.stop_price is not None:
            yield self.say(locale, "card-stop"), self.usd(locale, p.stop_price)

    def _cash_change(self, locale: Locale, change: Decimal) -> str:
        kind = "none" if change == 0 else "buy" if change > 0 else "sell"
        return self.say(locale, "cash-change", kind=kind, amount=abs(change))

    def _shares_at_price(self, locale: Locale, p: Proposal) -> str:
        when = self.cards.price_time(locale, p.price_as_of, p.price_source)
        return self.say(locale, "card-shares-at", shares=p.shares, price=p.price, when=when)


def without_fallback_reason(proposal: Proposal) -> tuple[Reason, ...]:
    """Return the reasons except the one that says why the proposal is a fallback: a card shows that one apart."""
    return tuple(reason for reason in proposal.reasons if reason.code != f"fallback_{proposal.fallback}")


def _is_argued(reason: Reason) -> bool:
    """Return whether a reason stands in a committee's sections: a weighed one, a model's, one of its debates."""
    return bool(reason.weight) or is_model_reason(reason) or reason.code.startswith(_OF_DEBATES)
