"""Fits what tells where a message begins to ask for something else."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import Token
from bot.reading.trained.examples import Example, Several
from bot.reading.trained.features import tokens_of
from bot.reading.trained.kinds import KindModel
from bot.reading.trained.parts import BEGINS, GOES_ON, PartSplitter, gap_features, gap_inputs, gap_scores
from bot.reading.trained.weights import LinearModel
from tools.linear_fit import LEFT_OUT, Rows, fit
from tools.networks import fit_network

_KEPT: Final = 60_000  # weights
_EPOCHS: Final = 6
_OTHERS: Final = 8_000  # messages of one kind that are learnt from too
_UNITS: Final = 32


@dataclass(frozen=True, slots=True)
class _Message:
    """A message, and where its parts begin."""

    text: str
    tokens: Sequence[Token]
    starts: frozenset[int]

    @property
    def labels(self) -> Iterator[str]:
        """Of each token but the first, whether a part begins with it."""
        return (BEGINS if each.start in self.starts else GOES_ON for each in self.tokens[1:])


def fit_parts(
    several: Sequence[Several], others: Sequence[Example], kinds: KindModel, instruments: InstrumentTable
) -> PartSplitter:
    """Return a splitter fitted to messages that are cut into parts, and to others, which mostly are one.

    The network learns from scores that another half of the messages gave, as those of unseen messages are no surer.

    Args:
        several: Messages cut into parts.
        others: Messages of one kind, by the same hands; some are taken.
        kinds: Has seen none of them.
        instruments: All that can be named.
    """
    generator = np.random.default_rng(0)
    chosen = generator.permutation(len(others))[:_OTHERS]
    messages = [_message(each.text, each.starts) for each in several]
    messages += [_message(others[at].parse.text, (0,)) for at in chosen]
    messages = [messages[at] for at in generator.permutation(len(messages)) if len(messages[at].tokens) > 1]
    halves = messages[::2], messages[1::2]
    inputs, wanted = list[NDArray[np.float32]](), list[int]()
    for half, other in (halves, halves[::-1]):
        gaps_of = _fit_gaps(other, instruments)
        for each in half:
            gaps, scores = range(1, len(each.tokens)), gap_scores(gaps_of, each.tokens, instruments)
            inputs.append(gap_inputs(each.text, gaps, scores, kinds, instruments))
            wanted += [label == BEGINS for label in each.labels]
    network = fit_network(np.concatenate(inputs), np.array(wanted, np.int64), 2, units=_UNITS)
    return PartSplitter(_fit_gaps(messages, instruments), network)


def _message(text: str, starts: Sequence[int]) -> _Message:
    return _Message(text, tokens_of(text), frozenset(starts[1:]))


def _fit_gaps(messages: Sequence[_Message], instruments: InstrumentTable) -> LinearModel:
    features = [row for each in messages for row in gap_features(each.tokens, instruments)]
    labels = [label for each in messages for label in each.labels]
    return fit(Rows(features, labels), keep=_KEPT, epochs=_EPOCHS, left_out=LEFT_OUT)
