"""News from a folder of JSON Lines, which a team feeds itself; files may change and grow at any time.

At each question the files' sizes and times are looked at, and those that have changed are read again. Only `*.jsonl`
files of the folder itself are read; a link is followed if it ends within the folder.
"""

import logging
import os
import stat
from bisect import bisect_right
from collections.abc import Collection, Container, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from adapters.market.daemon_thread import run_in_daemon_thread
from adapters.market.hours import require_zone
from adapters.market.news.json_lines import FileNews, newest_first, read_lines
from adapters.shared.single_flight import SingleFlightCache
from bot.domain.market.snapshot import NewsItem
from bot.domain.text.zero_width import single_line
from bot.errors import MarketSourceError

FOLDER: Final = "folder"
MAX_FILE_BYTES: Final = 8_000_000
MAX_FOLDER_BYTES: Final = 32_000_000
MAX_FILES: Final = 500
_READ_SECONDS: Final = 20.0
_NAME_CHARACTERS: Final = 100
_NOTHING: Final = FileNews()

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _File:
    """One file as it was read. Nothing of it is used if `refusal` is set."""

    signature: tuple[int, ...] = ()  # size, time and number; changes when the file does
    news: FileNews = _NOTHING
    refusal: str = ""  # "larger than 8 MB"

    @property
    def problems(self) -> tuple[str, ...]:
        """What could not be used, without a word of the file."""
        if self.refusal:
            return (f"not read, {self.refusal}",)
        malformed = f"lines skipped: {self.news.malformed:,}, the first is {self.news.first_fault}"
        unknown = f"lines on unknown symbols: {self.news.unknown:,}"
        return (*([malformed] if self.news.malformed else []), *([unknown] if self.news.unknown else []))


@dataclass(frozen=True, slots=True)
class FolderContents:
    """What the folder held when it was looked at."""

    files: Mapping[str, _File] = field(default_factory=dict)  # by name
    by_symbol: Mapping[str, tuple[NewsItem, ...]] = field(default_factory=dict)  # oldest first
    further: int = 0  # files beyond the first MAX_FILES, which are not looked at

    @property
    def summary(self) -> str:
        """How much there is: "files: 3, items: 1,200, shares: 5"."""
        read = sum(not each.refusal for each in self.files.values())
        items = sum(map(len, self.by_symbol.values()))
        return f"files: {read:,}, items: {items:,}, shares: {len(self.by_symbol):,}"

    @property
    def problems(self) -> tuple[str, ...]:
        """What could not be used, by file."""
        found = [
            f"{single_line(name, limit=_NAME_CHARACTERS)}: {problem}"
            for name, each in sorted(self.files.items())
            for problem in each.problems
        ]
        further = f"files not read: {self.further:,}, the folder has more than {MAX_FILES}"
        return (*found, further) if self.further else tuple(found)


class FolderNews:
    """Implements `bot.ports.NewsSource` for the files of one folder. It belongs to one event loop."""

    name = FOLDER

    def __init__(self, folder: Path, *, symbols: Collection[str]) -> None:
        """Read nothing yet; `symbols` are all that are known, as listed."""
        self._folder = folder
        self._symbols = frozenset(symbols)
        self._contents = FolderContents()
        self._reading = SingleFlightCache(self._read, seconds=0, most=1)  # nothing is kept, but no two read at once

    async def news(self, symbol: str, *, as_of: datetime, limit: int) -> tuple[NewsItem, ...]:
        at = require_zone(as_of)
        items = (await self.contents()).by_symbol.get(symbol, ())
        known = bisect_right(items, at, key=lambda item: item.published)
        return tuple(reversed(items[max(0, known - limit) : known]))

    async def contents(self) -> FolderContents:
        """Return what the folder holds. Raises: MarketSourceError: it cannot be read."""
        return await self._reading.get(None)

    async def _read(self, _: None) -> FolderContents:
        before = self._contents
        try:
            now = await run_in_daemon_thread(
                lambda: read_folder(self._folder, before=before, symbols=self._symbols), seconds=_READ_SECONDS
            )
        except (OSError, TimeoutError) as error:
            raise MarketSourceError(source=FOLDER, cause=type(error).__name__) from error
        if now is not before:
            told = frozenset(before.problems)
            for problem in now.problems:
                if problem not in told:
                    _log.warning("News of NEWS_DIR: %s", problem)
        self._contents = now
        return now


def read_folder(folder: Path, *, before: FolderContents, symbols: Container[str]) -> FolderContents:
    """Return what the folder holds; files that are as they were `before` are not read again. Blocking.

    Raises: OSError: there is no such folder, or it cannot be listed.
    """
    root = folder.resolve(strict=True)
    names = sorted((each.name for each in root.iterdir() if each.suffix == ".jsonl"), reverse=True)
    files, left = {}, MAX_FOLDER_BYTES
    for name in names[:MAX_FILES]:  # later names, of later dates as a rule, go first
        files[name] = found = _read_file(root, name, room=left, before=before.files.get(name), symbols=symbols)
        left -= 0 if found.refusal else found.signature[0]
    further = len(names) - len(files)
    if (files, further) == (before.files, before.further):
        return before
    return FolderContents(files, _index(files.values()), further)


def _read_file(root: Path, name: str, *, room: int, before: _File | None, symbols: Container[str]) -> _File:
    try:
        path = (root / name).resolve(strict=True)
        found = path.stat()
        if refusal := _refusal(root, path, found, room=room):
            return _File(refusal=refusal)
        signature = (found.st_size, found.st_mtime_ns, found.st_ino)
        if before is not None and before.signature == signature:
            return before
        with path.open("rb") as file:
            content = file.read(found.st_size)  # no more, though it may have grown meanwhile: it is then read again
    except (OSError, RuntimeError) as error:  # gone, not permitted, a loop of links
        return _File(refusal=f"it cannot be opened ({type(error).__name__})")
    return _File(signature, read_lines(content, source=path.stem, symbols=symbols))


def _refusal(root: Path, path: Path, found: os.stat_result, *, room: int) -> str:
    if not path.is_relative_to(root):
        return "it is a link to another folder"
    if not stat.S_ISREG(found.st_mode):
        return "it is not a file"
    if found.st_size > MAX_FILE_BYTES:
        return f"larger than {MAX_FILE_BYTES // 1_000_000} MB; split it"
    if found.st_size > room:
        return f"the folder has more than {MAX_FOLDER_BYTES // 1_000_000} MB"
    return ""


def _index(files: Collection[_File]) -> dict[str, tuple[NewsItem, ...]]:
    by_symbol: dict[str, list[NewsItem]] = {}
    for item in reversed(newest_first(item for each in files for item in each.news.items)):
        by_symbol.setdefault(item.symbol, []).append(item)
    return {symbol: tuple(items) for symbol, items in by_symbol.items()}
