"""One session at a terminal: its threads, its buttons, its pending replies."""

from collections.abc import Hashable, KeysView
from typing import Final

from adapters.console.buttons import ShownButtons
from adapters.console.channel import ConsoleChannel, ConsoleProgress
from adapters.console.inputs import MessageInput
from adapters.console.output import Output
from adapters.console.pending_replies import PendingReplies
from adapters.console.prompting.prompt_screen import PromptScreen
from adapters.console.rendering import MAX_TEXT_WIDTH, DisplayStyle
from adapters.console.safe_text import replace_lone_surrogates
from adapters.console.screens import JsonScreen, Screen, TextScreen
from adapters.console.setup import ConsoleOptions, Terminal, login_name, new_thread_name
from bot.domain.conversation.threads import Person, Thread
from bot.domain.conversation.turns import Turn
from bot.domain.ids import ConversationId
from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue

PLATFORM: Final = "console"
_CHANNEL: Final = "terminal"


class ConsoleSession:
    """The state of one terminal session. It is created before the application, which delivers to it.

    Attributes:
        channel: The application delivers this platform's replies to it.
        progress: The application shows progress on it.
        conversations: The conversations of this session; a live view that grows as input names threads.
    """

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
        """The conversations of this session, a live view."""
        return self._threads.keys()

    @property
    def language(self) -> Language:
        """The language of the terminal's own sentences."""
        return self.options.language or Language.ENGLISH

    @property
    def has_numbered_buttons(self) -> bool:
        """Whether the buttons are shown with numbers to press them by."""
        return not self.options.json

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
