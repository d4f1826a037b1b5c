"""In-memory stores of app installations and OAuth states."""

from datetime import datetime, timedelta
from itertools import count

from bot.domain.installations import Installation
from bot.ports import Clock
from tests.fakes.clock import NOON


class FakeInstallations:
    """Counts how often it was asked; `down` is raised by everything while it is set."""

    def __init__(self) -> None:
        self.rows: dict[str, Installation] = {}
        self.asked: list[str] = []
        self.down: Exception | None = None

    async def save(self, installation: Installation) -> None:
        self._answer()
        self.rows[installation.workspace] = installation

    async def find_installation(self, workspace: str) -> Installation | None:
        self.asked.append(workspace)
        self._answer()
        return self.rows.get(workspace)

    async def remove(self, workspace: str, *, unless_after: datetime | None = None) -> bool:
        self._answer()
        found = self.rows.get(workspace)
        if found is None or (unless_after is not None and found.installed_at > unless_after):
            return False
        del self.rows[workspace]
        return True

    def _answer(self) -> None:
        if self.down is not None:
            raise self.down


class FakeOAuthStates:
    """OAuth states with predictable secrets."""

    def __init__(self, *, clock: Clock) -> None:
        self._clock = clock
        self._numbers = count(1)
        self.until: dict[str, datetime] = {}
        self.down: Exception | None = None

    async def issue(self) -> str:
        self._answer()
        state = f"state-{next(self._numbers)}"
        self.until[state] = self._clock.now() + timedelta(minutes=10)
        return state

    async def consume(self, state: str) -> bool:
        self._answer()
        until = self.until.pop(state, None)
        return until is not None and self._clock.now() < until

    def _answer(self) -> None:
        if self.down is not None:
            raise self.down


def an_installation(workspace: str = "T1", *, bot: str = "xoxb-one", at: datetime = NOON) -> Installation:
    return Installation(
        workspace=workspace,
        app_id="A1",
        bot_token=bot,
        bot_id=f"B-{workspace}",
        bot_user_id=f"U-{workspace}",
        scopes=("chat:write", "commands"),
        installer_id="U1",
        installed_at=at,
    )
