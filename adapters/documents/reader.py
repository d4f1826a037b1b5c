"""Reads the files that people add to a knowledge base: PDFs in a process of their own, with bounds, without secrets.

Text is read by its headings: those of Markdown, and numbered lines that stand alone.
"""

import asyncio
import codecs
import json
import logging
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Final

from bot.domain.memory.knowledge.documents import (
    MAX_CHARACTERS,
    MAX_FILE_BYTES,
    MAX_PAGES,
    DocumentPart,
    DocumentText,
    without_break_signs,
)
from bot.domain.text.tokens import HAN
from bot.errors import UnusableFileError

PROGRAM: Final = Path(__file__).with_name("pdf_process.py")
_MEMORY: Final = 1_024 * 1_024 * 1_024  # bytes
_CPU_SECONDS: Final = 30
_SECONDS: Final = 45.0
_AT_ONCE: Final = 2
_LEAST_CHARACTERS: Final = 20  # on average of a page; fewer are the stamps on scanned ones
_MAX_OUTPUT: Final = 64 * 1_024 * 1_024  # bytes of JSON: six for each character at most
_PDF_MARK: Final = b"%PDF-"
_MARK_WITHIN: Final = 1_024  # bytes: some programs write something before it
MAX_HEADING: Final = 70  # characters; a longer line is a sentence
ENDS_SENTENCE: Final = (".", "。", "!", "?", "！", "？", ";", "；", ",", "，", ":", "：")
_ENCODINGS: Final = ("utf-8-sig", "gb18030")
_MARKS: Final = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_FENCE: Final = re.compile(r"\s{0,3}(?:```|~~~)")
_HASHES: Final = re.compile(r"\s{0,3}#{1,6}\s+(?P<title>.*?)\s*#*\s*")
_UNDERLINE: Final = re.compile(r"\s{0,3}(?:=+|-{3,})\s*")
_NUMBERED: Final = re.compile(
    r"\s*(?:\d{1,2}(?:\.\d{1,2})*[.)、]?\s*\S.*|(?:chapter|section|article|part|appendix)\s+\S.*"
    r"|第[一二三四五六七八九十百\d]+[章节条部分篇]\s*\S*.*|[一二三四五六七八九十]+、\S.*)",
    re.IGNORECASE,
)
_MAX_STRANGE: Final = 0.02  # share of control characters above which bytes are no text
_HeadingOf = Callable[[Sequence[str], int], str]
_HEADING: Final = re.compile(
    rf"(?:\d{{1,2}}(?:\.\d{{1,2}})*[.)、]?\s+[A-Z]|\d{{1,2}}[.、]\s*[{HAN}]|第[一二三四五六七八九十百\d]+[章节部分篇]"
    r"|[一二三四五六七八九十]{1,3}、|(?:Chapter|Section|Article|Part|Appendix|CHAPTER|SECTION|ARTICLE)\s+[\dIVXA-Z])"
    r"[^，。；;！？]*"
)
_ENDS_LIKE_SENTENCE: Final = (*ENDS_SENTENCE, ")", "）", "”", '"', "%")

_log = logging.getLogger(__name__)


def read_markdown(content: bytes) -> DocumentText:
    """Return a Markdown file by its headings. Raises: UnusableFileError: it is no text."""
    lines = _decoded(content).splitlines()
    return DocumentText(parts=_headed_parts(_without_underlines(lines), _markdown_heading(lines)))


def read_text(content: bytes) -> DocumentText:
    """Return a plain text by its headings, numbered lines that stand alone. Raises: UnusableFileError: no text."""
    return DocumentText(parts=_headed_parts(_decoded(content).splitlines(), _numbered_heading))


def _decoded(content: bytes) -> str:
    encodings = next(((name,) for mark, name in _MARKS.items() if content.startswith(mark)), _ENCODINGS)
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        strange = sum(1 for character in text if character < " " and character not in "\t\n\r\f\v")
        if "\0" not in text and strange <= _MAX_STRANGE * len(text):
            return text
    raise UnusableFileError(reason="garbled")


def _headed_parts(lines: Sequence[str], heading_of: _HeadingOf) -> tuple[DocumentPart, ...]:
    parts: list[DocumentPart] = []
    heading, body = "", list[str]()
    for at, line in enumerate(lines):
        found = heading_of(lines, at)
        if not found:
            body.append(line)
            continue
        parts.append(DocumentPart(text="\n".join(body), heading=heading))
        heading, body = found, []
    parts.append(DocumentPart(text="\n".join(body), heading=heading))
    return tuple(each for each in parts if each.text.strip())


def _without_underlines(lines: Sequence[str]) -> Sequence[str]:
    """Write headings that are underlined as headings with a "#"."""
    written = list(lines)
    for at in range(1, len(lines)):
        is_heading = _UNDERLINE.fullmatch(lines[at]) and lines[at - 1].strip() and len(lines[at - 1]) <= MAX_HEADING
        if is_heading and (at < 2 or not lines[at - 2].strip()):  # noqa: PLR2004  # the line before the heading
            written[at - 1], written[at] = f"# {lines[at - 1].strip()}", ""
    return written


def _markdown_heading(lines: Sequence[str]) -> _HeadingOf:
    """Return what tells headings of these lines; "#" in a block of code is none."""
    fences = 0
    in_code = []
    for line in lines:
        fences += _FENCE.match(line) is not None
        in_code.append(fences % 2 == 1)

    def heading_of(those: Sequence[str], at: int) -> str:
        match = None if in_code[at] else _HASHES.fullmatch(those[at])
        return match["title"].strip("*_` ") if match else ""

    return heading_of


def _numbered_heading(lines: Sequence[str], at: int) -> str:
    line = lines[at].strip()
    is_short = 0 < len(line) <= MAX_HEADING and not line.endswith(ENDS_SENTENCE)
    stands_alone = at == 0 or not lines[at - 1].strip()
    return line if is_short and stands_alone and _NUMBERED.fullmatch(line) else ""


def headed_pages(pages: Iterable[str]) -> Iterator[DocumentPart]:
    """Yield the parts of pages under their numbered headings; one goes on on the next page until another begins."""
    heading = ""
    for number, page in enumerate(pages, 1):
        body: list[str] = []
        lines = page.splitlines()
        for at, line in enumerate(lines):
            if not _is_page_heading(lines, at):
                body.append(line)
                continue
            yield DocumentPart(text="\n".join(body), page=str(number), heading=heading)
            heading, body = line.strip(), []
        yield DocumentPart(text="\n".join(body), page=str(number), heading=heading)


def _is_page_heading(lines: Sequence[str], at: int) -> bool:
    """Return whether a line is a numbered heading: it is short, and no sentence goes on over it."""
    line = lines[at].strip()
    if len(line) > MAX_HEADING or line.endswith(ENDS_SENTENCE) or not _HEADING.fullmatch(line):
        return False
    before = next((each.strip() for each in reversed(lines[:at]) if each.strip()), "")
    return not before or before.endswith(_ENDS_LIKE_SENTENCE) or _HEADING.fullmatch(before) is not None


_READERS: Final[Mapping[str, Callable[[bytes], DocumentText]]] = {
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".txt": read_text,
    ".text": read_text,
}


class PdfReaderProcess:
    """Reads PDFs; at most two at once, the others wait."""

    def __init__(self, *, seconds: float = _SECONDS, max_pages: int = MAX_PAGES) -> None:
        self._seconds = seconds
        self._max_pages = max_pages
        self._slots = asyncio.Semaphore(_AT_ONCE)

    async def read(self, content: bytes) -> DocumentText:
        """Return the pages. Raises: UnusableFileError."""
        async with self._slots:
            output = await self._run(content)
        found = _parsed(output)
        if problem := found.get("problem"):
            _log.info("a PDF cannot be read: %s", found.get("why", problem))
            raise UnusableFileError(reason=str(problem), pages=self._max_pages)
        pages = found.get("pages")
        texts = [str(each) for each in pages] if isinstance(pages, list) else []
        if sum(len(each.strip()) for each in texts) < _LEAST_CHARACTERS * max(1, len(texts)):
            raise UnusableFileError(reason="scanned" if texts else "empty")
        parts = map(without_break_signs, headed_pages(texts))
        return DocumentText(parts=tuple(each for each in parts if each.text.strip()), pages=len(texts))

    async def _run(self, content: bytes) -> bytes:
        limits = map(str, (_MEMORY, _CPU_SECONDS, self._max_pages, MAX_CHARACTERS))
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", str(PROGRAM), *limits),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={},  # no secret is in its reach
        )
        try:
            async with asyncio.timeout(self._seconds):
                output, _ = await process.communicate(content)
        except TimeoutError:
            raise UnusableFileError(reason="too_slow") from None
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        return output


def _parsed(output: bytes) -> dict[str, object]:
    """Return the object that the process has written; of one that its limits have ended, that it took too long."""
    if len(output) > _MAX_OUTPUT:
        return {"problem": "too_long"}
    try:
        found = json.loads(output)
    except ValueError:
        return {"problem": "too_slow", "why": "no answer"}
    return found if isinstance(found, dict) else {"problem": "garbled"}


@dataclass(frozen=True, slots=True)
class FileReader:
    """Implements `bot.ports.DocumentReader`: by what a file is, not only by what it is called."""

    pdf: PdfReaderProcess = field(default_factory=PdfReaderProcess)

    async def read(self, name: str, content: bytes) -> DocumentText:
        """Return the text of a file. Raises: UnusableFileError."""
        suffix = PurePath(name).suffix.lower()
        if suffix not in {*_READERS, ".pdf"}:
            raise UnusableFileError(reason="kind", name=name)
        if len(content) > MAX_FILE_BYTES:
            raise UnusableFileError(reason="too_large")
        if not content.strip():
            raise UnusableFileError(reason="empty")
        if _PDF_MARK in content[:_MARK_WITHIN]:
            return await self.pdf.read(content)
        if suffix == ".pdf":
            raise UnusableFileError(reason="garbled")
        text = await asyncio.to_thread(_READERS[suffix], content)
        if sum(len(each.text) for each in text.parts) > MAX_CHARACTERS:
            raise UnusableFileError(reason="too_long")
        if not text.parts:
            raise UnusableFileError(reason="empty")
        return text
