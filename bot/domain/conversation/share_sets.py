"""Which shares words for several of them mean, of those that were shown: "both", "the rest", 另外两个. Pure."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from bot.domain.conversation.dialogue import ObjectKind, ShownAnswer

_PAIR = 2
_LATEST = 3  # answers back that "the best one" can mean
_MOST = 5  # shares named one by one that are taken together


@dataclass(frozen=True, slots=True)
class SharePointer:
    """Words of a message, from `start` to `end`, that mean several shares, or the one at a place."""

    start: int
    end: int
    is_rest: bool = False  # those not named since: "the others"; else all that were shown
    count: int = 0  # how many; 0: it is not said
    is_first: bool = False  # so many from the first on
    is_last: bool = False  # so many up to the last
    leaves_out: bool = False  # with `is_rest`: but those that are named in it, "without Google"
    place: int = 0  # of one share, from 1; -1: the last; 0: several are meant
    is_ranked: bool = False  # with `place`: in an order from the best on


def shares_shown(answers: Iterable[ShownAnswer]) -> list[tuple[str, ...]]:
    """Return the shares of each answer that shows any, in their order; one looked for among several after them."""
    found: list[tuple[str, ...]] = []
    for answer in answers:
        found += [each.symbols for each in answer.objects if each.kind is ObjectKind.PICKED]
        found.append(answer.symbols or tuple(dict.fromkeys(s for each in answer.objects for s in each.symbols)))
    return [each for each in found if each]


def shares_ranked(answers: Iterable[ShownAnswer]) -> tuple[str, ...]:
    """Return the shares of the latest order that was shown, the best first; empty: none was lately."""
    latest = (each for answer in islice(answers, _LATEST) for each in answer.objects)
    return next((each.symbols for each in latest if each.kind is ObjectKind.RANKED), ())


def shares_meant(
    pointer: SharePointer, shown: Sequence[tuple[str, ...]], named: Collection[str] = (), ranked: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Return the shares meant, of those `shown` by answers, newest first, but for `named` ones; empty: unclear."""
    listed = ranked if pointer.is_ranked else shares_listed(shown)
    if pointer.place:
        return at_place(listed, pointer.place) if len(listed) > 1 else ()
    if pointer.is_first or pointer.is_last:
        at = slice(pointer.count) if pointer.is_first else slice(-pointer.count, None)
        return listed[at] if len(listed) > pointer.count else ()
    return _rest(pointer, shown, named) if pointer.is_rest else _all(pointer, shown)


def at_place(symbols: tuple[str, ...], place: int) -> tuple[str, ...]:
    """Return the share at a place, from 1, or the last at -1; empty: there is none."""
    at = place - 1 if place > 0 else place
    return symbols[at : at + 1 or None]


def shares_listed(shown: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the shares among which a place counts: those shown last, or the list of which they are a part."""
    found: tuple[str, ...] = ()
    for group in shown:
        if found and not set(found) < set(group):
            break
        found = group if len(group) > 1 else found
    return found


def _rest(pointer: SharePointer, shown: Sequence[tuple[str, ...]], named: Collection[str]) -> tuple[str, ...]:
    since = set(named)
    for group in shown:
        rest = tuple(each for each in group if each not in since)
        if rest and len(rest) < len(group) and pointer.count in {0, len(rest)}:
            return rest
        since |= set(group)
    latest, earlier = next(iter(shown), ()), _together(shown[1:])
    rest = tuple(each for each in earlier if each not in latest)
    if rest and pointer.count == len(rest):
        return rest
    latest = next((each for each in shown[:2] if len(each) > 1), ())  # with the one picked of them before it
    was_rest = any(set(latest) < set(group) for group in shown)  # it was asked of before
    return latest if was_rest and not named and pointer.count in {0, len(latest)} else ()


def _all(pointer: SharePointer, shown: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    since: tuple[str, ...] = ()  # in the order in which they were shown
    for group in shown:
        if len(group) > 1 and pointer.count in {0, len(group)}:
            return group if set(since) <= set(group) else ()
        since = tuple(dict.fromkeys((*group, *since)))
        if len(since) == pointer.count and not any(set(since) == set(each) for each in shown):
            return since
    together = _together(shown)
    is_clear = not pointer.count and _PAIR <= len(together) <= _MOST
    return together if is_clear else ()


def _together(shown: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the shares of answers that show one each, in the order of their showing; none: one shows more."""
    if any(len(each) > 1 for each in shown):
        return ()
    return tuple(reversed(dict.fromkeys(each for group in shown for each in group)))
