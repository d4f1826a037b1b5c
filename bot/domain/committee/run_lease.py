"""The lease under which a process works on a committee's run."""

from dataclasses import dataclass

from bot.domain.ids import TurnId


@dataclass(frozen=True, slots=True)
class RunLease:
    """Held by one process at a time; every write of the run checks it."""

    turn_id: TurnId  # that the run's end answers
    owner: str  # unique to the process
    fence: int  # fencing number
