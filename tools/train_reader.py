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
from bot.reading.trained.examples import Example, digest_of, read_examples
from bot.reading.trained.features import (
    kind_features,
    slot_features,
    tokens_of,
    value_features,
)
from bot.reading.trained.kinds import MAX_MEANT, KindModel, meaning_inputs, mixed, softmax
from bot.reading.trained.network import Network
from bot.reading.trained.parser import WEIGHTS, TrainedParser
from bot.reading.trained.sentences import sentence_vectors
from bot.reading.trained.tags import SlotTagger, may_follow, tags_of
from bot.reading.trained.weights import LinearModel
from tools.adam import Adam
from tools.linear_fit import BATCH, LEFT_OUT, Rows, batches, error_of, fit, fit_chains

KEPT: Final = {"kinds": 900_000, "slots": 450_000, "values": 60_000}  # weights of each model
_WELL_KNOWN: Final = 3  # times that a word occurs
_MANY_KINDS: Final = 60  # that a hand wrote, so that it tells how often each is usual
_MOST_UNUSUAL: Final = 0.3  # a third more, or a quarter less
_PARTS: Final = 6  # of the hands, one part is what certainties are calibrated on
_TAG_EPOCHS: Final = 6
_UNITS: Final = 384  # of the network's hidden layer
_KEPT_UNITS: Final = 0.5  # of them, in each batch
_NETWORK_EPOCHS: Final = 12
_NETWORK_RATE: Final = 0.002

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


def fit_network(inputs: NDArray[np.float32], wanted: NDArray[np.int64], labels: int, *, seed: int = 0) -> Network:
    """Return a network fitted by Adam; half of the hidden units are left out at random of each batch.

    Args:
        inputs: Examples × inputs.
        wanted: Of each example, its label.
        labels: How many there are.
        seed: Of the weights at the beginning, and of the order in which the examples are seen.
    """
    generator, size = np.random.default_rng(seed), inputs.shape[1]
    parts = [
        generator.normal(0, size**-0.5, (size, _UNITS)).astype(np.float32),
        np.zeros(_UNITS, np.float32),
        generator.normal(0, _UNITS**-0.5, (_UNITS, labels)).astype(np.float32),
        np.zeros(labels, np.float32),
    ]
    steps = _NETWORK_EPOCHS * -(-len(inputs) // BATCH)
    fitted = [Adam(each, rate=_NETWORK_RATE, steps=steps) for each in parts]
    for _ in range(_NETWORK_EPOCHS):
        for chosen in batches(generator.permutation(len(inputs))):
            batch, network = inputs[chosen], Network(*parts)
            units = network.units(batch)
            kept = (generator.random(units.shape) < _KEPT_UNITS) / np.float32(_KEPT_UNITS)
            units = np.asarray(units * kept, np.float32)
            error = error_of(units @ network.output + network.output_bias, wanted[chosen])
            behind = (error @ network.output.T) * (units > 0) * kept
            slopes = (batch.T @ behind, behind.sum(axis=0), units.T @ error, error.sum(axis=0))
            for each, slope in zip(fitted, slopes, strict=True):
                each.step(slope)
    return Network(*parts)


def train(examples: Sequence[Example]) -> TrainedParser:
    """Return a parser that has learnt from examples."""
    rows, parts = _kind_rows(examples), [_part(each, _PARTS) for each in examples]
    usual = _usual_kinds(examples)
    kinds = _fit_kinds(rows, usual)
    return TrainedParser(
        kinds=replace(kinds, temperature=_temperature(rows, parts, usual)),
        slots=_fit_slots(examples),
        values=_fit_values(examples),
    )


def _part(example: Example, parts: int) -> int:
    """Return in which part of the examples one is; hands stay whole, and both languages are in each part."""
    return example.hand // 2 % parts


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
    meaning = fit_network(rows.meaning, wanted, len(words.labels))
    more = np.array([usual.get(each, 0) for each in words.labels], np.float32)
    return KindModel(
        replace(words, bias=words.bias + more),
        replace(meaning, output_bias=meaning.output_bias + more),
        temperature=1,
    )


def _temperature(rows: KindRows, parts: Sequence[int], usual: Mapping[str, float]) -> float:
    """Return the temperature at which certainties are most likely, of hands that a model has not seen."""
    learnt, other = (rows.only(np.flatnonzero((np.array(parts) == 0) == is_other)) for is_other in (False, True))
    model = _fit_kinds(learnt, usual)
    scores = mixed(model.words.scores(other.words), model.meaning.scores(other.meaning))
    wanted = [model.labels.index(each) for each in other.labels]

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
    examples = list(read_examples())
    parser = train([each for each in examples if not each.is_held_out])
    with lzma.open(WEIGHTS, "wb", preset=9) as file:
        np.savez(file, examples=np.array(digest_of()), **parser.as_arrays())
    sys.stdout.write(f"{WEIGHTS.stat().st_size / 1e6:.2f} MB after {time.monotonic() - started:.0f} s\n")


if __name__ == "__main__":
    main()
