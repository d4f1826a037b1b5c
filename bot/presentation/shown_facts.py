"""Gives an id to each figure of what a person is shown, so that a model can refer to it instead of writing it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.domain.models.facts import FactCatalogue, FactUnit, ModelFact, PromptFacts
from bot.domain.text.emphasis import without_emphasis
from bot.domain.text.loose_figures import find_loose_figures

_WITHOUT_FACTS: Final = frozenset({"abilities", "possible_now"})  # keys whose figures are examples


def shown_facts(data: Mapping[str, object]) -> PromptFacts:
    """Return what a person is shown with the id of each figure behind it: "$755.69 {f1}", and the facts."""
    found = _ShownFacts()
    return PromptFacts({key: found.annotate(key, each) for key, each in data.items()}, FactCatalogue(found.facts))


@dataclass(slots=True)
class _ShownFacts:
    """The figures found so far; each is a fact as it was shown."""

    facts: dict[str, ModelFact] = field(default_factory=dict)  # by id
    ids: dict[str, str] = field(default_factory=dict)  # by text

    def annotate(self, name: str, value: object) -> object:
        """Return a JSON value with the id of each figure behind it; `name` is its key."""
        match value:
            case str() if name not in _WITHOUT_FACTS:
                return self._annotate_text(value)
            case Mapping():
                return {key: self.annotate(str(key), each) for key, each in value.items()}
            case list() | tuple():
                return [self.annotate(name, each) for each in value]
            case _:
                return value

    def _annotate_text(self, text: str) -> str:
        text = without_emphasis(text).replace("{", "(").replace("}", ")")
        parts, end = [], 0
        for figure in find_loose_figures(text):
            if any(sign.isdigit() for sign in figure.written):
                parts += [text[end : figure.end], f" {{{self._id(text[figure.start : figure.end].strip())}}}"]
                end = figure.end
        return "".join((*parts, text[end:]))

    def _id(self, shown: str) -> str:
        if shown not in self.ids:
            self.ids[shown] = fact_id = f"f{len(self.ids) + 1}"
            self.facts[fact_id] = ModelFact(id=fact_id, value=shown, unit=FactUnit.TEXT, source="shown")
        return self.ids[shown]
