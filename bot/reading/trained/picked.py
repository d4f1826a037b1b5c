"""What the kinds of earlier messages, picked by people, tell of a message that the trained reader is unsure of.

Alike are messages of the same groups of words, names of shares and numbers left out. Words that turn what is said, as
"don't" or "if", must be the same ones in both. A trade may have no further words at all, but polite ones.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.domain.conversation.readings import PickedReading
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.normalise import plain_text
from bot.reading.guarded_words import guarded_words
from bot.reading.parses import Kind
from bot.reading.trained.features import groups_of_words, tokens_of, without_names

_SIZES: Final = (1, 2, 3)  # words of a group
_BEGIN: Final = "^"
_END: Final = "$"
_UNLIKE: Final = 0.35  # of all groups of two messages, those that they share: at most so many tell nothing
_ALIKE: Final = 0.6  # at least so many tell all
_TRUST: Final = 0.98  # the certainty of a kind that was picked for the same words
_TURNS_NOTHING: Final = frozenset({"harmless", "polite", "replaced", "changed", "refused", "before_new"})
_TRADES: Final = frozenset(
    {Kind.ORDER, Kind.ORDER_IF, Kind.CORRECT, Kind.ANSWER, Kind.UNDO, Kind.STOP_SET, Kind.DEEP, Kind.HOLDING_STATED}
)
_NEVER: Final = frozenset(
    {Kind.CONFIRM, Kind.CANCEL, Kind.WAIT, Kind.WHICH_CARD, Kind.LIMIT_END, Kind.FORGET_ME, Kind.PEOPLE}
)  # no example confirms, withdraws or erases anything
_KEPT: Final = 4_096  # messages whose groups are kept


@dataclass(frozen=True, slots=True)
class _Wording:
    """The words of a message, without names and numbers."""

    words: frozenset[str]
    groups: frozenset[str]
    turned_by: frozenset[str]  # lists of `data/guard.toml`
    idle: frozenset[str]  # words of those lists that turn nothing

    def closeness(self, other: "_Wording", kind: Kind) -> float:
        """Return how far a message is of a kind, 0 to 1, because another one is."""
        says_more = kind in _TRADES and not self.words <= other.words | self.idle
        if says_more or self.turned_by != other.turned_by:
            return 0.0
        shared = len(self.groups & other.groups)
        share = shared / max(len(self.groups) + len(other.groups) - shared, 1)
        return min(max((share - _UNLIKE) / (_ALIKE - _UNLIKE), 0.0), 1.0)


@dataclass(frozen=True, slots=True)
class PickedExamples:
    """The examples of one workspace."""

    examples: tuple[tuple[_Wording, Kind], ...] = ()

    @classmethod
    def of(cls, picked: Iterable[PickedReading], instruments: InstrumentTable) -> "PickedExamples":
        """Return the examples that were picked; verdicts, and kinds that there no longer are, tell nothing."""
        known = (each for each in picked if each.kind in set(Kind) - _NEVER)
        return cls(tuple((_wording(plain_text(each.text), instruments), Kind(each.kind)) for each in known))

    def weighed(
        self, likely: NDArray[np.float64], labels: Sequence[str], text: str, instruments: InstrumentTable
    ) -> NDArray[np.float64]:
        """Return the probabilities of the kinds of a message, moved towards the kinds of examples that are like it.

        Args:
            likely: Of each kind; 0: the message cannot have it.
            labels: The kinds.
            text: The message, normalised.
            instruments: All that can be named.
        """
        wording, votes = _wording(text, instruments), np.zeros_like(likely)
        for example, kind in self.examples:
            at = labels.index(kind)
            votes[at] += wording.closeness(example, kind) if likely[at] > 0 else 0.0
        trust = _TRUST * min(float(votes.max()), 1.0)
        return _mix(likely, votes, trust) if trust else likely


def _mix(likely: NDArray[np.float64], votes: NDArray[np.float64], trust: float) -> NDArray[np.float64]:
    return np.asarray((1 - trust) * likely + trust * votes / votes.sum())


@lru_cache(maxsize=_KEPT)
def _wording(text: str, instruments: InstrumentTable) -> _Wording:
    words = ["0" if word[0].isdigit() else word for word in without_names(tokens_of(text), instruments)]
    places = tuple(guarded_words(text))
    idle = (tokens_of(text[each.start : each.end]) for each in places if each.name in _TURNS_NOTHING)
    return _Wording(
        words=frozenset(words),
        groups=frozenset(groups_of_words("", [_BEGIN, *words, _END], _SIZES)) - {_BEGIN, _END},
        turned_by=frozenset(each.name for each in places) - _TURNS_NOTHING,
        idle=frozenset(token.text for tokens in idle for token in tokens),
    )
