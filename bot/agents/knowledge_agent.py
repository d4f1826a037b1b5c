"""Chooses the knowledge base that a message is about, where the rules are unsure, with the light model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, JsonValue

from bot.agents.answer_parser import STRING, schema_of
from bot.agents.model_client import AgentRequest, ModelClient, data_message
from bot.agents.registry import KNOWLEDGE
from bot.domain.memory.knowledge.bases import BaseContents
from bot.domain.memory.knowledge.routing import GENERAL, KnowledgeRoute, RoutedBy
from bot.domain.models.requests import Caller
from bot.domain.models.token_estimate import shorten
from bot.prompts import render

_MESSAGE_TOKENS: Final = 500
_MOST_BASES: Final = 20
_MOST_TITLES: Final = 20
_CONFIDENCE: Final = 0.7  # of a choice whose confidence the model does not say


class _Choice(BaseModel):
    kb: JsonValue
    confidence: JsonValue = None


@dataclass(frozen=True, slots=True)
class KnowledgeAgent:
    """Asks the light model for a base. The model sees names and titles only, and can choose no other base.

    It chooses by a number that the prompt gives each base: a channel's own may have the name of one for everybody.
    """

    client: ModelClient

    async def choose(self, text: str, bases: Sequence[BaseContents], *, caller: Caller) -> KnowledgeRoute | None:
        """Return the route that the model chooses; None: it names no base of these. Raises: ModelError."""
        data = data_message(_prompt_data(text, bases))
        asked = AgentRequest(agent=KNOWLEDGE, prompt=render("knowledge"), messages=(data,), caller=caller)
        choice = (await self.client.ask_structured(asked, kind=_Choice, schema=_SCHEMA)).value
        named = choice.kb.strip().casefold() if isinstance(choice.kb, str) else ""
        by_id = {f"kb{number}": each for number, each in enumerate(bases[:_MOST_BASES], 1)}
        by_name = [each for each in bases if each.base.name.casefold() == named]
        chosen = by_id.get(named) or (by_name[0] if len(by_name) == 1 else None)
        if chosen is None and named != GENERAL:
            return None
        confidence = _confidence(choice.confidence)
        return KnowledgeRoute(contents=chosen, method=RoutedBy.MODEL, confidence=confidence, reason="model")


def _prompt_data(text: str, bases: Sequence[BaseContents]) -> dict[str, object]:
    told = [
        {
            "id": f"kb{number}",
            "name": each.base.name,
            "titles": [document.title for document in each.documents[:_MOST_TITLES]],
        }
        for number, each in enumerate(bases[:_MOST_BASES], 1)
    ]
    return {"message": shorten(text, limit_tokens=_MESSAGE_TOKENS), "bases": told}


def _confidence(written: JsonValue) -> float:
    if isinstance(written, bool) or not isinstance(written, int | float):
        return _CONFIDENCE
    return float(written) if 0 <= written <= 1 else _CONFIDENCE


_PROPERTIES: Final = {"kb": STRING, "confidence": {"type": "number", "description": "0 to 1"}}
_SCHEMA: Final = schema_of(_Choice, "knowledge", _PROPERTIES)
