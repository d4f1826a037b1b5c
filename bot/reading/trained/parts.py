"""Tells where a message begins to ask for something else: “what's ibm at | and ping me if it drops below 180”."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import Token
from bot.reading.clauses.splitting import joined_clauses
from bot.reading.guarded_words import guarded_words
from bot.reading.recognisers.numbers import names_shares
from bot.reading.trained.features import known_names, shape_of, tokens_of
from bot.reading.trained.kinds import KindModel, softmax
from bot.reading.trained.network import Network
from bot.reading.trained.weights import LinearModel

BEGINS: Final = "begins"
GOES_ON: Final = "goes on"

_SIDE: Final = 3  # tokens on each side of a gap whose places tell something
_NEAR: Final = 8  # tokens on each side of it that tell something wherever they stand
_SIGNS: Final = frozenset(",.;!?…~、，。！？；")
_ENDS: Final = frozenset(".!?。！？")
_POSSIBLE: Final = -2.5  # the score of a gap by its words, below which no part begins there
_LIKELY: Final = 0.6
_SCALE: Final = 1 / 3  # of a score among the inputs of the network, which lie in [0, 1]
_MOST_TOKENS: Final = 12
_LEAST_WORDS: Final = 2
_GOES_ON_BEHIND: Final = frozenset({"denial", "contrast"})  # they are of what follows: "don't | cancel it"


@dataclass(frozen=True, slots=True)
class MessagePart:
    """A part of a message, from `start` to `end`; it begins something else with a certainty in [0, 1]."""

    start: int
    end: int
    certainty: float


@dataclass(frozen=True, slots=True, eq=False)
class PartSplitter:
    """A softmax over the words around a gap between two tokens; and a network over how well both sides stand alone."""

    gaps: LinearModel
    network: Network

    def parts(self, text: str, kinds: KindModel, instruments: InstrumentTable) -> tuple[MessagePart, ...]:
        """Return the parts of a normalised message, in order: one, if it asks for one thing.

        Args:
            text: The message.
            kinds: Tells what a side of a gap may be by itself.
            instruments: All that can be named.
        """
        cuts = [(0, 1.0), *self._cuts(text, kinds, instruments)]
        ends = [*(start for start, _ in cuts[1:]), len(text)]
        return tuple(MessagePart(start, end, each) for (start, each), end in zip(cuts, ends, strict=True))

    def _cuts(self, text: str, kinds: KindModel, instruments: InstrumentTable) -> Sequence[tuple[int, float]]:
        """Return where parts begin but the first, each with its certainty."""
        tokens = tokens_of(text)
        scores = gap_scores(self.gaps, tokens, instruments)
        possible = [at for at, score in enumerate(scores, 1) if score >= _POSSIBLE]
        if not possible:
            return ()
        inputs = gap_inputs(text, possible, scores, kinds, instruments)
        likely = dict.fromkeys(range(len(tokens) + 1), 0.0)
        likely |= zip(possible, softmax(self.network.scores(inputs))[:, 1].tolist(), strict=True)
        for at in range(1, len(tokens)):
            if tokens[at - 1].text in _SIGNS:  # the gaps on both sides of a sign are one place
                likely[at], likely[at - 1] = likely[at] + likely[at - 1], 0.0
        peaks = (
            at
            for at in range(1, len(tokens))
            if likely[at] >= max(_LIKELY, likely[at - 1]) and likely[at] > likely[at + 1]
        )
        cuts, open_ends = [0], {each.end for each in guarded_words(text) if each.name in _GOES_ON_BEHIND}
        for at in peaks:
            is_open = tokens[at - 1].end in open_ends
            cuts += [at] if not is_open and _may_end(tokens[cuts[-1] : at], tokens[at:]) else []
        return [(tokens[at].start, likely[at]) for at in cuts[1:]]

    def as_arrays(self) -> Mapping[str, Any]:
        """Return what `from_arrays` makes the splitter of again."""
        return {**self.gaps.as_arrays("gaps"), **self.network.as_arrays("parts")}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any]) -> "PartSplitter":
        """Return the splitter that was kept. Raises: KeyError: a part is missing."""
        return cls(LinearModel.from_arrays(arrays, "gaps"), Network.from_arrays(arrays, "parts"))


def _may_end(before: Sequence[Token], behind: Sequence[Token]) -> bool:
    """Return whether words, or a sign, stand on both sides of a gap: not "$2,000 a | week", nor "6 | shares"."""
    if names_shares(f"{before[-1].text} {behind[0].text}"):
        return False
    words = sum(each.text[0].isalnum() for each in before)
    said = sum(each.text[0].isalnum() for each in behind)
    is_set_off = before[-1].text in _SIGNS
    return (words > _LEAST_WORDS or is_set_off) and said > (0 if is_set_off else 1)


def gap_features(tokens: Sequence[Token], instruments: InstrumentTable) -> Iterator[set[str]]:
    """Yield what the words around tell, of each token but the first, about whether a part begins with it."""
    known = known_names(tokens, instruments)
    words = ["<name>" if is_known else shape_of(token) for token, is_known in zip(tokens, known, strict=True)]
    around = [*["<"] * _SIDE, *words, *[">"] * _SIDE]
    for at in range(1, len(tokens)):
        left, right = around[at : at + _SIDE], around[at + _SIDE : at + 2 * _SIDE]
        yield {
            *(f"l {' '.join(left[-size:])}" for size in range(1, _SIDE + 1)),
            *(f"r {' '.join(right[:size])}" for size in range(1, _SIDE + 1)),
            f"l2 {left[-2]}",
            f"r2 {right[1]}",
            f"lr {left[-1]} {right[0]}",
            f"lrr {left[-1]} {' '.join(right[:2])}",
            f"llr {' '.join(left[-2:])} {right[0]}",
            f"first {words[0]} {right[0]}",
            f"behind {min(at, 6)}",
            f"before {min(len(tokens) - at, 6)}",
            *(f"nl {word}" for word in words[max(at - _NEAR, 0) : at]),
            *(f"nr {word}" for word in words[at : at + _NEAR]),
            *(("in a name",) if known[at] and known[at - 1] else ()),
        }


def gap_scores(model: LinearModel, tokens: Sequence[Token], instruments: InstrumentTable) -> NDArray[np.float64]:
    """Return of each token but the first how much speaks for a part that begins with it, by the words around."""
    if len(tokens) <= 1:
        return np.zeros(0)
    signs = [1 if each == BEGINS else -1 for each in model.labels]
    return np.asarray(model.scores([*gap_features(tokens, instruments)]) @ signs)


def gap_inputs(
    text: str,
    gaps: Sequence[int],
    scores: NDArray[np.float64],
    kinds: KindModel,
    instruments: InstrumentTable,
) -> NDArray[np.float32]:
    """Return what the network is told of some gaps: gaps × inputs.

    Args:
        text: A normalised message.
        gaps: The index of the token behind each.
        scores: Of all gaps, by the words around.
        kinds: Tells what a side of a gap may be by itself.
        instruments: All that can be named.
    """
    tokens = tokens_of(text)
    sides = [side for at in gaps for side in (text[: tokens[at].start].rstrip(" ,，"), text[tokens[at].start :])]
    whole, *of_sides = np.sqrt(kinds.by_words([text, *sides], instruments))
    clauses = {each.start for each in joined_clauses(text)}
    return np.array(
        [
            (
                *(left @ right, left @ whole, right @ whole),
                *(left.max(), right.max(), whole.max(), min(left.max(), right.max())),
                *(tokens[at - 1].text in _SIGNS, tokens[at - 1].text in _ENDS, tokens[at].start in clauses),
                *(min(each, _MOST_TOKENS) / _MOST_TOKENS for each in (at, len(tokens) - at)),
                tokens[at - 1].end == tokens[at].start,
                scores[at - 1] * _SCALE,
            )
            for at, left, right in zip(gaps, of_sides[::2], of_sides[1::2], strict=True)
        ],
        np.float32,
    )
