import asyncio
import shutil
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType

import pytest

from bot import language
from bot.bootstrap import app
from bot.domain.conversation.turns import WorkerScope
from bot.domain.text import hosts, topics
from bot.errors import PhraseFileError
from bot.language import phrase_files
from bot.language.phrase_loading import LOADERS, load_phrase_files
from bot.ports import NoMeter
from bot.settings import Settings

PACKAGE = Path(language.__file__).parent
DATA_FILES = sorted(str(path.relative_to(PACKAGE)) for path in (PACKAGE / "data").rglob("*.toml"))


@pytest.fixture(autouse=True)
def fresh_caches() -> Iterator[None]:
    clear_caches()
    yield
    clear_caches()


def clear_caches() -> None:
    for load in LOADERS:
        load.cache_clear()


@pytest.fixture
def copied_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(PACKAGE / "data", tmp_path / "data")
    monkeypatch.setattr(phrase_files, "files", lambda _package: tmp_path)
    return tmp_path


def test_when_all_files_are_sound_then_all_are_loaded(copied_data: Path) -> None:
    load_phrase_files()

    assert all(load.cache_info().currsize == 1 for load in LOADERS)
    assert copied_data.is_dir()


def test_every_file_is_read_at_the_start(copied_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: set[str] = set()
    read_text = Path.read_text

    def recorded(path: Path, encoding: str | None = None) -> str:
        if path.is_relative_to(copied_data):
            read.add(str(path.relative_to(copied_data)))
        return read_text(path, encoding)

    monkeypatch.setattr(Path, "read_text", recorded)
    load_phrase_files()

    assert sorted(read) == DATA_FILES


@pytest.mark.parametrize("name", [DATA_FILES[0], DATA_FILES[-1]])
def test_when_a_file_is_missing_then_it_is_named(copied_data: Path, name: str) -> None:
    (copied_data / name).unlink()

    with pytest.raises(ValueError, match=f"{name} is missing"):
        load_phrase_files()


def test_when_a_file_has_a_mistake_then_it_is_named(copied_data: Path) -> None:
    (copied_data / "data" / "zh" / "commands.toml").write_text("[stray]\nlist = ['word']\n", encoding="utf-8")

    with pytest.raises(ValueError, match=r"zh/commands\.toml: \[stray\] has lists that are unknown: list"):
        load_phrase_files()


@pytest.mark.parametrize(("module", "name"), [(hosts, "host_endings.toml"), (topics, "topics_en.toml")])
def test_when_a_file_of_the_domain_is_missing_then_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str
) -> None:
    monkeypatch.setattr(module, "files", lambda _package: tmp_path)

    with pytest.raises(ValueError, match=f"{name} is missing"):
        load_phrase_files()


def test_when_a_file_is_missing_then_the_application_does_not_start(
    copied_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def no_market(_settings: Settings, **_meter: object) -> None:
        """Stand in for the choice of a market, which asks the network."""

    async def start() -> None:
        runtime = app.Runtime(scope=WorkerScope(frozenset()), platforms=lambda _: {}, meter=NoMeter())
        async with app.running_app(Settings(), runtime):
            pytest.fail("started without its phrases")

    (copied_data / "data" / "en" / "cues.toml").unlink()
    monkeypatch.setattr(app, "open_checked_services", lambda _settings: nullcontext())
    monkeypatch.setattr(app, "choose_market_data", no_market)
    monkeypatch.setattr(app, "preload", lambda: None)

    with pytest.raises(PhraseFileError, match=r"Correct the file that is named here.*en/cues\.toml is missing"):
        asyncio.run(start())
