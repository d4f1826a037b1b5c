"""What a person wants with a message that the rules are unsure of: asked of the light model, with the talk so far."""

import json
import re
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, JsonValue

from bot.agents.answer_parser import answer_parser
from bot.agents.data_message import data_message
from bot.agents.model_client import AgentRequest, ModelClient
from bot.agents.packing import pack_conversation, shorten
from bot.agents.registry import INTENT
from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.conversation.states import Intent, State
from bot.domain.models.requests import AnswerSchema, Caller
from bot.domain.text.locale import Language
from bot.prompts import render

_CONVERSATION: Final = 1_500  # tokens
_MESSAGE: Final = 1_500  # tokens
_REASON: Final = 200  # characters
_FRACTION: Final = re.compile(r"(?:0|1|0?\.[0-9]{1,17}|[01]\.[0-9]{1,17})")
_PERCENT: Final = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,6})?) ?%")


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentRequest:
    """One message, and what it was said in."""

    text: str
    state: State
    context: ConversationContext
    focus: tuple[str, ...]  # symbols the talk is about, newest first
    pending: int  # decisions of this conversation that wait for a confirmation
    language: Language  # as the rules see it
    caller: Caller


@dataclass(frozen=True, slots=True)
class IntentClassification:
    """What the model takes a message for. Its word alone never confirms or cancels anything."""

    intent: Intent
    confidence: float  # in [0, 1]
    reason: str  # the model's words, one line


class _IntentAnswer(BaseModel):
    intent: JsonValue
    confidence: JsonValue = None
    reason: JsonValue = ""


@dataclass(frozen=True, slots=True)
class IntentAgent:
    """Classifies messages."""

    client: ModelClient

    async def classify(self, request: IntentRequest) -> IntentClassification:
        """Return what the message is; an intent or a confidence that is none counts as not knowing.

        Raises: ModelError.
        """
        agent_request = AgentRequest(
            agent=INTENT, prompt=render("intent"), messages=(data_message(_told(request)),), caller=request.caller
        )
        answered = await self.client.ask_structured(agent_request, kind=_IntentAnswer, schema=_SHAPE)
        intent, confidence = _intent(answered.value.intent), _confidence(answered.value.confidence)
        reason = " ".join(str(answered.value.reason).split())[:_REASON]
        return (
            IntentClassification(Intent.UNKNOWN, 0.0, reason)
            if intent is None
            else IntentClassification(intent, confidence, reason)
        )


def _told(question: IntentRequest) -> dict[str, object]:
    return {
        "message": shorten(question.text, limit_tokens=_MESSAGE),
        "state": question.state,
        "talk_is_about": question.focus,
        "decisions_waiting": question.pending,
        "language": question.language,
        "conversation": json.loads(pack_conversation(question.context, limit_tokens=_CONVERSATION) or "{}"),
    }


_SHAPE: Final = AnswerSchema(
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
    """Return a figure in [0, 1]: 0.8, "0.8", "80 %". What is none of them, or lies outside, is no confidence: 0."""
    text = "" if isinstance(written, bool) else str(written).strip()
    if percent := _PERCENT.fullmatch(text):
        text = str(float(percent[1]) / 100)
    figure = float(text) if _FRACTION.fullmatch(text) else 0.0
    return figure if figure <= 1 else 0.0
