"""A person at the prompt: keys go in, what is drawn comes out."""

import asyncio
import io
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from uuid import uuid4

import pytest
from prompt_toolkit import patch_stdout
from prompt_toolkit.application import create_app_session
from prompt_toolkit.application.current import AppSession
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from adapters.console.prompting.prompt_screen import PromptScreen, open_history
from adapters.console.run import run_console
from adapters.console.session import ConsoleOptions, ConsoleSession, Terminal
from bot.domain.conversation.blocks import Button, Paragraph
from bot.domain.conversation.buttons import ErasureRef
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.turns import InputKind, Turn
from bot.locales import Catalogue
from tests.fakes.console import CARD, FakeCore, echo

ENTER, CTRL_C, CTRL_D, TAB = "\r", "\x03", "\x04", "\t"


@pytest.fixture(autouse=True)
def _written_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw each line at once; prompt_toolkit leaves 0.2 s between two, lest the prompt flickers."""
    monkeypatch.setattr(patch_stdout, "StdoutProxy", partial(patch_stdout.StdoutProxy, sleep_between_writes=0.0))


async def until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not is_so():  # noqa: ASYNC110  a screen has no event
            await asyncio.sleep(0.01)


@dataclass
class TerminalUser:
    """Types, and reads what is on the screen."""

    keys: PipeInput
    screen: io.StringIO
    core: FakeCore
    session: ConsoleSession
    running: asyncio.Task[int]
    prompt: AppSession

    def types(self, keys: str) -> None:
        self.keys.send_text(keys)

    async def reads(self, text: str) -> None:
        await until(lambda: text in self.seen)

    @property
    def line(self) -> Buffer:
        """What is typed and not entered yet."""
        assert self.prompt.app is not None
        return self.prompt.app.current_buffer

    @property
    def live_line(self) -> str:
        assert isinstance(self.session.screen, PromptScreen)
        return self.session.screen.live_line()

    @property
    def seen(self) -> str:
        return re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", self.screen.getvalue())


@asynccontextmanager
async def sitting_at(core: FakeCore, home: Path) -> AsyncIterator[TerminalUser]:
    screen = io.StringIO()
    output = Vt100_Output(screen, lambda: Size(rows=40, columns=100), term="xterm", enable_cpr=False)
    with create_pipe_input() as keys, create_app_session(input=keys, output=output) as prompt:
        session = ConsoleSession(
            options=ConsoleOptions(
                history=home / "console" / "history", version="0.1.0", thread="k3f9aa", commands=("/portfolio",)
            ),
            catalogue=Catalogue(),
            terminal=Terminal(input=None, output=None, is_interactive=True),
        )
        core.channel, core.progress = session.channel, session.progress
        lent = core.services()
        running = asyncio.create_task(run_console(session, lent))
        person = TerminalUser(keys, screen, core, session, running, prompt)
        await person.reads("you>")
        yield person
        core.stop()
        async with asyncio.timeout(60):
            assert await running == 0


async def test_message_then_its_reply_and_ctrl_d_leaves(tmp_path: Path) -> None:
    async with sitting_at(FakeCore(), tmp_path) as person:
        person.types("hi" + ENTER)
        await person.reads("message: hi")
        person.types(CTRL_D)
        await person.reads("parley chat --thread k3f9aa")


async def test_history_then_kept_for_its_owner_only(tmp_path: Path) -> None:
    async with sitting_at(FakeCore(), tmp_path) as person:
        person.types("hi" + ENTER)
        await person.reads("message: hi")
        person.types(CTRL_D)

    history = tmp_path / "console" / "history"
    assert "+hi" in history.read_text()
    assert history.stat().st_mode & 0o077 == 0
    assert history.parent.stat().st_mode & 0o077 == 0


async def test_erasure_of_a_person_then_nothing_that_was_typed_is_left_with_the_prompt_open(tmp_path: Path) -> None:
    button = Button(str(ErasureRef(uuid4())), "Erase for good")
    card = Answer(blocks=(Paragraph("Erase you?"),), buttons=(button,))

    def script(turn: Turn) -> Answer:
        return card if turn.text == "/forget me" else echo(turn)

    async with sitting_at(FakeCore(script=script), tmp_path) as person:
        history = person.session.options.history
        person.types("I plan to quit" + ENTER)
        await person.reads("message: I plan to quit")
        person.types("/forget me" + ENTER)
        await person.reads("To press: /1")
        elsewhere = open_history(history)  # of another prompt that is open
        assert "I plan to quit" in [each async for each in elsewhere.load()]
        person.types("/1" + ENTER)
        await person.reads("press: erase:")
        assert not history.exists()
        person.types("later" + ENTER)
        await person.reads("message: later")
        await until(lambda: person.line.history.get_strings() == ["later"])
        assert [each async for each in elsewhere.load()] == ["later"]
        person.types(CTRL_D)
    assert "quit" not in history.read_text()
    assert "+later" in history.read_text()
    assert history.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("keys", ["/1", "/press confirm", "/press Confirm", "/press 1"])
async def test_button_then_pressed_by_number_or_name(tmp_path: Path, keys: str) -> None:
    def script(turn: Turn) -> Answer:
        return CARD if turn.kind is InputKind.MESSAGE else echo(turn)

    async with sitting_at(FakeCore(script=script), tmp_path) as person:
        person.types("buy" + ENTER)
        await person.reads("To press: /1 or /press confirm")
        person.types(keys)
        person.types(ENTER)
        await person.reads("press: confirm:")
        person.types(CTRL_D)


async def test_button_then_completed(tmp_path: Path) -> None:
    def script(turn: Turn) -> Answer:
        return CARD if turn.kind is InputKind.MESSAGE else echo(turn)

    async with sitting_at(FakeCore(script=script), tmp_path) as person:
        person.types("buy" + ENTER)
        await person.reads("To press: /1 or /press confirm")
        person.types("/press ca")
        await until(lambda: person.line.complete_state)
        person.types(TAB)
        await until(lambda: person.line.text.casefold() == "/press cancel")
        person.types(ENTER)
        await person.reads("press: cancel:")
        person.types(CTRL_D)


@pytest.mark.parametrize("keys", [b"\x1b[31m", b"\x1b[<0;1;1", b"\x1b[<0;1;1M", b"\x1b[1;1R", b"\xff\xfe"])
async def test_bytes_that_look_like_a_terminals_report_then_the_line_is_still_taken(
    tmp_path: Path, keys: bytes
) -> None:
    async with sitting_at(FakeCore(), tmp_path) as person:
        person.keys.send_bytes(keys + b"red" + ENTER.encode())
        await person.reads("message: ")
        person.types(CTRL_D)

        assert person.core.accepted[0].text.endswith("red")
        assert "exception" not in person.seen.lower()


@pytest.mark.parametrize("word", ["stop", "/stop", "停止"])
async def test_stop_while_something_is_worked_on_then_its_stop_is_pressed(tmp_path: Path, word: str) -> None:
    pressed = asyncio.Event()

    async def until_pressed(turn: Turn) -> None:
        if turn.kind is InputKind.PRESS:
            pressed.set()
        await pressed.wait()

    async with sitting_at(FakeCore(pause=until_pressed), tmp_path) as person:
        person.types("hi" + ENTER)
        person.types(word + ENTER)
        await until(lambda: person.core.accepted)
        await person.reads(f"press: stop:{person.core.accepted[0].id}")
        await person.reads("message: hi")
        person.types("stop" + ENTER)
        await person.reads("message: stop")
        person.types(CTRL_D)


async def test_unknown_number_then_a_sentence_and_no_turn(tmp_path: Path) -> None:
    async with sitting_at(FakeCore(), tmp_path) as person:
        person.types("/7" + ENTER)
        await person.reads("There is no button to press in this conversation yet.")
        person.types(CTRL_D)

        assert not person.core.accepted


async def test_work_then_its_step_is_shown_and_gone_after(tmp_path: Path) -> None:
    was_read = asyncio.Event()
    core = FakeCore(pause=lambda _: was_read.wait(), steps=("reading prices \x1b[31m…",))
    async with sitting_at(core, tmp_path) as person:
        person.types("hi" + ENTER)
        await person.reads("reading prices [31m…")
        was_read.set()
        await person.reads("message: hi")
        await until(lambda: not person.live_line)
        person.types(CTRL_D)


async def test_words_while_they_come_then_their_end_is_shown_on_the_live_line_and_gone_after(tmp_path: Path) -> None:
    written = "The price \x1b[2J" + "is far above its average " * 20 + "\n\nand THE END"
    drawn = asyncio.Semaphore(0)
    core = FakeCore(pause=lambda _: drawn.acquire(), steps=("reading",), drafts=("The price", written))
    async with sitting_at(core, tmp_path) as person:
        person.types("hi" + ENTER)
        await until(lambda: person.live_line.endswith(" reading"))
        drawn.release()
        await until(lambda: person.live_line.endswith(" The price"))
        drawn.release()
        await until(lambda: person.live_line.endswith("average and THE END"))
        frame, _, shown = person.live_line.partition(" ")
        assert shown.startswith("…")
        assert len(frame + " " + shown) <= 100
        drawn.release()
        drawn.release()
        await person.reads("message: hi")
        await until(lambda: not person.live_line)
        person.types(CTRL_D)


async def test_ctrl_c_while_working_then_says_so_and_the_second_leaves(tmp_path: Path) -> None:
    async with sitting_at(FakeCore(pause=lambda _: asyncio.Event().wait()), tmp_path) as person:
        person.types("slow" + ENTER)
        person.types(CTRL_C)
        await person.reads("One answer is still being worked on")
        assert not person.running.done()
        person.types(CTRL_C)
        await person.reads("What is still unanswered is kept")


async def test_ctrl_c_when_idle_then_twice_leaves(tmp_path: Path) -> None:
    async with sitting_at(FakeCore(), tmp_path) as person:
        person.types("half a line" + CTRL_C)  # gives up the line only
        person.types(CTRL_C)
        await person.reads("Press Ctrl-C once more")
        assert not person.running.done()
        person.types(CTRL_C)


@pytest.mark.parametrize("word", ["/quit", "/exit", "exit", "Quit", "退出"])
async def test_quit_then_leaves_and_an_order_does_not(tmp_path: Path, word: str) -> None:
    async with sitting_at(FakeCore(), tmp_path) as person:
        person.types("exit GOOG" + ENTER)
        await person.reads("message: exit GOOG")
        person.types(word + ENTER)


async def test_late_reply_then_says_what_it_answers(tmp_path: Path) -> None:
    async with sitting_at(FakeCore(answers_after=2), tmp_path) as person:
        person.types("first" + ENTER)
        person.types("second" + ENTER)
        await person.reads("↳ first")
        await person.reads("message: second")
        assert "↳ second" not in person.seen
        person.types(CTRL_D)


async def test_reply_with_escape_sequences_then_none_is_obeyed(tmp_path: Path) -> None:
    core = FakeCore(script=lambda _: Answer(blocks=(Paragraph("\x1b]0;owned\x07\x9b2Jend"),)))
    async with sitting_at(core, tmp_path) as person:
        person.types("hi" + ENTER)
        await person.reads("]0;owned2Jend")
        assert "\x1b]0;owned" not in person.screen.getvalue()
        person.types(CTRL_D)
