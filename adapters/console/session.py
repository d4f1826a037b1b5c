"""One session at a terminal: its options and streams, its threads, its buttons, its pending replies."""

import os
import pwd
import secrets
import sys
from collections.abc import Awaitable, Callable, Hashable, KeysView, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from adapters.console.buttons import ShownButtons
from adapters.console.channel import ConsoleChannel, ConsoleProgress, PendingReplies
from adapters.console.inputs import MessageInput
from adapters.console.prompting.prompt_screen import PromptScreen
from adapters.console.rendering import MAX_TEXT_WIDTH, DisplayStyle
from adapters.console.screens import JsonScreen, Screen, TextScreen
from adapters.console.streams import Output
from adapters.markup.text import replace_lone_surrogates
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import Person, Thread
from bot.domain.conversation.turns import Turn
from bot.domain.ids import ConversationId
from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue
from bot.messaging.inbound.intake import Intake

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that can be mistaken for another
_LENGTH: Final = 6  # 31^6: a new session does not repeat the name of an old conversation
PLATFORM: Final = "console"
_CHANNEL: Final = "terminal"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsoleServices:
    """What the application provides to a session once it runs."""

    inbox: Intake
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


class ConsoleSession:
    """The state of one terminal session. It is created before the application, which delivers to its channel."""

    def __init__(self, *, options: ConsoleOptions, catalogue: Catalogue, terminal: Terminal) -> None:
        self.options = options
        self.catalogue = catalogue
        self.terminal = terminal
        self.output = Output(terminal.output)
        self.buttons = ShownButtons()
        self.pending_replies = PendingReplies()
        self.was_warned = False  # that leaving now leaves input unanswered
        self._workspace = login_name()
        self._threads: dict[ConversationId, Thread] = {}
        self._channel_threads: set[ConversationId] = set()
        self.home_thread = self.open_thread(replace_lone_surrogates(options.thread or new_thread_name()))
        self.screen = self._create_screen()
        self.channel = ConsoleChannel(screen=self.screen, buttons=self.buttons, pending_replies=self.pending_replies)
        self.progress = ConsoleProgress(screen=self.screen)

    @property
    def conversations(self) -> KeysView[ConversationId]:
        """The conversations of this session; a live view that grows as input names threads."""
        return self._threads.keys()

    @property
    def language(self) -> Language:
        """The language of the terminal's own sentences."""
        return self.options.language or Language.ENGLISH

    def open_thread(self, name: str | None) -> Thread:
        """Return the thread called `name` and add it to the session; None: the session's own."""
        if name is None:
            return self.home_thread
        thread = Thread(PLATFORM, self._workspace, _CHANNEL, name)
        return self._threads.setdefault(thread.conversation_id, thread)

    def take_up(self, turn: Turn) -> None:
        """Serve the conversation of a turn that an earlier session left unanswered, and wait for its reply."""
        self.open_thread(turn.thread.thread)
        self.pending_replies.add_turn(turn)

    def is_channel(self, thread: Thread, given: MessageInput) -> bool:
        """Return whether `thread` follows the rules of a channel, as `given` or an earlier message said."""
        if given.is_in_channel:
            self._channel_threads.add(thread.conversation_id)
        return thread.conversation_id in self._channel_threads

    def person_named(self, name: str | None) -> Person:
        """Return the person called `name`; None: the user of the session."""
        name = replace_lone_surrogates(name or self.options.user or self._workspace)
        return Person(name, name, self.options.language)

    def render_message(self, message: str, **variables: Hashable) -> str:
        """Return one of the terminal's own sentences, in its language."""
        return self.catalogue.render(Locale(self.language), message, **variables)

    def _create_screen(self) -> Screen:
        if self.options.json:
            return JsonScreen(self.output, self.catalogue)
        if not self.terminal.is_interactive:
            return TextScreen(self.output, self._display_style, self.catalogue, self.buttons)
        return PromptScreen(
            display_style=self._display_style,
            catalogue=self.catalogue,
            buttons=self.buttons,
            pending_replies=self.pending_replies,
            language=self.language,
        )

    def _display_style(self) -> DisplayStyle:
        output = self.terminal.output
        return DisplayStyle(MAX_TEXT_WIDTH) if output is None else DisplayStyle.detect(output)
