"""The state of a turn that the nodes of its graph share."""

import operator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, TypedDict

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.retrieval import ConversationContext, RetrievalResult
from bot.domain.conversation.states import Intent
from bot.domain.conversation.turns import Claim, LogEntry
from bot.domain.models.requests import Caller


class RoutingMethod(StrEnum):
    """How the route of a turn was found."""

    EXACT = "exact"  # a command, a verdict
    TRAINED = "trained"
    MODEL = "model"
    ASK_BACK = "ask_back"


class SystemRoute(StrEnum):
    """Routes of turns that are not answered by the handler of an intent."""

    COMMAND = "command"
    ASK_BACK = "ask_back"
    TOO_LONG = "too_long"  # the message exceeds the maximum length
    SURPLUS = "surplus"  # the person sends more than the limits allow
    TOO_OFTEN = "too_often"  # too many attempts have ended without an answer
    STOPPED = "stopped"  # by the person who asked


@dataclass(frozen=True, slots=True)
class Route:
    """The handler that answers a turn, and how it was chosen."""

    target: Intent | SystemRoute
    confidence: float  # of the intent, in [0, 1]
    method: RoutingMethod
    reason: str  # a code: "trained_sure", "model_unsure", "model_failed", …


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """A claimed turn, and the caller of its requests to models."""

    claim: Claim
    caller: Caller  # records every model request of the turn, also of tries that ended in a conflict


class TurnState(TypedDict, total=False):
    """The data of a turn so far. Each node returns the keys it adds; log entries are appended."""

    request: TurnRequest
    context: TurnContext  # the understood message
    route: Route
    conversation_context: ConversationContext
    retrieval: RetrievalResult
    results: TurnResult
    execution_logs: Annotated[tuple[LogEntry, ...], operator.add]
    error: str  # the class name of the error while responding
