"""Trains the reader from its examples and writes its weights: `make train`.

The same examples give the same weights. Hands that are held out are not read, but for the report at the end.
"""

import math
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from adapters.market.instruments import load_instruments
from adapters.market.sample import SampleMarket
from bot.reading.parses import Kind
from bot.reading.trained.examples import Example, digest_of, read_examples
from bot.reading.trained.features import (
    code_of,
    kind_features,
    slot_features,
    tokens_of,
    value_features,
)
from bot.reading.trained.kinds import MAX_MEANT, KindModel, meaning_inputs, mixed, softmax
from bot.reading.trained.network import Network
from bot.reading.trained.parser import WEIGHTS, TrainedParser
from bot.reading.trained.sentences import sentence_vectors
from bot.reading.trained.tags import SlotTagger, tags_of
from bot.reading.trained.weights import LinearModel, pruned

KEPT: Final = {"kinds": 1_168_000, "slots": 450_000, "values": 60_000}  # weights of each model
_WELL_KNOWN: Final = 3  # times that a word occurs
_TRUST: Final = 0.3  # in which tags follow each other, beside what the tokens tell
_MANY_KINDS: Final = 60  # that a hand wrote, so that it tells how often each is usual
_MOST_UNUSUAL: Final = 0.3  # a third more, or a quarter less
_PARTS: Final = 6  # of the hands, one part is what certainties are calibrated on
_BATCH: Final = 256
_RATE: Final = 0.1
_DECAY: Final = 1e-6
_EPSILON: Final = 1e-5  # so great that weights of rare features, whose slopes are small, grow slowly
_UNITS: Final = 384  # of the network's hidden layer
_KEPT_UNITS: Final = 0.5  # of them, in each batch
_NETWORK_EPOCHS: Final = 12
_NETWORK_RATE: Final = 0.002
_DOUBT: Final = 0.05  # of each example's label, shared by all

INSTRUMENTS: Final = load_instruments(SampleMarket.benchmark)


@dataclass(frozen=True, slots=True)
class Rows:
    """Examples of one model: the features of each, and its label."""

    features: Sequence[Iterable[str]]
    labels: Sequence[str]


@dataclass(frozen=True, slots=True)
class KindRows:
    """Examples of kinds: the words of each, what it means, and its kind."""

    words: Sequence[set[str]]
    meaning: NDArray[np.float32]  # examples × inputs of the network
    labels: Sequence[str]

    def only(self, at: NDArray[np.int64]) -> "KindRows":
        """Return some of the examples."""
        return KindRows([self.words[each] for each in at], self.meaning[at], [self.labels[each] for each in at])


def fit(rows: Rows, *, keep: int, epochs: int, least: int = 2, seed: int = 0) -> LinearModel:
    """Return a softmax fitted by Adam; a feature that occurs `least` times only is left out."""
    names = sorted(set(rows.labels))
    codes = [np.unique(np.fromiter(map(code_of, each), np.uint32)) for each in rows.features]
    known, counts = np.unique(np.concatenate(codes), return_counts=True)
    known = known[counts > least]
    everywhere = np.concatenate(codes)
    at = np.minimum(np.searchsorted(known, everywhere), len(known) - 1)
    is_known = known[at] == everywhere
    owner = np.repeat(np.arange(len(codes)), [len(each) for each in codes])[is_known]
    sizes = np.bincount(owner, minlength=len(codes))
    values = np.repeat(1 / np.sqrt(np.maximum(sizes, 1)), sizes).astype(np.float32)
    first = np.concatenate([[0], np.cumsum(sizes)])
    matrix = csr_matrix((values, at[is_known], first), shape=(len(codes), len(known)))
    wanted = np.array([names.index(each) for each in rows.labels])
    weights, bias = _adam(matrix, wanted, len(names), epochs=epochs, seed=seed)
    return pruned(names, known.astype(np.uint32), weights, bias, keep=keep)


def _adam(
    matrix: csr_matrix, wanted: NDArray[np.int64], labels: int, *, epochs: int, seed: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return weights, features by labels, and bias. Of the weights only those of features in the batch are updated.

    Args:
        matrix: Examples by features.
        wanted: Of each example, its label.
        labels: How many there are.
        epochs: How often each example is seen.
        seed: Of the order in which they are seen.
    """
    generator = np.random.default_rng(seed)
    weights = np.zeros((matrix.shape[1], labels), np.float32)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    bias, bias_mean, bias_square = (np.zeros(labels, np.float32) for _ in range(3))
    steps, step = epochs * -(-matrix.shape[0] // _BATCH), 0
    for _ in range(epochs):
        order = generator.permutation(matrix.shape[0])
        for begin in range(0, len(order), _BATCH):
            step += 1
            chosen = order[begin : begin + _BATCH]
            batch = matrix[chosen]
            error = _error(batch @ weights + bias, wanted[chosen])
            rate = _RATE * (1 - step / (steps + 1)) * np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
            used, columns = np.unique(batch.indices, return_inverse=True)
            narrow = csr_matrix((batch.data, columns, batch.indptr), shape=(len(chosen), len(used)))
            slope = narrow.T @ error + _DECAY * weights[used]
            mean[used] = new_mean = 0.9 * mean[used] + 0.1 * slope
            square[used] = new_square = 0.999 * square[used] + 0.001 * slope**2
            weights[used] -= rate * new_mean / (np.sqrt(new_square) + _EPSILON)
            slope = error.sum(axis=0)
            bias_mean, bias_square = 0.9 * bias_mean + 0.1 * slope, 0.999 * bias_square + 0.001 * slope**2
            bias -= rate * bias_mean / (np.sqrt(bias_square) + 1e-8)
    return weights, bias


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
    means, squares = [np.zeros_like(each) for each in parts], [np.zeros_like(each) for each in parts]
    steps, step = _NETWORK_EPOCHS * -(-len(inputs) // _BATCH), 0
    for _ in range(_NETWORK_EPOCHS):
        order = generator.permutation(len(inputs))
        for begin in range(0, len(order), _BATCH):
            step += 1
            chosen = order[begin : begin + _BATCH]
            batch, network = inputs[chosen], Network(*parts)
            units = network.units(batch)
            kept = (generator.random(units.shape) < _KEPT_UNITS) / np.float32(_KEPT_UNITS)
            units = np.asarray(units * kept, np.float32)
            error = _error(units @ network.output + network.output_bias, wanted[chosen])
            behind = (error @ network.output.T) * (units > 0) * kept
            slopes = (batch.T @ behind, behind.sum(axis=0), units.T @ error, error.sum(axis=0))
            rate = _NETWORK_RATE * (1 - step / (steps + 1)) * np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
            for at, slope in enumerate(slopes):
                means[at] += 0.1 * (slope - means[at])
                squares[at] += 0.001 * (slope**2 - squares[at])
                parts[at] -= rate * means[at] / (np.sqrt(squares[at]) + 1e-7)
    return Network(*parts)


def _error(scores: NDArray[Any], wanted: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return the slope of the loss of a batch by its scores."""
    error = softmax(scores) - _DOUBT / scores.shape[1]
    error[np.arange(len(wanted)), wanted] -= 1 - _DOUBT
    return np.asarray(error / len(wanted), np.float32)


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
    words = fit(Rows(rows.words, rows.labels), keep=KEPT["kinds"], epochs=6)
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
    model = fit(Rows(features, list(chain.from_iterable(tags))), keep=KEPT["slots"], epochs=3)
    return SlotTagger(model, _moves(tags, model.labels), words)


def _moves(tags: Iterable[Sequence[str]], labels: Sequence[str]) -> NDArray[np.float32]:
    """Return how much likelier than by itself each tag is behind each other one, as logarithms, in part."""
    seen, places = np.full((len(labels), len(labels)), 0.5), {label: at for at, label in enumerate(labels)}
    for first, second in chain.from_iterable(map(pairwise, tags)):
        seen[places[first], places[second]] += 1
    behind = np.log(seen / seen.sum(axis=1, keepdims=True))
    return np.asarray(_TRUST * (behind - np.log(seen.sum(axis=0) / seen.sum())), np.float32)


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
    np.savez_compressed(WEIGHTS, examples=np.array(digest_of()), **parser.as_arrays())
    sys.stdout.write(f"{WEIGHTS.stat().st_size / 1e6:.2f} MB after {time.monotonic() - started:.0f} s\n")


if __name__ == "__main__":
    main()
