"""An interactive session: a prompt with history and completion, replies above it, a live line during work."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from prompt_toolkit import PromptSession
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.patch_stdout import patch_stdout
from prompt_toolkit.styles import Style

from adapters.console.buttons import button_names, find_by_name
from adapters.console.input_dispatcher import InputDispatcher
from adapters.console.inputs import ButtonInput, MessageInput, is_leaving, parse_typed_line
from adapters.console.prompting.prompt_screen import PromptScreen, clip_end, open_history
from adapters.console.session import ConsoleServices, ConsoleSession
from adapters.markup.text import clean_line
from bot.domain.conversation.buttons import StopRef
from bot.domain.conversation.turns import InputKind

_STOP_WORDS: Final = frozenset({"stop", "/stop", "停", "停止"})
_OWN_COMMANDS: Final = ("/press", "/quit")
_PRESS_SECONDS: Final = 5.0
_FRAME_SECONDS: Final = 0.125  # seconds between two frames of the live line
_STYLE: Final = Style.from_dict(
    {"bottom-toolbar": "noreverse ansibrightblack", "prompt": "ansicyan bold", "live": "ansiyellow"}
)


async def run_prompt(session: ConsoleSession, services: ConsoleServices, screen: PromptScreen) -> int:
    """Run the session until the person leaves; return the exit code."""
    dispatcher = InputDispatcher(session=session, services=services, is_script=False)
    with patch_stdout(raw=True):
        prompt = _PromptSession(session=session, services=services, screen=screen)
        await screen.show_banner(
            session.render_message("console-banner", **prompt.status_variables),
            session.render_message("console-banner-help"),
        )
        while (line := await prompt.next_line()) is not None:
            await dispatcher.dispatch_input(_parse_prompt_line(line, session))
        await dispatcher.wait_for_presses(seconds=_PRESS_SECONDS)
        await screen.show_notice(prompt.goodbye())
    return 0


class _PromptSession:
    """The prompt, and the rules for leaving it."""

    def __init__(self, *, session: ConsoleSession, services: ConsoleServices, screen: PromptScreen) -> None:
        self._session = session
        self._screen = screen
        self._was_warned = False
        self.status_variables = {
            "version": session.options.version,
            "market": services.market,
            "thread": session.home_thread.thread,
        }
        self._prompt: PromptSession[str] = PromptSession(
            history=open_history(session.options.history),
            auto_suggest=AutoSuggestFromHistory(),
            completer=_CommandCompleter(session),
            bottom_toolbar=self._toolbar_text,
            placeholder=[("class:bottom-toolbar", session.render_message("console-placeholder"))],
            style=_STYLE,
            key_bindings=_key_bindings(),
            reserve_space_for_menu=4,
            enable_suspend=True,
        )

    async def next_line(self) -> str | None:
        """Return the next line that is not empty; None: the person leaves."""
        while True:
            try:
                line = await self._read_line()
            except KeyboardInterrupt:
                if self._prompt.default_buffer.text:  # Ctrl-C discards a begun line, as in a shell
                    continue
                if await self._confirm_leaving(warning="console-leave-how"):
                    return None
            except EOFError:
                if not self._session.pending_replies or await self._confirm_leaving(warning="console-leave-how"):
                    return None
            else:
                self._was_warned = False
                if is_leaving(line):
                    return None
                if line.strip():
                    self._prompt.placeholder = None  # one hint is enough
                    return line

    def goodbye(self) -> str:
        message = "console-goodbye-unanswered" if self._session.pending_replies else "console-goodbye"
        return self._session.render_message(message, **self.status_variables)

    async def _read_line(self) -> str:
        redrawing = asyncio.create_task(self._redraw_while_working())
        try:
            # Errors of background tasks are logged: the library's own handler would stop the prompt for them.
            return await self._prompt.prompt_async(self._prompt_text, set_exception_handler=False)
        finally:
            redrawing.cancel()
            with suppress(asyncio.CancelledError):
                await redrawing

    async def _confirm_leaving(self, *, warning: str) -> bool:
        """Return whether this is the second request in a row; the first one only says what leaving means."""
        if self._was_warned:
            return True
        self._was_warned = True
        waiting = len(self._session.pending_replies)
        await self._screen.show_notice(
            self._session.render_message("console-still-working", count=waiting)
            if waiting
            else self._session.render_message(warning)
        )
        return False

    async def _redraw_while_working(self) -> None:
        """Redraw the live line while there is pending work, and once after."""
        was_working = False
        while True:
            is_working = bool(self._session.pending_replies)
            if is_working or was_working:
                self._prompt.app.invalidate()
            was_working = is_working
            await asyncio.sleep(_FRAME_SECONDS)

    def _prompt_text(self) -> StyleAndTextTuples:
        """Return the prompt below the live line, which disappears when a line is entered."""
        live_line = "" if self._prompt.app.is_done else self._screen.live_line()
        live: StyleAndTextTuples = [("class:live", f"{live_line}\n")] if live_line else []
        return [*live, ("class:prompt", self._session.render_message("console-prompt")), ("", " ")]

    def _toolbar_text(self) -> str:
        status = self._session.render_message("console-idle", **self.status_variables)
        return clip_end(clean_line(status), self._prompt.app.output.get_size().columns)


class _CommandCompleter(Completer):
    """Completes commands, and after "/press" the buttons on the screen."""

    def __init__(self, session: ConsoleSession) -> None:
        self._session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002  prompt_toolkit's signature
        text = document.text_before_cursor
        if text.startswith("/press "):
            newest = self._session.buttons.newest_buttons(self._session.home_thread.conversation_id)
            names = [name for each in newest for name in button_names(each) if find_by_name(newest, name) == (each,)]
            yield from _completions(text.removeprefix("/press "), names)
        elif text.startswith("/") and " " not in text:
            yield from _completions(text, [*self._session.options.commands, *_OWN_COMMANDS])


def _parse_prompt_line(line: str, session: ConsoleSession) -> MessageInput | ButtonInput:
    """Return the input in a line; "stop" presses the Stop button of what is being answered, a message first."""
    waiting = [turn for turn in session.pending_replies.pending_turns() if turn.kind is not InputKind.PRESS]
    running = min(waiting, key=lambda turn: turn.kind is InputKind.ANALYSIS, default=None)
    if running is not None and line.strip(" .!。！").casefold() in _STOP_WORDS:
        return ButtonInput(str(StopRef(running.id)))
    return parse_typed_line(line)


def _completions(text: str, names: Iterable[str]) -> Iterable[Completion]:
    for name in dict.fromkeys(names):
        if name.casefold().startswith(text.casefold()):
            yield Completion(name, start_position=-len(text))


def _key_bindings() -> KeyBindings:
    """Ignore mouse reports, which are never requested: the library fails at input that resembles one (ESC [ 3 1 m)."""
    bindings = KeyBindings()
    bindings.add(Keys.Vt100MouseEvent)(lambda _: None)
    return bindings
