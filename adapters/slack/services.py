"""What the handlers of everything that comes in from Slack work with."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from adapters.slack.api import SlackApi
from adapters.slack.background import Background
from adapters.slack.people import SlackPeople
from adapters.slack.prompt_intake import PromptIntake
from bot.conversation.adjust_form import AdjustForm
from bot.domain.ids import DecisionId, TenantId
from bot.domain.messages import Answer, IncomingCommand, IncomingMessage, IncomingPress, Thread
from bot.domain.turns import Accepted, Opening, Turn
from bot.domain.understanding import Language
from bot.locales import Catalogue
from bot.ports.meter import Meter


class Intake(Protocol):
    """Stores what comes in; as `bot.conversation.intake.Intake`. Everything raises StoreUnavailableError."""

    async def enrol(self, thread: Thread) -> None:
        """Make a workspace known."""
        ...

    async def accept(self, message: IncomingMessage) -> Accepted:
        """Store a message."""
        ...

    async def accept_press(self, press: IncomingPress) -> Accepted:
        """Store a press."""
        ...

    async def accept_command(self, command: IncomingCommand) -> Opening:
        """Store a command."""
        ...

    async def edited(self, thread: Thread, *, message_id: str, text: str) -> bool:
        """Note that a message was changed."""
        ...

    async def deleted(self, thread: Thread, *, message_id: str) -> None:
        """Note that a message was removed."""
        ...

    async def takes_part(self, thread: Thread) -> bool:
        """Return whether we have been spoken to in a thread."""
        ...

    async def thread_of(self, tenant_id: TenantId, decision_id: DecisionId) -> Thread:
        """Return where a decision was proposed. Raises: UnknownDecisionError."""
        ...


class Presses(Protocol):
    """Carries out stored presses; as `bot.conversation.press.Presses`."""

    async def handle(self, turn: Turn) -> None:
        """Carry out one."""
        ...


class Threads(Protocol):
    """Opens threads for stored commands; as `bot.conversation.open_threads.OpenThreads`."""

    async def handle(self, opening: Opening, *, root: str | None = None) -> None:
        """Open one. Raises: UnreachableError: we cannot write there."""
        ...


class AdjustForms(Protocol):
    """Knows what an Adjust form shows; as `bot.conversation.adjust_form.AdjustForms`."""

    async def form(
        self,
        tenant_id: TenantId,
        decision_id: DecisionId,
        version: int,
        language: Language,
        *,
        person_id: str | None = None,
    ) -> AdjustForm:
        """Return the form for one version of a decision.

        Raises: ParleyError, as a person may be told it: it is not theirs to adjust, or can no longer be changed.
        """
        ...


class Home(Protocol):
    """Knows what a person's Home shows; as `bot.conversation.home.Home`."""

    async def __call__(self, tenant_id: TenantId, person_id: str, language: Language) -> Answer:
        """Return account, pending decisions and last outcomes, with their buttons."""
        ...


class Entrance(Protocol):
    """Where everything is handed in; as `bot.conversation.entrance.Entrance`."""

    @property
    def intake(self) -> Intake:
        """Return what stores."""
        ...

    @property
    def presses(self) -> Presses:
        """Return what carries out presses."""
        ...

    @property
    def threads(self) -> Threads:
        """Return what opens threads."""
        ...

    @property
    def adjust_forms(self) -> AdjustForms:
        """Return what makes forms."""
        ...

    @property
    def home(self) -> Home:
        """Return what makes Homes."""
        ...


class Uninstalls(Protocol):
    """Forgets installations, where there are several."""

    async def uninstalled(self, team_id: str | None, enterprise_id: str | None, *, at: datetime | None = None) -> None:
        """Forget one that ended at `at`; `team_id` None: that of the organisation. Raises: StoreUnavailableError."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Made once, shared by all handlers."""

    entrance: Entrance
    api: SlackApi
    people: SlackPeople
    say: Catalogue
    meter: Meter
    background: Background
    uninstalls: Uninstalls | None = None  # None: there is one installation, made by hand

    @property
    def intake(self) -> Intake:
        """Return what stores."""
        return PromptIntake(self.entrance.intake)
