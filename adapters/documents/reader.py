"""Reads the files that people add to a knowledge base: PDFs in a process of their own, with bounds, without secrets."""

import asyncio
import json
import logging
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Final

from adapters.documents.plain import headed_pages, read_markdown, read_text
from bot.domain.memory.knowledge.documents import (
    MAX_CHARACTERS,
    MAX_FILE_BYTES,
    MAX_PAGES,
    DocumentText,
    without_break_signs,
)
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
_READERS: Final[Mapping[str, Callable[[bytes], DocumentText]]] = {
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".txt": read_text,
    ".text": read_text,
}

_log = logging.getLogger(__name__)


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
