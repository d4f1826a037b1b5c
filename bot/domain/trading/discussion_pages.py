"""Divide what the agents of one run said into pages of about a screen, the same ones whenever they are read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from bot.domain.trading.decision_result import AgentMessage

MOST_SPEECHES: Final = 10  # on a page
MOST_CHARACTERS: Final = 1_200  # of a page, headings not counted: they differ by language, and pages must not


@dataclass(frozen=True, slots=True)
class SpeechPart:
    """A message, or a part of one that is longer than a page."""

    message: AgentMessage
    text: str
    is_continued: bool = False  # the message begins before it


Page = tuple[SpeechPart, ...]


@dataclass(frozen=True, slots=True)
class DiscussionFilter:
    """Whose messages are shown, and on which share. Empty: all."""

    speaker: str = ""  # the sender's code
    symbol: str = ""

    def select(self, messages: Iterable[AgentMessage]) -> tuple[AgentMessage, ...]:
        """Return the messages that are shown, in the order said. One without symbols is about all shares."""
        return tuple(
            each
            for each in messages
            if self.speaker in {"", each.sender}
            and (not self.symbol or not each.symbols or self.symbol in each.symbols)
        )


def pages_of(messages: Iterable[AgentMessage]) -> tuple[Page, ...]:
    """Return the pages of the messages, in the order said; what is added at the end leaves earlier pages as they are.

    A message is not divided unless it is longer than a page.
    """
    pages: list[list[SpeechPart]] = []
    room = 0
    for part in (part for message in messages for part in _parts(message)):
        if not pages or len(part.text) > room or len(pages[-1]) == MOST_SPEECHES:
            pages.append([])
            room = MOST_CHARACTERS
        pages[-1].append(part)
        room -= len(part.text)
    return tuple(map(tuple, pages))


def _parts(message: AgentMessage) -> Iterator[SpeechPart]:
    rest, is_continued = message.text.strip(), False
    while len(rest) > MOST_CHARACTERS:
        at = max(rest.rfind("\n", 1, MOST_CHARACTERS), rest.rfind(" ", 1, MOST_CHARACTERS))
        at = at if at > 0 else MOST_CHARACTERS
        yield SpeechPart(message, rest[:at].rstrip(), is_continued)
        rest, is_continued = rest[at:].lstrip(), True
    yield SpeechPart(message, rest, is_continued)
