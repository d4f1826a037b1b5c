"""The result of an engine: its proposals, its run and the messages between its agents, in pages of about a screen."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from bot.domain.committee.fusion import FusionState
from bot.domain.models.requests import TokenUsage
from bot.domain.trading.decisions import Proposal


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineRun:
    """One run of an engine that uses models or a committee, over all symbols of one request."""

    id: UUID
    engine: str  # "dual"
    prompt_version: str  # of all prompts used: "filter@1 decision@1"
    calls: int  # requests to models, including cached answers; 0: a committee by rules
    cache_hits: int
    parse_errors: int  # answers that did not match their schema
    retries: int  # by the engine, with feedback on the rejected answer
    latency: float  # seconds, sum of all requests
    tokens: TokenUsage
    at: datetime


@dataclass(frozen=True, slots=True)
class AgentMessage:
    """A message from one agent to another. Untrusted, a model may have written it: shown as plain text."""

    number: int  # in its run, from 1
    sender: str  # "filter", "decision", "validator"
    recipient: str
    text: str
    symbols: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionResult:
    """What an engine returns for one `DecisionRequest`."""

    proposals: tuple[Proposal, ...]  # one per requested symbol, in that order
    run: EngineRun | None = None  # None: no model was used, and no committee
    discussion: tuple[AgentMessage, ...] = ()
    fusion: tuple[FusionState, ...] = ()  # what a committee concluded on each symbol; empty: another engine
    unrequested_symbols: tuple[str, ...] = ()  # proposed by the engine's model but not requested; dropped


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
    """Return messages in pages, divided only if longer than one; what is added leaves earlier pages alone."""
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
