"""Files that are named at the terminal."""

from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest

from adapters.console.inputs import ConsoleFiles, named_files
from bot.domain.conversation.threads import Person, SharedFile, Thread
from bot.domain.conversation.turns import InputKind, InputStatus, Turn
from bot.domain.ids import TurnId
from bot.errors import UnusableFileError

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
