"""Words that point at what was shown, and pick one of several: "it", "both", "the second one", 另一个."""

from collections.abc import Sequence
from typing import Final

from bot.domain.conversation.dialogue import Act, End, ObjectKind, Reference
from bot.reading.word_tables import lists_in, phrase_table

_PLACES: Final = {"1": 1, "2": 2, "3": 3, "4": 4, "last": -1}
_ENDS: Final = {each.value: each for each in End}
PICKS: Final = frozenset({*_PLACES, *_ENDS, "other"})
UNNAMED: Final = frozenset(ObjectKind) - {ObjectKind.DEBATE, ObjectKind.FOUND, ObjectKind.LEVEL}  # "it"


def pointers_in(text: str) -> frozenset[str]:
    """Return the names of the lists of such words that a text holds."""
    return lists_in(text, "references", "pointers")


def pointing(act: Act, pointers: frozenset[str]) -> Reference:
    """Return the reference to what such words point at."""
    return Reference(
        act=act,
        kinds=UNNAMED,
        place=next((_PLACES[each] for each in pointers if each in _PLACES), 0),
        end=next((_ENDS[each] for each in pointers if each in _ENDS), None),
        is_other="other" in pointers,
        is_own="own" in pointers,
        is_plural=not pointers.isdisjoint({"several", "two"}),
        count=2 if "two" in pointers else 0,
    )


def pick_at(words: Sequence[str], at: int, names: frozenset[str] = PICKS) -> int:
    """Return how many words at a place pick one of several: "second one", 另一个; 0: none of these lists do."""
    found = phrase_table("references", "pointers").longest_match(words, at)
    return found[1] if found is not None and found[0] in names else 0


def picks_other(which: str) -> bool:
    """Return whether words pick another than what was spoken of last: "the other one", 另一个."""
    return "other" in pointers_in(which)


def picks_rest(which: str) -> bool:
    """Return whether words pick all but what is spoken of beside them: "the rest", 其他的; "the other one" too."""
    sets = lists_in(which, "references", "share_sets")
    return picks_other(which) or any(each.startswith("rest") for each in sets)


def places_in(words: str) -> frozenset[int]:
    """Return the places in a list, from 1, that words name; -1: the last."""
    return frozenset(_PLACES[each] for each in pointers_in(words) if each in _PLACES)
