"""Proposes what of an exchange is worth keeping, as calls of memory's tools. It carries out none of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, JsonValue

from bot.agents.answer_parser import answer_parser
from bot.agents.data_message import LANGUAGE_NAMES, data_message
from bot.agents.model_client import AgentRequest, ModelClient
from bot.agents.registry import MEMORY
from bot.domain.memory.core_memory import CoreMemory
from bot.domain.memory.tool_calls import MemoryTool, MemoryToolCall
from bot.domain.models.requests import AnswerSchema, Caller
from bot.domain.models.token_estimate import shorten
from bot.domain.text.locale import Language
from bot.prompts import render

_MESSAGE_TOKENS: Final = 800
_ANSWER_TOKENS: Final = 400
_MOST_CALLS: Final = 3
_ARGUMENTS: Final = ("section", "content", "query", "id")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryRequestOfAgent:
    """One exchange, and what is remembered already."""

    message: str
    by: str  # who said it
    answer: str  # as first shown
    remembered: CoreMemory
    sections: Sequence[str]  # that may be changed: "person.horizon"
    has_archive: bool
    language: Language
    caller: Caller


class _MemoryAnswer(BaseModel):
    calls: list[JsonValue] = []


@dataclass(frozen=True, slots=True)
class MemoryAgent:
    """Asks the light model."""

    client: ModelClient

    async def propose_calls(self, request: MemoryRequestOfAgent) -> tuple[MemoryToolCall, ...]:
        """Return the calls that a model proposes, mostly none; nothing in them is checked. Raises: ModelError."""
        tools = [tool.value for tool in MemoryTool if request.has_archive or tool.value.startswith("core_")]
        agent_request = AgentRequest(
            agent=MEMORY,
            prompt=render("memory", language=LANGUAGE_NAMES[request.language]),
            messages=(data_message({**_prompt_data(request), "tools": tools}),),
            caller=request.caller,
        )
        answered = await self.client.ask_structured(agent_request, kind=_MemoryAnswer, schema=_schema(tools))
        return tuple(_calls(answered.value))[:_MOST_CALLS]


def _prompt_data(request: MemoryRequestOfAgent) -> dict[str, object]:
    return {
        "message": shorten(request.message, limit_tokens=_MESSAGE_TOKENS),
        "by": request.by,
        "answer": shorten(request.answer, limit_tokens=_ANSWER_TOKENS),
        "remembered": [
            {"section": section.key.name, "text": fact.text, "by": fact.by.name, "noted": fact.is_noted}
            for section, fact in request.remembered.facts()
        ],
        "sections": list(request.sections),
    }


def _calls(answer: _MemoryAnswer) -> Iterator[MemoryToolCall]:
    """Yield what has the form of a call."""
    for each in answer.calls:
        if isinstance(each, dict) and isinstance(tool := each.get("tool"), str):
            why = each.get("why")
            arguments: dict[str, object] = {name: each[name] for name in _ARGUMENTS if name in each}
            yield MemoryToolCall(tool, arguments, why if isinstance(why, str) else "")


def _schema(tools: Sequence[str]) -> AnswerSchema:
    names = ("tool", *_ARGUMENTS, "why")
    properties: dict[str, object] = {name: {"type": "string"} for name in names}
    properties["tool"] = {"type": "string", "enum": list(tools)}
    call = {"type": "object", "properties": properties, "required": list(names), "additionalProperties": False}
    schema: dict[str, object] = {
        "type": "object",
        "properties": {"calls": {"type": "array", "items": call}},
        "required": ["calls"],
        "additionalProperties": False,
    }
    return AnswerSchema(MEMORY.name, schema, answer_parser(_MemoryAnswer))
