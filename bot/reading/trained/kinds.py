"""Finds the kind of a message: by its words, and by what it means."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.domain.conversation.surroundings import Before
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import Token
from bot.reading.trained.features import kind_features, tokens_of
from bot.reading.trained.network import Network
from bot.reading.trained.sentences import DIMENSIONS, sentence_vector
from bot.reading.trained.weights import LinearModel

MAX_MEANT: Final = 300  # characters of a message whose meaning is asked for

_SURE: Final = 0.95  # what the words alone tell; the meaning, which takes longer, is not asked for then
_SCALE: Final = 20  # of a vector, so that each number in it is about one
_OF_MEANING: Final = 0.3  # of a score: how much of it is told by the meaning


@dataclass(frozen=True, slots=True, eq=False)
class KindModel:
    """A softmax over words and, where these leave a doubt, a network over the vector of a message: a mix of scores."""

    words: LinearModel
    meaning: Network
    temperature: float  # by which scores are divided, so that a certainty is how often it is right

    @property
    def labels(self) -> Sequence[str]:
        """The kinds, in the order of their probabilities."""
        return self.words.labels

    def probabilities(
        self, text: str, tokens: Sequence[Token], before: Collection[Before], instruments: InstrumentTable
    ) -> NDArray[np.float64]:
        """Return the calibrated probability of each kind for a message with its tokens.

        Args:
            text: The message, normalised.
            tokens: Of the message.
            before: What came just before it.
            instruments: All that can be named.
        """
        by_words = self.words.scores([kind_features(text, tokens, before, instruments)])
        likely = softmax(by_words[0] / self.temperature)
        if likely.max() >= _SURE:
            return likely
        by_meaning = self.meaning.scores(meaning_inputs(sentence_vector(text[:MAX_MEANT])[None], [before]))
        return softmax(mixed(by_words, by_meaning)[0] / self.temperature)

    def by_words(self, texts: Sequence[str], instruments: InstrumentTable) -> NDArray[np.float64]:
        """Return the probability of each kind for normalised texts with nothing before them, by their words alone."""
        rows = [kind_features(each, tokens_of(each), (), instruments) for each in texts]
        return softmax(self.words.scores(rows) / self.temperature)

    def as_arrays(self) -> Mapping[str, Any]:
        """Return what `from_arrays` makes the model of again."""
        arrays = {**self.words.as_arrays("kinds"), **self.meaning.as_arrays("meaning")}
        return {**arrays, "kinds.temperature": np.array(self.temperature)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any]) -> "KindModel":
        """Return the model that was kept. Raises: KeyError: a part is missing."""
        words, meaning = LinearModel.from_arrays(arrays, "kinds"), Network.from_arrays(arrays, "meaning")
        return cls(words, meaning, float(arrays["kinds.temperature"]))


def meaning_inputs(vectors: NDArray[np.float32], before: Sequence[Collection[Before]]) -> NDArray[np.float32]:
    """Return what the network is told: messages × (`DIMENSIONS` + what can come before).

    Args:
        vectors: Of the messages.
        before: What came just before each.
    """
    inputs = np.zeros((len(vectors), DIMENSIONS + len(Before) + 1), np.float32)
    inputs[:, :DIMENSIONS] = vectors * _SCALE
    for row, each in zip(inputs, before, strict=True):
        row[DIMENSIONS:] = [*(one in each for one in Before), not each]
    return inputs


def mixed(by_words: NDArray[Any], by_meaning: NDArray[Any]) -> NDArray[np.float64]:
    """Return scores of which each takes its part."""
    return np.asarray((1 - _OF_MEANING) * by_words + _OF_MEANING * by_meaning)


def softmax(scores: NDArray[Any]) -> NDArray[np.float64]:
    """Return probabilities, along the last axis."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))
