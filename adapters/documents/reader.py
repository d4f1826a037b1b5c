"""Reads the files that people add to a knowledge base."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Final

from adapters.documents.pdf import PdfReaderProcess
from adapters.documents.plain import read_markdown, read_text
from bot.domain.memory.knowledge.documents import MAX_CHARACTERS, MAX_FILE_BYTES, DocumentText
from bot.errors import UnusableFileError

_PDF_MARK: Final = b"%PDF-"
_MARK_WITHIN: Final = 1_024  # bytes: some programs write something before it
_READERS: Final[Mapping[str, Callable[[bytes], DocumentText]]] = {
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".txt": read_text,
    ".text": read_text,
}


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
