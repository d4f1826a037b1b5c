"""Reads a number that is said below an alert, without a share, as of that alert's share: "actually 29 is fine too"."""

from typing import Final

from bot.domain.conversation.dialogue import ObjectKind
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.reading.guarded_words import GuardedMessage
from bot.reading.parses import Kind, Parse, SlotName
from bot.reading.trained.parser import trained_parser

_LEVELS: Final = frozenset({SlotName.LEVEL, SlotName.MOVE})
_SIDES: Final = frozenset({SlotName.UP, SlotName.DOWN})
_MOST_CHARACTERS: Final = 60


def as_sequel_of_alert(text: str, around: Surroundings) -> Parse | None:
    """Return a text as one that sets an alert; None: no alert came before it, or it says more than one level."""
    if ObjectKind.ALERT not in around.shown_last or not around.focus or len(text) > _MOST_CHARACTERS:
        return None
    said = GuardedMessage.of(text, around.instruments)
    if said.shares or len(said.numbers) != 1 or any(said.each("denial", "contrast")):
        return None
    parse = trained_parser().parse_as(
        text, Kind.ALERT_SET, instruments=around.instruments, before=frozenset({Before.TOLD})
    )
    names = [slot.name for slot in parse.slots]
    is_level = sum(name in _LEVELS for name in names) == 1 and set(names) <= _LEVELS | _SIDES
    return parse if is_level else None
