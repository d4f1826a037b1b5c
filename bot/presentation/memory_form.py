"""The form in which a person edits core memory; each platform renders it in its own way."""

from dataclasses import dataclass, replace
from typing import Final

from bot.domain.memory.core_memory import SINGLE, CoreMemory, MemoryPlace
from bot.domain.memory.memory_changes import FORM_FIELDS, field_name, field_texts
from bot.domain.text.locale import Locale
from bot.presentation.presenter import Presenter

_MAX_TITLE_LENGTH: Final = 24  # characters; the lowest limit of any platform


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
