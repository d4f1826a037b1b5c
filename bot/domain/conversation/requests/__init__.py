"""What a message, command, button or form asks for: one closed union, the only currency between reading and doing.

Each request is an act on an object with typed slots. `intent_of` maps it to the intent by which the state machine
admits it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias, get_args

from bot.domain.conversation.requests.conversation import (
    AdvanceClock,
    ResetConversation,
    ShowDetails,
    ShowHelp,
    ShowStatus,
    ShowTurnLog,
    ShowUsage,
    UnknownCommand,
)
from bot.domain.conversation.requests.failures import ShowFailures
from bot.domain.conversation.requests.memory import AskMemory, MemoryRequest
from bot.domain.conversation.requests.settings import SettingRequest
from bot.domain.conversation.requests.talk import TalkRequest
from bot.domain.conversation.states import Intent

ConversationRequest: TypeAlias = (
    AdvanceClock | ResetConversation | ShowDetails | ShowHelp | ShowStatus | ShowTurnLog | ShowUsage | UnknownCommand
)
Request: TypeAlias = ConversationRequest | MemoryRequest | SettingRequest | ShowFailures | TalkRequest

_INTENTS: Final[Mapping[type, Intent]] = MappingProxyType({AskMemory: Intent.REVIEW})  # of the others: UNKNOWN


def intent_of(request: Request) -> Intent:
    """Return the intent of a request: UNKNOWN for one that neither changes the state nor depends on it."""
    return _INTENTS.get(type(request), Intent.UNKNOWN)


def request_kinds() -> tuple[type, ...]:
    """Return all kinds of requests."""
    kinds: tuple[type, ...] = get_args(Request)
    return kinds
