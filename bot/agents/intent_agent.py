"""Classifies the intent of messages that the rules are unsure of, with the light model and the conversation so far."""

import re
from dataclasses import dataclass, replace
from typing import Final

from pydantic import BaseModel, JsonValue

from bot.agents.answer_parser import answer_parser
from bot.agents.data_message import data_message
from bot.agents.model_client import AgentRequest, ModelClient
from bot.agents.registry import INTENT
from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.conversation.states import Intent, State
from bot.domain.memory.core_memory import CoreMemory
from bot.domain.memory.packing.prompt_packing import PackedPrompt, pack_prompt
from bot.domain.models.requests import AnswerSchema, Caller
from bot.domain.models.shortening import shorten
from bot.domain.text.locale import Language
from bot.prompts import render

_MAX_TOKENS: Final = 3_500  # of the prompt
_MESSAGE_TOKENS: Final = 1_500  # enough to see what a message wants
_REASON_CHARACTERS: Final = 200
_FRACTION: Final = re.compile(r"(?:0|1|0?\.[0-9]{1,17}|[01]\.[0-9]{1,17})")
_PERCENT: Final = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,6})?) ?%")


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentRequest:
    """One message and its conversation."""

    text: str
    state: State
    context: ConversationContext
    focus: tuple[str, ...]  # symbols under discussion, newest first
    pending: int  # number of decisions of this conversation that await a confirmation
    language: Language  # as detected by the rules
    caller: Caller


@dataclass(frozen=True, slots=True)
class IntentClassification:
    """The model's classification of a message. It alone never confirms or cancels anything."""

    intent: Intent
    confidence: float  # in [0, 1]
    reason: str  # written by the model, one line


class _IntentAnswer(BaseModel):
    intent: JsonValue
    confidence: JsonValue = None
    reason: JsonValue = ""


@dataclass(frozen=True, slots=True)
class IntentAgent:
    """Asks the light model for a message's intent."""

    client: ModelClient

    async def classify(self, request: IntentRequest) -> IntentClassification:
        """Return the intent of the message: UNKNOWN if the model names no valid one; an invalid confidence is 0.

        Raises: ModelError.
        """
        prompt = render("intent")
        limit = min(self.client.token_limit(INTENT), _MAX_TOKENS)
        packed = _pack(request, system=prompt.text, max_tokens=limit)
        agent_request = AgentRequest(
            agent=INTENT,
            prompt=prompt,
            messages=(data_message(_prompt_data(request, packed)),),
            caller=request.caller,
            history=packed.history,
        )
        answered = await self.client.ask_structured(agent_request, kind=_IntentAnswer, schema=_SCHEMA)
        intent, confidence = _intent(answered.value.intent), _confidence(answered.value.confidence)
        reason = " ".join(str(answered.value.reason).split())[:_REASON_CHARACTERS]
        return (
            IntentClassification(Intent.UNKNOWN, 0.0, reason)
            if intent is None
            else IntentClassification(intent, confidence, reason)
        )


def _pack(request: IntentRequest, *, system: str, max_tokens: int) -> PackedPrompt:
    """Return message and conversation; what is recalled says nothing of what this message wants."""
    context = replace(request.context, core_memory=CoreMemory(), episodes=(), passages=())
    message = shorten(request.text, limit_tokens=_MESSAGE_TOKENS)
    return pack_prompt(context, message=message, system=system, max_tokens=max_tokens)


def _prompt_data(request: IntentRequest, packed: PackedPrompt) -> dict[str, object]:
    return {
        "message": packed.message,
        "state": request.state,
        "talk_is_about": request.focus,
        "decisions_waiting": request.pending,
        "language": request.language,
        "conversation": packed.conversation,
    }


_SCHEMA: Final = AnswerSchema(
    "intent",
    {
        "type": "object",
        "properties": {
            "intent": {"type": "string", "enum": [intent.value for intent in Intent]},
            "confidence": {"type": "number", "description": "0 to 1"},
            "reason": {"type": "string", "description": "one short sentence"},
        },
        "required": ["intent", "confidence", "reason"],
        "additionalProperties": False,
    },
    answer_parser(_IntentAnswer),
)


def _intent(written: JsonValue) -> Intent | None:
    name = written.strip().upper() if isinstance(written, str) else ""
    return Intent(name) if name in Intent.__members__ else None


def _confidence(written: JsonValue) -> float:
    """Return a number in [0, 1] from 0.8, "0.8" or "80 %"; anything else, or out of range, is 0."""
    text = "" if isinstance(written, bool) else str(written).strip()
    if percent := _PERCENT.fullmatch(text):
        text = str(float(percent[1]) / 100)
    figure = float(text) if _FRACTION.fullmatch(text) else 0.0
    return figure if figure <= 1 else 0.0
