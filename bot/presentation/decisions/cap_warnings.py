"""Words a trade beyond a cap: the first line of its card, and the second question before it is carried out."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal
from typing import Final

from bot.domain.conversation.blocks import Button, ButtonQuestion
from bot.domain.conversation.buttons import ButtonAction, button_ref
from bot.domain.text.locale import Locale
from bot.domain.trading.bound_checks import multiple_of_cap
from bot.domain.trading.decisions import Decision, Reason
from bot.presentation.presenter import Presenter

_TENTH: Final = Decimal("0.1")
_HUNDREDTH: Final = Decimal("0.01")
_HARDLY_MORE: Final = Decimal("1.1")  # times the cap: below, one decimal could say that the cap is not exceeded


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
