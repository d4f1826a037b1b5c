"""The parts of a packed conversation, and how they share the room there is: by priority."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.domain.conversation.history import Entry, json_tokens
from bot.domain.models.token_estimate import estimate_tokens, shorten

MAX_EPISODE_TOKENS: Final = 600  # of all recalled episodes together


class Part(StrEnum):
    """The parts by priority; each is the key of the JSON object."""

    REMEMBERED = "remembered"  # core memory
    MESSAGES = "messages"
    SUMMARY = "summary"
    RECALLED = "recalled"  # episodes
    KNOWLEDGE = "knowledge"  # passages of files
    OVERHEARD = "overheard"


SHARES: Final[Mapping[Part, float]] = {
    Part.REMEMBERED: 0.2,
    Part.MESSAGES: 0.5,
    Part.SUMMARY: 0.25,
    Part.RECALLED: 0.4,
    Part.KNOWLEDGE: 0.4,
    Part.OVERHEARD: 0.2,
}
_NEVER_MORE: Final = frozenset({Part.OVERHEARD})  # than its share, though there be room


@dataclass(frozen=True, slots=True)
class Fitted:
    """What of one part fits."""

    value: str | list[Entry]
    tokens: int
    is_cut: bool  # there is more of it


Fit = Callable[[int], Fitted]  # returns what fits into so many tokens


def share_room(fits: Mapping[Part, Fit], room: int) -> dict[Part, Fitted]:
    """Give each part up to its share of the room, by priority; then share what is left, again by priority."""
    fitted: dict[Part, Fitted] = {}
    left = room
    for part in Part:
        fitted[part] = fits[part](min(left, int(room * SHARES[part]), _most(part, room)))
        left -= fitted[part].tokens
    for part in Part:
        before = fitted[part]
        if before.is_cut and part not in _NEVER_MORE:
            fitted[part] = fits[part](min(before.tokens + left, _most(part, room)))
            left -= fitted[part].tokens - before.tokens
    return fitted


def _most(part: Part, room: int) -> int:
    return min(room, MAX_EPISODE_TOKENS) if part is Part.RECALLED else room


def first_entries(entries: Sequence[Entry], limit: int) -> Fitted:
    """Return the first entries that fit together."""
    kept: list[Entry] = []
    tokens = 0
    for entry in entries:
        cost = json_tokens(entry)
        if tokens + cost > limit:
            break
        kept.append(entry)
        tokens += cost
    return Fitted(kept, tokens, len(kept) < len(entries))


def oldest_first(newest: Fitted) -> Fitted:
    """Return entries that were fitted from the newest on in the order in which they were said."""
    return replace(newest, value=newest.value[::-1])


def newest_lines(summary: str, limit: int) -> Fitted:
    """Return the newest lines that fit; if none does, what fits of the newest."""
    kept: list[str] = []
    tokens = 0
    for line in reversed(summary.splitlines()):
        cost = estimate_tokens(line) + 1
        if tokens + cost > limit:
            break
        kept.insert(0, line)
        tokens += cost
    if not kept and (lines := summary.splitlines()):
        text = shorten(lines[-1], limit_tokens=limit - 1)
        return Fitted(text, estimate_tokens(text) + 1 if text else 0, is_cut=True)
    text = "\n".join(kept)
    return Fitted(text, tokens, text != summary)
