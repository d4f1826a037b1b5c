"""Decide whether a message is a plain confirmation: the one place where a misreading costs money.

This is a closed grammar, no search for a word: every token has to belong to it. A word that is not in it, a question
mark, a number, a side, a negation or a condition makes the message no confirmation, whatever else it says.
"""

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from functools import cache
from itertools import pairwise

from bot.domain.text.tokens import PhraseTable, Token
from bot.language.phrase_files import index_phrases, read_phrases


class ConfirmationStrength(Enum):
    """How plainly a message confirms; the plainest first."""

    EXPLICIT = "explicit"  # "do it", 确认
    ASSENT = "assent"  # "yes", 是的: agrees to whatever was asked last
    WEAK = "weak"  # "ok", 好的: may be mere politeness


class _Filler(Enum):
    """Words that confirm nothing themselves."""

    POLITE = "polite"
    # Only beside an explicit confirmation: with an assent they say something else (那是, 就是, 是我).
    BESIDE_EXPLICIT = "beside_explicit"
    TRADE = "trade"  # "buy it": beside a confirmation, and with a decision pending, it names that decision


_MAX_TOKENS = 16


@cache
def confirmation_phrases() -> PhraseTable[ConfirmationStrength | _Filler]:
    """Return the phrases that a confirmation may consist of (`data/*/confirmation.toml`)."""
    meanings: Mapping[str, ConfirmationStrength | _Filler] = {
        each.value: each for each in (*ConfirmationStrength, *_Filler)
    }
    lists = read_phrases("confirmation", {"confirmation": meanings})["confirmation"]
    return PhraseTable({phrase: meanings[name] for phrase, name in index_phrases(lists).items()})


def confirmation_strength(
    tokens: Sequence[Token], *, named: Collection[int] = (), has_pending: bool = False
) -> ConfirmationStrength | None:
    """Return how plainly a message confirms; None: it is no confirmation.

    Args:
        tokens: The whole message.
        named: Indices of tokens that name an instrument: "confirm AAPL". The caller compares it with what is pending.
        has_pending: Whether a decision is pending: then a trade named beside the confirmation, which the caller
            compares too, makes it a plain one ("ok, buy it"); else it is a request of its own.
    """
    words = [token.text for token in tokens]
    if len(words) > _MAX_TOKENS or _is_retracted(words):
        return None
    found: set[ConfirmationStrength | _Filler] = set()
    at = 0
    while at < len(words):
        if at in named:
            at += 1
            continue
        match = confirmation_phrases().longest_match(words, at)
        if match is None:
            return None
        meaning, length = match
        found.add(meaning)
        at += length
    plainest = next((strength for strength in ConfirmationStrength if strength in found), None)
    if _Filler.TRADE in found:
        return ConfirmationStrength.EXPLICIT if has_pending and plainest is not None and not named else None
    needs_explicit = bool(named) or _Filler.BESIDE_EXPLICIT in found
    return None if needs_explicit and plainest is not ConfirmationStrength.EXPLICIT else plainest


def _is_retracted(words: Sequence[str]) -> bool:
    """Return whether punctuation takes the words back: "~yes~" is struck through, "yes..." hesitates."""
    return words[:1] == ["~"] or any(pair == (".", ".") for pair in pairwise(words))
