"""Proposes what of an exchange is worth keeping, as calls of memory's tools. It carries out none of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, JsonValue

from bot.agents.answer_parser import STRING, array_schema, object_schema, schema_of
from bot.agents.model_client import LANGUAGE_NAMES, AgentRequest, ModelClient, data_message
from bot.agents.registry import MEMORY
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.turns import Turn
from bot.domain.memory.core_memory import SECTIONS, CoreMemory, MemoryScope
from bot.domain.memory.tool_calls import MemoryTool, MemoryToolCall
from bot.domain.models.requests import AnswerSchema, Caller
from bot.domain.models.token_estimate import shorten
from bot.domain.text.locale import Language
from bot.prompts import render

_MESSAGE_TOKENS: Final = 800
_ANSWER_TOKENS: Final = 400
_MOST_CALLS: Final = 3
_ARGUMENTS: Final = ("section", "content", "query", "id")
_SECTIONS: Final = tuple(  # that may be changed
    f"{scope}.{section}" for scope in (MemoryScope.PERSON, MemoryScope.CHANNEL) for section in SECTIONS[scope]
)


@dataclass(frozen=True, slots=True)
class AnsweredExchange:
    """An answered message, and what was remembered when it was noted."""

    turn: Turn
    answer: Answer
    memory: CoreMemory
    language: Language


class _MemoryAnswer(BaseModel):
    calls: list[JsonValue] = []


@dataclass(frozen=True, slots=True)
class MemoryAgent:
    """Asks the light model."""

    client: ModelClient

    async def propose_calls(
        self, exchange: AnsweredExchange, *, has_archive: bool, deadline: float | None
    ) -> tuple[MemoryToolCall, ...]:
        """Return the calls that a model proposes, mostly none; nothing in them is checked. Raises: ModelError."""
        tools = [tool.value for tool in MemoryTool if has_archive or tool.value.startswith("core_")]
        turn = exchange.turn
        data = {
            "message": shorten(turn.text, limit_tokens=_MESSAGE_TOKENS),
            "by": turn.person.name,
            "answer": shorten(exchange.answer.brief, limit_tokens=_ANSWER_TOKENS),
            "remembered": [
                {"section": section.key.name, "text": fact.text, "by": fact.by.name, "noted": fact.is_noted}
                for section, fact in exchange.memory.facts()
            ],
            "sections": list(_SECTIONS),
            "tools": tools,
        }
        prompt = render("memory", language=LANGUAGE_NAMES[exchange.language])
        caller = Caller(tenant_id=turn.tenant_id, turn_id=turn.id, person_id=turn.person.id, deadline=deadline)
        agent_request = AgentRequest(agent=MEMORY, prompt=prompt, messages=(data_message(data),), caller=caller)
        answered = await self.client.ask_structured(agent_request, kind=_MemoryAnswer, schema=_schema(tools))
        return tuple(_calls(answered.value))[:_MOST_CALLS]


def _calls(answer: _MemoryAnswer) -> Iterator[MemoryToolCall]:
    """Yield what has the form of a call."""
    for each in answer.calls:
        if isinstance(each, dict) and isinstance(tool := each.get("tool"), str):
            why = each.get("why")
            arguments: dict[str, object] = {name: each[name] for name in _ARGUMENTS if name in each}
            yield MemoryToolCall(tool, arguments, why if isinstance(why, str) else "")


def _schema(tools: Sequence[str]) -> AnswerSchema:
    properties = {"tool": {**STRING, "enum": list(tools)}, **dict.fromkeys(_ARGUMENTS, STRING), "why": STRING}
    return schema_of(_MemoryAnswer, MEMORY.name, {"calls": array_schema(object_schema(properties))})
