"""How many presses a minute one person may make of buttons that only show something."""

import asyncio
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Final

_MINUTE: Final = 60.0  # seconds
_MOST_PEOPLE: Final = 1_000  # remembered before those who may press freely again are forgotten


@dataclass(frozen=True, slots=True)
class PressPace:
    """Counts presses in this process by the generic cell rate algorithm, as messages are counted in the database."""

    per_minute: int  # 0: any number
    _paced_until: dict[Hashable, float] = field(default_factory=dict)  # by the event loop's clock

    def exceeds(self, person: Hashable) -> bool:
        """Count one press; return whether it is above the limit, and so does not count."""
        if not self.per_minute:
            return False
        now, step = asyncio.get_running_loop().time(), _MINUTE / self.per_minute
        until = max(self._paced_until.get(person, now), now) + step
        if until > now + _MINUTE + step / 2:
            return True
        if len(self._paced_until) >= _MOST_PEOPLE:
            for each in [each for each, paced in self._paced_until.items() if paced <= now]:
                del self._paced_until[each]
        self._paced_until[person] = until
        return False
