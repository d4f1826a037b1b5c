"""Who decided, whose words the reasons are, and what of them was checked: under a card, or once below several."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.domain.text.claims import find_figures
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import ADJUSTMENT_REASONS, Action, Proposal
from bot.domain.trading.drafts import MODEL_REASON, MODEL_REASON_UNFOUNDED
from bot.locales import Catalogue

# What a model thinks of an order: by these reasons an order is known.
_OPINIONS: Final = frozenset({"model_agrees", "model_would_hold", "model_would_buy", "model_would_sell"})
_NAMED: Final = frozenset(
    {"sized_by_named_shares", "sized_by_named_amount", "sized_by_named_fraction", *ADJUSTMENT_REASONS}
)
_MIXED: Final = "other"  # fallbacks for more than one cause


@dataclass(frozen=True, slots=True)
class CardFooters:
    """Words for the engine behind proposals."""

    texts: Catalogue

    def full_footer(self, locale: Locale, *proposals: Proposal) -> str:
        """Return all there is to say of proposals of one engine, at least one, that are no fallbacks."""
        engine = proposals[0].engine
        unfounded = sum(reason.code == MODEL_REASON_UNFOUNDED for p in proposals for reason in p.reasons)
        return self.texts.render(
            locale,
            self._key(locale, engine),
            name=engine,
            cards=len(proposals),
            order=_yes(any(_is_order(p) for p in proposals)),
            size=_size(proposals),
            figures="some" if unfounded else "all" if any(_has_figure(p) for p in proposals) else "none",
            unfounded=unfounded,
        )

    def short_footer(self, locale: Locale, proposal: Proposal) -> str:
        """Return which engine it was, for a card with more said below it; all there is, where that is short itself."""
        if proposal.fallback is not None:
            return self.texts.render(locale, "engine-fallback-short", name=proposal.engine)
        key = f"{self._key(locale, proposal.engine)}-short"
        if not self.texts.has(locale, key):
            return self.full_footer(locale, proposal)
        return self.texts.render(locale, key, name=proposal.engine, order=_yes(_is_order(proposal)))

    def fallback_footer(self, locale: Locale, proposal: Proposal) -> str:
        """Return what a fallback is, and what can be done about its cause."""
        return self.texts.render(locale, "engine-fallback", name=proposal.engine, code=proposal.fallback)

    def has_short_footer(self, locale: Locale, proposal: Proposal, *, proposals: Sequence[Proposal]) -> bool:
        """Return whether its card says less, because `below` says the rest once for all cards of one answer."""
        if proposal.fallback is not None:
            return len(proposals) > 1
        return proposal in self._alike(locale, proposals)

    def shared_notes(self, locale: Locale, proposals: Sequence[Proposal]) -> tuple[str, ...]:
        """Return what is said once below the cards of one answer: on what was decided, and on what was not."""
        alike = self._alike(locale, proposals)
        fallen = [p for p in proposals if p.fallback is not None] if len(proposals) > 1 else []
        whole = (self.full_footer(locale, *alike),) if alike else ()
        return (*whole, self._among(locale, fallen)) if fallen else whole

    def _alike(self, locale: Locale, proposals: Sequence[Proposal]) -> list[Proposal]:
        """Those, more than one, of whose engine there is so much to say that once is enough."""
        long = [
            p
            for p in proposals
            if p.fallback is None and self.texts.has(locale, f"{self._key(locale, p.engine)}-short")
        ]
        return long if len(long) > 1 else []

    def _among(self, locale: Locale, fallen: Sequence[Proposal]) -> str:
        symbols = self.texts.list_of(locale, (p.symbol for p in fallen))
        causes = {p.fallback for p in fallen}
        code = next(iter(causes)) if len(causes) == 1 else _MIXED
        return self.texts.render(locale, "fallback-among", symbols=symbols, code=code)

    def _key(self, locale: Locale, engine: str) -> str:
        key = f"engine-{engine.replace('_', '-')}"
        return key if self.texts.has(locale, key) else "engine-other"


def _is_order(proposal: Proposal) -> bool:
    return any(reason.code in _OPINIONS for reason in proposal.reasons)


def _has_figure(proposal: Proposal) -> bool:
    return any(find_figures(reason.words.get("text", "")) for reason in proposal.reasons if reason.code == MODEL_REASON)


def _size(proposals: Sequence[Proposal]) -> str:
    """Whose the size is: "named" by a person, "worked_out"; "none" where nothing is to be traded."""
    traded = [p for p in proposals if p.action is not Action.HOLD]
    if not traded:
        return "none"
    named = all(any(reason.code in _NAMED for reason in p.reasons) for p in traded)
    return "named" if named else "worked_out"


def _yes(is_so: bool) -> str:  # noqa: FBT001 - a word for it
    return "yes" if is_so else "no"
