"""The trained reader: finds the kind of a message and the words that fill slots."""

import lzma
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.domain.conversation.surroundings import Before
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import Token
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.trained.features import tokens_of, value_features
from bot.reading.trained.kinds import KindModel
from bot.reading.trained.parts import MessagePart, PartSplitter
from bot.reading.trained.picked import PickedExamples
from bot.reading.trained.sentences import is_encoder_loaded, sentence_vector
from bot.reading.trained.tags import SlotTagger
from bot.reading.trained.weights import LinearModel

WEIGHTS: Final = Path(__file__).parent / "weights.npz.xz"  # an archive of arrays, LZMA around it

_RUNNERS_UP: Final = 3
_KEPT: Final = 512  # latest messages and clauses, each under what came before it
_SURE: Final = 0.8  # of a kind
_HAVE_VALUES: Final = frozenset({SlotName.MEASURE, SlotName.SETTING})
_NAME_FIGURES: Final = frozenset({SlotName.MEASURE, SlotName.UP, SlotName.DOWN})  # "IBM above 200" is of the price


@dataclass(frozen=True, slots=True, eq=False)
class TrainedParser:
    """Models of the kind of a message, of the slot of a token, of the value of a slot, and of where a part begins."""

    kinds: KindModel
    slots: SlotTagger
    values: LinearModel
    splitter: PartSplitter

    def parse(
        self,
        text: str,
        before: Collection[Before],
        instruments: InstrumentTable,
        *,
        excluded: Collection[Kind] = (),
        picked: PickedExamples | None = None,
    ) -> Parse:
        """Return the most likely kind of a normalised message with its slots, and the kinds that come next.

        Args:
            text: A message.
            before: What came just before it.
            instruments: All that can be named.
            excluded: Kinds that the message cannot have.
            picked: What people of the workspace meant by earlier messages; it counts where the kind is unsure.
        """
        around = frozenset(before)
        likely = _probabilities(self.kinds, text, around, instruments).copy()
        likely[[label in excluded for label in self.kinds.labels]] = 0
        likely /= likely.sum()
        if picked is not None and likely.max() < _SURE:
            likely = picked.weighed(likely, self.kinds.labels, text, instruments)
        order = np.argsort(-likely)[: 1 + _RUNNERS_UP]
        (kind, certainty), *next_likely = ((Kind(self.kinds.labels[each]), float(likely[each])) for each in order)
        return Parse(
            text=text,
            kind=kind,
            certainty=certainty,
            slots=tuple(self._slots(text, kind, around, instruments, is_sure=certainty >= _SURE)),
            runners_up=tuple(next_likely),
        )

    def parse_as(self, text: str, *kinds: Kind, instruments: InstrumentTable, before: Collection[Before] = ()) -> Parse:
        """Return a text as a message of the likeliest of some kinds."""
        return self.parse(text, before, instruments, excluded=frozenset(Kind) - set(kinds))

    def parts(self, text: str, instruments: InstrumentTable) -> tuple[MessagePart, ...]:
        """Return the parts of a normalised message that ask for different things, in order."""
        return _parts(self.splitter, text, self.kinds, instruments)

    def with_values(self, parse: Parse) -> Parse:
        """Return a parse of another reader with the values of its slots."""
        tokens = tokens_of(parse.text)
        slots = tuple(self._with_value(slot, parse.text, tokens, parse.kind) for slot in parse.slots)
        return replace(parse, slots=slots)

    def _slots(
        self,
        text: str,
        kind: Kind,
        before: frozenset[Before],
        instruments: InstrumentTable,
        *,
        is_sure: bool,
    ) -> Iterator[Slot]:
        """Yield the slots of a message; of a sure question for a figure that no slot has, the one that words mean."""
        tokens, slots = tokens_of(text), _slots(self.slots, text, kind, before, instruments)
        names_figure = any(slot.name in _NAME_FIGURES for slot in slots)
        if is_sure and kind is Kind.FIGURE and not names_figure and _has_words_beside(tokens, slots):
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
            **self.kinds.as_arrays(),
            **self.slots.as_arrays(),
            **self.values.as_arrays("values"),
            **self.splitter.as_arrays(),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any]) -> "TrainedParser":
        """Return the parser that was kept. Raises: KeyError: a model is missing."""
        values, splitter = LinearModel.from_arrays(arrays, "values"), PartSplitter.from_arrays(arrays)
        return cls(KindModel.from_arrays(arrays), SlotTagger.from_arrays(arrays), values, splitter)


@lru_cache(maxsize=_KEPT)
def _probabilities(
    kinds: KindModel, text: str, before: frozenset[Before], instruments: InstrumentTable
) -> NDArray[np.float64]:
    """Return the probability of each kind; a message is parsed again for what follows it, and to see whom it is for."""
    return kinds.probabilities(text, tokens_of(text), before, instruments)


@lru_cache(maxsize=_KEPT)
def _slots(
    tagger: SlotTagger, text: str, kind: Kind, before: frozenset[Before], instruments: InstrumentTable
) -> tuple[Slot, ...]:
    return tagger.slots(text, kind, before, instruments)


@lru_cache(maxsize=_KEPT)
def _parts(
    splitter: PartSplitter, text: str, kinds: KindModel, instruments: InstrumentTable
) -> tuple[MessagePart, ...]:
    return splitter.parts(text, kinds, instruments)


def _has_words_beside(tokens: Sequence[Token], slots: Sequence[Slot]) -> bool:
    """Return whether words stand in no slot."""
    inside = (any(slot.start <= each.start < slot.end for slot in slots) for each in tokens if each.text.isalnum())
    return not all(inside)


def read_weights() -> Mapping[str, Any]:
    """Return the arrays that training has left."""
    with lzma.open(WEIGHTS) as file, np.load(BytesIO(file.read()), allow_pickle=False) as arrays:
        return dict(arrays)


@cache
def trained_parser() -> TrainedParser:
    """Return the parser that comes with Parley."""
    return TrainedParser.from_arrays(read_weights())


def is_parser_loaded() -> bool:
    """Return whether a message is parsed at once."""
    return bool(trained_parser.cache_info().currsize) and is_encoder_loaded()


def load_parser() -> None:
    """Load all that parsing needs: a second and a half, once. Call this in a thread."""
    trained_parser()
    sentence_vector("")
