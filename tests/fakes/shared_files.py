"""Files of messages, in memory."""

from dataclasses import dataclass, field

from bot.domain.conversation.threads import SharedFile
from bot.domain.conversation.turns import Turn
from bot.errors import UnusableFileError


@dataclass
class FakeSharedFiles:
    """`SharedFiles` over what a test puts in; it records what was fetched."""

    contents: dict[str, bytes] = field(default_factory=dict)  # by url
    fetched: list[str] = field(default_factory=list)

    async def fetch(self, turn: Turn, file: SharedFile, *, limit: int) -> bytes:  # noqa: ARG002 - as every SharedFiles
        self.fetched.append(file.url)
        if file.url not in self.contents:
            raise UnusableFileError(reason="missing")
        if len(self.contents[file.url]) > limit:
            raise UnusableFileError(reason="too_large")
        return self.contents[file.url]
