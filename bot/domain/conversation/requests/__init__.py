"""What a message, command, button or form asks for: one closed union, the only currency between reading and doing.

Each request is an act on an object with typed slots. `intent_of` maps it to the intent by which the state machine
admits it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias, get_args

from bot.domain.conversation.requests.account import AccountRequest
from bot.domain.conversation.requests.alerts import AlertsRequest
from bot.domain.conversation.requests.arguing import ArgueView
from bot.domain.conversation.requests.committee import Argue, CommitteeRequest
from bot.domain.conversation.requests.conversation import (
    AdvanceClock,
    AskWhatToAddTo,
    ResetConversation,
    ShowDetails,
    ShowHelp,
    ShowStatus,
    ShowTurnLog,
    ShowUsage,
    UnknownCommand,
)
from bot.domain.conversation.requests.corrections import CorrectionRequest
from bot.domain.conversation.requests.glossary import Define
from bot.domain.conversation.requests.limits import EndLimits, LimitsRequest, StateLimits
from bot.domain.conversation.requests.memory import AskMemory, MemoryRequest
from bot.domain.conversation.requests.review import PastDecisionsRequest, Review, ShowTrackRecord, TurnPage
from bot.domain.conversation.requests.settings import SettingRequest
from bot.domain.conversation.requests.talk import TalkRequest
from bot.domain.conversation.requests.watching import WatchingRequest
from bot.domain.conversation.states import Intent
from bot.domain.figures.query import FigureQuery

ConversationRequest: TypeAlias = (
    AdvanceClock
    | AskWhatToAddTo
    | ResetConversation
    | ShowDetails
    | ShowHelp
    | ShowStatus
    | ShowTurnLog
    | ShowUsage
    | UnknownCommand
)
Request: TypeAlias = (
    ConversationRequest
    | AlertsRequest
    | WatchingRequest
    | LimitsRequest
    | AccountRequest
    | CommitteeRequest
    | ArgueView
    | PastDecisionsRequest
    | CorrectionRequest
    | Define
    | MemoryRequest
    | SettingRequest
    | TalkRequest
    | FigureQuery
)

_INTENTS: Final[Mapping[type, Intent]] = MappingProxyType(  # of the other kinds: UNKNOWN
    {
        EndLimits: Intent.DECIDE,
        StateLimits: Intent.DECIDE,
        AskMemory: Intent.REVIEW,
        Argue: Intent.FOLLOWUP,
        ArgueView: Intent.FOLLOWUP,
        Define: Intent.EXPLAIN,
        FigureQuery: Intent.ANALYZE,
        Review: Intent.REVIEW,
        ShowTrackRecord: Intent.REVIEW,
        TurnPage: Intent.REVIEW,
    }
)


def intent_of(request: Request) -> Intent:
    """Return the intent of a request: UNKNOWN for one that neither changes the state nor depends on it."""
    return _INTENTS.get(type(request), Intent.UNKNOWN)


def request_kinds() -> tuple[type, ...]:
    """Return all kinds of requests."""
    kinds: tuple[type, ...] = get_args(Request)
    return kinds
