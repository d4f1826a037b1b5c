"""The folder as a whole: which files are read, when again, and what is said of the others."""

import json
import logging
import os
from collections.abc import Container
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from adapters.market.hours import at_new_york
from adapters.market.news import folder as folder_module
from adapters.market.news.folder import FolderNews
from adapters.market.news.json_lines import FileNews, read_lines
from bot.errors import MarketSourceError

CLOSE = at_new_york(date(2013, 1, 31))


def line(title: str, day: str = "2013-01-31") -> str:
    return json.dumps({"date": day, "symbol": "AAPL", "title": title}) + "\n"


def opened(folder: Path) -> FolderNews:
    return FolderNews(folder, symbols={"AAPL"})


async def titles(news: FolderNews, at: datetime = CLOSE) -> list[str]:
    return [item.title for item in await news.news("AAPL", as_of=at, limit=9)]


async def test_day_is_known_from_its_close_on(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(line("that day"))
    assert await titles(opened(tmp_path), datetime(2013, 1, 31, 20, 59, 59, tzinfo=UTC)) == []
    assert await titles(opened(tmp_path), CLOSE) == ["that day"]


async def test_file_that_grows_is_read_again_and_others_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[str] = []

    def noted(content: bytes, *, source: str, symbols: Container[str]) -> FileNews:
        reads.append(source)
        return read_lines(content, source=source, symbols=symbols)

    monkeypatch.setattr(folder_module, "read_lines", noted)
    (tmp_path / "a.jsonl").write_text(line("first", "2013-01-29"))
    (tmp_path / "b.jsonl").write_text(line("second", "2013-01-30"))
    news = opened(tmp_path)
    assert await titles(news) == ["second", "first"]
    with (tmp_path / "a.jsonl").open("a") as file:
        file.write(line("third")[:20])  # half a line
    assert await titles(news) == ["second", "first"]
    with (tmp_path / "a.jsonl").open("a") as file:
        file.write(line("third")[20:])
    assert await titles(news) == ["third", "second", "first"]
    (tmp_path / "b.jsonl").unlink()
    assert await titles(news) == ["third", "first"]
    assert reads == ["b", "a", "a", "a"]


async def test_only_files_of_the_folder_itself(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "news", tmp_path / "elsewhere"
    (folder / "inner").mkdir(parents=True)
    elsewhere.mkdir()
    for name, title in (("a.jsonl", "mine"), ("b.json", "of another form"), ("inner/c.jsonl", "linked")):
        (folder / name).write_text(line(title))
    (elsewhere / "d.jsonl").write_text(line("of others"))
    (folder / "d.jsonl").symlink_to(elsewhere / "d.jsonl")
    (folder / "e.jsonl").symlink_to(folder / "inner" / "c.jsonl")
    (folder / "f.jsonl").symlink_to(folder / "f.jsonl")
    (folder / "g.jsonl").mkdir()
    os.mkfifo(folder / "h.jsonl")
    news = opened(folder)
    assert sorted(await titles(news)) == ["linked", "mine"]
    assert [problem.partition(":")[0] for problem in (await news.contents()).problems] == [
        "d.jsonl",
        "f.jsonl",
        "g.jsonl",
        "h.jsonl",
    ]


async def test_huge_file_is_not_read_and_a_full_folder_keeps_its_latest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for month in ("01", "02", "03"):
        (tmp_path / f"2013-{month}.jsonl").write_text(line(month))
    with (tmp_path / "huge.jsonl").open("wb") as file:
        file.truncate(folder_module.MAX_FILE_BYTES + 1)
    monkeypatch.setattr(folder_module, "MAX_FOLDER_BYTES", len(line("01")) * 2)
    news = opened(tmp_path)
    assert sorted(await titles(news)) == ["02", "03"]
    contents = await news.contents()
    assert contents.summary == "files: 2, items: 2, shares: 1"
    assert [problem.partition(":")[0] for problem in contents.problems] == ["2013-01.jsonl", "huge.jsonl"]
    assert "larger than 8 MB" in contents.problems[1]


async def test_too_many_files_then_those_of_the_latest_names_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_module, "MAX_FILES", 2)
    for month in ("01", "02", "03", "04"):
        (tmp_path / f"{month}.jsonl").write_text(line(month))
    news = opened(tmp_path)
    assert sorted(await titles(news)) == ["03", "04"]
    assert (await news.contents()).problems == ("files not read: 2, the folder has more than 2",)


async def test_what_is_skipped_is_logged_once_without_its_words(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "a.jsonl").write_text(line("good") + "secret words\n")
    with caplog.at_level(logging.WARNING):
        news = opened(tmp_path)
        assert await titles(news) == await titles(news) == ["good"]
    (record,) = caplog.records
    assert record.getMessage() == "News of NEWS_DIR: a.jsonl: lines skipped: 1, the first is line 2: not JSON"


async def test_folder_that_is_gone_cannot_be_read_rather_than_having_none(tmp_path: Path) -> None:
    news = opened(tmp_path / "gone")
    with pytest.raises(MarketSourceError):
        await titles(news)
    (tmp_path / "gone").mkdir()
    assert await titles(news) == []
