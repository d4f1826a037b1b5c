"""How long episodes are kept."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Final

from bot.domain.memory.episodes import EpisodeKind

_PRUNED: Final = frozenset({EpisodeKind.EXCHANGE, EpisodeKind.TALK})


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeRetention:
    """The setting of how long episodes are kept. Passages are kept until somebody removes them."""

    age: timedelta  # what was said longer ago is pruned
    includes_decisions: bool = False

    @property
    def kinds(self) -> frozenset[EpisodeKind]:
        """The kinds of episodes that are pruned."""
        return _PRUNED | {EpisodeKind.DECISION} if self.includes_decisions else _PRUNED

    def said_before(self, now: datetime) -> datetime:
        """Return the beginning of a day (UTC): what was said before it is pruned at `now`, so once a day."""
        return datetime.combine((now - self.age).astimezone(UTC).date(), time(), UTC)
