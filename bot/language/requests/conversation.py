"""Requests about the conversation itself."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.domain.conversation.requests import ConversationRequest
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
from bot.language.commands import command_called, is_command_name, nearest_command
from bot.language.quantities.session_spans import session_count
from bot.language.understanding import Understanding

_LATEST_TURN: Final = frozenset({"last", "上一轮", "最近", "最近一轮"})


def conversation_request(understood: Understanding) -> ConversationRequest | None:
    """Return the request about the conversation that a message makes; None: it makes another."""
    name, words = understood.command, " ".join(understood.arguments)
    if name is None:
        return None
    if not is_command_name(name):
        return UnknownCommand(name, nearest_command(name))
    return _KINDS[name](words) if name in _KINDS else None


def _help(topic: str) -> ShowHelp:
    """Return the request for help on a topic: a command by any of its names, also misspelt, or a word of the list."""
    word = topic.strip().lstrip("/").lower()
    called = command_called(word)
    return ShowHelp(word, command=called if is_command_name(called) else nearest_command(called))


_KINDS: Final[Mapping[str, Callable[[str], ConversationRequest]]] = {
    "advance": lambda words: AdvanceClock(session_count(words) if words else 1),
    "reset": lambda _: ResetConversation(),
    "details": lambda _: ShowDetails(),
    "help": _help,
    "status": lambda _: ShowStatus(),
    "usage": lambda _: ShowUsage(),
    "debug": lambda words: ShowTurnLog(is_understood=words.lower() in _LATEST_TURN),
}
