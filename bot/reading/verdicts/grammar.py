"""Decides whether a message is a plain verdict on what is pending: the one place where a misreading costs money.

This is a closed grammar, no search for a word: every token has to belong to it. A word that is not in it, a question
mark, a number, a negation or a condition makes the message no verdict, whatever else it says.
"""

from collections.abc import Collection, Iterator, Sequence
from enum import Enum, StrEnum
from functools import cache
from itertools import groupby, pairwise

from bot.domain.conversation.requests.trades import Coverage
from bot.domain.text.tokens import PhraseTable
from bot.domain.trading.execution.orders import Side
from bot.reading.word_tables import find_phrases, index_lists, read_lists


class Strength(Enum):
    """How plainly a message confirms; the plainest first."""

    EXPLICIT = "explicit"  # "do it", 确认
    ASSENT = "assent"  # "yes", 是的: agrees to whatever was asked last
    AGREEMENT = "agreement"  # "ok", 好的: agrees to a card right above it, and is mere politeness elsewhere
    WEAK = "weak"  # "nice", 没错: may always be mere politeness


class Word(StrEnum):
    """What a phrase of a verdict means: the lists of `data/verdicts.toml`, which explains them."""

    EXPLICIT = "explicit"
    ASSENT = "assent"
    AGREEMENT = "agreement"
    WEAK = "weak"
    POLITE = "polite"
    SIGN = "sign"
    BESIDE_EXPLICIT = "beside_explicit"  # with an assent these say something else: 那是, 就是, 是我
    BUY = "buy"
    SELL = "sell"
    TRADE = "trade"
    BUY_ITSELF = "buy_itself"
    SELL_ITSELF = "sell_itself"
    ONE = "one"
    TWO = "two"
    PAIR = "pair"
    EACH = "each"
    ALL = "all"
    BESIDE_SEVERAL = "beside_several"
    BESIDE_PICK = "beside_pick"
    CANCELLATION = "cancellation"
    DISMISSAL = "dismissal"
    REVOCATION = "revocation"
    COMPLAINT = "complaint"
    BESIDE_CANCELLATION = "beside_cancellation"
    NONE_OF_THEM = "none_of_them"
    EXCEPT = "except"
    EXCEPT_END = "except_end"
    OTHERS = "others"


_MAX_TOKENS = 16
_STRENGTHS = {Word(each.value): each for each in Strength}
_SIDES = {Word.BUY: Side.BUY, Word.BUY_ITSELF: Side.BUY, Word.SELL: Side.SELL, Word.SELL_ITSELF: Side.SELL}
_ITSELF = frozenset({Word.BUY_ITSELF, Word.SELL_ITSELF})
_TRADES = frozenset({*_SIDES, Word.TRADE})
_COVERAGE = {
    Word.TWO: Coverage.TWO,
    Word.PAIR: Coverage.TWO,
    Word.EACH: Coverage.ALL,
    Word.ALL: Coverage.ALL,
    Word.NONE_OF_THEM: Coverage.ALL,
}
_ALL = frozenset({Word.EACH, Word.ALL, Word.OTHERS})
_TAKEN = frozenset({Word.BESIDE_SEVERAL, Word.BESIDE_PICK})
_IN_EXCEPTION = frozenset({Word.EXCEPT, Word.EXCEPT_END, Word.ONE})
_BETWEEN_EXCEPTED = frozenset({",", ".", ";", ":", "-", "、", "and", "or", "nor", "the", "和", "与", "跟", "或", "的"})
_VERBS = frozenset({Word.CANCELLATION, Word.DISMISSAL})
_CANCELLATIONS = frozenset({*_VERBS, Word.NONE_OF_THEM})
_REVOCATIONS = frozenset({Word.REVOCATION, *_CANCELLATIONS})
_OF_EXCEPTIONS = frozenset({Word.EXCEPT, Word.EXCEPT_END, Word.OTHERS})
_FILLERS = frozenset({Word.POLITE, Word.SIGN, Word.BESIDE_EXPLICIT})
_BESIDE_ACTS = frozenset({Word.BESIDE_CANCELLATION, Word.COMPLAINT})
_BESIDE_CANCELLATION = frozenset({*_FILLERS, *_COVERAGE, Word.ONE, Word.AGREEMENT, *_BESIDE_ACTS})
_NO_CONFIRMATION = frozenset({*_REVOCATIONS, *_OF_EXCEPTIONS, *_BESIDE_ACTS})
_PLAIN = frozenset({Strength.EXPLICIT, Strength.ASSENT})


@cache
def verdict_phrases() -> PhraseTable[Word]:
    """Return the phrases that a verdict may consist of. Raises: ValueError: a list is unknown, or repeats another."""
    indexed = index_lists(read_lists("verdicts", "verdicts"), known=frozenset(Word))
    return PhraseTable({phrase: Word(name) for phrase, name in indexed.items()})


def confirmation_strength(
    words: Sequence[str], *, named: Collection[int] = (), pending: int = 0, is_card_last: bool = False
) -> Strength | None:
    """Return how plainly a message confirms; None: it is no confirmation.

    Args:
        words: All tokens of the message.
        named: Indices of those that name a share: "confirm AAPL". The caller compares it with what is pending.
        pending: How many decisions are pending. With one, a trade named beside the confirmation, which the caller
            compares too, makes it a plain one ("ok, buy it"); else it is a request of its own. With several, "both" and
            "all" do likewise ("yes to both", "buy both").
        is_card_last: Whether a card of the person's own was shown last: then "ok" and "buy it" agree to it.
    """
    strength, found = _strength(words, named, pending), _meanings(words, named) or frozenset()
    is_trade_alone = not (named or found.isdisjoint(_ITSELF)) and found <= {*_TRADES, Word.POLITE, Word.SIGN}
    agrees = strength is Strength.AGREEMENT or is_trade_alone  # "buy it", 买吧
    return Strength.ASSENT if is_card_last and pending and agrees else strength


def _strength(words: Sequence[str], named: Collection[int], pending: int) -> Strength | None:
    found = _meanings(words, named)
    if found is None or not found.isdisjoint(_NO_CONFIRMATION):
        return None
    plainest = _plainest(found)
    is_trade = not found.isdisjoint(_TRADES)
    is_taken = not found.isdisjoint(_TAKEN)
    is_verb = (is_trade or is_taken) and side_named(words) is not Side.SELL
    if not found.isdisjoint(_COVERAGE):  # "ok, all" may speak of something else, and "sell them all" of what is held
        has_assent = plainest in _PLAIN or (plainest is not None and is_trade)
        is_plain = has_assent or (is_verb and pending > 1 and not found.isdisjoint({Word.TWO, Word.EACH}))
        is_said = pending > 0 or plainest is Strength.EXPLICIT  # "confirm all": that nothing waits is the answer
        return Strength.EXPLICIT if is_said and is_plain and not (named and is_trade) else None
    if Word.ONE in found and pending:
        return Strength.EXPLICIT if is_verb or plainest in _PLAIN else Strength.WEAK
    if is_trade or is_taken:
        is_pending_one = not is_taken and pending and plainest is not None and not named
        return Strength.EXPLICIT if is_pending_one else None
    needs_explicit = bool(named) or Word.BESIDE_EXPLICIT in found
    return None if needs_explicit and plainest is not Strength.EXPLICIT else plainest


def confirms_pick(words: Sequence[str], *, picking: Collection[int]) -> bool:
    """Return whether a message confirms the one of several that it picks: "do the second one"."""
    found = _meanings(words, picking) or frozenset()
    return Word.BESIDE_PICK in found and found <= {Word.BESIDE_PICK, *_FILLERS}


def find_excepted(words: Sequence[str], *, named: Collection[int]) -> frozenset[int]:
    """Return the indices of the names in a message that confirms all but these: "confirm all except IBM and Apple".

    Empty: it confirms nothing, or all, or excepts something that has no name.
    """
    begin, end = _excepted_span(words, named)
    if begin == end or len(words) > _MAX_TOKENS or _is_retracted(words):
        return frozenset()
    rest = _meanings((*words[:begin], *words[end:]), ())
    if rest is None or rest.isdisjoint(_ALL) or not rest <= {*_STRENGTHS, *_ALL, *_FILLERS}:
        return frozenset()
    return frozenset(named) & frozenset(range(begin, end)) if _plainest(rest) in _PLAIN else frozenset()


def keeps(words: Sequence[str], *, named: Collection[int]) -> bool:
    """Return whether a text says of the decisions it names that they stay, and nothing else: "keep the IBM one"."""
    return bool(named) and _excepted_span(words, named) == (0, len(words))


def _excepted_span(words: Sequence[str], named: Collection[int]) -> tuple[int, int]:
    """Return where the words of an exception begin and end: "except the Apple one", 苹果先不动; empty: none."""
    opened = next((at for at in range(len(words)) if _match(words, at)[0] is Word.EXCEPT), None)
    at = begin = min(named, default=0) if opened is None else opened
    is_marked = opened is not None
    while at < len(words):
        meaning, size = _match(words, at)
        is_marked = is_marked or meaning is Word.EXCEPT_END
        if not (at in named or meaning in _IN_EXCEPTION or words[at] in _BETWEEN_EXCEPTED):
            break
        at += 1 if at in named else size
    return (begin, at) if is_marked else (0, 0)


def cancels(words: Sequence[str], *, named: Collection[int] = (), is_explicit: bool = True) -> bool:
    """Return whether a message cancels, and says nothing else: "cancel it", "drop Microsoft", 都取消, "neither".

    Args:
        words: As of `confirmation_strength`.
        named: As of it.
        is_explicit: Whether it has to do so by a verb; else "I was just asking", 我改主意了 do so too.
    """
    found = _meanings(words, named)
    acts = _CANCELLATIONS if is_explicit else _REVOCATIONS
    beside = _BESIDE_CANCELLATION if is_explicit else _BESIDE_CANCELLATION | _TRADES
    if found is None or found.isdisjoint(acts) or not found <= beside | _REVOCATIONS:
        return False
    grouped = groupby(_phrases(words, named), key=lambda meaning: meaning is Word.SIGN)
    clauses = [tuple(clause) for _, clause in grouped]  # 不要取消 cancels twice
    counts = [sum(each in _REVOCATIONS for each in clause) for clause in clauses]
    return all(n == 1 or (n == 0 and _TRADES.isdisjoint(c)) for n, c in zip(counts, clauses, strict=True))


def only_dismisses(words: Sequence[str]) -> bool:
    """Return whether a message that cancels says no more than "never mind"."""
    found = _meanings(words, ()) or frozenset()
    return Word.DISMISSAL in found and found.isdisjoint(_REVOCATIONS - {Word.DISMISSAL})


def cancellations_in(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the verbs that cancel begin and end in a text, whatever else it says."""
    return ((begin, end) for word, begin, end in find_phrases(text, verdict_phrases()) if word in _VERBS)


def find_coverage(words: Sequence[str]) -> Coverage | None:
    """Return whether a message speaks of "all" or of "both"; None: of neither."""
    meanings = {_match(words, at)[0] for at in range(len(words))}
    found = {coverage for meaning, coverage in _COVERAGE.items() if meaning in meanings}
    return Coverage.TWO if Coverage.TWO in found else next(iter(found), None)


def is_explicit(words: Sequence[str]) -> bool:
    """Return whether a message holds words that confirm by themselves: "do it", 确认."""
    return Word.EXPLICIT in _phrases(words, ())


def side_named(words: Sequence[str]) -> Side | None:
    """Return the side of the trade that a verdict names; None: it names none, or both."""
    sides = {_SIDES[meaning] for meaning in _phrases(words, ()) if meaning in _SIDES}
    return next(iter(sides)) if len(sides) == 1 else None


def _meanings(words: Sequence[str], named: Collection[int]) -> frozenset[Word] | None:
    """Return the meanings of all phrases of a message but names; None: it has a word that is in no list."""
    if len(words) > _MAX_TOKENS or _is_retracted(words):
        return None
    found = tuple(_phrases(words, named))
    sides = {_SIDES[meaning] for meaning in found if meaning in _SIDES}
    known = frozenset(meaning for meaning in found if meaning is not None)
    return known if len(sides) <= 1 and None not in found else None


def _phrases(words: Sequence[str], named: Collection[int]) -> Iterator[Word | None]:
    """Yield the meanings of the phrases but names, in order; None for a word that is in no list."""
    at = 0
    while at < len(words):
        if at in named:
            at += 1
            continue
        meaning, size = _match(words, at)
        is_behind = at - 1 in named or (at > 1 and words[at - 1] == "," and at - 2 in named)  # "the Apple one"
        yield Word.BESIDE_EXPLICIT if meaning is Word.ONE and not is_behind else meaning
        at += size


def _match(words: Sequence[str], at: int) -> tuple[Word | None, int]:
    return verdict_phrases().longest_match(words, at) or (None, 1)


def _plainest(found: Collection[Word]) -> Strength | None:
    return next((strength for word, strength in _STRENGTHS.items() if word in found), None)


def _is_retracted(words: Sequence[str]) -> bool:
    """Return whether punctuation takes the words back: "~yes~" is struck through, "yes..." hesitates."""
    return (bool(words) and words[0] == "~") or any(pair == (".", ".") for pair in pairwise(words))
