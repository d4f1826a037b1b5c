"""Summaries of talk, each statement with its messages: when an update is due, and how much of it is kept."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Final

from bot.domain.ids import ConversationId, DecisionId
from bot.domain.memory.core_memory import MemoryChange
from bot.domain.models.token_estimate import estimate_tokens
from bot.domain.text.locale import Language
from bot.domain.text.zero_width import without_line_ends
from bot.domain.trading.decisions import Decision
from bot.domain.trading.trading_limits import LimitInForce

MAX_SUMMARY_TOKENS: Final = 200  # estimated
_MAX_STATEMENT_TOKENS: Final = 40  # of one statement's words
_MAX_NAME_CHARACTERS: Final = 40
_MAX_SYMBOLS: Final = 12
_ELLIPSIS: Final = "…"
_SYMBOLS: Final = "SYMBOLS "


@dataclass(frozen=True, slots=True, kw_only=True)
class SummarySchedule:
    """When a summary is made or updated. All are numbers of messages, of people and of Parley, except `increments`."""

    window: int = 6  # newest messages, kept word for word and never summarised
    first_at: int = 10  # messages in the conversation before the first summary
    new_messages: int = 5  # messages that have left the window since the last update
    increments: int = 10  # incremental updates before a full rebuild


DEFAULT_SCHEDULE: Final = SummarySchedule()


@dataclass(frozen=True, slots=True)
class SummaryUpdate:
    """Extend the stored summary by messages number `first` up to but without `last`; from 0 on: write a new one."""

    first: int
    last: int


def due_update(
    count: int, covered: int, *, increments: int, schedule: SummarySchedule = DEFAULT_SCHEDULE
) -> SummaryUpdate | None:
    """Return the update due of `count` messages, `covered` of them in so many `increments`; None: not due."""
    outside = count - schedule.window
    if covered == 0:
        return SummaryUpdate(0, outside) if count >= schedule.first_at and outside > 0 else None
    if outside - covered < schedule.new_messages:
        return None
    return SummaryUpdate(0 if increments >= schedule.increments else covered, outside)


class StatementKind(StrEnum):
    """What a statement of a summary is: codes for the reader of the prompt, like states and intents."""

    ASKED = "ASKED"  # a question that was answered
    SAID = "SAID"
    OPEN = "OPEN"  # a question without an answer
    WANTS = "WANTS"  # a need or a preference


# Which statements are dropped first if the summary is too long; within each group the oldest first.
_DROP_ORDER: Final = (StatementKind.ASKED, StatementKind.SAID, StatementKind.OPEN, StatementKind.WANTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One statement of a summary."""

    kind: StatementKind
    by: str  # the name of the person who said it
    text: str  # quoted by rules, or written by a model; one line
    messages: tuple[int, ...]  # the numbers of the messages that it was made of, from 0
    on: date  # of the last of these, UTC

    def __str__(self) -> str:
        return f"{self.on} {self.kind} {self.by}: {self.text}"


_STATEMENT: Final = re.compile(
    rf"(?P<on>\d{{4}}-\d\d-\d\d) (?:{'|'.join(StatementKind)}) (?P<by>.{{0,{_MAX_NAME_CHARACTERS}}}?): (?P<text>.*)"
)


def statement(*, kind: StatementKind, by: str, text: str, messages: Sequence[int], on: date) -> Statement:
    """Return a statement in one line and of bounded length: line breaks in a name or a text must not forge a line."""
    return Statement(
        kind=kind,
        by=without_line_ends(by)[:_MAX_NAME_CHARACTERS],
        text=_clip(without_line_ends(text)),
        messages=tuple(sorted(set(messages))),
        on=on,
    )


def told_lines(summary: str) -> Iterator[str]:
    """Yield the statements of a stored summary as people read them: its codes are for prompts, and say little more."""
    for line in summary.splitlines():
        if (match := _STATEMENT.fullmatch(line)) is not None:
            yield f"{match['by']}, {match['on']}: {match['text']}"
        elif not line.startswith(_SYMBOLS):
            yield line


class SummaryMethod(StrEnum):
    """How a summary was written."""

    RULES = "rules"
    MODEL = "model"


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryContent:
    """What a summary says."""

    statements: tuple[Statement, ...] = ()  # oldest first
    symbols: tuple[str, ...] = ()  # discussed in the messages it covers, newest first

    def __str__(self) -> str:
        """The lines of the summary, as prompts show it and searches find it."""
        symbols = [f"{_SYMBOLS}{', '.join(self.symbols)}"] if self.symbols else []
        return "\n".join([*map(str, self.statements), *symbols])


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The summary of the older messages of a conversation, without those in the window."""

    conversation_id: ConversationId
    text: str  # the lines of `content`; of an older version of Parley: other lines, without a content
    covered_count: int  # it covers this many messages, from the first
    increments: int  # incremental updates since the last full rebuild
    updated_at: datetime
    content: SummaryContent = SummaryContent()
    language: Language = Language.ENGLISH  # of the conversation, and of a model's words
    method: SummaryMethod = SummaryMethod.RULES
    model: str | None = None  # the model's name; None: written by rules
    quality: float = 1.0  # the share of the written statements that their messages support, from 0 to 1
    version: int = 1  # counts the conversation's summaries
    market_time: datetime | None = None  # the latest of the messages that it covers; the store finds it

    def is_known(self, at: datetime) -> bool:
        """Return whether it may be told at a market time: the clock of an account can be moved back."""
        return self.market_time is None or self.market_time <= at


def fit_content(statements: Sequence[Statement], symbols: Sequence[str]) -> SummaryContent:
    """Return what fits into `MAX_SUMMARY_TOKENS` of statements, oldest first, and symbols, newest first."""
    kept_symbols = tuple(dict.fromkeys(symbols))[:_MAX_SYMBOLS]
    left = MAX_SUMMARY_TOKENS - _line_tokens(str(SummaryContent(symbols=kept_symbols)))
    costs = [_line_tokens(str(each)) for each in statements]
    total, dropped = sum(costs), set[int]()
    for index in sorted(range(len(statements)), key=lambda at: _DROP_ORDER.index(statements[at].kind)):
        if total <= left:
            break
        dropped.add(index)
        total -= costs[index]
    kept = tuple(each for index, each in enumerate(statements) if index not in dropped)
    return SummaryContent(statements=kept, symbols=kept_symbols)


def _line_tokens(line: str) -> int:
    return estimate_tokens(f"{line}\n")


def _clip(text: str) -> str:
    if estimate_tokens(text) <= _MAX_STATEMENT_TOKENS:
        return text
    length = len(text)
    while estimate_tokens(text[:length]) >= _MAX_STATEMENT_TOKENS:
        length = min(length - 1, length * _MAX_STATEMENT_TOKENS // estimate_tokens(text[:length]))
    return text[:length].rstrip() + _ELLIPSIS


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadSummary:
    """What a thread has been about."""

    statements: tuple[Statement, ...] = ()  # in the order in which they were said
    symbols: tuple[str, ...] = ()  # newest first
    decisions: tuple[Decision, ...] = ()  # newest first, no holds
    decided_by: Mapping[DecisionId, str] = field(default_factory=dict)  # the names of who confirmed or cancelled them
    limits: tuple[LimitInForce, ...] = ()  # stated in the time that is asked about
    notes: tuple[MemoryChange, ...] = ()  # likewise, newest first

    @property
    def is_empty(self) -> bool:
        """Whether it tells nothing."""
        return not (self.statements or self.decisions or self.limits or self.notes)

    @property
    def open_questions(self) -> tuple[Statement, ...]:
        """Questions that nobody has answered."""
        return tuple(each for each in self.statements if each.kind is StatementKind.OPEN)
