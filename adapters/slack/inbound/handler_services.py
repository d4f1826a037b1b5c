"""Defines the services shared by the handlers of events, commands and interactions."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Protocol

from adapters.shared.background import BackgroundTasks
from adapters.slack.api import SlackApi
from adapters.slack.people import SlackPeople
from bot.locales import Catalogue
from bot.messaging.inbound.gateway import InboundGateway
from bot.messaging.inbound.intake import Intake
from bot.ports import Meter

# Slack waits 3 s. A response to the person may take another second, to look up their language.
STORE_SECONDS: Final = 1.5
EVENT_SECONDS: Final = 2.5


class UninstallListener(Protocol):
    """Forgets installations, if there can be several."""

    async def forget_installation(
        self, team_id: str | None, enterprise_id: str | None, *, at: datetime | None = None
    ) -> None:
        """Forget the installation that ended at `at`; `team_id` None: the organisation's.

        Raises: StoreUnavailableError.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class HandlerServices:
    """What the handlers of events, commands and interactions use; created once."""

    gateway: InboundGateway
    api: SlackApi
    people: SlackPeople
    texts: Catalogue
    meter: Meter
    uninstalls: UninstallListener | None = None  # `InstalledTokens`; None: one installation, made by hand
    background: BackgroundTasks = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "background", BackgroundTasks(self.meter))  # the class is frozen

    @property
    def intake(self) -> Intake:
        """Return the part of the gateway that stores inputs."""
        return self.gateway.intake
