"""Words the reasons of decisions, as full sentences in groups and in a few words, and trades beyond a cap."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal
from typing import Final

from wcwidth import clip, width

from bot.domain.conversation.blocks import Bullets, Button, ButtonQuestion
from bot.domain.conversation.buttons import ButtonAction, button_ref
from bot.domain.text.emphasis import emphasise, mask_emphasis, without_open_emphasis
from bot.domain.text.locale import Locale
from bot.domain.text.loose_figures import find_loose_figures
from bot.domain.trading.bound_checks import multiple_of_cap
from bot.domain.trading.decisions import Decision, Reason
from bot.domain.trading.drafts import MODEL_REASON, MODEL_REASON_UNFOUNDED, NOTHING_TRADED
from bot.engines.revisions import REASONS_OF_BEFORE
from bot.locales import reason_variables
from bot.presentation.presenter import Presenter

LINE: Final = 42  # columns of a phone's screen

_MODEL_REASONS: Final = frozenset({MODEL_REASON, MODEL_REASON_UNFOUNDED})  # codes of reasons in a model's own words
_ABOUT_MODEL_REASONS: Final = frozenset({REASONS_OF_BEFORE, NOTHING_TRADED})  # shown with them
_MODEL_LINES: Final = 2  # lines of a model's reason that are shown first
_TENTH: Final = Decimal("0.1")
_HUNDREDTH: Final = Decimal("0.01")
_HARDLY_MORE: Final = Decimal("1.1")  # times the cap: below, one decimal could say that the cap is not exceeded


@dataclass(frozen=True, slots=True)
class ArgumentPresenter(Presenter):
    """Renders reasons in the language of the locale."""

    def sentences(self, locale: Locale, reasons: Iterable[Reason]) -> tuple[str, ...]:
        """Return each reason as a sentence."""
        return tuple(self.texts.render_reason(locale, reason) for reason in reasons)

    def groups(self, locale: Locale, reasons: Iterable[Reason], *, symbol: str) -> tuple[Bullets, ...]:
        """Return reasons as lists: for buying, against it, in a model's words, and other notes."""
        reasons = tuple(reasons)
        unweighed = [r for r in reasons if r.weight == 0]
        has_model_reasons = any(is_model_reason(r) for r in reasons)
        model_codes = _MODEL_REASONS | _ABOUT_MODEL_REASONS if has_model_reasons else _MODEL_REASONS
        groups = {
            "speaks-for": [r for r in reasons if r.weight > 0],
            "speaks-against": [r for r in reasons if r.weight < 0],
            "reasons-given": [r for r in unweighed if r.code in model_codes],
            "also-noted": [r for r in unweighed if r.code not in model_codes],
        }
        return tuple(
            Bullets(
                self.say(locale, heading, symbol=symbol),
                self.sentences(locale, sorted(group, key=lambda r: -abs(r.weight))),
            )
            for heading, group in groups.items()
            if group
        )

    def in_short(self, locale: Locale, reason: Reason) -> str:
        """Return a reason in a few words: of a weighed one a line, of a model's two; any other is not cut."""
        code = f"short-{reason.code.replace('_', '-')}"
        if not self.texts.has(locale, code):
            sentence = self.texts.render_reason(locale, reason)
            if not is_model_reason(reason):
                return sentence
            mark = self.say(locale, "unchecked-mark").strip()
            return clipped_words(sentence, _MODEL_LINES * LINE, mark=mark)
        text = self.say(locale, code, **reason_variables(reason))
        return clipped(text, LINE - 2) if reason.weight else text


def is_model_reason(reason: Reason) -> bool:
    """Return whether a reason is in a model's own words."""
    return reason.code in _MODEL_REASONS


def clipped_words(text: str, columns: int, *, mark: str) -> str:
    """Return a model's words within a number of columns: no bold figure is cut, and no other one loses its mark.

    A bold headline is cut like any words: without it, a sentence about one could be nothing but an ellipsis.
    """
    short = clipped(text, columns)
    if short == text:
        return text
    kept = without_open_emphasis(short.removesuffix("…"))
    headline = short[len(kept) + 1 :].removesuffix("…")
    if headline.startswith("“"):
        return f"{kept}{emphasise(f'{headline}…')}"
    for figure in find_loose_figures(mask_emphasis(kept)):
        if not kept[figure.end :].lstrip().startswith(mark):
            kept = kept[: figure.start]
            break
    return f"{kept.rstrip(' ,;:，；：')}…"


def clipped(text: str, columns: int) -> str:
    """Return `text` within a number of columns, with an ellipsis if it was cut, between words where there are any."""
    if width(text) <= columns:
        return text
    kept = clip(text, 0, columns - 1)  # and the ellipsis
    head, space, _ = kept.rpartition(" ")
    return f"{(head if space and len(head) > len(kept) // 2 else kept).rstrip(' ,;:，；：')}…"


@dataclass(frozen=True, slots=True)
class CapWarnings(Presenter):
    """Renders by how much a trade exceeds caps, in the language of the locale."""

    def first_line(self, locale: Locale, excess: Reason) -> str:
        """Return how many times the cap a trade comes to, and its share of the account."""
        return self._render(locale, "cap-warning", excess)

    def text(self, locale: Locale, decision: Decision, excesses: Sequence[Reason], *, what: str) -> str:
        """Return what a trade costs and by how much it exceeds caps; `what` is the trade as a phrase: "buy 3 GOOG"."""
        cash = abs(decision.proposal.cash_change)
        return self.texts.join(
            locale,
            self.say(locale, "cap-trade", what=what, cash=cash),
            *(self._render(locale, "cap-excess", each) for each in excesses),
            self.say(locale, "cap-question"),
        )

    def question(self, locale: Locale, decision: Decision, excesses: Sequence[Reason], *, what: str) -> ButtonQuestion:
        """Return the question that a platform asks after a press of Confirm; `what` as in `text`."""
        return ButtonQuestion(
            title=self._render(locale, "cap-question-title", excesses[0]),
            text=self.text(locale, decision, excesses, what=what),
            accept=self.say(locale, "cap-accept", what=what),
            decline=self.say(locale, "cap-decline"),
            accepted_id=str(button_ref(ButtonAction.CONFIRM_BEYOND_CAP, decision)),
        )

    def accept_button(self, locale: Locale, decision: Decision, *, what: str) -> Button:
        """Return the button that carries out the trade; `what` as in `text`."""
        return Button(
            id=str(button_ref(ButtonAction.CONFIRM_BEYOND_CAP, decision)),
            label=self.say(locale, "button-confirm-beyond-cap", what=what, cash=abs(decision.proposal.cash_change)),
        )

    def _render(self, locale: Locale, message_id: str, excess: Reason) -> str:
        figures = {"multiple": _shown_multiple(excess), "loss": Decimal(0), **excess.numbers}
        return self.say(locale, message_id, cap_kind=excess.code, **figures)


def _shown_multiple(excess: Reason) -> Decimal:
    multiple = multiple_of_cap(excess)
    if multiple < _HARDLY_MORE:
        return multiple.quantize(_HUNDREDTH, ROUND_CEILING)
    return multiple.quantize(_TENTH, ROUND_HALF_UP)
