"""What people have picked below "Did you mean": examples of how a workspace talks."""

from dataclasses import dataclass
from typing import Final

from bot.domain.ids import TurnId

MOST_PICKED: Final = 500  # examples of one workspace that are learnt from, the newest


@dataclass(frozen=True, slots=True)
class PickedReading:
    """A message with the kind that who said it has picked."""

    turn_id: TurnId  # of the message
    text: str  # of the message, as it stands now
    kind: str  # `bot.reading.parses.Kind`
