"""Words that point at the shares shown last: "both", "the rest", "the second one"."""

from collections.abc import Callable
from typing import Final

from bot.domain.conversation.share_sets import SharePointer
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import has_chinese, tokenise
from bot.reading.clauses.splitting import joined_clauses
from bot.reading.guarded_words import GuardedMessage, GuardedWord
from bot.reading.word_tables import phrase_list, phrase_table

_OF_ORDER: Final = {"best": 0, "worst": -1}  # where it stands
_BUT: Final = "but"
_NONE: Final = "none"
STAND_INS: Final = 2  # shares in whose place more are put once a message is read


def names_place(text: str, *, in_order: bool = True) -> bool:
    """Return whether a message says "the second one", or, `in_order`, "the best one", and does not ask which it is."""
    found = _place(text)
    return found is not None and (in_order or found[0] not in _OF_ORDER)


def _place(text: str) -> tuple[str, SharePointer] | None:
    tokens = tokenise(text)
    found = phrase_table("references", "share_pointers").find_all([each.text for each in tokens])
    name, first, behind = next(iter(found), ("", 0, 0))
    is_asked = name in _OF_ORDER and phrase_list("analysis", "words", "asks_which").is_in([t.text for t in tokens])
    return (name, SharePointer(tokens[first].start, tokens[behind - 1].end)) if name and not is_asked else None


def with_place_named(text: str, shown: tuple[str, ...], ranked: tuple[str, ...] = ()) -> str | None:
    """Return a message with the share that "the second one" means named in it; None: it says no such word.

    Args:
        text: Normalised, without a mention.
        shown: The shares that were shown last, in their order.
        ranked: Those of the order that was shown last, the best first.
    """
    if (found := _place(text)) is None:
        return None
    name, pointer = found
    listed = ranked if name in _OF_ORDER else shown
    at = _OF_ORDER[name] if name in _OF_ORDER else -1 if name == "last" else int(name) - 1
    symbols = listed[at : at + 1 or None] if len(listed) > 1 else ()
    return _replaced(text, pointer, symbols) if symbols else None


def set_pointers(text: str, instruments: InstrumentTable) -> tuple[SharePointer, ...]:
    """Return the words of a message that mean several shares: "both", "the other two", 剩下四只, "without Google"."""
    tokens = tokenise(text)
    found = phrase_table("references", "share_sets").find_all([each.text for each in tokens])
    made = (
        _without(text, tokens[first].start, tokens[behind - 1].end, instruments)
        if name == _BUT
        else _pointer(name, tokens[first].start, tokens[behind - 1].end)
        for name, first, behind in found
        if name != _NONE
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


def with_sets_named(
    text: str, means: Callable[[SharePointer], tuple[str, ...]], instruments: InstrumentTable
) -> str | None:
    """Return a message with the shares that such words mean named in it; None: it says none, or one is not clear.

    A message is read best with two of them (`STAND_INS`): examples hardly name more.
    """
    pointers = set_pointers(text, instruments)
    meant = [means(each) for each in pointers]
    if not pointers or not all(meant):
        return None
    for pointer, symbols in reversed(list(zip(pointers, meant, strict=True))):
        text = _replaced(text, pointer, symbols)
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


def _replaced(text: str, pointer: SharePointer, symbols: tuple[str, ...]) -> str:
    names = (" 和 " if has_chinese(text) else " and ").join(symbols)
    return f"{text[: pointer.start].rstrip()} {names} {text[pointer.end :].lstrip()}".strip()
