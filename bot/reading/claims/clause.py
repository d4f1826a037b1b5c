"""The pieces of one clause, by kind, and whether it states something."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from bot.domain.figures.claims import Topic, TopicClaim
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import When
from bot.reading.claims.scan import Number, Piece
from bot.reading.claims.vocabulary import ClaimPart, Subject

MOVES: Final = frozenset({"rising", "falling"})
_BARE: Final = frozenset({"up", "down"})
_MOST_UNKNOWN: Final = 3  # words
_VAGUE: Final = frozenset({Topic.SENTIMENT, Topic.ECONOMY})  # topics of any talk


class Clause:
    """One clause of a message."""

    def __init__(self, pieces: Sequence[Piece], *, is_opened: bool, is_doubt: bool) -> None:
        """Sort the pieces.

        Args:
            pieces: In order.
            is_opened: The message turns against something, or says whose opinion it is.
            is_doubt: It is put as a question: its denial is none.
        """
        self.pieces, self._is_opened, self._is_doubt = pieces, is_opened, is_doubt

    def _values(self, part: ClaimPart) -> tuple[str, ...]:
        return tuple(piece.word.value for piece in self.pieces if piece.word is not None and piece.word.part is part)

    @cached_property
    def facts(self) -> tuple[Subject, ...]:
        """The figures it names."""
        words = [piece.word for piece in self.pieces if piece.says(ClaimPart.FACT)]
        return tuple(dict.fromkeys(word.subject for word in words if word is not None and word.subject is not None))

    @property
    def ends_with_price(self) -> bool:
        """Whether the price stands behind another figure: "the 200-day average is above the price"."""
        return len(self.facts) > 1 and self.facts[-1].measure is Measure.PRICE

    @cached_property
    def judged(self) -> Mapping[Subject, str]:
        """What it says of figures without their names."""
        words = [piece.word for piece in self.pieces if piece.word is not None and piece.word.state]
        return {word.subject: word.state for word in words if word.subject is not None}

    @cached_property
    def topics(self) -> tuple[TopicClaim, ...]:
        """The topics without figures that it names."""
        return tuple(self._topics())

    def _topics(self) -> Iterator[TopicClaim]:
        for piece in self.pieces:
            is_topic = piece.says(ClaimPart.TOPIC) or piece.says(ClaimPart.EVENT, *Topic)
            if piece.word is not None and is_topic:
                yield TopicClaim(topic=Topic(piece.word.value), typed=piece.typed)

    @cached_property
    def levels(self) -> frozenset[str]:
        """The levels that it names."""
        return frozenset(self._values(ClaimPart.LEVEL))

    @cached_property
    def relations(self) -> frozenset[str]:
        """The relations to a number or an average that it names."""
        return frozenset(self._values(ClaimPart.RELATION))

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        """The numbers."""
        return tuple(piece.number for piece in self.pieces if piece.number is not None)

    @cached_property
    def whens(self) -> tuple[When, ...]:
        """The times."""
        return tuple(piece.when for piece in self.pieces if piece.when is not None)

    @property
    def is_denied(self) -> bool:
        """Whether it denies what it says."""
        return bool(self._values(ClaimPart.DENIAL)) and not self._is_doubt

    @property
    def moves(self) -> bool:
        """Whether it names a direction."""
        return bool(self.levels & MOVES)

    @property
    def has_unknown(self) -> bool:
        """Whether a word stands in no list."""
        return any(piece.is_unknown for piece in self.pieces)

    @property
    def is_subject_only(self) -> bool:
        """Whether it names figures or a topic, and says nothing of them."""
        if self.topics:
            return not (self.says_of_topic or self.has_unknown or self.numbers)
        said = self.levels or self.relations - {"exact"} or self.numbers or self.judged
        return bool(self.facts) and not (said or self.has_unknown)

    @property
    def adds_nothing(self) -> bool:
        """Whether it names neither a figure, a topic nor a number: "that's great", behind a claim."""
        return not (self.facts or self.topics or self.judged or self.numbers)

    @property
    def gives_value(self) -> bool:
        """Whether a number is said to be the figure's: "rsi 14" may be anything."""
        is_related = any(p.says(ClaimPart.RELATION) and not p.typed.isascii() for p in self.pieces)  # 市盈率超过30
        is_judged = self._is_han and bool(self.facts and self.levels - MOVES)  # 股息率3%不错
        return self._has_verb or self._is_opened or is_related or is_judged or "exact" in self.relations

    @property
    def names_share(self) -> bool:
        """Whether it names the share, or stands for it by a pronoun."""
        return any(piece.symbol or piece.says(ClaimPart.FILLER, "pronoun") for piece in self.pieces)

    @property
    def is_stated(self) -> bool:
        """Whether something says that it is so, and not only what: "high volume" may be a question."""
        is_sentence = bool(self.facts) and (self.moves or self._is_han or self.has_unknown)
        has_degree = any(piece.says(ClaimPart.FILLER, "degree") for piece in self.pieces)
        says_so = self.names_share or has_degree or self.is_denied or bool(self.whens)
        return self.gives_value or is_sentence or (says_so and not self._is_bare_direction)

    @property
    def may_be_longer(self) -> bool:
        """Whether a few words that stand in no list may be let pass: "the RSI is screaming overbought"."""
        unknown = sum(piece.is_unknown for piece in self.pieces)
        is_of_figure = bool(self.facts or self.judged) and self._begins_with_subject
        return is_of_figure and unknown <= _MOST_UNKNOWN and not self.numbers

    @property
    def says_of_topic(self) -> bool:
        """Whether it says something of a topic; what stands in no list does behind a verb, or against what was said."""
        if self._has_other_number or len(self.pieces) == 1:
            return False
        if self.moves or self._values(ClaimPart.EVENT):
            return True
        is_vague = self.topics[0].topic in _VAGUE
        if self._is_han and not is_vague and self.names_share and (self._has_verb or self._values(ClaimPart.DENIAL)):
            return True
        has_subject = self.names_share or any(piece.says(ClaimPart.FILLER, "degree") for piece in self.pieces)
        if self.levels or self.judged or any(number.is_percent for number in self.numbers):
            return self._is_han or self.gives_value or has_subject
        is_said = self._has_verb or self._is_opened or (self._is_han and has_subject)
        has_more = self.has_unknown or bool(self.relations - {"exact"})
        return has_more and is_said and not is_vague

    @property
    def _has_other_number(self) -> bool:
        """Whether it has a number in digits that is neither a percentage nor part of a name: "Windows 8"."""
        behind = zip((None, *self.pieces), self.pieces, strict=False)
        return any(
            piece.number is not None
            and not piece.number.is_percent
            and any(sign.isdecimal() and sign.isascii() for sign in piece.typed)
            and (before is None or not before.says(ClaimPart.TOPIC))
            for before, piece in behind
        )

    @property
    def _has_verb(self) -> bool:
        """Whether it has a verb; an ending right behind a topic makes it a possessive: "last quarter's numbers"."""
        behind = zip((None, *self.pieces), self.pieces, strict=False)
        endings = (before for before, piece in behind if piece.says(ClaimPart.FILLER, "ending"))
        has_ending = any(before is None or not before.says(ClaimPart.TOPIC) for before in endings)
        has_denial = bool(self._values(ClaimPart.DENIAL)) and not self._is_han
        return has_ending or has_denial or any(p.says(ClaimPart.FILLER, "verb", "asking") for p in self.pieces)

    @property
    def _is_han(self) -> bool:
        """Whether it is Chinese, which needs no verb between a figure and what is said of it."""
        return any(not piece.typed.isascii() for piece in self.pieces)

    @property
    def _is_bare_direction(self) -> bool:
        """Whether a direction without a verb says it all, as in an order: "up it 10 %"."""
        moves = [piece.typed.lower() for piece in self.pieces if piece.says(ClaimPart.LEVEL, *MOVES)]
        return bool(moves) and set(moves) <= _BARE and not (self.facts or self.judged)

    @property
    def _begins_with_subject(self) -> bool:
        """Whether a figure, or the share, is what the clause begins with: what follows is said of that."""
        skipped = (piece.says(ClaimPart.FILLER, "filler") or _opens(piece) for piece in self.pieces)
        first = next((piece for piece, is_skipped in zip(self.pieces, skipped, strict=True) if not is_skipped), None)
        if first is None:
            return False
        return first.says(ClaimPart.FACT) or first.says(ClaimPart.FILLER, "pronoun") or first.symbol is not None


def _opens(piece: Piece) -> bool:
    return piece.says(ClaimPart.OPENING) or piece.says(ClaimPart.DOUBT)
