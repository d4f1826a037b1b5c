"""The options and streams of a terminal session, and what the application provides to it."""

import os
import pwd
import secrets
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import IncomingMessage, IncomingPress
from bot.domain.conversation.turns import AcceptedInput, Turn
from bot.domain.text.locale import Language

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that can be mistaken for another
_LENGTH: Final = 6  # 31^6: a new session does not repeat the name of an old conversation


def new_thread_name() -> str:
    """Return a short random name for a new conversation."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def login_name() -> str:
    """Return the name of the account this process runs as, or "uid-<number>" where it has none (containers)."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return f"uid-{os.getuid()}"


def terminal_language(environment: Mapping[str, str]) -> Language | None:
    """Return the language that the locale asks for; None: it is not supported.

    Source: POSIX, Environment Variables: the first of LC_ALL, LC_MESSAGES and LANG that is set.
    """
    name = next((environment[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(key)), "")
    return next((language for language in Language if name.startswith(language.value)), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsoleOptions:
    """The options of a terminal session."""

    history: Path  # PARLEY_HOME/console/history
    version: str
    json: bool = False
    thread: str | None = None  # to continue; None: a new conversation
    user: str | None = None  # the name of the person; None: the login name
    language: Language | None = None  # of the terminal
    commands: tuple[str, ...] = ()  # with their slash, for completion


class ConsoleInbox(Protocol):
    """Stores a session's messages and presses."""

    async def accept_message(self, message: IncomingMessage) -> AcceptedInput:
        """Store a message. Raises: StoreUnavailableError."""

    async def hear_message(self, message: IncomingMessage) -> AcceptedInput | None:
        """Store a message unless it is not meant for Parley. Raises: StoreUnavailableError."""

    async def accept_press(self, press: IncomingPress) -> AcceptedInput:
        """Store a press. Raises: StoreUnavailableError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsoleServices:
    """What the application provides to a session once it runs."""

    inbox: ConsoleInbox
    handle_press: Callable[[Turn], Awaitable[None]]  # handles a stored press; its reply is delivered like any other
    delivered_answers: Callable[[Sequence[Turn]], Awaitable[Sequence[Reply]]]  # by whichever process
    market: str  # which market and when, as a person reads it: "sample market, 2013-01-31"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminal:
    """The process's standard streams, as file descriptors; None where one is closed."""

    input: int | None
    output: int | None
    is_interactive: bool

    @classmethod
    def from_standard_streams(cls) -> "Terminal":
        """Return this process's streams."""
        # A closed stream is None in Python; its descriptor may by now belong to another file.
        numbers = {name: getattr(sys, name).fileno() if getattr(sys, name) else None for name in ("stdin", "stdout")}
        are_terminals = [descriptor is not None and os.isatty(descriptor) for descriptor in numbers.values()]
        return cls(input=numbers["stdin"], output=numbers["stdout"], is_interactive=all(are_terminals))
