"""Cuts a request for alerts on several shares, each with a condition of its own: "AAPL below 400 or IBM above 200"."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from bot.reading.assembly.limits import part_of
from bot.reading.parses import Kind, Parse, SlotName

_VALUES: Final = (SlotName.LEVEL, SlotName.MOVE)


def of_each_share(parse: Parse) -> tuple[Parse, ...]:
    """Return such a request as one for each share; else the parse alone: one share, or the same for all."""
    if parse.kind is not Kind.ALERT_SET:
        return (parse,)
    cuts = (0, *_cuts(parse), len(parse.text))
    parts = tuple(part_of(parse, start, end) for start, end in pairwise(cuts))
    shares = {share.text.lower() for part in parts for share in part.each(SlotName.SHARE)}
    is_whole = all(part.has(SlotName.SHARE) and part.has(*_VALUES) for part in parts)
    return parts if is_whole and len(shares) > 1 else (parse,)


def _cuts(parse: Parse) -> Iterator[int]:
    """Yield where a share begins that stands behind the level of another one."""
    is_level_said = False
    for slot in parse.slots:
        if slot.name is SlotName.SHARE and is_level_said:
            yield slot.start
        is_level_said = slot.name in _VALUES or (is_level_said and slot.name is not SlotName.SHARE)
