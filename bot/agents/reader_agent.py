"""Reads messages that the trained reader is unsure of, with the light model and the conversation so far."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pydantic import BaseModel, Field

from bot.agents.answer_parser import STRING, array_schema, object_schema, schema_of
from bot.agents.model_client import AgentRequest, ModelClient, data_message
from bot.agents.registry import READER
from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.conversation.surroundings import Before
from bot.domain.memory.core_memory import CoreMemory
from bot.domain.memory.prompt_packing import pack_prompt
from bot.domain.models.requests import Caller
from bot.model_errors import ModelGarbledError
from bot.prompts import render
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.trained.parser import trained_parser

_MAX_TOKENS: Final = 1_800  # of the prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderRequest:
    """One message and its conversation."""

    text: str  # normalised, without a mention
    context: ConversationContext
    focus: tuple[str, ...]  # symbols under discussion, newest first
    pending: int  # number of decisions that await a confirmation
    before: frozenset[Before]
    caller: Caller


class _SlotAnswer(BaseModel):
    name: SlotName
    words: str


class _ReaderAnswer(BaseModel):
    kind: Kind
    sureness: float = Field(ge=0, le=1)
    slots: tuple[_SlotAnswer, ...] = ()


@dataclass(frozen=True, slots=True)
class ReaderAgent:
    """Asks the light model for the kind of a message and the words that fill slots."""

    client: ModelClient

    async def read(self, request: ReaderRequest) -> Parse:
        """Return what the model reads.

        Raises: ModelError: no answer, or one with words that the message does not have.
        """
        prompt = render("reading")
        limit = min(self.client.token_limit(READER), _MAX_TOKENS)
        # What is recalled says nothing of what this message wants.
        context = replace(request.context, core_memory=CoreMemory(), episodes=(), passages=())
        packed = pack_prompt(context, message=request.text, system=prompt.text, max_tokens=limit)
        data = {
            "message": packed.message,
            "talk_is_about": request.focus,
            "waiting": request.pending,
            "before": sorted(request.before),
            "conversation": packed.conversation,
        }
        agent_request = AgentRequest(
            agent=READER,
            prompt=prompt,
            messages=(data_message(data),),
            caller=request.caller,
            history=packed.history,
        )
        answer = (await self.client.ask_structured(agent_request, kind=_ReaderAnswer, schema=_SCHEMA)).value
        slots = _slots(request.text, answer.slots)
        parse = Parse(text=request.text, kind=answer.kind, certainty=answer.sureness, slots=slots)
        return trained_parser().with_values(parse)


def _slots(text: str, answered: Sequence[_SlotAnswer]) -> tuple[Slot, ...]:
    """Return the slots in the order of the message. Raises: ModelGarbledError: one has words that it does not have."""
    found = tuple(_placed(text.lower(), answered))
    if len(found) < len(answered):
        raise ModelGarbledError
    slots = sorted(zip(found, answered, strict=True), key=lambda each: each[0])
    return tuple(Slot(each.name, start, end, text[start:end]) for (start, end), each in slots)


def _placed(text: str, answered: Iterable[_SlotAnswer]) -> Iterator[tuple[int, int]]:
    """Yield where the words of each slot stand: the first place that no slot before has taken; nothing: at none."""
    taken: list[tuple[int, int]] = []
    for each in answered:
        words = each.words.strip().lower()
        at = text.find(words) if words else -1
        while at >= 0 and any(start < at + len(words) and at < end for start, end in taken):
            at = text.find(words, at + 1)
        if at >= 0:
            taken.append((at, at + len(words)))
            yield taken[-1]


_SLOT: Final = {
    "name": {**STRING, "enum": [name.value for name in SlotName]},
    "words": {**STRING, "description": "copied from the message"},
}
_SCHEMA: Final = schema_of(
    _ReaderAnswer,
    "reading",
    {
        "kind": {**STRING, "enum": [kind.value for kind in Kind]},
        "sureness": {"type": "number", "description": "0 to 1"},
        "slots": array_schema(object_schema(_SLOT)),
    },
)
