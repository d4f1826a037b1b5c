"""What supports a decision beyond its card: all figures and arguments, and small print on the engine behind it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.committee.risk import WorstDay
from bot.domain.conversation.blocks import Block, Paragraph, Table
from bot.domain.text.emphasis import UNCHECKED
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import ADJUSTMENT_REASONS, Action, Decision, Proposal, Reason
from bot.domain.trading.drafts import MODEL_REASON
from bot.domain.trading.sizes.settled_size import SETTLED_SIZES
from bot.presentation.decisions.arguments import is_model_reason
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.presenter import Presenter

_OF_DEBATES: Final = ("risk_", "analyst_without_data")  # how the codes of notes begin that a committee's sections have
# A model's opinion of a trade that a person ordered; only ordered trades have such a reason.
_ORDER_OPINIONS: Final = frozenset({"model_agrees", "model_would_hold", "model_would_buy", "model_would_sell"})
_SIZED_BY_PERSON: Final = frozenset(
    {
        *("sized_by_named_shares", "sized_by_named_amount", "sized_by_named_fraction", *ADJUSTMENT_REASONS),
        *(f"sized_by_{code}" for code in SETTLED_SIZES),
    }
)
_SEVERAL_CAUSES: Final = "other"  # code for fallbacks with different causes


@dataclass(frozen=True, slots=True)
class CardFooters(Presenter):
    """Renders the small print about the engine behind proposals: under each card, or once below several."""

    def full_footer(self, locale: Locale, *proposals: Proposal) -> str:
        """Return the full text about one engine's proposals: at least one, none of them a fallback."""
        engine = proposals[0].engine
        return self.say(
            locale,
            self._message_id(locale, engine),
            name=engine,
            cards=len(proposals),
            order=any(_is_ordered(p) for p in proposals),
            size=_size_origin(proposals),
            figures=_figures(proposals),
            model=any(reason.code == MODEL_REASON for p in proposals for reason in p.reasons),
        )

    def short_footer(self, locale: Locale, proposal: Proposal) -> str:
        """Return the short text, for a card with a shared note below; the full text where no short one exists."""
        if proposal.fallback is not None:
            return self.say(locale, "engine-fallback-short", name=proposal.engine)
        message_id = f"{self._message_id(locale, proposal.engine)}-short"
        if not self.texts.has(locale, message_id):
            return self.full_footer(locale, proposal)
        return self.say(locale, message_id, name=proposal.engine, order=_is_ordered(proposal))

    def has_short_footer(self, locale: Locale, proposal: Proposal, *, proposals: Sequence[Proposal]) -> bool:
        """Return whether a footer is short: `shared_note` says the rest for all `proposals` of its answer."""
        return proposal.fallback is not None or proposal in self._with_shared_footer(locale, proposals)

    def shared_note(self, locale: Locale, proposals: Sequence[Proposal]) -> tuple[str, ...]:
        """Return the note on all decisions of one answer whose footers are short; empty if there are none."""
        shared = self._with_shared_footer(locale, proposals)
        return (self.full_footer(locale, *shared),) if shared else ()

    def fallback_note(self, locale: Locale, proposals: Sequence[Proposal]) -> tuple[str, ...]:
        """Return which of several proposals are fallbacks, and what can be done; empty if none is, or it is alone."""
        fallbacks = [p for p in proposals if p.fallback is not None] if len(proposals) > 1 else []
        if not fallbacks:
            return ()
        symbols, causes = self.texts.list_of(locale, (p.symbol for p in fallbacks)), {p.fallback for p in fallbacks}
        code = next(iter(causes)) if len(causes) == 1 else _SEVERAL_CAUSES
        return (self.say(locale, "fallback-among", symbols=symbols, code=code),)

    def _with_shared_footer(self, locale: Locale, proposals: Sequence[Proposal]) -> list[Proposal]:
        """Return the proposals whose engine has a long footer, if more than one: it is then shown once for all."""
        with_long_footer = [
            p
            for p in proposals
            if p.fallback is None and self.texts.has(locale, f"{self._message_id(locale, p.engine)}-short")
        ]
        return with_long_footer if len(with_long_footer) > 1 else []

    def _message_id(self, locale: Locale, engine: str) -> str:
        message_id = f"engine-{engine.replace('_', '-')}"
        return message_id if self.texts.has(locale, message_id) else "engine-other"


def _is_ordered(proposal: Proposal) -> bool:
    return any(reason.code in _ORDER_OPINIONS for reason in proposal.reasons)


def _figures(proposals: Sequence[Proposal]) -> str:
    """Return what there is to explain about the figures in a model's reasons: "bold", "marked", "both" or "none"."""
    said = [reason for p in proposals for reason in p.reasons if reason.code == MODEL_REASON]
    has_bold = any(reason.facts for reason in said)
    if any(UNCHECKED in reason.words["text"] for reason in said):
        return "both" if has_bold else "marked"
    return "bold" if has_bold else "none"


def _size_origin(proposals: Sequence[Proposal]) -> str:
    """Return who chose the sizes: "named" by a person or "worked_out"; "none" where nothing is to be traded."""
    traded = [p for p in proposals if p.action is not Action.HOLD]
    if not traded:
        return "none"
    is_named = all(any(reason.code in _SIZED_BY_PERSON for reason in p.reasons) for p in traded)
    return "named" if is_named else "worked_out"


@dataclass(frozen=True, slots=True)
class DecisionDetails(CardPresenter):
    """Renders decisions in full."""

    has_arguments: bool = True  # False: they stand elsewhere in the same answer, which keeps the other notes

    def blocks(
        self, locale: Locale, decision: Decision, *, asked_by: str, commission: Decimal, has_short_footer: bool = False
    ) -> Iterator[Block]:
        """Yield the figures, the arguments and the engine's note.

        `has_short_footer`: a note below several decisions says the rest about their engine.
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
        kind = "none" if p.cash_change == 0 else "buy" if p.cash_change > 0 else "sell"
        yield self.say(locale, "card-change"), self.say(locale, "cash-change", kind=kind, amount=abs(p.cash_change))
        yield self.say(locale, "card-shares"), self._shares_at_price(locale, p)
        if p.action is not Action.HOLD and commission:
            yield self.say(locale, "card-commission"), self.usd(locale, commission)
        yield self.say(locale, "card-confidence"), self.say(locale, "percent", value=p.confidence * 100)
        if p.stop_price is not None:
            yield self.say(locale, "card-stop"), self.usd(locale, p.stop_price)

    def _shares_at_price(self, locale: Locale, p: Proposal) -> str:
        when = self.cards.price_time(locale, p.price_as_of, p.price_source)
        return self.say(locale, "card-shares-at", shares=p.shares, price=p.price, when=when)


def without_fallback_reason(proposal: Proposal) -> tuple[Reason, ...]:
    """Return the reasons except the one that says why the proposal is a fallback: a card shows that one apart."""
    return tuple(reason for reason in proposal.reasons if reason.code != f"fallback_{proposal.fallback}")


def _is_argued(reason: Reason) -> bool:
    """Return whether a reason stands in a committee's sections: a weighed one, a model's, one of its debates."""
    return bool(reason.weight) or is_model_reason(reason) or reason.code.startswith(_OF_DEBATES)
