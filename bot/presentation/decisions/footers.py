"""Small print below cards: which engine decided, whose words the reasons are, and which figures were looked up."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.domain.text.emphasis import UNCHECKED
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import ADJUSTMENT_REASONS, Action, Proposal
from bot.domain.trading.drafts import MODEL_REASON
from bot.domain.trading.sizes.settled_size import SETTLED_SIZES
from bot.presentation.presenter import Presenter

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
            order=_yes_or_no(any(_is_ordered(p) for p in proposals)),
            size=_size_origin(proposals),
            figures=_figures(proposals),
            model=_yes_or_no(any(reason.code == MODEL_REASON for p in proposals for reason in p.reasons)),
        )

    def short_footer(self, locale: Locale, proposal: Proposal) -> str:
        """Return the short text, for a card with a shared note below; the full text where no short one exists."""
        if proposal.fallback is not None:
            return self.say(locale, "engine-fallback-short", name=proposal.engine)
        message_id = f"{self._message_id(locale, proposal.engine)}-short"
        if not self.texts.has(locale, message_id):
            return self.full_footer(locale, proposal)
        return self.say(locale, message_id, name=proposal.engine, order=_yes_or_no(_is_ordered(proposal)))

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
        return (self._fallback_note(locale, fallbacks),) if fallbacks else ()

    def _with_shared_footer(self, locale: Locale, proposals: Sequence[Proposal]) -> list[Proposal]:
        """Return the proposals whose engine has a long footer, if more than one: it is then shown once for all."""
        with_long_footer = [
            p
            for p in proposals
            if p.fallback is None and self.texts.has(locale, f"{self._message_id(locale, p.engine)}-short")
        ]
        return with_long_footer if len(with_long_footer) > 1 else []

    def _fallback_note(self, locale: Locale, fallbacks: Sequence[Proposal]) -> str:
        symbols = self.texts.list_of(locale, (p.symbol for p in fallbacks))
        causes = {p.fallback for p in fallbacks}
        code = next(iter(causes)) if len(causes) == 1 else _SEVERAL_CAUSES
        return self.say(locale, "fallback-among", symbols=symbols, code=code)

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


def _yes_or_no(condition: bool) -> str:  # noqa: FBT001  # a value, not a switch
    return "yes" if condition else "no"
