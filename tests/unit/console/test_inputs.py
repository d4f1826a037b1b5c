"""Lines of input: how they are read, which files they name, and which still wait for their reply."""

import asyncio
import json
import os
import threading
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.console.channel import ConsoleChannel, PendingReplies
from adapters.console.inputs import (
    ButtonInput,
    ConsoleFiles,
    InvalidInput,
    MessageInput,
    named_files,
    parse_line,
    parse_typed_line,
)
from adapters.console.streams import MAX_LINE, read_lines
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import Person, SharedFile, Thread
from bot.domain.conversation.turns import InputKind, InputStatus, Turn
from bot.domain.ids import TurnId
from bot.errors import UnusableFileError
from db.codec import storable_text
from tests.fakes.core import Talk

THREAD = Thread("console", "ann", "terminal", "main")
TURN = Turn(
    id=TurnId(UUID(int=1)),
    tenant_id=THREAD.tenant_id,
    conversation_id=THREAD.conversation_id,
    thread=THREAD,
    number=1,
    kind=InputKind.MESSAGE,
    platform_id="m1",
    person=Person("ann", "ann"),
    text="",
    status=InputStatus.ACCEPTED,
    accepted_at=datetime(2026, 11, 2, tzinfo=UTC),
)


async def lines_of(data: bytes) -> list[bytes | None]:
    reader, writer = os.pipe()

    def fill() -> None:
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(data)

    thread = threading.Thread(target=fill)
    thread.start()
    try:
        return [line async for line in read_lines(reader)]
    finally:
        thread.join()
        os.close(reader)


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"a\nb\n", [b"a", b"b"]),
        (b"a\r\nb", [b"a", b"b"]),
        (b"\n\n", [b"", b""]),
        (b"a\0b\x1b\n", [b"a\0b\x1b"]),
        (b"\xff\n", [b"\xff"]),
        (b"x" * 1_048_576 + b"\nend", [b"x" * 1_048_576, b"end"]),
    ],
)
async def test_read_lines_then_yields_each_without_its_end(data: bytes, lines: list[bytes]) -> None:
    assert await lines_of(data) == lines


async def test_read_lines_when_one_is_too_long_then_none_in_its_place() -> None:
    assert await lines_of(b"x" * (MAX_LINE + 1) + b"\nnext\n") == [None, b"next"]


async def test_read_lines_when_regular_file_then_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "script"
    path.write_bytes(b"one\ntwo")
    with path.open("rb") as file:
        assert [line async for line in read_lines(file.fileno())] == [b"one", b"two"]


async def test_read_lines_when_input_is_closed_then_ends() -> None:
    assert [line async for line in read_lines(None)] == []


def test_parse_when_objects_are_allowed_then_asks_for(subtests: pytest.Subtests) -> None:
    for line, asks_for in [
        (b"analyze AAPL", MessageInput("analyze AAPL")),
        (b"  spaced  ", MessageInput("  spaced  ")),
        (b"", None),
        (b" \t ", None),
        (b"\xef\xbb\xbfhi", MessageInput("hi")),
        (b"caf\xe9", MessageInput("caf�")),
        (b"a\0b\x1b[0m", MessageInput("a\0b\x1b[0m")),  # what cannot be stored the database's connection replaces
        ("苹果".encode(), MessageInput("苹果")),
        (b"/press confirm:1:1", ButtonInput("confirm:1:1")),
        (b"/press  Why? ", ButtonInput("Why?")),
        (b"/press", ButtonInput("")),
        (b"/2", ButtonInput("2")),
        (b"/2x", MessageInput("/2x")),
        (b"/pressing", MessageInput("/pressing")),
        (b"please /press confirm", MessageInput("please /press confirm")),
        (b'{"text": "hi"}', MessageInput("hi")),
        (b'{"text": ""}', MessageInput("")),
        (b'{"text": "\\ud83d\\ude00"}', MessageInput("😀")),
        (b'{"text": "/press x"}', MessageInput("/press x")),
        (b'{"thread": "t", "user": "u", "text": "hi"}', MessageInput("hi", "t", "u")),
        (b'{"thread": "t", "press": "cancel:1:1", "n": 1}', ButtonInput("cancel:1:1", "t")),
        (b'{"text": 1}', InvalidInput("console-line-wrong-object")),
        (b'{"thread": "t", "text": 1}', InvalidInput("console-line-wrong-object", "t")),
        (b'{"thread": "t"}', InvalidInput("console-line-wrong-object", "t")),
        (b'{"text": "a", "press": "b"}', InvalidInput("console-line-wrong-object")),
        (b"{}", InvalidInput("console-line-wrong-object")),
        (b"{nonsense", InvalidInput("console-line-not-json")),
        (b'{"a":' * 100_000, InvalidInput("console-line-not-json")),
        (b'{"a": ' + b"9" * 5_000 + b"}", InvalidInput("console-line-not-json")),
        (b'{"thread": 1, "text": "a"}', InvalidInput("console-line-bad-name")),
        (b'{"thread": "", "text": "a"}', InvalidInput("console-line-bad-name")),
        (b'{"thread": "a\\u0000", "text": "a"}', InvalidInput("console-line-bad-name")),
        (b'{"thread": "\\ud83d", "text": "a"}', InvalidInput("console-line-bad-name")),
        (b'{"user": "' + b"u" * 201 + b'", "text": "a"}', InvalidInput("console-line-bad-name")),
        (b'{"thread": "t", "user": 1, "text": "a"}', InvalidInput("console-line-bad-name", "t")),
        (b'["text"]', MessageInput('["text"]')),
        (None, InvalidInput("console-line-too-long")),
    ]:
        with subtests.test(f"{line!r}, {asks_for!r}"):
            assert parse_line(line, accept_json=True) == asks_for


def test_parse_when_objects_are_not_allowed_then_braces_are_text() -> None:
    assert parse_line(b'{"text": "hi"}', accept_json=False) == MessageInput('{"text": "hi"}')


@given(st.text(max_size=4) | st.just("\ud800") | st.just("a\0"))
def test_parse_when_any_name_then_taken_only_if_the_database_keeps_it_as_it_is(name: str) -> None:
    line = json.dumps({"thread": name, "user": name, "text": "hi"}).encode()

    given_back = parse_line(line, accept_json=True)

    keeps = bool(name.strip()) and storable_text(name) == name
    assert isinstance(given_back, MessageInput if keeps else InvalidInput)
    assert given_back.thread == (name if keeps else None)


@given(st.binary(max_size=200))
def test_parse_when_any_bytes_then_never_fails(line: bytes) -> None:
    assert parse_line(line, accept_json=True) is not None or not line.decode("utf-8", "replace").strip("\ufeff").strip()


def test_parse_text_when_typed_then_press_or_message() -> None:
    assert parse_typed_line("/1") == ButtonInput("1")
    assert parse_typed_line("/status") == MessageInput("/status")


class Shown:
    """A screen that keeps what it shows."""

    def __init__(self) -> None:
        self.replies: list[Reply] = []

    async def show_reply(self, reply: Reply) -> None:
        self.replies.append(reply)

    def remember_buttons(self, reply: Reply) -> None:
        assert reply.answer.blocks


@pytest.mark.parametrize("card_comes_first", [False, True])
async def test_press_asks_for_a_turn_then_one_answer_is_shown_and_waited_for(
    talk: Talk, *, card_comes_first: bool
) -> None:
    message = await talk.hand_in("ann", "/decide AAPL")
    press = replace(await talk.hand_in("ann", "pressed"), kind=InputKind.PRESS)
    await talk.answer_next()
    card = talk.reply(message)
    silent = replace(
        card, id=press.id, turn_id=press.id, answer=replace(card.answer, blocks=(), continued_by=message.id)
    )
    pending, shown = PendingReplies(), Shown()
    channel = ConsoleChannel(screen=shown, buttons=shown, pending_replies=pending)  # type: ignore[arg-type] # parts
    pending.add_turn(press)
    first, last = (card, silent) if card_comes_first else (silent, card)
    await channel.deliver(first)
    assert len(pending) == 1
    await channel.deliver(last)
    await asyncio.wait_for(pending.wait_until_answered(press.conversation_id, InputKind.PRESS), timeout=1)
    assert [each.turn_id for each in shown.replies] == [message.id]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("mandate.pdf", "our rules.md", "投资指引.txt", "IBM.N"):
        (tmp_path / name).write_text("words")
    return tmp_path


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("/knowledge add mandate ./mandate.pdf", ["mandate.pdf"]),
        ('/knowledge add mandate "our rules.md" as Rules', ["our rules.md"]),
        (r"/knowledge add mandate our\ rules.md", ["our rules.md"]),
        ("/knowledge add mandate 'our rules.md' as the team's", ["our rules.md"]),
        (r"/knowledge add mandate \"our\"\ rules.md", ['"our" rules.md']),
        ("/knowledge add mandate ./gone.pdf", ["gone.pdf"]),
        ("@Parley /knowledge add mandate ./mandate.pdf", ["mandate.pdf"]),
        ("@Parley /knowledge", []),
        ("/知识库 添加 投资指引 投资指引.txt", ["投资指引.txt"]),
        ("add mandate.pdf to our mandate base", ["mandate.pdf"]),
        ("add gone.pdf to our mandate base", []),
        ("buy 10 IBM.N", []),
        ("what happened at 3.5 to Amazon.com?", []),
    ],
)
def test_files_of_a_message(folder: Path, text: str, names: list[str]) -> None:
    assert [(each.name, each.url) for each in named_files(text)] == [(name, str(folder / name)) for name in names]


async def test_contents_up_to_the_limit(folder: Path) -> None:
    fetch = ConsoleFiles().fetch
    assert await fetch(TURN, SharedFile(name="a", url=str(folder / "mandate.pdf")), limit=5) == b"words"
    for url, reason in ((folder / "mandate.pdf", "too_large"), (folder / "gone", "missing"), (folder, "folder")):
        with pytest.raises(UnusableFileError) as raised:
            await fetch(TURN, SharedFile(name="a", url=str(url)), limit=4)
        assert raised.value.facts["reason"] == reason
