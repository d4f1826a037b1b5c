"""The form in which a person changes a proposal's amount; each platform renders it in its own way."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Decision
from bot.domain.trading.execution.orders import Side
from bot.presentation.decisions.cards import CardPresenter
from bot.trading.adjust import AdjustableDecision

_CENT: Final = Decimal("0.01")
_MAX_TITLE_LENGTH: Final = 24  # characters; the lowest limit of any platform


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustForm:
    """The form's content, in the reader's language."""

    title: str  # "Adjust: buy 3 GOOG", at most 24 characters
    amount: Decimal  # what the proposal now spends or brings in; account currency, whole cents
    amount_label: str
    amount_hint: str
    note_label: str
    note_hint: str
    submit: str
    cancel: str


@dataclass(frozen=True, slots=True)
class AdjustFormPresenter(CardPresenter):
    """Renders forms for pending decisions."""

    def form(self, locale: Locale, adjustable: AdjustableDecision) -> AdjustForm:
        """Return the form for one version of a decision."""
        decision, currency = adjustable.decision, adjustable.currency
        p = decision.proposal
        side = p.side or Side.BUY
        return AdjustForm(
            title=self._title(decision, locale),
            amount=abs(p.cash_change).quantize(_CENT),
            amount_label=self.say(locale, "adjust-form-amount", side=side.value, currency=currency),
            amount_hint=self.say(locale, "adjust-form-amount-hint"),
            note_label=self.say(locale, "adjust-form-note"),
            note_hint=self.say(locale, "adjust-form-note-hint"),
            submit=self.say(locale, "adjust-form-submit"),
            cancel=self.say(locale, "adjust-form-cancel"),
        )

    def _title(self, decision: Decision, locale: Locale) -> str:
        """Return the form's title; only the symbol if the whole is too long, so that no figure is cut in two."""
        p = decision.proposal
        title = self.say(locale, "adjust-form-title", what=self.cards.action_phrase(locale, p))
        symbol_only = self.say(locale, "adjust-form-title", what=p.symbol)
        return title if len(title) <= _MAX_TITLE_LENGTH else symbol_only[:_MAX_TITLE_LENGTH]
