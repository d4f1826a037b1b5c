"""Words that point at the shares shown last: "both", "the rest", "the second one", "the best one"."""

from collections.abc import Mapping
from typing import Final

from bot.domain.conversation.share_sets import SharePointer
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import has_chinese, tokenise
from bot.reading.clauses.splitting import joined_clauses
from bot.reading.guarded_words import GuardedMessage, GuardedWord
from bot.reading.word_tables import phrase_list, phrase_table

_IN_ORDER: Final = {"best": 1, "worst": -1}  # the place from 1; -1: the last
_BUT: Final = "but"
_NONE: Final = "none"
STAND_INS: Final = 2  # shares in whose place more are put once a message is read


def place_pointer(text: str, *, in_order: bool = True) -> SharePointer | None:
    """Return the words for one share at a place, "the second one", or, `in_order`, "the best one"; None: it says none.

    A message that asks which one that is says none.
    """
    tokens = tokenise(text)
    words = [each.text for each in tokens]
    for name, first, behind in phrase_table("references", "share_pointers").find_all(words):
        is_ranked = name in _IN_ORDER
        if is_ranked and (not in_order or phrase_list("analysis", "words", "asks_which").is_in(words)):
            return None
        place = _IN_ORDER[name] if is_ranked else int(name)
        return SharePointer(tokens[first].start, tokens[behind - 1].end, place=place, is_ranked=is_ranked)
    return None


def set_pointers(text: str, instruments: InstrumentTable) -> tuple[SharePointer, ...]:
    """Return the words of a message that mean several shares: "both", "the other two", 剩下四只, "without Google".

    In front of a name they mean the share that it names: "those IBM".
    """
    tokens, shares = tokenise(text), {each.start for each in GuardedMessage.of(text, instruments).shares}
    found = phrase_table("references", "share_sets").find_all([each.text for each in tokens])
    made = (
        _without(text, tokens[first].start, tokens[behind - 1].end, instruments)
        if name == _BUT
        else _pointer(name, tokens[first].start, tokens[behind - 1].end)
        for name, first, behind in found
        if name != _NONE and (name == _BUT or behind == len(tokens) or tokens[behind].start not in shares)
    )
    return tuple(each for each in made if each is not None)


def _pointer(name: str, start: int, end: int) -> SharePointer:
    kind, _, count = name.partition("_")
    return SharePointer(start, end, kind == "rest", int(count or 0), is_first=kind == "first", is_last=kind == "last")


def _without(text: str, start: int, end: int, instruments: InstrumentTable) -> SharePointer | None:
    """Return words like "without" with the share right behind them; None: none is."""
    shares = GuardedMessage.of(text, instruments).shares
    share = next((each for each in shares if not text[end : each.start].strip() and each.start >= end), None)
    return None if share is None else SharePointer(start, share.end, is_rest=True, leaves_out=True)


def with_shares_named(text: str, meant: Mapping[SharePointer, tuple[str, ...]]) -> str | None:
    """Return a message with the shares that such words mean named in it; None: it says none, or one is not clear.

    A message is read best with two of several (`STAND_INS`): examples hardly name more.
    """
    if not meant or not all(meant.values()):
        return None
    joint = " 和 " if has_chinese(text) else " and "
    for pointer, symbols in reversed(list(meant.items())):
        text = f"{text[: pointer.start].rstrip()} {joint.join(symbols)} {text[pointer.end :].lstrip()}".strip()
    return text


def is_of_trade(text: str, pointer: SharePointer, instruments: InstrumentTable) -> bool:
    """Return whether a trade or a number stands beside such words: "5 of the others", not "and the rest stays"."""
    clauses = joined_clauses(text) or ()
    start, end = next(
        ((each.start, each.end) for each in clauses if each.start <= pointer.start < each.end), (0, len(text))
    )
    said = GuardedMessage.of(text[start:end], instruments)
    is_kept = any(GuardedMessage.of(text, instruments).each("kept", "denial", "contrast", "all_but"))
    word = GuardedWord("", pointer.start - start, pointer.end - start)
    return said.is_of_trade(word) and not is_kept
