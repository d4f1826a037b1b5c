"""Which messages are talk, and how rules, without a model, make the statements of a summary of them."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.domain.conversation.buttons import parse_button
from bot.domain.conversation.history import Message, Role
from bot.domain.conversation.states import Intent
from bot.domain.memory.summaries.summary import Statement, StatementKind, statement
from bot.domain.text.normalise import normalise
from bot.domain.text.tokens import HAN, one_of, read_word_lists


def states_preference(text: str) -> bool:
    """Return whether `text` states a need or a preference. A question states none: "do we prefer banks?"."""
    plain = normalise(text).lower()
    return not plain.endswith("?") and _pattern().search(plain) is not None


@cache
def _pattern() -> re.Pattern[str]:
    english, chinese = (
        one_of(read_word_lists(__package__, f"preference_words_{language}.toml")["preferences"]["words"])
        for language in ("en", "zh")
    )
    return re.compile(rf"(?<![a-z0-9'])(?:{english})(?![a-z0-9])|{chinese}")


_QUESTION_INTENTS: Final = frozenset(
    {Intent.ANALYZE, Intent.DECIDE, Intent.EXPLAIN, Intent.FOLLOWUP, Intent.REVIEW, Intent.UNKNOWN}
)
_VERDICTS: Final = frozenset({Intent.CONFIRM, Intent.CANCEL})
# Answers that tell of decisions and orders: those are rendered from their tables, as they are now.
_TOLD_BY_TABLES: Final = frozenset({Intent.DECIDE, Intent.REVIEW, *_VERDICTS})


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkMessage:
    """A message of a conversation that summaries are made of."""

    number: int  # in the conversation, from 0
    message: Message
    symbols: tuple[str, ...] = ()  # of its turn's answer
    is_answered: bool = True  # False: the answer to it broke off, or said that it was not understood

    @property
    def is_by_person(self) -> bool:
        """Whether a person wrote it."""
        return self.message.role is Role.USER


def select_talk(
    messages: Sequence[Message], *, first: int, symbols: Sequence[tuple[int, tuple[str, ...]]] = ()
) -> tuple[TalkMessage, ...]:
    """Return what is talk of messages from number `first` on, with their answers' `symbols`: no bare verdicts."""
    by_number = dict(symbols)
    unanswered = {
        each.turn_id for each in messages if each.role is Role.ASSISTANT and each.intent in {None, Intent.UNKNOWN}
    }
    return tuple(
        TalkMessage(
            number=number, message=each, symbols=by_number.get(number, ()), is_answered=each.turn_id not in unanswered
        )
        for number, each in enumerate(messages, first)
        if _is_talk(each, symbols=by_number.get(number, ()))
    )


def quote_talk(messages: Sequence[TalkMessage]) -> tuple[Statement, ...]:
    """Return a statement for each message of a person, in their words. The result is deterministic."""
    return tuple(
        statement(kind=_kind(each), by=said.author, text=said.text, messages=(each.number,), on=said.created_at.date())
        for each in messages
        if each.is_by_person and (said := each.message)
    )


def _kind(each: TalkMessage) -> StatementKind:
    text = each.message.text
    if states_preference(text):
        return StatementKind.WANTS
    is_question = text.rstrip().endswith(("?", "？"))
    if is_question and not each.is_answered:
        return StatementKind.OPEN
    asks = each.message.intent in _QUESTION_INTENTS - {Intent.UNKNOWN}
    return StatementKind.ASKED if asks or is_question else StatementKind.SAID


def _is_talk(message: Message, *, symbols: tuple[str, ...]) -> bool:
    if message.role is Role.ASSISTANT:
        return message.intent is not None and message.intent not in _TOLD_BY_TABLES
    if parse_button(message.text) is not None:
        return False
    if message.intent in _VERDICTS:  # what stands beside it is said nowhere else: why a trade was passed on
        said = message.text.lower()
        return not is_bare_verdict(said, symbols=[each for each in symbols if each.lower() in said])
    is_command = message.text.startswith("/")
    return not is_command or message.intent in _QUESTION_INTENTS - {Intent.UNKNOWN}


_WORD: Final = re.compile(rf"[{HAN}]+|[^\W\d_{HAN}][^\W\d_{HAN}']*")  # a figure alone gives no reason
_NAME_CHARACTERS: Final = 3  # of most names of shares in Chinese


def is_bare_verdict(text: str, *, symbols: Collection[str] = ()) -> bool:
    """Return whether a verdict has no word more, a reason or a doubt; `symbols`: shares it names by a word each."""
    named = {symbol.lower() for symbol in symbols}
    english, chinese = _verdict_words()
    words = [word for word in _WORD.findall(chinese.sub(" ", normalise(text).lower())) if word not in english]
    others = [word for word in words if word not in named]
    names = len(named - set(words))
    return len(others) <= names and all(len(word) <= _NAME_CHARACTERS or word.isascii() for word in others)


@cache
def _verdict_words() -> tuple[frozenset[str], re.Pattern[str]]:
    """Return the words of verdicts in English, and a pattern of those in Chinese."""
    english, chinese = (
        read_word_lists(__package__, f"verdict_words_{language}.toml")["verdict"]["words"] for language in ("en", "zh")
    )
    return frozenset(english), re.compile(one_of(chinese))
