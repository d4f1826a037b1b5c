"""Interfaces of platform drivers: people act in a conversation and see what Parley shows them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tests.e2e.conversation_scripts import ConversationScript, RunCommand, SendMessage
from tests.e2e.drivers.stored_conversation import StoredConversation, StoredReply

VOTES = frozenset({"up", "down"})
DECIDE = frozenset({"confirm", "cancel", "adjust"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownAnswer:
    """One answer as the platform shows it to a person."""

    text: str  # the platform's marks removed
    buttons: tuple[str, ...]  # ids, in their order
    is_private: bool  # one person alone sees it
    stored: StoredReply  # what the database holds of it
    told: Mapping[str, Any] = field(default_factory=dict)  # what the platform says of it besides: the terminal's JSON
    messages: tuple[Any, ...] = ()  # the platform's own messages
    press_targets: Mapping[str, Any] = field(
        default_factory=dict
    )  # by button id: how it is pressed, even when it is gone

    @property
    def kinds(self) -> list[str]:
        """The kinds of the buttons, without thumbs."""
        return sorted(kind for kind in map(kind_of, self.buttons) if kind not in VOTES)

    def of(self, decision: str) -> list[str]:
        """The buttons by which a version of a decision, "<id>:<version>", is decided on."""
        return [each for each in self.buttons if each.endswith(decision) and kind_of(each) in DECIDE]

    def is_card(self, decision: str) -> bool:
        """Whether it shows the whole of a decision, and not only a word on it."""
        decision_id = decision.partition(":")[0]
        return any(block.get("decision_id") == decision_id for block in self.stored.answer["blocks"])


class ConversationDriver(Protocol):
    """One conversation on one platform. Each call returns the answer, as soon as it is shown."""

    stored: StoredConversation

    def says(self, by: str, said: SendMessage) -> ShownAnswer: ...

    def commands(self, by: str, command: RunCommand) -> ShownAnswer: ...

    def presses(self, by: str, button_id: str, under: ShownAnswer) -> ShownAnswer: ...

    def fills_in(self, by: str, button_id: str, under: ShownAnswer, values: Mapping[str, str]) -> ShownAnswer: ...

    def hears(self) -> ShownAnswer: ...

    def again(self, shown: ShownAnswer) -> ShownAnswer | None:
        """Return an earlier answer as it looks now; None where shown answers cannot change."""
        ...


class PlatformDriver(Protocol):
    """One adapter, with everything that runs behind it."""

    name: str

    def open_conversation(self, script: ConversationScript) -> ConversationDriver: ...


def kind_of(button_id: str) -> str:
    return button_id.partition(":")[0]
