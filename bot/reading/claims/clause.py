"""Cuts an argument into clauses, and finds the words (`bot/reading/data/claims.toml`), numbers and times of each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import cache
from typing import Final, TypeAlias, TypeGuard

from bot.domain.figures.claims import Relation, Topic, TopicClaim
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import When
from bot.domain.text.tokens import PhraseTable, tokenise
from bot.reading.quantities.quantity import Quantity, Unit, find_quantities
from bot.reading.times.finder import times_at_tokens
from bot.reading.word_tables import index_lists, phrase_list, read_lists

MOVES: Final = frozenset({"rising", "falling"})
_QUESTION: Final = ("?", "？", "吗", "么")
_AVERAGED: Final = 200  # sessions of the average that a trend is told by


class ClaimPart(StrEnum):
    """What a phrase says; the names of the tables of the file."""

    FACT = "facts"
    JUDGEMENT = "judgements"
    LEVEL = "levels"
    RELATION = "relations"
    DENIAL = "denials"
    DOUBT = "doubts"
    TOPIC = "topics"
    EVENT = "events"
    JOINT = "joints"
    HARMLESS = "harmless"


@dataclass(frozen=True, slots=True)
class Subject:
    """A figure that a phrase names."""

    measure: Measure
    sessions: int = 0  # that it is computed from; 0: as usual


@dataclass(frozen=True, slots=True)
class ClaimWord:
    """What one phrase means."""

    part: ClaimPart
    value: str  # the name of its list
    subject: Subject | None = None  # of a fact and a judgement
    state: str = ""  # of a judgement: "low", "high", "none" (it is zero) or "some" (it is not)
    typed: str = ""

    @classmethod
    def of_list(cls, part: ClaimPart, name: str) -> "ClaimWord":
        """Return what the phrases of a list mean. Raises: ValueError: it is of a figure that is unknown."""
        if part not in {ClaimPart.FACT, ClaimPart.JUDGEMENT}:
            return cls(part, name)
        measure, _, more = name.partition(" ")
        sessions = int(more) if more.isdecimal() else _AVERAGED if measure == Measure.FROM_AVERAGE else 0
        return cls(part, name, Subject(Measure(measure), sessions), more if part is ClaimPart.JUDGEMENT else "")


@cache
def claim_words() -> PhraseTable[ClaimWord]:
    """Return all phrases. Raises: ValueError: a list is of an unknown figure, or a phrase has two meanings."""
    words = {(part, name): ClaimWord.of_list(part, name) for part in ClaimPart for name in read_lists("claims", part)}
    lists = {f"{part}/{name}": read_lists("claims", part)[name] for part, name in words}
    named = {f"{part}/{name}": word for (part, name), word in words.items()}
    return PhraseTable({phrase: named[name] for phrase, name in index_lists(lists, known=named).items()})


def words_of(topic: Topic) -> tuple[str, ...]:
    """Return the words by which a topic is named; empty: it has none of its own."""
    return () if topic is Topic.OTHER_FIGURE else read_lists("claims", ClaimPart.TOPIC).get(topic, ())


_Piece: TypeAlias = ClaimWord | Quantity | When


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimClause:
    """What one clause of an argument names."""

    pieces: tuple[_Piece, ...]
    facts: tuple[Subject, ...]  # the figures it names
    judged: Mapping[Subject, str]  # what it says of figures without their names
    levels: frozenset[str]
    relations: frozenset[str]  # to a number or an average
    numbers: tuple[Quantity, ...]
    whens: tuple[When, ...]
    is_denied: bool

    @classmethod
    def of(cls, pieces: tuple[_Piece, ...], *, is_doubt: bool) -> "ClaimClause":
        """Return what pieces name; `is_doubt`: they are put as a question, so that their denial is none."""
        words = {part: [each for each in pieces if _is_word(each, part)] for part in ClaimPart}
        return cls(
            pieces=pieces,
            facts=tuple(dict.fromkeys(each.subject for each in words[ClaimPart.FACT] if each.subject)),
            judged={each.subject: each.state for each in words[ClaimPart.JUDGEMENT] if each.subject},
            levels=frozenset(each.value for each in words[ClaimPart.LEVEL]),
            relations=frozenset(each.value for each in words[ClaimPart.RELATION]) - {"exact"},
            numbers=tuple(each for each in pieces if isinstance(each, Quantity)),
            whens=tuple(each for each in pieces if not isinstance(each, ClaimWord | Quantity)),
            is_denied=bool(words[ClaimPart.DENIAL]) and not is_doubt,
        )

    @property
    def moves(self) -> bool:
        """Whether it names a direction."""
        return bool(self.levels & MOVES)

    @property
    def says_something(self) -> bool:
        """Whether it says something of what it names, and does not only name it."""
        is_event = any(_is_word(each, ClaimPart.EVENT) for each in self.pieces)
        return bool(self.levels or self.relations or self.numbers or self.judged or is_event)

    @property
    def topic(self) -> TopicClaim | None:
        """The first topic without figures that it names."""
        named = (each for each in self.pieces if _is_word(each, ClaimPart.TOPIC, ClaimPart.EVENT))
        claims = (TopicClaim(topic=Topic(each.value), typed=each.typed) for each in named if each.value in set(Topic))
        return next(claims, None)


def _is_word(piece: _Piece, *parts: ClaimPart) -> TypeGuard[ClaimWord]:
    return isinstance(piece, ClaimWord) and piece.part in parts


def clauses_in(text: str, *, today: date) -> tuple[ClaimClause, ...]:
    """Return the clauses of a normalised argument; a figure of which nothing is said belongs to the next one."""
    parts: list[list[_Piece]] = [[]]
    is_doubt = text.endswith(_QUESTION)
    for piece in _pieces(text, today):
        is_doubt = is_doubt or _is_word(piece, ClaimPart.DOUBT)
        if _is_word(piece, ClaimPart.JOINT):
            parts.append([])
        else:
            parts[-1].append(piece)
    clauses: list[ClaimClause] = []
    waiting: tuple[_Piece, ...] = ()
    for pieces in parts:
        clause = ClaimClause.of((*waiting, *pieces), is_doubt=is_doubt)
        waiting = () if clause.says_something or clause.topic else clause.pieces
        clauses += [] if waiting else [clause]
    return tuple(clauses)


def _pieces(text: str, today: date) -> Iterator[_Piece]:
    """Yield what stands at each word: the longest of a phrase, a time and a number; of equally long ones the first."""
    tokens = tokenise(text)
    words = [token.text for token in tokens]
    numbers = {each.start: each for each in find_quantities(text.lower()) if each.value is not None}
    times, at = times_at_tokens(text, tokens, today=today), 0
    while at < len(words):
        start = tokens[at + 1].start if words[at] == "$" and at + 1 < len(words) else tokens[at].start
        found: list[tuple[_Piece, int] | None] = [claim_words().longest_match(words, at), times.get(at)]
        if (number := numbers.get(start)) is not None:
            size = sum(tokens[at].start <= each.start < number.end for each in tokens)
            is_multiple = number.unit is Unit.OTHER and size > 1  # "23x earnings": "x earnings" is the figure's name
            found.append((replace(number, unit=Unit.NONE), size - 1) if is_multiple else (number, size))
        piece, size = max(filter(None, found), key=lambda each: each[1], default=(None, 1))
        if piece is not None:
            typed = text[tokens[at].start : tokens[at + size - 1].end]
            yield replace(piece, typed=typed) if isinstance(piece, ClaimWord) else piece
        at += size
        odd = phrase_list("claims", "behind_numbers", "odd").longest_match(words, at)
        if odd is not None and isinstance(piece, Quantity):
            typed = text[tokens[at].start : tokens[at + odd[1] - 1].end]
            yield ClaimWord(ClaimPart.RELATION, Relation.ODD, typed=typed)
            at += odd[1]
