"""Decide whether a message is a plain confirmation: the one place where a misreading costs money.

This is a closed grammar, no search for a word: every token has to belong to it. A word that is not in it, a question
mark, a number, a side, a negation or a condition makes the message no confirmation, whatever else it says.
"""

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from functools import cache
from itertools import pairwise

from bot.domain.conversation.requests.trades import Coverage
from bot.domain.text.tokens import PhraseTable, Token
from bot.language.phrase_files import index_phrases, read_phrases


class ConfirmationStrength(Enum):
    """How plainly a message confirms; the plainest first."""

    EXPLICIT = "explicit"  # "do it", 确认
    ASSENT = "assent"  # "yes", 是的: agrees to whatever was asked last
    AGREEMENT = "agreement"  # "ok", 好的: agrees to a card right above it, and is mere politeness elsewhere
    WEAK = "weak"  # "nice", 没错: may always be mere politeness


class _Filler(Enum):
    """Words that confirm nothing themselves."""

    POLITE = "polite"
    # Only beside an explicit confirmation: with an assent they say something else (那是, 就是, 是我).
    BESIDE_EXPLICIT = "beside_explicit"
    TRADE = "trade"  # "buy": beside a confirmation, and with a decision pending, it names that decision
    TRADE_ITSELF = "trade_itself"  # "buy it", 买吧: the same, and right below its card it confirms by itself
    ONE = "one"  # "the Apple one": right behind a name; an assent or a trade then confirms that one
    TWO = "two"  # "both"
    PAIR = "pair"  # 两个: "both", or two shares
    EACH = "each"  # "all of them": unlike "all", it speaks of decisions, not of a position
    ALL = "all"
    BESIDE_SEVERAL = "beside_several"  # "do both": confirms beside `TWO` and `EACH` only
    CANCELLATION = "cancellation"  # no confirmation; beside any of these four it cancels them
    NONE_OF_THEM = "none_of_them"  # "neither": cancels all by itself
    EXCEPT = "except"  # "but", before names: beside `EACH` and `ALL`, those that are not confirmed
    EXCEPT_END = "except_end"  # 以外: may close the names behind an exception
    OTHERS = "others"  # "the rest": all, beside an exception only


_MAX_TOKENS = 16
_TRADE = frozenset({_Filler.TRADE, _Filler.TRADE_ITSELF})
_COVERAGE = {
    _Filler.TWO: Coverage.TWO,
    _Filler.PAIR: Coverage.TWO,
    _Filler.EACH: Coverage.ALL,
    _Filler.ALL: Coverage.ALL,
    _Filler.NONE_OF_THEM: Coverage.ALL,
}
_ALL = frozenset({_Filler.EACH, _Filler.ALL, _Filler.OTHERS})
_IN_EXCEPTION = frozenset({_Filler.EXCEPT, _Filler.EXCEPT_END, _Filler.ONE})
_BETWEEN_EXCEPTED = frozenset({",", ".", ";", ":", "-", "、", "and", "or", "nor", "the", "和", "与", "跟", "或", "的"})
_CANCELLATIONS = frozenset({_Filler.CANCELLATION, _Filler.NONE_OF_THEM})
_OF_EXCEPTIONS = frozenset({_Filler.EXCEPT, _Filler.EXCEPT_END, _Filler.OTHERS})
_BESIDE_CANCELLATION = frozenset({_Filler.POLITE, _Filler.BESIDE_EXPLICIT, *_CANCELLATIONS, *_COVERAGE})
_PLAIN = frozenset({ConfirmationStrength.EXPLICIT, ConfirmationStrength.ASSENT})


@cache
def confirmation_phrases() -> PhraseTable[ConfirmationStrength | _Filler]:
    """Return the phrases that a confirmation may consist of (`data/*/confirmation.toml`)."""
    meanings: Mapping[str, ConfirmationStrength | _Filler] = {
        each.value: each for each in (*ConfirmationStrength, *_Filler)
    }
    lists = read_phrases("confirmation", {"confirmation": meanings})["confirmation"]
    return PhraseTable({phrase: meanings[name] for phrase, name in index_phrases(lists).items()})


def confirmation_strength(
    tokens: Sequence[Token], *, named: Collection[int] = (), pending: int = 0, names_sale: bool = False
) -> ConfirmationStrength | None:
    """Return how plainly a message confirms; None: it is no confirmation.

    Args:
        tokens: The whole message.
        named: Indices of tokens that name an instrument: "confirm AAPL". The caller compares it with what is pending.
        pending: How many decisions are pending. With one, a trade named beside the confirmation, which the caller
            compares too, makes it a plain one ("ok, buy it"); else it is a request of its own. With several, "both" and
            "all" do likewise ("yes to both", "buy both").
        names_sale: Whether the message speaks of selling: "sell them all" may mean what is held.
    """
    found = _meanings(tokens, named)
    if found is None or (_CANCELLATIONS | _OF_EXCEPTIONS) & found:
        return None
    plainest = next((strength for strength in ConfirmationStrength if strength in found), None)
    is_verb = bool({_Filler.TRADE, _Filler.BESIDE_SEVERAL} & found) and not names_sale
    if _COVERAGE.keys() & found:
        is_request = bool(named) and _Filler.TRADE in found
        is_plain = (
            pending > 0 and not is_request and _confirms_several(found, plainest, is_verb=is_verb and pending > 1)
        )
        return ConfirmationStrength.EXPLICIT if is_plain else None
    if _Filler.ONE in found and pending:
        return ConfirmationStrength.EXPLICIT if is_verb or plainest in _PLAIN else ConfirmationStrength.WEAK
    if {_Filler.TRADE, _Filler.BESIDE_SEVERAL} & found:
        is_pending_one = _Filler.BESIDE_SEVERAL not in found and pending and plainest is not None and not named
        return ConfirmationStrength.EXPLICIT if is_pending_one else None
    needs_explicit = bool(named) or _Filler.BESIDE_EXPLICIT in found
    return None if needs_explicit and plainest is not ConfirmationStrength.EXPLICIT else plainest


def find_excepted(tokens: Sequence[Token], *, named: Collection[int]) -> frozenset[int]:
    """Return the indices of the names in a message that confirms all but these: "confirm all except IBM and Apple".

    Empty: it confirms nothing, or all, or excepts something that has no name.
    """
    words = [token.text for token in tokens]
    begin, end = _excepted_span(words, named)
    if begin == end or len(words) > _MAX_TOKENS or _is_retracted(words):
        return frozenset()
    rest = _meanings((*tokens[:begin], *tokens[end:]), ())
    beside = {*ConfirmationStrength, *_ALL, _Filler.POLITE, _Filler.BESIDE_EXPLICIT}
    is_plain = rest is not None and bool(_ALL & rest) and bool(_PLAIN & rest) and rest <= beside
    return frozenset(named) & frozenset(range(begin, end)) if is_plain else frozenset()


def _excepted_span(words: Sequence[str], named: Collection[int]) -> tuple[int, int]:
    """Return where the words of an exception begin and end: "except the Apple one", 苹果先不动; empty: none."""
    begin = next((at for at in range(len(words)) if _meaning_at(words, at) is _Filler.EXCEPT), None)
    is_opened = begin is not None
    at = begin = min(named, default=0) if begin is None else begin
    is_closed = False
    while at < len(words):
        match = confirmation_phrases().longest_match(words, at)
        meaning, size = match if match is not None else (None, 1)
        is_closed = is_closed or meaning is _Filler.EXCEPT_END
        if not (at in named or meaning in _IN_EXCEPTION or words[at] in _BETWEEN_EXCEPTED):
            break
        at += 1 if at in named else size
    return (begin, at) if is_opened or is_closed else (0, 0)


def _meaning_at(words: Sequence[str], at: int) -> ConfirmationStrength | _Filler | None:
    match = confirmation_phrases().longest_match(words, at)
    return None if match is None else match[0]


def _confirms_several(
    found: Collection[ConfirmationStrength | _Filler], plainest: ConfirmationStrength | None, *, is_verb: bool
) -> bool:
    """Return whether a message with "both" or "all" confirms: by an assent, or by a verb ("buy both", "do both").

    "Ok, all" may speak of something else, and "buy all" of a position.
    """
    has_assent = plainest in _PLAIN or (_Filler.TRADE in found and plainest is not None)
    return has_assent or (is_verb and (_Filler.TWO in found or _Filler.EACH in found))


def cancels_several(tokens: Sequence[Token], *, named: Collection[int] = ()) -> bool:
    """Return whether a message says nothing but that all, or both, are cancelled.

    Arguments: as of `confirmation_strength`.
    """
    found = _meanings(tokens, named)
    words = [token.text for token in tokens]
    matches = (confirmation_phrases().longest_match(words, at) for at in range(len(words)))
    verbs = [match[0] for match in matches if match is not None and match[0] is _Filler.CANCELLATION]
    return (
        found is not None
        and len(verbs) <= 1  # 不要都取消 denies it
        and found <= _BESIDE_CANCELLATION
        and bool(_CANCELLATIONS & found)
        and bool(_COVERAGE.keys() & found)
    )


def cancels_named(tokens: Sequence[Token], *, named: Collection[int]) -> bool:
    """Return whether a message drops a share and says nothing else: "drop Microsoft"."""
    found = _meanings(tokens, named)
    beside = {_Filler.POLITE, _Filler.BESIDE_EXPLICIT, _Filler.CANCELLATION}
    return bool(named) and found is not None and found <= beside and _Filler.CANCELLATION in found


def cancels_plainly(tokens: Sequence[Token], *, named: Collection[int]) -> bool:
    """Return whether a message says nothing but that something is cancelled: "cancel it", 微软那个取消."""
    found = _meanings(tokens, named)
    return found is not None and found <= {*_BESIDE_CANCELLATION, _Filler.ONE} and bool(_CANCELLATIONS & found)


def find_coverage(tokens: Sequence[Token]) -> Coverage | None:
    """Return whether a message speaks of "all" or of "both"; None: of neither."""
    words = [token.text for token in tokens]
    matches = (confirmation_phrases().longest_match(words, at) for at in range(len(words)))
    meanings = {match[0] for match in matches if match is not None}
    found = {coverage for meaning, coverage in _COVERAGE.items() if meaning in meanings}
    return Coverage.TWO if Coverage.TWO in found else next(iter(found), None)


def is_trade(tokens: Sequence[Token]) -> bool:
    """Return whether a message says nothing but the trade: "buy it", 买吧."""
    found = _meanings(tokens, ())
    return found is not None and _Filler.TRADE_ITSELF in found and found <= {*_TRADE, _Filler.POLITE}


def is_coverage(tokens: Sequence[Token]) -> bool:
    """Return whether a message says nothing but "all" or "both"."""
    found = _meanings(tokens, ())
    return bool(found) and found is not None and found <= _COVERAGE.keys()


def _meanings(tokens: Sequence[Token], named: Collection[int]) -> set[ConfirmationStrength | _Filler] | None:
    """Return the meanings of all phrases of a message but names; None: it has a word that is in no list."""
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
        found.add(_Filler.BESIDE_EXPLICIT if meaning is _Filler.ONE and not _is_behind(at, named, words) else meaning)
        found |= _TRADE if meaning is _Filler.TRADE_ITSELF else set()
        at += length
    return found


def _is_behind(at: int, named: Collection[int], words: Sequence[str]) -> bool:
    """Return whether the phrase at `at` follows a name: "the Apple one", but not "one Apple"."""
    return at - 1 in named or (words[at - 1 : at] == [","] and at - 2 in named)


def _is_retracted(words: Sequence[str]) -> bool:
    """Return whether punctuation takes the words back: "~yes~" is struck through, "yes..." hesitates."""
    return words[:1] == ["~"] or any(pair == (".", ".") for pair in pairwise(words))
