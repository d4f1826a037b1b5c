"""Trains the reader from its examples and writes its weights: `make train`.

The same examples give the same weights. Hands that are held out are not read, but for the report at the end.
"""

import lzma
import math
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adapters.market.instruments import load_instruments
from adapters.market.sample import SampleMarket
from bot.reading.parses import Kind
from bot.reading.trained.examples import Example, Several, digest_of, read_examples, read_several
from bot.reading.trained.features import (
    kind_features,
    slot_features,
    tokens_of,
    value_features,
)
from bot.reading.trained.kinds import MAX_MEANT, KindModel, meaning_inputs, mixed, softmax
from bot.reading.trained.parser import WEIGHTS, TrainedParser
from bot.reading.trained.sentences import sentence_vectors
from bot.reading.trained.tags import SlotTagger, may_follow, tags_of
from bot.reading.trained.weights import LinearModel
from tools.fit_parts import fit_parts
from tools.linear_fit import LEFT_OUT, Rows, fit, fit_chains
from tools.networks import fit_network

KEPT: Final = {"kinds": 900_000, "slots": 450_000, "values": 60_000}  # weights of each model
_WELL_KNOWN: Final = 3  # times that a word occurs
_MANY_KINDS: Final = 60  # that a hand wrote, so that it tells how often each is usual
_MOST_UNUSUAL: Final = 0.3  # a third more, or a quarter less
_PARTS: Final = 6  # of the hands, one part is what certainties are calibrated on
_TAG_EPOCHS: Final = 6
_UNITS: Final = 384  # of the network's hidden layer

INSTRUMENTS: Final = load_instruments(SampleMarket.benchmark)


@dataclass(frozen=True, slots=True)
class KindRows:
    """Examples of kinds: the words of each, what it means, and its kind."""

    words: Sequence[set[str]]
    meaning: NDArray[np.float32]  # examples × inputs of the network
    labels: Sequence[str]

    def only(self, at: NDArray[np.int64]) -> "KindRows":
        """Return some of the examples."""
        return KindRows([self.words[each] for each in at], self.meaning[at], [self.labels[each] for each in at])


def train(examples: Sequence[Example], several: Sequence[Several]) -> TrainedParser:
    """Return a parser that has learnt from examples, and from messages that are cut into some of them."""
    rows, usual = _kind_rows(examples), _usual_kinds(examples)
    of_several, parts = {each.parts[0].hand for each in several}, {p.parse.text for each in several for p in each.parts}
    is_seen = np.array([_part(each) > 0 and each.hand not in of_several for each in examples])
    some = _fit_kinds(rows.only(np.flatnonzero(is_seen)), usual)
    some = replace(some, temperature=_temperature(some, rows.only(np.flatnonzero([not _part(e) for e in examples]))))
    whole = [each for each in examples if each.hand in of_several and each.parse.text not in parts]  # nor are they seen
    return TrainedParser(
        kinds=replace(_fit_kinds(rows, usual), temperature=some.temperature),
        slots=_fit_slots(examples),
        values=_fit_values(examples),
        splitter=fit_parts(several, whole, some, INSTRUMENTS),
    )


def _part(example: Example) -> int:
    """Return in which part of the examples one is; hands stay whole, and both languages are in each part."""
    return example.hand // 2 % _PARTS


def _usual_kinds(examples: Sequence[Example]) -> Mapping[str, float]:
    """Return how much more often each kind is usual than it is in the examples, as logarithms.

    Hands that wrote messages of nearly all kinds tell what is usual; others wrote more of what was read worst. They
    tell little of a kind that is younger than most of them, so that none changes by more than `_MOST_UNUSUAL`.
    """
    of_hand: dict[int, Counter[str]] = defaultdict(Counter)
    for each in examples:
        of_hand[each.hand][each.parse.kind] += 1
    usual = sum((counts for counts in of_hand.values() if len(counts) >= _MANY_KINDS), Counter[str]())
    written, scale = sum(of_hand.values(), Counter[str]()), len(examples) / usual.total()
    more = {kind: math.log(scale * usual[kind] / count) for kind, count in written.items() if usual[kind]}
    return {kind: max(-_MOST_UNUSUAL, min(_MOST_UNUSUAL, each)) for kind, each in more.items()}


def _kind_rows(examples: Sequence[Example]) -> KindRows:
    texts = [each.parse.text for each in examples]
    return KindRows(
        words=[
            kind_features(each.parse.text, tokens_of(each.parse.text), each.before, INSTRUMENTS) for each in examples
        ],
        meaning=meaning_inputs(
            sentence_vectors([text[:MAX_MEANT] for text in texts]), [each.before for each in examples]
        ),
        labels=[each.parse.kind for each in examples],
    )


def _fit_kinds(rows: KindRows, usual: Mapping[str, float]) -> KindModel:
    words = fit(Rows(rows.words, rows.labels), keep=KEPT["kinds"], epochs=6, left_out=LEFT_OUT)
    wanted = np.array([words.labels.index(each) for each in rows.labels])
    meaning = fit_network(rows.meaning, wanted, len(words.labels), units=_UNITS)
    more = np.array([usual.get(each, 0) for each in words.labels], np.float32)
    return KindModel(
        replace(words, bias=words.bias + more),
        replace(meaning, output_bias=meaning.output_bias + more),
        temperature=1,
    )


def _temperature(model: KindModel, rows: KindRows) -> float:
    """Return the temperature at which certainties are most likely, of hands that a model has not seen."""
    scores = mixed(model.words.scores(rows.words), model.meaning.scores(rows.meaning))
    wanted = [model.labels.index(each) for each in rows.labels]

    def loss(temperature: float) -> float:
        return float(-np.log(softmax(scores / temperature)[np.arange(len(wanted)), wanted]).mean())

    return float(min(np.arange(0.2, 3.0, 0.05), key=loss))


def _fit_slots(examples: Sequence[Example]) -> SlotTagger:
    tokens = [tokens_of(each.parse.text) for each in examples]
    counts = Counter(token.text for each in tokens for token in each)
    words = frozenset(word for word, count in counts.items() if count >= _WELL_KNOWN)
    features: list[list[str]] = []
    tags: list[list[str]] = []
    for each, of_message in zip(examples, tokens, strict=True):
        features += slot_features(of_message, each.parse.kind, each.before, INSTRUMENTS, words)
        tags.append(list(tags_of(of_message, each.parse.slots)))
    rows, lengths = Rows(features, list(chain.from_iterable(tags))), [len(each) for each in tags if each]
    return SlotTagger(*fit_chains(rows, lengths, may_follow, keep=KEPT["slots"], epochs=_TAG_EPOCHS), words)


def _fit_values(examples: Sequence[Example]) -> LinearModel:
    """Fit the values of slots, and of whole questions for one figure, which may name it in no words."""
    features, values = [], []
    for each in examples:
        parse, tokens = each.parse, tokens_of(each.parse.text)
        named = [(slot.start, slot.end, f"{slot.name}={slot.value}") for slot in parse.slots if slot.value]
        if parse.kind is Kind.FIGURE and len({value for *_, value in named}) == 1:
            named.append((0, len(parse.text), named[0][2]))
        features += [value_features(parse.text, start, end, tokens, parse.kind) for start, end, _ in named]
        values += [value for *_, value in named]
    return fit(Rows(features, values), keep=KEPT["values"], epochs=6)


def main() -> None:
    """Train on all hands but those held out, write the weights, and say how well these are read."""
    started = time.monotonic()
    examples = [each for each in read_examples() if not each.is_held_out]
    parser = train(examples, [each for each in read_several() if not each.is_held_out])
    with lzma.open(WEIGHTS, "wb", preset=9) as file:
        np.savez(file, examples=np.array(digest_of()), **parser.as_arrays())
    sys.stdout.write(f"{WEIGHTS.stat().st_size / 1e6:.2f} MB after {time.monotonic() - started:.0f} s\n")


if __name__ == "__main__":
    main()
