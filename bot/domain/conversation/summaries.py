"""The compressed rest of a conversation: when it is due, and how plain rules write it.

A summary is lines of "date KIND who: words". The words are the people's and ours as they were said, in either
language; only the kinds are made here. They are codes for whoever reads the prompt, like states and intents.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.domain.conversation.buttons import AdjustRef, ButtonRef, parse_button
from bot.domain.conversation.history import Message, Role
from bot.domain.conversation.states import Intent
from bot.domain.text.normalise import normalise

WINDOW_MESSAGES = 6  # messages kept word for word, outside every summary
MAX_SUMMARY_CHARACTERS = 1_500
_FIRST_AT = 10  # messages in the conversation
_STEP = 5  # messages that have left the window since
_INCREMENTS = 10  # additions until it is made from scratch
_MAX_WORDS = 160  # characters of one message's words
_MAX_NAME = 40


@dataclass(frozen=True, slots=True)
class IncrementalUpdate:
    """Add messages number `first` (from 0) up to but without `last` to the stored summary."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class FullRebuild:
    """Make it from scratch, of the messages before `last`."""

    last: int


def due_update(
    count: int, covered: int, *, increments: int, window: int = WINDOW_MESSAGES
) -> IncrementalUpdate | FullRebuild | None:
    """Return what is to be done for a conversation of `count` messages of which `covered` are in the summary.

    Args:
        count: All messages, persons' and ours.
        covered: Messages in the stored summary; 0 without one.
        increments: Additions to the stored summary since it was last made from scratch.
        window: The newest messages, which no summary covers.
    """
    outside = count - window
    if covered == 0:
        return FullRebuild(outside) if count >= _FIRST_AT and outside > 0 else None
    if outside - covered < _STEP:
        return None
    return FullRebuild(outside) if increments >= _INCREMENTS else IncrementalUpdate(covered, outside)


class LineKind(StrEnum):
    """What one line of a summary tells."""

    ASKED = "ASKED"
    SAID = "SAID"
    ADVICE = "ADVICE"  # our answer to a request for a decision: its card's figures
    OUTCOME = "OUTCOME"  # our answer to a confirmation or cancellation; its words say whether it took place
    LIMIT = "LIMIT"


# What is given up first when there is too much: within each group the oldest line.
_LEAST_FIRST = ((LineKind.ASKED, LineKind.SAID), (LineKind.ADVICE,), (LineKind.OUTCOME, LineKind.LIMIT))
_LEFT_OUT = "…"  # the first line, once something has been
_KIND_OF_LINE = re.compile(rf"\d{{4}}-\d\d-\d\d (?P<kind>{'|'.join(LineKind)}) ")
_QUESTIONS = frozenset({Intent.ANALYZE, Intent.DECIDE, Intent.EXPLAIN, Intent.FOLLOWUP, Intent.REVIEW})
_KINDS_OF_ANSWERS = {Intent.DECIDE: LineKind.ADVICE, Intent.CONFIRM: LineKind.OUTCOME, Intent.CANCEL: LineKind.OUTCOME}
_LIMIT = re.compile(
    r"""\b(?:at\ most|(?:no|not)\ (?:more\ than|above|over)|not\ exceed|maximum|max|limit|stop(?:[ -]loss)?)\b\D{0,20}\d
      | (?:不超过|不要超过|别超过|不能超过|最多|至多|上限|止损)[^。！？]{0,12}?[\d一二两三四五六七八九十百千万]
      | [\d千万]\s*(?:美元|美金|元|块)?\s*(?:以内|以下|封顶)""",
    re.IGNORECASE | re.VERBOSE,
)


def summarise(messages: Sequence[Message], previous: str = "") -> str:
    """Return `previous` brought up to date with `messages`, oldest first: at most `MAX_SUMMARY_CHARACTERS`.

    Keeps who asked what, what was proposed with its figures, what became of it, and limits stated; under pressure of
    space the last of these longest. The same messages always give the same text.
    """
    lines = [*previous.splitlines(), *(line for message in messages for line in _lines(message))]
    return _fitted(lines)


def _lines(message: Message) -> Iterator[str]:
    if message.role is Role.ASSISTANT:
        # Other answers only tell something, which can be told again.
        if message.intent in _KINDS_OF_ANSWERS:
            yield _line(message, _KINDS_OF_ANSWERS[message.intent], _figures(message.text))
        return
    text = _said(message.text)
    yield _line(message, LineKind.ASKED if message.intent in _QUESTIONS else LineKind.SAID, text)
    if _LIMIT.search(normalise(text)):
        yield _line(message, LineKind.LIMIT, text)  # a fact of its own: it outlives the question


def _said(text: str) -> str:
    """A message as it was said, a press as what it does."""
    match parse_button(text):
        case ButtonRef(action=press):
            return f"[{press}]"
        case AdjustRef(button=ref, amount=amount, note=note):
            return f"[{ref.action}] {amount} {note}".rstrip()
        case _:
            return text


def _figures(text: str) -> str:
    """The head of a card, title and labelled figures: everything before its arguments."""
    head = text.split("\n•", 1)[0]
    return " · ".join(line for line in map(str.strip, head.splitlines()) if line)


def _line(message: Message, kind: LineKind, text: str) -> str:
    return f"{message.created_at:%Y-%m-%d} {kind} {_clipped(message.author, _MAX_NAME)}: {_clipped(text, _MAX_WORDS)}"


def _clipped(text: str, length: int) -> str:
    """One line, however it was typed: a name or message with line breaks cannot pass for a line of ours."""
    plain = " ".join(text.split())
    return plain if len(plain) <= length else plain[: length - 1].rstrip() + "…"


def _fitted(lines: list[str]) -> str:
    total = len("\n".join(lines))
    if total <= MAX_SUMMARY_CHARACTERS:
        return "\n".join(lines)
    dropped: set[int] = set()
    total += len(_LEFT_OUT) + 1
    for index in _expendable(lines):
        if total <= MAX_SUMMARY_CHARACTERS:
            break
        dropped.add(index)
        total -= len(lines[index]) + 1
    kept = (line for index, line in enumerate(lines) if index not in dropped and line != _LEFT_OUT)
    return "\n".join([_LEFT_OUT, *kept])


def _expendable(lines: Sequence[str]) -> Iterator[int]:
    """Yield every line's number, the most expendable first."""
    kinds = [_kind(line) for line in lines]
    yield from (index for index, kind in enumerate(kinds) if kind is None)
    for group in _LEAST_FIRST:
        yield from (index for index, kind in enumerate(kinds) if kind in group)


def _kind(line: str) -> str | None:
    found = _KIND_OF_LINE.match(line)
    return found["kind"] if found else None
