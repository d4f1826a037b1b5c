"""Interfaces of drivers: people act in a conversation and see what Parley shows them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tests.conversations.scripts import ConversationScript, RunCommand, SendMessage

Json = dict[str, Any]

ASIDE = frozenset({"up", "down", "details"})  # buttons that most answers have
DECIDE = frozenset({"confirm", "cancel", "adjust"})


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredReply:
    """One stored reply."""

    id: str
    conversation_id: str
    intent: str
    state: str
    answer: Json
    person_id: str

    @property
    def symbols(self) -> list[str]:
        return list(self.answer["symbols"])

    @property
    def is_private(self) -> bool:
        return bool(self.answer["is_private"])

    @property
    def decisions(self) -> list[Json]:
        """Each decision in one piece: the proposal's fields beside its own."""
        return [{**each["proposal"], **each} for each in self.answer["decisions"]]

    @property
    def buttons(self) -> list[str]:
        return [each["id"] for each in self.answer["buttons"]]

    @property
    def pieces(self) -> list[str]:
        """Every text that the answer is made of, but for the names of columns."""
        return [piece for block in self.answer["blocks"] for piece in _pieces(block) if piece]

    @property
    def columns(self) -> list[str]:
        """The names of all columns, which a table too wide for a platform leaves out or says again with each row."""
        return [name for block in self.answer["blocks"] if block["type"] == "Table" for name in block["columns"]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownAnswer:
    """One answer as the platform shows it to a person."""

    text: str  # the platform's marks removed
    buttons: tuple[str, ...]  # ids, in their order
    is_private: bool  # one person alone sees it
    stored: StoredReply
    told: Mapping[str, Any] = field(default_factory=dict)  # what the platform says of it besides: the terminal's JSON
    messages: tuple[Any, ...] = ()  # the platform's own messages
    press_targets: Mapping[str, Any] = field(
        default_factory=dict
    )  # by button id: how it is pressed, even when it is gone

    @property
    def kinds(self) -> list[str]:
        """The kinds of the buttons, without thumbs and Details."""
        return sorted(kind for kind in map(kind_of, self.buttons) if kind not in ASIDE)

    def of(self, decision: str) -> list[str]:
        """The buttons by which a version of a decision, "<id>:<version>", is decided on."""
        return [each for each in self.buttons if each.endswith(decision) and kind_of(each) in DECIDE]

    def is_card(self, decision: str) -> bool:
        """Whether it shows the whole of a decision, and not only a word on it."""
        decision_id = decision.partition(":")[0]
        return any(block.get("decision_id") == decision_id for block in self.stored.answer["blocks"])


class StoredConversation(Protocol):
    """What is stored of one conversation beside its replies."""

    def decisions(self) -> dict[str, str]:
        """What has become of each decision, in its newest version; trades as they are, holds left out."""
        ...

    def orders(self) -> int: ...

    def expire(self, *, ago: float = 0.0) -> None:
        """Let the time of everything pending be over since so many seconds."""
        ...

    def votes(self, reply_id: str) -> Mapping[str, str]:
        """What people think of a reply, by their ids."""
        ...


class ConversationDriver(Protocol):
    """One conversation on one platform. Each call returns the answer, as soon as it is shown."""

    @property
    def stored(self) -> StoredConversation: ...

    def says(self, by: str, said: SendMessage) -> ShownAnswer: ...

    def commands(self, by: str, command: RunCommand) -> ShownAnswer: ...

    def presses(self, by: str, button_id: str, under: ShownAnswer) -> ShownAnswer: ...

    def fills_in(self, by: str, button_id: str, under: ShownAnswer, values: Mapping[str, str]) -> ShownAnswer: ...

    def hears(self) -> ShownAnswer: ...

    def again(self, shown: ShownAnswer) -> ShownAnswer | None:
        """Return an earlier answer as it looks now; None where shown answers cannot change."""
        ...


class Driver(Protocol):
    """The application as conversations reach it: in this process, or as a process behind a platform's adapter."""

    def open_conversation(self, script: ConversationScript) -> ConversationDriver: ...


def kind_of(button_id: str) -> str:
    return button_id.partition(":")[0]


def _pieces(block: Json) -> Iterator[str]:
    match block:
        case {"type": "Paragraph" | "Markdown", "text": text}:
            yield text
        case {"type": "Bullets", "heading": heading, "items": items}:
            yield from (heading, *items)
        case {"type": "Table", "rows": rows}:
            yield from (cell for row in rows for cell in row)
        case {"type": "Card", "title": title, "lines": lines, "footer": footer}:
            yield from (title, *lines, footer)
        case _:
            msg = f"a block of an unknown kind: {block}"
            raise AssertionError(msg)
