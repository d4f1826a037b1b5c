"""Defines the services shared by the handlers of events, commands and interactions."""

from dataclasses import dataclass, field
from typing import Final

from adapters.shared.background import BackgroundTasks
from adapters.slack.api import SlackApi
from adapters.slack.people import SlackPeople
from adapters.slack.tokens import InstalledTokens
from bot.locales import Catalogue
from bot.messaging.inbound.gateway import InboundGateway
from bot.messaging.inbound.intake import Intake
from bot.ports import Meter

# Slack waits 3 s. A response to the person may take another second, to look up their language.
STORE_SECONDS: Final = 1.5
EVENT_SECONDS: Final = 2.5


@dataclass(frozen=True, slots=True, kw_only=True)
class HandlerServices:
    """What the handlers of events, commands and interactions use; created once."""

    gateway: InboundGateway
    api: SlackApi
    people: SlackPeople
    texts: Catalogue
    meter: Meter
    uninstalls: InstalledTokens | None = None  # None: one installation, made by hand
    background: BackgroundTasks = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "background", BackgroundTasks(self.meter))  # the class is frozen

    @property
    def intake(self) -> Intake:
        """Return the part of the gateway that stores inputs."""
        return self.gateway.intake
