"""Ports for a team's own files: where they are stored, how they are fetched and how they are read."""

from collections.abc import Collection
from typing import Protocol

from bot.domain.conversation.threads import MessageKey, SharedFile
from bot.domain.conversation.turns import Turn
from bot.domain.memory.knowledge.bases import BaseContents, KnowledgeDocument
from bot.domain.memory.knowledge.documents import DocumentText


class Knowledge(Protocol):
    """The knowledge bases of one tenant. Their passages are episodes. Raises StoreUnavailableError, as every store."""

    async def bases(
        self, *, channel: str, terms: Collection[str] = (), with_shared: bool = True
    ) -> tuple[BaseContents, ...]:
        """Return the bases that may be asked in a channel, by name, and which of `terms` stand in their files.

        `with_shared`: also those of the whole workspace.
        """

    async def save_document(self, document: KnowledgeDocument, *, terms: Collection[str]) -> None:
        """Store a file with its vocabulary; one of the same title is replaced, and its passages are deleted."""

    async def remove_document(self, document: KnowledgeDocument) -> bool:
        """Remove a file and its passages, and the base if it was the last one; return whether there was such a file."""

    async def is_public(self, channel: str) -> bool:
        """Return whether a channel is known to be readable by the whole workspace."""

    async def files_of(self, message: MessageKey) -> tuple[SharedFile, ...]:
        """Return the files that were sent with a message, as long as it is not answered."""


class SharedFiles(Protocol):
    """Fetches the files that people send."""

    async def fetch(self, turn: Turn, file: SharedFile, *, limit: int) -> bytes:
        """Return the contents of a file of a message; nothing but what the platform named is ever fetched.

        Raises: UnusableFileError: there is none, it has more than `limit` bytes, or it may not be fetched.
        """


class DocumentReader(Protocol):
    """Reads files: Markdown, text and PDF."""

    async def read(self, name: str, content: bytes) -> DocumentText:
        """Return the text of a file, read beside the event loop, within bounds of time, memory and size.

        Raises: UnusableFileError: its kind is not known, it is encrypted, damaged, empty, too long, or only pictures.
        """
