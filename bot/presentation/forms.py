"""The forms in which a person changes an amount or core memory; each platform renders them in its own way."""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.domain.memory.core_memory import SINGLE, CoreMemory, MemoryPlace
from bot.domain.memory.memory_changes import FORM_FIELDS, field_name, field_texts
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Decision
from bot.domain.trading.execution.orders import Side
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.presenter import Presenter
from bot.trading.adjust import AdjustableDecision

_MAX_TITLE_LENGTH: Final = 24  # characters; the lowest limit of any platform
_CENT: Final = Decimal("0.01")


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


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFormField:
    """One input."""

    name: str  # "person.horizon"
    label: str
    hint: str
    value: str  # one statement per line
    is_long: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryForm:
    """The form's content, in the reader's language."""

    title: str
    fields: tuple[MemoryFormField, ...]
    submit: str
    cancel: str
    rest: str  # how to edit what a platform has no room for
    opened_at: int  # seconds since 1970

    def with_at_most(self, most: int) -> "MemoryForm":
        """Return the form with so many fields: those with something in them first, and how to edit the others."""
        if len(self.fields) <= most:
            return self
        filled_first = sorted(self.fields, key=lambda field: not field.value)
        chosen = [field for field in self.fields if field in filled_first[:most]]
        chosen[-1] = replace(chosen[-1], hint=f"{chosen[-1].hint}. {self.rest}")
        return replace(self, fields=tuple(chosen))


@dataclass(frozen=True, slots=True)
class MemoryFormPresenter(Presenter):
    """Renders the form."""

    def form(self, locale: Locale, memory: CoreMemory, place: MemoryPlace, *, opened_at: int) -> MemoryForm:
        """Return the form with what is stored now."""
        fields = []
        for scope, section in FORM_FIELDS:
            if scope not in place.scopes:
                continue
            key = place.key(scope, section)
            is_long = section not in SINGLE
            label = self.texts.render_code(locale, "memory-form", f"{scope.value}_{section.value}")
            hint = self.say(locale, "memory-form-hint-long" if is_long else "memory-form-hint")
            value = "\n".join(field_texts(memory.section(key)))
            fields.append(
                MemoryFormField(name=field_name(scope, section), label=label, hint=hint, value=value, is_long=is_long)
            )
        return MemoryForm(
            title=self.say(locale, "memory-form-title")[:_MAX_TITLE_LENGTH],
            fields=tuple(fields),
            submit=self.say(locale, "memory-form-submit"),
            cancel=self.say(locale, "adjust-form-cancel"),
            rest=self.say(locale, "memory-form-rest"),
            opened_at=opened_at,
        )
