"""What the handlers of everything that comes in from Slack work with."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from adapters.shared.background import BackgroundTasks
from adapters.slack.api import SlackApi
from adapters.slack.people import SlackPeople
from bot.locales import Catalogue
from bot.messaging.inbound.gateway import InboundGateway
from bot.messaging.inbound.intake import Intake
from bot.ports import Meter

# Slack waits for 3 s. What is then said to a person takes up to another second, that of asking for their language.
STORE_SECONDS: Final = 1.5
EVENT_SECONDS: Final = 2.5


class UninstallListener(Protocol):
    """Forgets installations, where there are several."""

    async def forget_installation(
        self, team_id: str | None, enterprise_id: str | None, *, at: datetime | None = None
    ) -> None:
        """Forget one that ended at `at`; `team_id` None: that of the organisation. Raises: StoreUnavailableError."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class HandlerServices:
    """Made once, shared by all handlers."""

    gateway: InboundGateway
    api: SlackApi
    people: SlackPeople
    texts: Catalogue
    meter: Meter
    background: BackgroundTasks
    uninstalls: UninstallListener | None = None  # None: there is one installation, made by hand

    @property
    def intake(self) -> Intake:
        """Return what stores."""
        return self.gateway.intake
