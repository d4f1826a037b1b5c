"""One interaction: what a person did, and how the bot answered."""

from dataclasses import dataclass, field
from enum import IntEnum

from tests.fakes.discord.model import FakeDiscordChannel, FakeDiscordMessage, FakeDiscordUser, Json


class InteractionKind(IntEnum):
    """Interaction types."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


@dataclass(slots=True, eq=False, kw_only=True)
class Interaction:
    """A command, a press, a request for suggestions or a submitted modal, with its answers."""

    id: int
    token: str
    kind: InteractionKind
    user: FakeDiscordUser
    channel: FakeDiscordChannel
    data: Json
    made_at: float  # by the fake's clock
    source: FakeDiscordMessage | None = None  # the message whose component was used
    delivered: bool = False  # whether a connected session was told
    noted: bool = False  # whether its lateness was recorded
    ack: int | None = None  # the callback type
    acked_after: float | None = None  # seconds
    original: FakeDiscordMessage | None = None  # the response, or the message whose component was used
    followups: list[FakeDiscordMessage] = field(default_factory=list)
    choices: list[Json] | None = None  # the answer to an autocomplete
    modal: Json | None = None  # the modal that was shown

    @property
    def acked(self) -> bool:
        return self.ack is not None

    @property
    def messages(self) -> list[FakeDiscordMessage]:
        """The response and its follow-ups, without deleted ones."""
        own = [self.original] if self.original and self.original is not self.source else []
        return [message for message in (*own, *self.followups) if not message.deleted]

    @property
    def suggested(self) -> list[str]:
        """The names of the choices."""
        return [choice["name"] for choice in self.choices or ()]

    def __str__(self) -> str:
        name = self.data.get("name") or self.data.get("custom_id")
        return f"{self.kind.name.lower()} {name!r} of {self.user.name}"
