"""What a terminal session is told at its start, and what the application lends it."""

import os
import pwd
import secrets
import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from bot.domain.conversation.threads import IncomingMessage, IncomingPress
from bot.domain.conversation.turns import AcceptedInput, Turn
from bot.domain.text.locale import Language

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is read as another
_LENGTH: Final = 6  # 31^6: a new session does not meet an old conversation


def new_thread_name() -> str:
    """Return a short id for a new conversation."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def login_name() -> str:
    """Return the name of the account this process runs as, or its number where it has no name (containers)."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return f"uid-{os.getuid()}"


def terminal_language(environment: Mapping[str, str]) -> Language | None:
    """Return the language that the locale asks for, None if it is none of ours.

    Source: POSIX, Environment Variables: the first of LC_ALL, LC_MESSAGES and LANG that is set.
    """
    name = next((environment[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(key)), "")
    return next((language for language in Language if name.startswith(language.value)), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsoleOptions:
    """How a person or a program called the terminal."""

    history: Path  # PARLEY_HOME/console/history
    version: str
    json: bool = False
    thread: str | None = None  # to continue; None: a new conversation
    user: str | None = None  # to speak as; None: the login name
    language: Language | None = None  # of the terminal
    commands: tuple[str, ...] = ()  # with their slash, for completion


class ConsoleInbox(Protocol):
    """Where a session hands in what is said and pressed."""

    async def accept_message(self, message: IncomingMessage) -> AcceptedInput:
        """Store a message. Raises: StoreUnavailableError."""
        ...

    async def accept_press(self, press: IncomingPress) -> AcceptedInput:
        """Store a press. Raises: StoreUnavailableError."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsoleServices:
    """What the application lends a session once it runs."""

    inbox: ConsoleInbox
    handle_press: Callable[[Turn], Awaitable[None]]  # carries out a stored press; its reply is delivered as any
    market: str  # which market and when, as a person reads it: "sample market, 2013-01-31"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminal:
    """The process's standard streams, as file descriptors; None where one is closed."""

    input: int | None
    output: int | None
    is_interactive: bool

    @classmethod
    def from_standard_streams(cls) -> "Terminal":
        """Return this process's own."""
        # A closed stream is None to Python; its number may by now belong to another file.
        number = {name: getattr(sys, name).fileno() if getattr(sys, name) else None for name in ("stdin", "stdout")}
        both = [descriptor is not None and os.isatty(descriptor) for descriptor in number.values()]
        return cls(input=number["stdin"], output=number["stdout"], is_interactive=all(both))
