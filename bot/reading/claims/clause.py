"""Cuts an argument into clauses, and finds the words, numbers and times of each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Final

from bot.domain.figures.claims import Relation, Topic, TopicClaim
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import When
from bot.domain.text.tokens import Token, tokenise
from bot.reading.claims.vocabulary import ClaimPart, ClaimWord, Subject, claim_words
from bot.reading.quantities.quantity import Quantity, Unit, find_quantities
from bot.reading.times.finder import times_at_tokens
from bot.reading.word_tables import phrase_list

MOVES: Final = frozenset({"rising", "falling"})
_VAGUE: Final = frozenset({Topic.SENTIMENT, Topic.ECONOMY})  # topics of any talk
_QUESTION: Final = ("?", "？", "吗", "么")


@dataclass(frozen=True, slots=True)
class ClaimPiece:
    """One piece of an argument: a phrase, a number or a time."""

    meaning: ClaimWord | Quantity | When
    typed: str


@dataclass(frozen=True)
class ClaimClause:
    """What one clause of an argument names."""

    pieces: tuple[ClaimPiece, ...]
    is_doubt: bool  # it is put as a question: its denial is none

    def _words(self, *parts: ClaimPart) -> Iterator[ClaimWord]:
        return (
            each.meaning for each in self.pieces if isinstance(each.meaning, ClaimWord) and each.meaning.part in parts
        )

    @cached_property
    def facts(self) -> tuple[Subject, ...]:
        """The figures it names."""
        named = (word.subject for word in self._words(ClaimPart.FACT))
        return tuple(dict.fromkeys(each for each in named if each is not None))

    @property
    def ends_with_price(self) -> bool:
        """Whether the price stands behind another figure: "the 200-day average is above the price"."""
        return len(self.facts) > 1 and self.facts[-1].measure is Measure.PRICE

    @cached_property
    def judged(self) -> Mapping[Subject, str]:
        """What it says of figures without their names."""
        return {word.subject: word.state for word in self._words(ClaimPart.JUDGEMENT) if word.subject is not None}

    @cached_property
    def levels(self) -> frozenset[str]:
        """The levels that it names."""
        return frozenset(word.value for word in self._words(ClaimPart.LEVEL))

    @cached_property
    def relations(self) -> frozenset[str]:
        """The relations to a number or an average that it names."""
        return frozenset(word.value for word in self._words(ClaimPart.RELATION)) - {"exact"}

    @cached_property
    def numbers(self) -> tuple[Quantity, ...]:
        """The numbers."""
        return tuple(each.meaning for each in self.pieces if isinstance(each.meaning, Quantity))

    @cached_property
    def whens(self) -> tuple[When, ...]:
        """The times."""
        return tuple(each.meaning for each in self.pieces if not isinstance(each.meaning, ClaimWord | Quantity))

    @property
    def is_denied(self) -> bool:
        """Whether it denies what it says."""
        return any(self._words(ClaimPart.DENIAL)) and not self.is_doubt

    @property
    def moves(self) -> bool:
        """Whether it names a direction."""
        return bool(self.levels & MOVES)

    @property
    def says_something(self) -> bool:
        """Whether it says something of what it names, and does not only name it."""
        return bool(self.levels or self.relations or self.numbers or self.judged or any(self._words(ClaimPart.EVENT)))

    @cached_property
    def topic(self) -> TopicClaim | None:
        """The first topic without figures that it names; of those of any talk, if it says something of it."""
        for each in self.pieces:
            word = each.meaning
            if (
                isinstance(word, ClaimWord)
                and word.part in {ClaimPart.TOPIC, ClaimPart.EVENT}
                and word.value in set(Topic)
            ):
                topic = Topic(word.value)
                if topic not in _VAGUE or self.says_something:
                    return TopicClaim(topic=topic, typed=each.typed)
        return None

    def typed(self, subject: Subject) -> str:
        """Return the words for a figure."""
        named = (
            each for each in self.pieces if isinstance(each.meaning, ClaimWord) and each.meaning.subject == subject
        )
        return next(named).typed


def clauses_in(text: str, *, today: date) -> tuple[ClaimClause, ...]:
    """Return the clauses of a normalised argument; a figure of which nothing is said belongs to the next one."""
    parts: list[list[ClaimPiece]] = [[]]
    for piece in _pieces(text, today):
        if isinstance(piece.meaning, ClaimWord) and piece.meaning.part is ClaimPart.JOINT:
            parts.append([])
        else:
            parts[-1].append(piece)
    is_doubt = text.endswith(_QUESTION) or any(_says(each, ClaimPart.DOUBT) for part in parts for each in part)
    clauses: list[ClaimClause] = []
    waiting: list[ClaimPiece] = []
    for part in parts:
        clause = ClaimClause((*waiting, *part), is_doubt)
        waiting = [] if clause.says_something or clause.topic else list(clause.pieces)
        clauses += [] if waiting else [clause]
    return tuple(clauses)


def _says(piece: ClaimPiece, part: ClaimPart) -> bool:
    return isinstance(piece.meaning, ClaimWord) and piece.meaning.part is part


def _pieces(text: str, today: date) -> Iterator[ClaimPiece]:
    tokens = tokenise(text)
    words = [token.text for token in tokens]
    numbers = {each.start: each for each in find_quantities(text.lower())}
    times, at = times_at_tokens(text, tokens, today=today), 0
    while at < len(words):
        found = max(_candidates(words, tokens, at, numbers, times), key=lambda each: each[1], default=None)
        size = found[1] if found is not None else 1
        if found is not None:
            yield ClaimPiece(found[0], text[tokens[at].start : tokens[at + size - 1].end])
        at += size
        if found is not None and isinstance(found[0], Quantity) and (odd := _odd(words, at)):
            yield ClaimPiece(
                ClaimWord(ClaimPart.RELATION, Relation.ODD), text[tokens[at].start : tokens[at + odd - 1].end]
            )
            at += odd


def _odd(words: Sequence[str], at: int) -> int:
    """Return the number of the words behind a number that say it is a little more: 20多."""
    found = phrase_list("claims", "behind_numbers", "odd").longest_match(words, at)
    return 0 if found is None else found[1]


def _candidates(
    words: Sequence[str],
    tokens: Sequence[Token],
    at: int,
    numbers: Mapping[int, Quantity],
    times: Mapping[int, tuple[When, int]],
) -> Iterator[tuple[ClaimWord | Quantity | When, int]]:
    """Yield what may begin at a word, with its number of words; of equally long ones the first is meant."""
    if (phrase := claim_words().longest_match(words, at)) is not None:
        yield phrase
    if (time := times.get(at)) is not None:
        yield time
    start = tokens[at + 1].start if words[at] == "$" and at + 1 < len(words) else tokens[at].start
    if (number := numbers.get(start)) is not None and number.value is not None:
        size = sum(tokens[at].start <= each.start < number.end for each in tokens)
        is_multiple = number.unit is Unit.OTHER and size > 1  # "23x earnings": "x earnings" is the name of the figure
        yield (replace(number, unit=Unit.NONE), size - 1) if is_multiple else (number, size)
