"""Watch lists: the shares that a channel, or a person, wants to hear of. A list changes nothing on an account."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.domain.conversation.threads import Person, Thread, is_own_place

MOST_WATCHED: Final = 30  # shares on one list: each is priced for every brief


class WatchListKind(StrEnum):
    """Whose a list is."""

    CHANNEL = "channel"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class WatchListKey:
    """Which list of a workspace: of a channel, or of a person."""

    kind: WatchListKind
    owner: str  # the platform's id of the channel or person


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedShare:
    """A share on a list, and since when."""

    key: WatchListKey
    symbol: str
    added_by: Person
    added_at: datetime
    market: str  # "sample" or "yahoo": whose time the next one is
    market_time: datetime  # of the account when it was added, from which its change is counted


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchListChange:
    """What one message adds to a list, or takes off it; stored with its answer."""

    key: WatchListKey
    added: tuple[WatchedShare, ...] = ()
    removed: tuple[str, ...] = ()  # symbols


@dataclass(frozen=True, slots=True)
class Sorting:
    """What becomes of the shares that a message names: each is in one of the three."""

    changed: tuple[str, ...]  # put on the list, or taken off it
    unchanged: tuple[str, ...] = ()  # on it already, or not on it
    beyond: tuple[str, ...] = ()  # the list is full


def key_of_list(thread: Thread, *, person_id: str, is_own: bool) -> WatchListKey:
    """Return the list that a message means: the person's own, or that of the place, which may be theirs as well."""
    if is_own or is_private_place(thread, person_id=person_id):
        return WatchListKey(WatchListKind.PERSON, person_id)
    return WatchListKey(WatchListKind.CHANNEL, thread.channel)


def is_private_place(thread: Thread, *, person_id: str) -> bool:
    """Return whether a person who speaks in a place is the only one there."""
    return is_own_place(thread.platform, thread.workspace, thread.channel, person_id=person_id, has_spoken=True)


def listed_after(
    listed: Iterable[WatchedShare], key: WatchListKey, changes: Iterable[WatchListChange]
) -> tuple[WatchedShare, ...]:
    """Return the shares of a list after some changes."""
    after = {each.symbol: each for each in listed}
    for change in changes:
        if change.key == key:
            after = {symbol: each for symbol, each in after.items() if symbol not in change.removed}
            after |= {each.symbol: each for each in change.added}
    return tuple(after.values())


def sort_additions(listed: Sequence[WatchedShare], symbols: Iterable[str], *, most: int = MOST_WATCHED) -> Sorting:
    """Return which of some shares go on a list of at most `most`, in the order named."""
    known = {each.symbol for each in listed}
    named = tuple(dict.fromkeys(symbols))
    new = [each for each in named if each not in known]
    room = max(most - len(listed), 0)
    return Sorting(tuple(new[:room]), tuple(each for each in named if each in known), tuple(new[room:]))


def sort_removals(listed: Sequence[WatchedShare], symbols: Iterable[str]) -> Sorting:
    """Return which of some shares are taken off a list, in the order named."""
    known = {each.symbol for each in listed}
    named = tuple(dict.fromkeys(symbols))
    return Sorting(tuple(each for each in named if each in known), tuple(each for each in named if each not in known))
