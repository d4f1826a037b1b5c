"""The trained reader: finds the kind of a message and the words that fill slots."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.domain.conversation.surroundings import Before
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import Token
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.trained.features import kind_features, slot_features, tokens_of, value_features
from bot.reading.trained.weights import LinearModel

WEIGHTS: Final = Path(__file__).parent / "weights.npz"

_OUTSIDE: Final = "O"  # a token of no slot; those of one are "B-share" at its beginning and "I-share" behind it
_RUNNERS_UP: Final = 3
_WHOLE: Final = re.compile(r"\d+(?:[.,]\d+)+|[A-Z]+\.[A-Z]\b")  # numbers, and symbols of classes of shares
_SURE: Final = 0.8  # of a kind
_CURRENCIES: Final = frozenset("$€£¥")
_HAVE_VALUES: Final = frozenset({SlotName.MEASURE, SlotName.SETTING})


@dataclass(frozen=True, slots=True)
class TrainedParser:
    """Three softmaxes: of the kind of a message, of the slot of a token, and of the value of a slot."""

    kinds: LinearModel
    slots: LinearModel
    values: LinearModel

    def parse(
        self,
        text: str,
        before: Collection[Before],
        instruments: InstrumentTable,
        *,
        excluded: Collection[Kind] = (),
    ) -> Parse:
        """Return the most likely kind of a normalised message with its slots, and the kinds that come next.

        Args:
            text: A message.
            before: What came just before it.
            instruments: All that can be named.
            excluded: Kinds that the message cannot have.
        """
        tokens = tokens_of(text)
        likely = self.kinds.probabilities(kind_features(text, tokens, before, instruments))
        likely[[label in excluded for label in self.kinds.labels]] = 0
        likely /= likely.sum()
        order = np.argsort(-likely)[: 1 + _RUNNERS_UP]
        (kind, certainty), *next_likely = ((Kind(self.kinds.labels[each]), float(likely[each])) for each in order)
        return Parse(
            text=text,
            kind=kind,
            certainty=certainty,
            slots=tuple(self._slots(text, kind, before, instruments, is_sure=certainty >= _SURE)),
            runners_up=tuple(next_likely),
        )

    def with_values(self, parse: Parse) -> Parse:
        """Return a parse of another reader with the values of its slots."""
        tokens = tokens_of(parse.text)
        slots = tuple(self._with_value(slot, parse.text, tokens, parse.kind) for slot in parse.slots)
        return replace(parse, slots=slots)

    def _slots(
        self,
        text: str,
        kind: Kind,
        before: Collection[Before],
        instruments: InstrumentTable,
        *,
        is_sure: bool,
    ) -> Iterator[Slot]:
        """Yield the slots of a message; of a sure question for a figure that no words name, the likely one."""
        tokens = tokens_of(text)
        if not tokens:
            return
        tags = best_tags(self.slots.scores(slot_features(tokens, kind, before, instruments)), self.slots.labels)
        slots = tuple(slots_of(text, tokens, tags))
        if is_sure and kind is Kind.FIGURE and all(slot.name is not SlotName.MEASURE for slot in slots):
            yield self._with_value(Slot(SlotName.MEASURE, 0, len(text), text), text, tokens, kind)
        yield from (self._with_value(slot, text, tokens, kind) for slot in slots)

    def _with_value(self, slot: Slot, text: str, tokens: Sequence[Token], kind: Kind) -> Slot:
        if slot.name not in _HAVE_VALUES:
            return slot
        scores = self.values.scores([value_features(text, slot.start, slot.end, tokens, kind)])[0]
        best = max(
            (at for at, label in enumerate(self.values.labels) if label.startswith(f"{slot.name}=")),
            key=lambda at: scores[at],
        )
        return replace(slot, value=self.values.labels[best].partition("=")[2])

    def as_arrays(self) -> Mapping[str, Any]:
        """Return what `from_arrays` makes the parser of again."""
        return {
            **self.kinds.as_arrays("kinds"),
            **self.slots.as_arrays("slots"),
            **self.values.as_arrays("values"),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any]) -> "TrainedParser":
        """Return the parser that was kept. Raises: KeyError: a model is missing."""
        return cls(*(LinearModel.from_arrays(arrays, name) for name in ("kinds", "slots", "values")))


@cache
def trained_parser() -> TrainedParser:
    """Return the parser that comes with Parley."""
    with np.load(WEIGHTS, allow_pickle=False) as arrays:
        return TrainedParser.from_arrays(arrays)


def tags_of(tokens: Iterable[Token], slots: Sequence[Slot]) -> Iterator[str]:
    """Yield the tag of each token."""
    last: Slot | None = None
    for token in tokens:
        slot = next((each for each in slots if each.start < token.end and token.start < each.end), None)
        yield _OUTSIDE if slot is None else f"{'I' if slot is last else 'B'}-{slot.name}"
        last = slot


def slots_of(text: str, tokens: Sequence[Token], tags: Sequence[str]) -> Iterator[Slot]:
    """Yield the slots that tags stand for; what has points or commas in it is in one slot as a whole."""
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
        if first >= read_to:
            yield Slot(SlotName(tags[begin][2:]), first, last, text[first:last])
            read_to = last


def _is_of_sign(tokens: Sequence[Token], tags: Sequence[str], at: int) -> bool:
    """Return whether a token that begins a slot belongs to the sign before it, which does too: the 3 of "$3"."""
    if not 0 < at < len(tags) or not (tags[at].startswith("B-") and tags[at - 1].startswith("B-")):
        return False
    return tokens[at - 1].text in _CURRENCIES and tokens[at - 1].end == tokens[at].start


def best_tags(scores: NDArray[np.float64], labels: Sequence[str]) -> list[str]:
    """Return the tags with the highest sum of scores, where "I-share" follows a tag of a share only (Viterbi)."""
    allowed = _allowed_moves(tuple(labels))
    best, came_from = scores[0] + allowed[-1], []
    for row in scores[1:]:
        sums = best[:, None] + allowed[:-1]
        came_from.append(sums.argmax(axis=0))
        best = sums.max(axis=0) + row
    at = [int(best.argmax())]
    for each in reversed(came_from):
        at.append(int(each[at[-1]]))
    return [labels[each] for each in reversed(at)]


@cache
def _allowed_moves(labels: tuple[str, ...]) -> NDArray[np.float64]:
    """Return 0 or -inf for each pair of tags in a row, and in the last row for the tag at the beginning."""

    def may_follow(tag: str, previous: str) -> bool:
        return not tag.startswith("I-") or previous[2:] == tag[2:]

    return np.array([[0.0 if may_follow(tag, each) else -np.inf for tag in labels] for each in (*labels, _OUTSIDE)])
