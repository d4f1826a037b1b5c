"""Finds the words of a message that fill slots: the likeliest tags of its tokens, in a row that makes sense."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.domain.conversation.surroundings import Before
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.number_words import CHINESE_NUMERALS
from bot.domain.text.tokens import Token
from bot.reading.parses import Kind, Slot, SlotName
from bot.reading.trained.features import slot_features, tokens_of
from bot.reading.trained.weights import LinearModel

_OUTSIDE: Final = "O"  # a token of no slot; those of one are "B-share" at its beginning and "I-share" behind it
_WHOLE: Final = re.compile(  # numbers, and symbols of classes of shares
    rf"\d+(?:[.,]\d+)+|[{CHINESE_NUMERALS}]{{2,}}|[A-Z]+\.[A-Z]\b"
)
_CURRENCIES: Final = frozenset("$€£¥")
_ENDS: Final = " ,;:"  # between clauses: they belong to no slot


@dataclass(frozen=True, slots=True, eq=False)
class SlotTagger:
    """A conditional random field: a softmax of the slot of a token, and which tags follow each other."""

    model: LinearModel
    moves: NDArray[np.float32]  # tags × tags: what is added where the second is behind the first
    words: frozenset[str]  # that are known well enough to tell a slot; all others are alike

    def slots(
        self, text: str, kind: Kind, before: Collection[Before], instruments: InstrumentTable
    ) -> tuple[Slot, ...]:
        """Return the slots of a message of a kind, in order."""
        tokens = tokens_of(text)
        if not tokens:
            return ()
        scores = self.model.scores(slot_features(tokens, kind, before, instruments, self.words))
        return tuple(slots_of(text, tokens, best_tags(scores, self.model.labels, self.moves)))

    def as_arrays(self) -> Mapping[str, Any]:
        """Return what `from_arrays` makes the tagger of again."""
        words = np.array(sorted(self.words))
        return {**self.model.as_arrays("slots"), "slots.moves": self.moves.astype(np.float16), "slots.words": words}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any]) -> "SlotTagger":
        """Return the tagger that was kept. Raises: KeyError: a part is missing."""
        moves, words = arrays["slots.moves"].astype(np.float32), frozenset(arrays["slots.words"].tolist())
        return cls(LinearModel.from_arrays(arrays, "slots"), moves, words)


def tags_of(tokens: Iterable[Token], slots: Sequence[Slot]) -> Iterator[str]:
    """Yield the tag of each token."""
    last: Slot | None = None
    for token in tokens:
        slot = next((each for each in slots if each.start < token.end and token.start < each.end), None)
        yield _OUTSIDE if slot is None else f"{'I' if slot is last else 'B'}-{slot.name}"
        last = slot


def slots_of(text: str, tokens: Sequence[Token], tags: Sequence[str]) -> Iterator[Slot]:
    """Yield the slots that tags stand for, without signs at their ends; a number is in one as a whole."""
    whole = [match.span() for match in _WHOLE.finditer(text)]
    begins = [at for at, tag in enumerate(tags) if tag.startswith("B-") and not _is_of_sign(tokens, tags, at)]
    read_to = 0
    for begin in begins:
        end = begin + 1
        if _is_of_sign(tokens, tags, end):
            end += 1
        while end < len(tags) and tags[end].startswith("I-"):
            end += 1
        first, last = tokens[begin].start, tokens[end - 1].end
        last = next((stop for start, stop in whole if start < last < stop), last)
        words = text[first:last].rstrip(_ENDS)
        words, first = words.lstrip(_ENDS), last - len(text[first:last].lstrip(_ENDS))
        if words and first >= read_to:
            read_to = first + len(words)
            yield Slot(SlotName(tags[begin][2:]), first, read_to, words)


def _is_of_sign(tokens: Sequence[Token], tags: Sequence[str], at: int) -> bool:
    """Return whether a token that begins a slot belongs to the sign before it, which does too: the 3 of "$3"."""
    if not 0 < at < len(tags) or not (tags[at].startswith("B-") and tags[at - 1].startswith("B-")):
        return False
    return tokens[at - 1].text in _CURRENCIES and tokens[at - 1].end == tokens[at].start


def best_tags(scores: NDArray[np.float64], labels: Sequence[str], moves: NDArray[np.float32]) -> list[str]:
    """Return the tags with the highest sum of scores and moves (Viterbi); "I-share" follows a tag of a share only.

    Args:
        scores: Tokens × tags.
        labels: The tags.
        moves: Of each pair of tags in a row, what is added.
    """
    allowed = _allowed_moves(tuple(labels))
    best, came_from, steps = scores[0] + allowed[-1], [], allowed[:-1] + moves
    for row in scores[1:]:
        sums = best[:, None] + steps
        came_from.append(sums.argmax(axis=0))
        best = sums.max(axis=0) + row
    at = [int(best.argmax())]
    for each in reversed(came_from):
        at.append(int(each[at[-1]]))
    return [labels[each] for each in reversed(at)]


def may_follow(tag: str, previous: str) -> bool:
    """Return whether a tag may stand behind another one; "": at the beginning."""
    return not tag.startswith("I-") or previous[2:] == tag[2:]


@cache
def _allowed_moves(labels: tuple[str, ...]) -> NDArray[np.float64]:
    """Return 0 or -inf for each pair of tags in a row, and in the last row for the tag at the beginning."""
    return np.array([[0.0 if may_follow(tag, each) else -np.inf for tag in labels] for each in (*labels, _OUTSIDE)])
