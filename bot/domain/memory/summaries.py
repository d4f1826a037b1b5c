"""Summaries of conversations: when an update is due, and how rules, without a model, write it.

A summary consists of lines "date KIND author: words". The words are quoted from the messages, in either language; the
kinds are codes for the reader of the prompt, like states and intents.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.domain.conversation.buttons import AdjustRef, ButtonRef, GroupRef, parse_button
from bot.domain.conversation.history import Message, Role
from bot.domain.conversation.states import Intent
from bot.domain.text.normalise import normalise

WINDOW_MESSAGES = 6  # newest messages, kept word for word and never summarised
MAX_SUMMARY_CHARACTERS = 1_500
_MIN_MESSAGES = 10  # messages in the conversation before the first summary
_MIN_NEW_MESSAGES = 5  # messages that have left the window since the last update
_MAX_INCREMENTS = 10  # incremental updates before a full rebuild
_MAX_MESSAGE_CHARACTERS = 160  # of one message's words
_MAX_NAME_CHARACTERS = 40


@dataclass(frozen=True, slots=True)
class IncrementalUpdate:
    """Extend the stored summary by messages number `first` (from 0) up to but without `last`."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class FullRebuild:
    """Rebuild the summary from messages number 0 up to but without `last`."""

    last: int


def due_update(
    count: int, covered: int, *, increments: int, window: int = WINDOW_MESSAGES
) -> IncrementalUpdate | FullRebuild | None:
    """Return the update due for a conversation of `count` messages of which `covered` are summarised; None: not due.

    Args:
        count: Number of all messages, of people and of Parley.
        covered: Number of messages in the stored summary; 0 without one.
        increments: Number of incremental updates since the last full rebuild.
        window: Number of newest messages that no summary covers.
    """
    outside = count - window
    if covered == 0:
        return FullRebuild(outside) if count >= _MIN_MESSAGES and outside > 0 else None
    if outside - covered < _MIN_NEW_MESSAGES:
        return None
    return FullRebuild(outside) if increments >= _MAX_INCREMENTS else IncrementalUpdate(covered, outside)


class LineKind(StrEnum):
    """The kind of one line of a summary."""

    ASKED = "ASKED"
    SAID = "SAID"
    ADVICE = "ADVICE"  # our answer to a request for a decision: the head of its card
    OUTCOME = "OUTCOME"  # our answer to a confirmation or cancellation, carried out or not
    LIMIT = "LIMIT"


# Which lines are dropped first if the summary is too long; within each group the oldest first.
_DROP_ORDER = ((LineKind.ASKED, LineKind.SAID), (LineKind.ADVICE,), (LineKind.OUTCOME, LineKind.LIMIT))
_OMISSION_MARK = "…"  # the first line of a summary from which lines were dropped
_LINE_PATTERN = re.compile(rf"\d{{4}}-\d\d-\d\d (?P<kind>{'|'.join(LineKind)}) ")
_QUESTION_INTENTS = frozenset({Intent.ANALYZE, Intent.DECIDE, Intent.EXPLAIN, Intent.FOLLOWUP, Intent.REVIEW})
_ANSWER_KINDS = {Intent.DECIDE: LineKind.ADVICE, Intent.CONFIRM: LineKind.OUTCOME, Intent.CANCEL: LineKind.OUTCOME}
_LIMIT_PATTERN = re.compile(
    r"""\b(?:at\ most|(?:no|not)\ (?:more\ than|above|over)|not\ exceed|maximum|max|limit|stop(?:[ -]loss)?)\b\D{0,20}\d
      | (?:不超过|不要超过|别超过|不能超过|最多|至多|上限|止损)[^。！？]{0,12}?[\d一二两三四五六七八九十百千万]
      | [\d千万]\s*(?:美元|美金|元|块)?\s*(?:以内|以下|封顶)""",
    re.IGNORECASE | re.VERBOSE,
)


def summarise(messages: Sequence[Message], previous: str = "") -> str:
    """Return the summary `previous` extended by `messages`, oldest first: at most `MAX_SUMMARY_CHARACTERS`.

    Contains who asked what, what was proposed with which figures, the outcome, and stated limits; if space is short,
    outcomes and limits are kept longest. The result is deterministic.
    """
    lines = [*previous.splitlines(), *(line for message in messages for line in _message_lines(message))]
    return _drop_excess_lines(lines)


def _message_lines(message: Message) -> Iterator[str]:
    if message.role is Role.ASSISTANT:
        # Other answers can be given again.
        if message.intent in _ANSWER_KINDS:
            yield _format_line(message, _ANSWER_KINDS[message.intent], _card_head(message.text))
        return
    text = _describe_input(message.text)
    yield _format_line(message, LineKind.ASKED if message.intent in _QUESTION_INTENTS else LineKind.SAID, text)
    if _LIMIT_PATTERN.search(normalise(text)):
        # A line of its own, so that it is kept longer than the question.
        yield _format_line(message, LineKind.LIMIT, text)


def _describe_input(text: str) -> str:
    """Return a message as it is, and a press as its action."""
    match parse_button(text):
        case ButtonRef(action=action) | GroupRef(action=action):
            return f"[{action}]"
        case AdjustRef(button=ref, amount=amount, note=note):
            return f"[{ref.action}] {amount} {note}".rstrip()
        case _:
            return text


def _card_head(text: str) -> str:
    """Return the head of a card, title and labelled figures: everything before its arguments."""
    head = text.split("\n•", 1)[0]
    return " · ".join(line for line in map(str.strip, head.splitlines()) if line)


def _format_line(message: Message, kind: LineKind, text: str) -> str:
    author, words = _clip(message.author, _MAX_NAME_CHARACTERS), _clip(text, _MAX_MESSAGE_CHARACTERS)
    return f"{message.created_at:%Y-%m-%d} {kind} {author}: {words}"


def _clip(text: str, length: int) -> str:
    """Return one line of at most `length` characters: line breaks in a name or message must not forge a line."""
    plain = " ".join(text.split())
    return plain if len(plain) <= length else plain[: length - 1].rstrip() + "…"


def _drop_excess_lines(lines: list[str]) -> str:
    total = len("\n".join(lines))
    if total <= MAX_SUMMARY_CHARACTERS:
        return "\n".join(lines)
    dropped: set[int] = set()
    total += len(_OMISSION_MARK) + 1
    for index in _indices_to_drop(lines):
        if total <= MAX_SUMMARY_CHARACTERS:
            break
        dropped.add(index)
        total -= len(lines[index]) + 1
    kept = (line for index, line in enumerate(lines) if index not in dropped and line != _OMISSION_MARK)
    return "\n".join([_OMISSION_MARK, *kept])


def _indices_to_drop(lines: Sequence[str]) -> Iterator[int]:
    """Yield the index of every line, in the order in which lines are dropped."""
    kinds = [_line_kind(line) for line in lines]
    yield from (index for index, kind in enumerate(kinds) if kind is None)
    for group in _DROP_ORDER:
        yield from (index for index, kind in enumerate(kinds) if kind in group)


def _line_kind(line: str) -> str | None:
    found = _LINE_PATTERN.match(line)
    return found["kind"] if found else None
