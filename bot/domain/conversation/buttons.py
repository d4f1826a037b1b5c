"""Button ids: the action of a press and its subject. State is kept in the database, not in the id."""

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from uuid import UUID

from bot.domain.conversation.states import Intent
from bot.domain.ids import AlertId, DecisionId, TurnId
from bot.domain.trading.decisions import Decision

_VERSION: Final = re.compile(r"[1-9][0-9]{0,9}")
_MEMORY: Final = "memory"
_DETAILS: Final = "details"
_DEBATE: Final = "debate"
_PLACE: Final = re.compile(r"[0-9]")
_PAGE: Final = re.compile(r"[1-9][0-9]{0,3}")
_SPEAKER: Final = re.compile(r"[a-z_]{0,20}")
_SYMBOL: Final = re.compile(r"[A-Z0-9.-]{0,12}")
_LATER_OCCASION: Final = re.compile(r"brief:[a-z0-9/_-]{1,40}")
_MEMORY_EDIT: Final = "memory_edit"
_GUESS: Final = "guess"
_ERASE: Final = "erase"
_ERASE_CANCEL: Final = "erase_cancel"
_ALERT_ACTIONS: Final = frozenset({"alert_decide", "alert_snooze", "alert_done", "alert_remove"})
_MAX_VERSION: Final = 2**31 - 1  # the maximum of the database's integer column


class ButtonAction(StrEnum):
    """The action of a button below a decision."""

    CONFIRM = "confirm"
    CONFIRM_BEYOND_CAP = "confirm_beyond_cap"  # the answer to the second question about a trade beyond a cap
    CANCEL = "cancel"
    WHY = "why"
    ADJUST = "adjust"

    @property
    def intent(self) -> Intent:
        """The intent of a message that asks for the same action."""
        return _INTENT_BY_ACTION[self]


_INTENT_BY_ACTION: Final = {
    ButtonAction.CONFIRM: Intent.CONFIRM,
    ButtonAction.CONFIRM_BEYOND_CAP: Intent.CONFIRM,
    ButtonAction.CANCEL: Intent.CANCEL,
    ButtonAction.WHY: Intent.EXPLAIN,
    ButtonAction.ADJUST: Intent.DECIDE,
}


class GroupAction(StrEnum):
    """The action of a button below several decisions of one answer."""

    CONFIRM_ALL = "confirm_all"
    CANCEL_ALL = "cancel_all"

    @property
    def each(self) -> ButtonAction:
        """What it does with each of the decisions."""
        return ButtonAction.CONFIRM if self is GroupAction.CONFIRM_ALL else ButtonAction.CANCEL


class Vote(StrEnum):
    """Feedback on an answer: thumb up or down."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class ButtonRef:
    """A button below one version of a decision: "confirm:<decision id>:<version>"."""

    action: ButtonAction
    decision_id: DecisionId
    version: int

    def __str__(self) -> str:
        return f"{self.action}:{self.decision_id}:{self.version}"


@dataclass(frozen=True, slots=True)
class AdjustRef:
    """A submitted Adjust form: "adjust:<decision id>:<version>:<amount>:<note>", the amount as the person typed it."""

    button: ButtonRef
    amount: str
    note: str = ""

    def __str__(self) -> str:
        return f"{self.button}:{self.amount.replace(':', ' ')}:{self.note}"


@dataclass(frozen=True, slots=True)
class GroupRef:
    """A button for all decisions below one answer: "confirm_all:<id of the turn that was answered>".

    It means the versions whose own buttons that answer shows, however many: their ids would not fit into a button's.
    """

    action: GroupAction
    turn_id: TurnId

    def __str__(self) -> str:
        return f"{self.action}:{self.turn_id}"


@dataclass(frozen=True, slots=True)
class VoteRef:
    """A thumb below an answer: "up:<reply id>"."""

    vote: Vote
    reply_id: UUID

    def __str__(self) -> str:
        return f"{self.vote}:{self.reply_id}"


@dataclass(frozen=True, slots=True)
class StopRef:
    """The Stop button of a running turn: "stop:<turn id>"."""

    turn_id: TurnId

    def __str__(self) -> str:
        return f"stop:{self.turn_id}"


@dataclass(frozen=True, slots=True)
class DetailsRef:
    """The Details button below the answer to a message or press: "details:<id of the turn that was answered>".

    Below a later reply to that turn, a brief: "details:<id of the turn>:<occasion of the reply>".
    """

    turn_id: TurnId
    occasion: str | None = None  # None: the answer

    def __str__(self) -> str:
        return f"{_DETAILS}:{self.turn_id}" + (f":{self.occasion}" if self.occasion else "")


@dataclass(frozen=True, slots=True)
class DebateRef:
    """A page of what the agents of one run said: "debate:<run id>:<page>:<speaker>:<symbol>"."""

    run_id: UUID
    page: int = 1
    speaker: str = ""  # a sender's code; empty: everybody
    symbol: str = ""  # empty: all shares of the run

    def __str__(self) -> str:
        return f"{_DEBATE}:{self.run_id}:{self.page}:{self.speaker}:{self.symbol}".rstrip(":")


@dataclass(frozen=True, slots=True)
class MemoryFormRef:
    """The button below core memory that opens its form: "memory:<id of the turn that was answered>"."""

    turn_id: TurnId

    def __str__(self) -> str:
        return f"{_MEMORY}:{self.turn_id}"


@dataclass(frozen=True, slots=True)
class MemoryEditRef:
    """A submitted form of core memory: "memory_edit:<turn id>:<second it was opened>:<its fields as JSON>"."""

    turn_id: TurnId
    opened_at: int  # seconds since 1970: what was changed since stays
    fields: tuple[tuple[str, str], ...]  # name and text of each: "person.horizon"

    def __str__(self) -> str:
        return f"{_MEMORY_EDIT}:{self.turn_id}:{self.opened_at}:{json.dumps(dict(self.fields), ensure_ascii=False)}"


@dataclass(frozen=True, slots=True)
class ErasureRef:
    """A button below the request to erase a person: "erase:<erasure id>" confirms, "erase_cancel:…" withdraws it."""

    erasure_id: UUID
    is_cancel: bool = False

    def __str__(self) -> str:
        return f"{_ERASE_CANCEL if self.is_cancel else _ERASE}:{self.erasure_id}"


@dataclass(frozen=True, slots=True)
class GuessRef:
    """A button below "Did you mean": "guess:<id of the turn that was answered>:<place of the request, from 1>".

    Place 0: none of them.
    """

    turn_id: TurnId
    place: int

    def __str__(self) -> str:
        return f"{_GUESS}:{self.turn_id}:{self.place}"


class HoldingAction(StrEnum):
    """The action of a button below a correction of a holding."""

    CONFIRM = "holding_confirm"
    CANCEL = "holding_cancel"
    UNDO = "holding_undo"
    KEEP = "holding_keep"  # cancels an undoing


@dataclass(frozen=True, slots=True)
class HoldingRef:
    """A button below a correction of a holding: "holding_confirm:<correction id>"."""

    action: HoldingAction
    correction_id: UUID

    def __str__(self) -> str:
        return f"{self.action}:{self.correction_id}"


class AlertAction(StrEnum):
    """The action of a button below a price alert."""

    DECIDE = "alert_decide"
    SNOOZE = "alert_snooze"
    DONE = "alert_done"
    REMOVE = "alert_remove"


@dataclass(frozen=True, slots=True)
class AlertRef:
    """A button below a price alert: "alert_done:<alert id>:<how often it had been told, then>"."""

    action: AlertAction
    alert_id: AlertId
    telling: int  # from 1; of an alert that has not been told yet, 1

    def __str__(self) -> str:
        return f"{self.action}:{self.alert_id}:{self.telling}"


_MemoryRef = MemoryFormRef | MemoryEditRef | ErasureRef
_ShowRef = DetailsRef | DebateRef | GuessRef
AnyButtonRef = ButtonRef | AdjustRef | GroupRef | VoteRef | StopRef | AlertRef | HoldingRef | _ShowRef | _MemoryRef


def button_ref(action: ButtonAction, decision: Decision) -> ButtonRef:
    """Return the reference to one version of `decision`."""
    return ButtonRef(action, decision.id, decision.version)


def is_look(ref: AnyButtonRef | None) -> bool:
    """Return whether a press of this button changes nothing that is traded or under way; None: an unknown button."""
    match ref:
        case ButtonRef(action=action):
            return action in {ButtonAction.WHY, ButtonAction.ADJUST}
        case DetailsRef() | DebateRef() | VoteRef() | MemoryFormRef() | None:
            return True
        case _:
            return False


def parse_button(button_id: str) -> AnyButtonRef | None:
    """Return the reference that `button_id` encodes; None: it is not a valid id of one of these buttons."""
    try:
        kind = button_id.strip().partition(":")[0]
        if kind in {_MEMORY_EDIT, _DETAILS, _DEBATE}:
            return _ref_of_shown(kind, button_id)
        match button_id.strip().split(":", maxsplit=4):
            case [kind, subject]:
                return _answer_ref(kind, UUID(subject))
            case [kind, subject, telling] if kind in _ALERT_ACTIONS:
                return _alert_ref(kind, subject, telling)
            case [kind, subject, number]:
                return _guess_ref(subject, number) if kind == _GUESS else _decision_ref(kind, subject, number)
            case [ButtonAction.ADJUST.value as kind, subject, version, amount, *note]:
                ref = _decision_ref(kind, subject, version)
                return AdjustRef(ref, amount.strip(), "".join(note).strip()) if ref else None
    except ValueError:  # unknown action or malformed id
        pass
    return None


def without_typed_words(button_id: str) -> str:
    """Return what a button does and to what, without the words typed into its form: what the audit trail keeps."""
    return ":".join(button_id.split(":", maxsplit=3)[:3])


def _answer_ref(kind: str, subject: UUID) -> AnyButtonRef:
    """Return the reference of a button that belongs to a turn or its answer. Raises: ValueError: no such kind."""
    match kind:
        case "stop":
            return StopRef(TurnId(subject))
        case "memory":
            return MemoryFormRef(TurnId(subject))
        case "erase" | "erase_cancel":
            return ErasureRef(subject, is_cancel=kind == _ERASE_CANCEL)
        case GroupAction.CONFIRM_ALL | GroupAction.CANCEL_ALL:
            return GroupRef(GroupAction(kind), TurnId(subject))
        case HoldingAction.CONFIRM | HoldingAction.CANCEL | HoldingAction.UNDO | HoldingAction.KEEP:
            return HoldingRef(HoldingAction(kind), subject)
        case _:
            return VoteRef(Vote(kind), subject)


def _ref_of_shown(kind: str, button_id: str) -> AnyButtonRef | None:
    """Return the reference of a button whose id has parts of its own. Raises: ValueError: it is malformed."""
    if kind == _MEMORY_EDIT:
        return _memory_edit(button_id)
    return _details_ref(button_id) if kind == _DETAILS else _debate_ref(button_id)


def _details_ref(button_id: str) -> DetailsRef | None:
    _, subject, *occasion = button_id.strip().split(":", maxsplit=2)
    if occasion and not _LATER_OCCASION.fullmatch(occasion[0]):
        return None
    return DetailsRef(TurnId(UUID(subject)), *occasion)


def _debate_ref(button_id: str) -> DebateRef | None:
    """Return a page of a debate. Raises: ValueError: it is malformed."""
    _, subject, page, speaker, symbol = (*button_id.strip().split(":", maxsplit=4), "", "")[:5]
    if not (_PAGE.fullmatch(page) and _SPEAKER.fullmatch(speaker) and _SYMBOL.fullmatch(symbol)):
        return None
    return DebateRef(UUID(subject), int(page), speaker, symbol)


def _memory_edit(button_id: str) -> MemoryEditRef | None:
    """Return a submitted form of core memory. Raises: ValueError: it is malformed."""
    _, subject, opened_at, written = button_id.split(":", maxsplit=3)
    fields = json.loads(written)
    if not isinstance(fields, dict) or not all(isinstance(text, str) for text in fields.values()):
        return None
    return MemoryEditRef(TurnId(UUID(subject)), int(opened_at), tuple(fields.items()))


def _guess_ref(subject: str, place: str) -> GuessRef | None:
    return GuessRef(TurnId(UUID(subject)), int(place)) if _PLACE.fullmatch(place) else None


def _alert_ref(kind: str, subject: str, telling: str) -> AlertRef | None:
    if not _VERSION.fullmatch(telling) or int(telling) > _MAX_VERSION:
        return None
    return AlertRef(AlertAction(kind), AlertId(UUID(subject)), int(telling))


def _decision_ref(kind: str, subject: str, version: str) -> ButtonRef | None:
    if not _VERSION.fullmatch(version) or int(version) > _MAX_VERSION:
        return None
    return ButtonRef(ButtonAction(kind), DecisionId(UUID(subject)), int(version))
