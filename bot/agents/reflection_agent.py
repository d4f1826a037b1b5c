"""Looks back on a settled decision with the light model, in words. A sentence with an unsupported figure is dropped."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from pydantic import BaseModel, JsonValue

from bot.agents.answer_parser import STRING, array_schema, schema_of
from bot.agents.model_client import LANGUAGE_NAMES, AgentRequest, ModelClient, data_message
from bot.agents.registry import REFLECTION
from bot.domain.models.facts import FactCatalogue
from bot.domain.models.references import read_references
from bot.domain.models.requests import Caller
from bot.domain.text.links import neutralize_links
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.forecasts.base_rates import ForecastEvent
from bot.domain.trading.forecasts.reflection import ReflectionWords, ToldReflection
from bot.locales import Catalogue
from bot.model_errors import ModelGarbledError
from bot.prompts import render

_MOST_SENTENCES: Final = 3
_MOST_CHARACTERS: Final = 240  # of one sentence


class _ReflectionAnswer(BaseModel):
    sentences: list[JsonValue]


@dataclass(frozen=True, slots=True)
class ReflectionAgent:
    """Asks the light model. It is given figures, codes and a symbol: nothing that a person or a model has said."""

    client: ModelClient
    texts: Catalogue = field(default_factory=Catalogue)

    async def write(
        self, told: ToldReflection, event: ForecastEvent, *, language: Language, caller: Caller
    ) -> ReflectionWords:
        """Return the supported sentences on a settled decision, at least one; `event` was forecast.

        Raises: ModelError; ModelGarbledError: no sentence is supported. StoreUnavailableError.
        """
        facts, locale = told.facts, Locale(language)
        data = {
            "symbol": told.reflection.symbol,
            "action": told.decision.proposal.action.value,
            "forecast": event.value,
            "came_true": told.reflection.came_true,
            "stance": told.stance.value,
            "right": [each.code for each in told.right],  # arguments that are weighed are all made by rules
            "wrong": [each.code for each in told.wrong],
            "facts": {fact.id: self.texts.render_fact(locale, fact) for fact in facts},
            "is_lesson": told.reflection.is_lesson,
        }
        prompt = render("reflection", language=LANGUAGE_NAMES[language])
        asked = AgentRequest(agent=REFLECTION, prompt=prompt, messages=(data_message(data),), caller=caller)
        answered = await self.client.ask_structured(asked, kind=_ReflectionAnswer, schema=_SCHEMA)
        supported = tuple(_supported(answered.value.sentences[:_MOST_SENTENCES], facts))
        if not supported:
            await self.client.reject(answered.answer, caller)
            raise ModelGarbledError(partial=answered.answer.text, why="no sentence is supported")
        return ReflectionWords(self.texts.join(locale, *supported), language)


def _supported(sentences: Iterable[JsonValue], facts: FactCatalogue) -> Iterator[str]:
    """Yield the sentences in which every figure is a reference to a fact, as templates."""
    clean = partial(neutralize_links, allowed=frozenset[str]())
    for each in sentences:
        text = " ".join(each.split()) if isinstance(each, str) else ""
        if not text or len(text) > _MOST_CHARACTERS:
            continue
        read = read_references(text, facts, clean=clean)
        if not read.faults and not read.has_marks and read.template.strip():
            yield read.template.strip()


_SCHEMA: Final = schema_of(_ReflectionAnswer, "reflection", {"sentences": array_schema(STRING)})
