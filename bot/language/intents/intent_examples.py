"""A second opinion on the intent: which of the example messages of each intent a message is most like.

The rules are exact where they apply, and blind where nobody thought of a wording. Naive Bayes over words, pairs of
words and cues generalises better, but nobody can read why. So the rules decide: sure where both agree, unsure where the
examples disagree; where the rules know nothing, the examples say what to ask about. They never confirm nor cancel.
Source: Manning, Raghavan, Schütze, Introduction to Information Retrieval, ch. 13 (Bernoulli model, present words only).
"""

import csv
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import log
from typing import Final

from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import Instrument, InstrumentTable
from bot.language.lexicon.cues import Cue
from bot.language.message_reading import MessageReading, read_message
from bot.language.small_talk import find_small_talk

_SYMBOLS: Final = ("AAPL", "GOOG", "IBM", "MSFT", "FB")  # how the examples name shares
_DAY: Final = date(2013, 1, 31)  # of the examples
_SMOOTHING: Final = 0.3
_UNSURE: Final = 0.58
_GUESSED: Final = 0.5
_FIRM: Final = 0.85  # of a rule: the person is asked about its intent, not about that of the examples
_EXACT: Final = 0.965  # of a rule that names a kind: no example takes it back
_KEPT: Final = frozenset({Intent.UNKNOWN, Intent.CANCEL})
_VERDICTS: Final = frozenset({Intent.CONFIRM, Intent.CANCEL})  # the examples neither confirm nor cancel
# Of these kinds the rules know more than the few examples.
_RULED: Final = frozenset(
    {
        Cue.LIMIT,
        Cue.UNLIMITED,
        Cue.STOP_PRICE,
        Cue.OPEN_CHOICE,
        Cue.OFF_TOPIC,
        Cue.UNSUPPORTED,
        Cue.VERY_BRIEF,
        Cue.PAST_DATE,
        Cue.INQUIRY,
        Cue.UNDONE,
        Cue.OTHERS_TRADE,
        Cue.AVOID,
    }
)
_ORDER: Final = frozenset({Cue.IMPERATIVE, Cue.SIZE})  # "sell a third"
_NO_ORDER: Final = frozenset({Cue.NOT, Cue.NEGATED_TRADE, Cue.CONFIRM, Cue.CANCEL, Cue.REFUSAL, Cue.WAIT, Cue.INQUIRY})


@dataclass(frozen=True, slots=True)
class ExampleCounts:
    """How many examples there are of each intent, in all and with each feature."""

    of_intent: Mapping[Intent, int]
    with_feature: Mapping[str, Mapping[Intent, int]]

    def likeliest(self, features: frozenset[str]) -> Intent:
        """Return the intent whose examples are most like a message with these features."""
        return max(self.of_intent, key=lambda intent: self._log_likelihood(intent, features))

    def _log_likelihood(self, intent: Intent, features: frozenset[str]) -> float:
        count = self.of_intent[intent]
        known = (self.with_feature[feature] for feature in features if feature in self.with_feature)
        return log(count) + sum(
            log((counts.get(intent, 0) + _SMOOTHING) / (count + 2 * _SMOOTHING)) for counts in known
        )


@cache
def example_counts() -> ExampleCounts:
    """Return the counts of the examples (`data/common/example_messages.tsv`)."""
    of_intent = Counter[Intent]()
    with_feature = defaultdict[str, Counter[Intent]](Counter)
    for intent, features in _examples():
        of_intent[intent] += 1
        for feature in features:
            with_feature[feature][intent] += 1
    return ExampleCounts(of_intent, dict(with_feature))


def _examples() -> Iterator[tuple[Intent, frozenset[str]]]:
    instruments = InstrumentTable(Instrument(symbol, symbol) for symbol in _SYMBOLS)
    file = files("bot.language") / "data" / "common" / "example_messages.tsv"
    lines = file.read_text(encoding="utf-8").splitlines()
    for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
        focus = _SYMBOLS[:1] if int(row["focus"]) else ()
        context = Surroundings(instruments=instruments, today=_DAY, focus=focus, pending=int(row["pending"]))
        yield Intent(row["intent"]), _features(read_message(row["text"], context, is_command=False))


def _features(reading: MessageReading) -> frozenset[str]:
    """Return the words of a message, with one word for any share and one for any number, their pairs, and its cues."""
    words = ["<begin>"]
    for chunk in reading.chunks:
        tokens = ("0" if token.text.isdecimal() else token.text for token in chunk.tokens)
        words.extend(("<share>",) if chunk.names_something else tokens)
    pairs = (f"{one} {two}" for one, two in pairwise(words))
    return frozenset((*words, *pairs, *(f"cue {cue}" for cue in reading.cues)))


def weigh_by_examples(reading: MessageReading, intent: Intent, confidence: float) -> tuple[Intent, float]:
    """Return the intent and its confidence, given those of the rules: sure only where rules and examples agree."""
    is_plain_order = reading.cues >= _ORDER and bool({Cue.SYMBOL, Cue.FOCUS} & reading.cues)
    is_ruled = is_plain_order or bool(reading.cues & _RULED) or find_small_talk(reading.tokens) is not None
    if is_ruled or (confidence >= _EXACT and intent in _KEPT):
        return intent, confidence
    likeliest = example_counts().likeliest(_features(reading))
    if likeliest is intent or likeliest in _VERDICTS or _contradicts(likeliest, reading):
        return intent, confidence
    if confidence >= _FIRM:
        return intent, _UNSURE
    return likeliest, _GUESSED


def _contradicts(likeliest: Intent, reading: MessageReading) -> bool:
    """Return whether a message says itself that it has not this intent."""
    is_order = likeliest is Intent.DECIDE
    return bool(reading.cues & _NO_ORDER) if is_order else likeliest is Intent.UNKNOWN and reading.names.has_any
