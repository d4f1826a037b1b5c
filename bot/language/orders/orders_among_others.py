"""Find an order that stands behind or among other things: "Meeting notes: … Buy 7 IBM", "cancel all, then buy 2 FB"."""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.normalise import normalise
from bot.language.lexicon.cues import Cue
from bot.language.message_reading import MessageReading, read_message

_LINE_BREAK: Final = re.compile(r"\s*\n\s*")
_ENDS: Final = frozenset({".", ";", "!", "?", ":", ",", "-"})
_SENTENCE_END: Final = re.compile(r"[.;!?](?=\s|$|[\u3400-\u9fff])")
_SEQUELS: Final = frozenset({"then", "and then", "再", "然后", "接着"})
_TRADES: Final = frozenset({Cue.BUY, Cue.SELL, Cue.EXIT})
_MAX_PREAMBLE: Final = 300  # characters; behind more of them, an order may be part of a report
_MAX_ORDERS: Final = 5  # clauses that are looked at, the last ones
# What makes of the words before an order more than a preamble.
_SAYS_MORE: Final = _TRADES | frozenset(
    {
        *(Cue.SYMBOL, Cue.UNSUPPORTED, Cue.SIZE, Cue.SHORT, Cue.CONFIRM, Cue.ASSENT, Cue.CANCEL, Cue.REFUSAL),
        *(Cue.DECLINE, Cue.WAIT, Cue.QUESTION, Cue.SHOULD, Cue.WHAT_IF, Cue.CONDITION, Cue.THIRD_PARTY, Cue.WATCH),
        *(Cue.WHY, Cue.NEGATED_TRADE, Cue.FUTURE, Cue.LIMIT, Cue.SWITCH),
    }
)


@dataclass(frozen=True, slots=True)
class OrderAmongOthers:
    """An order of a message that says other things too."""

    text: str  # normalised
    is_behind_preamble: bool  # nothing else in the message wants anything


def find_order_among_others(text: str, context: Surroundings) -> OrderAmongOthers | None:
    """Return the last order with a size that a clause of a message is by itself; None: there is none.

    Args:
        text: As typed, with its line breaks.
        context: What is known before the message is read.
    """
    body = normalise(_LINE_BREAK.sub(" ; ", text.strip()))
    chunks = read_message(body, context, is_command=False).chunks
    starts = [
        chunk.start
        for previous, chunk in pairwise(chunks)
        if chunk.cues & _TRADES and _ends_clause(" ".join(token.text for token in previous.tokens))
    ]
    for start in reversed(starts[-_MAX_ORDERS:]):
        end = _SENTENCE_END.search(body, start)
        clause = body[start : end.start() if end else len(body)]
        if _is_order(read_message(clause, context, is_command=False)):
            is_last = end is None or not any(char.isalnum() for char in body[end.end() :])
            before = read_message(body[:start], context, is_command=False)
            is_preamble = is_last and start <= _MAX_PREAMBLE and not before.cues & _SAYS_MORE
            return OrderAmongOthers(clause, is_behind_preamble=is_preamble)
    return None


def _ends_clause(words: str) -> bool:
    return words in _ENDS or words in _SEQUELS


def _is_order(reading: MessageReading) -> bool:
    has_share = len(reading.names.symbols) > 0
    return (
        {Cue.IMPERATIVE, Cue.SIZE} <= reading.cues and has_share and not (reading.is_question or reading.denies_order)
    )
