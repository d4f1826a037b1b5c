"""The one state of a turn, which the nodes of its graph hand on to each other."""

import operator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, TypedDict

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.retrieval import ConversationContext, RetrievalResult
from bot.domain.conversation.states import Intent
from bot.domain.conversation.turn_log import LogEntry
from bot.domain.conversation.turns import Claim
from bot.domain.models.requests import Caller


class RoutingMethod(StrEnum):
    """By what a turn found its handler."""

    RULES = "rules"
    MODEL = "model"
    COMMAND = "command"
    ASK_BACK = "ask_back"


class SystemRoute(StrEnum):
    """What answers a turn that no intent's handler is to answer."""

    COMMAND = "command"
    ASK_BACK = "ask_back"
    TOO_LONG = "too_long"  # a message
    TOO_OFTEN = "too_often"  # a turn that was begun, without an end
    STOPPED = "stopped"  # by its person


@dataclass(frozen=True, slots=True)
class Route:
    """What is to answer a turn, and how that was found."""

    target: Intent | SystemRoute
    confidence: float  # of the intent, in [0, 1]
    method: RoutingMethod
    reason: str  # a code: "rules_sure", "rules_unsure", "model_sure", "model_unsure", "model_failed", …


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """What is to be answered, and on whose behalf models are asked for it."""

    claim: Claim
    caller: Caller  # keeps every request of the turn, also those of a first try that was overtaken


@dataclass(frozen=True, slots=True)
class TurnConfiguration:
    """How one turn is to be worked on."""

    deadline: float  # the event loop's time by which all requests to models have ended
    is_debug: bool  # its steps are stored, for /debug last


class TurnState(TypedDict, total=False):
    """What is known of a turn so far. Each node returns what it adds; the entries of the log are gathered."""

    request: TurnRequest
    configuration: TurnConfiguration
    context: TurnContext  # the message as it was read and understood
    route: Route
    conversation_context: ConversationContext
    retrieval: RetrievalResult
    results: TurnResult
    execution_logs: Annotated[tuple[LogEntry, ...], operator.add]
    error: str  # the class of what went wrong while responding
    partial_answer: str  # of a model that broke off: shown as such, and never used
