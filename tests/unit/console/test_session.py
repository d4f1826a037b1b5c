"""Whole sessions in a pipe, against a scripted core."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adapters.console.run import run_console
from adapters.console.session import (
    ConsoleOptions,
    ConsoleServices,
    ConsoleSession,
    Terminal,
    login_name,
    terminal_language,
)
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.turns import InputKind, Turn
from bot.domain.text.locale import Language, Locale
from bot.errors import StoreUnavailableError
from bot.locales import Catalogue
from tests.fakes.console import CARD, DECISION_ID, FakeCore, Script, buttons_of, echo, make_reply

Line = dict[str, Any]


class SilentReasons(Catalogue):
    """Reasons belong to another catalogue than this test's."""

    def render_reason(self, locale: Locale, reason: object) -> str:  # noqa: ARG002  the signature it replaces
        return "a reason"


def cards(turn: Turn) -> Answer:
    """Propose when asked for "buy N", number N in the button's id; else echo."""
    if turn.kind is InputKind.MESSAGE and turn.text.startswith("buy"):
        return Answer(blocks=CARD.blocks, decisions=CARD.decisions, buttons=buttons_of(turn.text.removeprefix("buy ")))
    return echo(turn)


def questions(turn: Turn) -> Answer:
    """Answer as `cards`, and ask something if the message ends in a question mark."""
    return replace(cards(turn), has_question=turn.text.endswith("?"))


def pending(turn: Turn) -> Answer:
    """List two proposals, each with its buttons, called alike; else echo."""
    if turn.kind is InputKind.PRESS:
        return echo(turn)
    names = (("1", "GOOG"), ("2", "IBM"))
    buttons = [buttons_of(of, [f"{word} · {symbol}" for word in ("Confirm", "Cancel", "Why?")]) for of, symbol in names]
    return Answer(blocks=CARD.blocks, decisions=CARD.decisions, buttons=(*buttons[0], *buttons[1]))


@contextmanager
def pipe(text: bytes) -> Iterator[int]:
    reader, writer = os.pipe()
    os.write(writer, text)
    os.close(writer)
    yield reader
    os.close(reader)


TEXT = ConsoleOptions(history=Path("unused"), version="0.1.0")
JSON = replace(TEXT, json=True)


def connect(core: FakeCore, *, terminal: Terminal, options: ConsoleOptions) -> tuple[ConsoleSession, ConsoleServices]:
    session = ConsoleSession(options=options, catalogue=SilentReasons(), terminal=terminal)
    core.channel, core.progress = session.channel, session.progress
    return session, core.services()


async def printed(core: FakeCore, script: str, out: Path, options: ConsoleOptions = TEXT) -> str:
    with pipe(script.encode()) as reader, out.open("wb") as file:
        terminal = Terminal(input=reader, output=file.fileno(), is_interactive=False)
        async with asyncio.timeout(60):
            assert await run_console(*connect(core, terminal=terminal, options=options)) == 0
    return text_in(out)


async def replies(core: FakeCore, script: str, out: Path, options: ConsoleOptions = JSON) -> list[Line]:
    return [json.loads(line) for line in (await printed(core, script, out, options)).splitlines()]


def text_in(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@contextmanager
def full_disk() -> Iterator[int]:
    with Path("/dev/full").open("wb") as file:
        yield file.fileno()


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():  # noqa: ASYNC110  the session has no event for it
        await asyncio.sleep(0.01)


async def moment(_: Turn) -> None:
    await asyncio.sleep(0.01)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


class TestJson:
    async def test_lines_then_one_reply_each_in_order(self, out: Path) -> None:
        said = await replies(FakeCore(pause=moment), "one\ntwo\n\nthree", out)

        assert [line["text"] for line in said] == ["message: one", "message: two", "message: three"]
        assert [line["turn"] for line in said] == [1, 2, 3]
        assert len({line["thread"] for line in said}) == 1

    async def test_fifty_threads_then_each_in_order_and_beside_each_other(self, out: Path) -> None:
        script = "\n".join(json.dumps({"thread": f"t{t}", "text": f"{n}"}) for n in range(3) for t in range(50))
        all_threads = asyncio.Barrier(50)
        said = await replies(FakeCore(pause=lambda _: all_threads.wait()), script, out)

        for t in range(50):
            texts = [line["text"] for line in said if line["thread"] == f"t{t}"]
            assert texts == ["message: 0", "message: 1", "message: 2"]

    async def test_answers_to_an_earlier_process_then_they_name_their_thread(self, out: Path) -> None:
        with out.open("wb") as file:
            terminal = Terminal(input=None, output=file.fileno(), is_interactive=False)
            session = ConsoleSession(options=JSON, catalogue=SilentReasons(), terminal=terminal)
            for thread in (session.open_thread("t"), session.home_thread):
                await session.channel.deliver(make_reply(CARD, thread=thread))

        assert [json.loads(line)["thread"] for line in text_in(out).splitlines()] == ["t", session.home_thread.thread]

    async def test_user_and_thread_then_passed_on(self, out: Path) -> None:
        core = FakeCore()
        script = 'hi\n{"user": "bob", "text": "hi"}\n{"thread": "t", "text": "hi"}'
        await replies(core, script, out, replace(JSON, thread="mine", user="ann"))

        assert {(turn.thread.thread, turn.person.id) for turn in core.accepted} == {
            ("mine", "ann"),
            ("mine", "bob"),
            ("t", "ann"),
        }
        assert {(t.thread.platform, t.thread.workspace, t.thread.channel) for t in core.accepted} == {
            ("console", login_name(), "terminal")
        }
        assert len({turn.platform_id for turn in core.accepted}) == 3

    async def test_every_reply_says_its_thread(self, out: Path) -> None:
        script = 'a\n{"text": "b"}\n/press 7\n{"thread": "t", "text": 1}\n{"thread": "t", "press": "x"}\n{nonsense'
        said = await replies(FakeCore(), script, out, replace(JSON, thread="mine"))

        assert sorted(line["thread"] for line in said) == ["mine"] * 4 + ["t"] * 2

    async def test_another_process_shows_the_answers_then_shown_here_too_and_the_session_ends(self, out: Path) -> None:
        said = await replies(FakeCore(delivers_elsewhere=True), 'a\n{"thread": "t", "text": "b"}', out)

        assert sorted(line["text"] for line in said) == ["message: a", "message: b"]

    async def test_another_process_shows_a_card_then_its_button_can_be_pressed(self, out: Path) -> None:
        core = FakeCore(script=cards, delivers_elsewhere=True)
        said = await replies(core, "buy 7\n/press confirm", out)

        assert [line["text"] for line in said][1:] == ["press: confirm:7:1"]

    async def test_press_by_id_then_passed_through_at_once(self, out: Path) -> None:
        core = FakeCore()

        async def until_pressed(turn: Turn) -> None:
            await until(lambda: turn.kind is InputKind.PRESS or bool(core.delivered))

        core.pause = until_pressed
        said = await replies(core, f"slow\n/press confirm:{DECISION_ID}:1", out)

        assert [line["text"] for line in said] == [f"press: confirm:{DECISION_ID}:1", "message: slow"]

    @pytest.mark.parametrize(
        ("name", "kind"),
        [("confirm", "confirm"), ("CONFIRM", "confirm"), ("Why", "why"), ("why?", "why"), ("2", "cancel")],
    )
    async def test_press_by_name_then_waits_for_the_card_before_it(self, out: Path, name: str, kind: str) -> None:
        core = FakeCore(script=cards, pause=moment)
        said = await replies(core, f"buy 7\n/press {name}\nafter", out)

        assert [line["text"] for line in said][1:] == [f"press: {kind}:7:1", "message: after"]

    async def test_press_by_name_then_means_the_newest_card_of_its_thread(self, out: Path) -> None:
        script = (
            'buy 1\nbuy 2\nwhat if?\n{"thread": "other", "text": "buy 3"}\n/press confirm\n'
            '{"thread": "other", "press": "confirm"}'
        )
        said = await replies(FakeCore(script=cards), script, out)

        pressed = {line["text"] for line in said if line["text"].startswith("press")}
        assert pressed == {"press: confirm:2:1", "press: confirm:3:1"}

    async def test_number_of_an_older_card_then_never_presses_the_newer(self, out: Path) -> None:
        said = await replies(FakeCore(script=cards), "buy 1\nbuy 2\n/1\n/4", out)

        assert [line["text"] for line in said[2:]] == ["press: confirm:1:1", "press: confirm:2:1"]

    @pytest.mark.parametrize("press", ["/9", "/press nonsense", "/press"])
    async def test_press_of_nothing_then_a_sentence_and_no_turn(self, out: Path, press: str) -> None:
        core = FakeCore(script=cards)
        said = await replies(core, f"buy 1\n{press}", out)

        assert (said[1]["turn"], said[1]["intent"], said[1]["state"]) == (None, "UNKNOWN", "AWAITING_CONFIRM")
        assert said[1]["fallback"]
        assert len(core.accepted) == 1

    async def test_bad_objects_then_refused_in_their_place(self, out: Path) -> None:
        core = FakeCore(pause=moment)
        said = await replies(core, 'one\n{bad\n{"x": 1}\ntwo', out)

        assert [line["turn"] for line in said] == [1, None, None, 2]
        assert "JSON" in said[1]["fallback"]
        assert '"text"' in said[2]["fallback"]

    async def test_bad_object_with_a_thread_then_says_the_thread_in_that_threads_order(self, out: Path) -> None:
        core = FakeCore(pause=moment)
        said = await replies(core, '{"thread": "t", "text": "one"}\n{"thread": "t", "text": 1}\nelsewhere', out)

        assert [line["turn"] for line in said if line.get("thread") == "t"] == [1, None]
        assert len(said) == 3

    async def test_control_characters_then_reach_the_core_as_they_are(self, out: Path) -> None:
        core = FakeCore()
        await replies(core, "a\0b\x1b[31m\x07", out)

        assert core.accepted[0].text == "a\0b\x1b[31m\x07"

    @pytest.mark.parametrize("name", ["confirm", "Cancel"])
    async def test_press_by_a_name_that_several_buttons_have_then_refused_and_they_are_named(
        self, out: Path, name: str
    ) -> None:
        core = FakeCore(script=pending)
        said = await replies(core, f"/pending\n/press {name}\n/press confirm · ibm", out)

        assert [line["turn"] for line in said] == [1, None, 2]
        for number, symbol in enumerate(("GOOG", "IBM")):
            assert f"({name.title()} · {symbol})" in said[1]["fallback"]
            assert f"/{3 * number + ('confirm', 'Cancel').index(name) + 1} " in said[1]["fallback"]
        assert said[2]["text"] == "press: confirm:2:1"

    async def test_store_away_then_says_so_for_each_line(self, out: Path) -> None:
        class Sorry(SilentReasons):
            def render_error(self, locale: Locale, error: object) -> str:  # noqa: ARG002  the signature it replaces
                return "away"

        with pipe(b"one\ntwo\n") as reader, out.open("wb") as file:
            session = ConsoleSession(
                options=JSON,
                catalogue=Sorry(),
                terminal=Terminal(input=reader, output=file.fileno(), is_interactive=False),
            )
            core = FakeCore(refuses=StoreUnavailableError())
            assert await run_console(session, core.services(market="")) == 0

        assert [json.loads(line)["fallback"] for line in text_in(out).splitlines()] == ["away", "away"]

    async def test_store_away_then_nothing_is_said_of_what_is_not_addressed_to_parley(self, out: Path) -> None:
        said = ("lunch at noon?", "@bob lunch?", "@parley price of IBM", "/portfolio")
        lines = "\n".join(json.dumps({"thread": "t", "text": each, "place": "channel"}) for each in said)
        shown = await replies(FakeCore(refuses=StoreUnavailableError()), lines, out)

        assert [line.get("silent", False) for line in shown] == [True, True, False, False]
        assert all("turn" in line for line in shown[2:])

    async def test_progress_then_never_on_standard_output(self, out: Path) -> None:
        assert len(await replies(FakeCore(steps=("reading prices …",), drafts=("The", "The price")), "one", out)) == 1


class TestText:
    async def test_card_then_readable_without_colour(self, out: Path) -> None:
        text = await printed(FakeCore(script=cards), "buy 7", out)

        assert "Buy 3 GOOG for $2,267.07" in text
        assert "[1]\u00a0Confirm" in text
        assert "\x1b" not in text

    @pytest.mark.parametrize("number", ["2", "2."])
    async def test_bare_number_of_a_button_then_asked_which_is_meant(self, out: Path, number: str) -> None:
        core = FakeCore(script=cards)
        text = await printed(core, f"buy 7\n{number}", out)

        assert "button 2 (Cancel)" in text
        assert "type “2 shares”" in text
        assert len(core.accepted) == 1

    @pytest.mark.parametrize("size", ["9", "2 shares", "02.5"])
    async def test_another_number_then_a_message(self, out: Path, size: str) -> None:
        core = FakeCore(script=cards)
        await printed(core, f"buy 7\n{size}", out)

        assert [each.text for each in core.accepted] == ["buy 7", size]

    async def test_bare_number_behind_a_question_then_its_answer(self, out: Path) -> None:
        core = FakeCore(script=questions)
        await printed(core, "buy 7\nhow many?\n2", out)

        assert [each.text for each in core.accepted] == ["buy 7", "how many?", "2"]

    @pytest.mark.parametrize(("script", "line"), [(cards, "buy 7"), (pending, "/pending")])
    async def test_hint_then_recommends_a_name_only_where_it_means_one_button(
        self, out: Path, script: Script, line: str
    ) -> None:
        text = await printed(FakeCore(script=script), line, out)

        assert ("/press confirm" in text) == (script is cards)
        assert "To press: /1" in text

    async def test_braces_then_are_a_message(self, out: Path) -> None:
        assert await printed(FakeCore(), "{bad", out) == "message: {bad\n\n"


class TestDelivery:
    async def test_reply_delivered_twice_then_shown_once(self, out: Path) -> None:
        class Insistent(FakeCore):
            async def _answer(self, turn: Turn) -> None:
                await super()._answer(turn)
                assert self.channel is not None
                await self.channel.deliver(self.delivered[-1])

        assert len(await replies(Insistent(), "one\ntwo", out)) == 2

    async def test_reader_had_enough_then_exits_quietly_and_keeps_the_reply(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        reader, writer = os.pipe()
        os.close(reader)
        core = FakeCore()
        with pipe(b"one\ntwo\n") as source:
            session = connect(core, terminal=Terminal(input=source, output=writer, is_interactive=False), options=JSON)
            async with asyncio.timeout(60):
                assert await run_console(*session) == 0
        os.close(writer)

        assert core.undelivered
        assert capsys.readouterr() == ("", "")

    @pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is Linux's")
    async def test_disk_full_then_says_so_and_fails(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pipe(b"one\n") as source, full_disk() as full:
            terminal = Terminal(input=source, output=full, is_interactive=False)
            assert await run_console(*connect(FakeCore(), terminal=terminal, options=JSON)) == 1

        assert "could not be written" in capsys.readouterr().err

    async def test_reader_is_slow_then_input_is_still_taken(self) -> None:
        big = Answer(blocks=(Paragraph("x" * 100_000),))  # more than a pipe holds
        reader, writer = os.pipe()
        core = FakeCore(script=lambda _: big)
        lines = b"".join(b'{"thread":"%d","text":"hi"}\n' % number for number in range(3))
        with pipe(lines) as source:
            terminal = Terminal(input=source, output=writer, is_interactive=False)
            running = asyncio.create_task(run_console(*connect(core, terminal=terminal, options=JSON)))
            async with asyncio.timeout(60):
                await until(lambda: len(core.accepted) == 3)
                read = asyncio.create_task(asyncio.to_thread(_read_all, reader))
                assert await running == 0
                os.close(writer)
                assert (await read).count(b"\n") == 3


def _read_all(descriptor: int) -> bytes:
    with os.fdopen(descriptor, "rb") as file:
        return file.read()


class TestInterrupt:
    async def test_first_says_that_work_goes_on_then_second_leaves(
        self, out: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        core, said = FakeCore(pause=lambda _: asyncio.Event().wait()), list[str]()

        def is_said() -> bool:
            said.append(capsys.readouterr().err)
            return "One answer is still being worked on" in "".join(said)

        with pipe(b"slow\n") as source, out.open("wb") as file:
            terminal = Terminal(input=source, output=file.fileno(), is_interactive=False)
            session, services = connect(core, terminal=terminal, options=TEXT)
            running = asyncio.create_task(run_console(session, services))
            async with asyncio.timeout(60):
                await until(lambda: len(session.pending_replies) == 1)
                os.kill(os.getpid(), signal.SIGINT)
                await until(is_said)
                assert not running.done()
                os.kill(os.getpid(), signal.SIGINT)
                assert await running == 130
        core.stop()


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, None),
        ({"LANG": "en_US.UTF-8"}, Language.ENGLISH),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "zh_CN.UTF-8"}, Language.CHINESE),
        ({"LANG": "C"}, None),
    ],
)
def test_terminal_language_then_follows_the_locale(environment: dict[str, str], language: Language | None) -> None:
    assert terminal_language(environment) is language


def test_console_sentences_then_are_the_same_in_both_languages() -> None:
    folder = Path(__file__).parents[3] / "bot" / "locales"
    ids = [
        {line.split(" =")[0] for line in (folder / language / "console.ftl").read_text().splitlines() if " =" in line}
        for language in ("en", "zh")
    ]

    assert ids[0] == ids[1]
    assert len(ids[0]) > 15
