"""Button ids: the action of a press and its subject. State is kept in the database, not in the id."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import ClassVar, Final
from uuid import UUID

from bot.domain.conversation.states import Intent
from bot.domain.ids import AlertId, DecisionId, TurnId
from bot.domain.trading.decisions import Decision

_MAX_COUNT: Final = 2**31 - 1  # the maximum of the database's integer column


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
class _Ref:
    """What a button's id says: its fields, with colons between them, behind the word of its kind."""

    word: ClassVar[str] = ""  # empty: the first field tells the kind

    def __str__(self) -> str:
        parts = [str(getattr(self, each.name)) for each in fields(self)]
        return ":".join([self.word, *parts] if self.word else parts)


@dataclass(frozen=True, slots=True)
class ButtonRef(_Ref):
    """A button below one version of a decision: "confirm:<decision id>:<version>"."""

    action: ButtonAction
    decision_id: DecisionId
    version: int


@dataclass(frozen=True, slots=True)
class AdjustRef:
    """A submitted Adjust form: "adjust:<decision id>:<version>:<amount>:<note>", the amount as the person typed it."""

    button: ButtonRef
    amount: str
    note: str = ""

    def __str__(self) -> str:
        return f"{self.button}:{self.amount.replace(':', ' ')}:{self.note}"


@dataclass(frozen=True, slots=True)
class GroupRef(_Ref):
    """A button for all versions shown below one answer, which would not fit: "confirm_all:<id of the turn>"."""

    action: GroupAction
    turn_id: TurnId


@dataclass(frozen=True, slots=True)
class VoteRef(_Ref):
    """A thumb below an answer: "up:<reply id>"."""

    vote: Vote
    reply_id: UUID


@dataclass(frozen=True, slots=True)
class StopRef(_Ref):
    """The Stop button of a running turn: "stop:<turn id>"."""

    word: ClassVar[str] = "stop"
    turn_id: TurnId


@dataclass(frozen=True, slots=True)
class DetailsRef:
    """The Details button: "details:<id of the turn answered>", of a later reply to it "details:<id>:<occasion>"."""

    turn_id: TurnId
    occasion: str | None = None  # None: the answer

    def __str__(self) -> str:
        return f"details:{self.turn_id}" + (f":{self.occasion}" if self.occasion else "")


@dataclass(frozen=True, slots=True)
class DebateRef:
    """A page of what the agents of one run said: "debate:<run id>:<page>:<speaker>:<symbol>"."""

    run_id: UUID
    page: int = 1
    speaker: str = ""  # a sender's code; empty: everybody
    symbol: str = ""  # empty: all shares of the run

    def __str__(self) -> str:
        return f"debate:{self.run_id}:{self.page}:{self.speaker}:{self.symbol}".rstrip(":")


@dataclass(frozen=True, slots=True)
class MemoryFormRef(_Ref):
    """The button below core memory that opens its form: "memory:<id of the turn that was answered>"."""

    word: ClassVar[str] = "memory"
    turn_id: TurnId


@dataclass(frozen=True, slots=True)
class MemoryEditRef:
    """A submitted form of core memory: "memory_edit:<turn id>:<second it was opened>:<its fields as JSON>"."""

    turn_id: TurnId
    opened_at: int  # seconds since 1970: what was changed since stays
    fields: tuple[tuple[str, str], ...]  # name and text of each: "person.horizon"

    def __str__(self) -> str:
        return f"memory_edit:{self.turn_id}:{self.opened_at}:{json.dumps(dict(self.fields), ensure_ascii=False)}"


@dataclass(frozen=True, slots=True)
class ErasureRef:
    """A button below the request to erase a person: "erase:<erasure id>" confirms, "erase_cancel:…" withdraws it."""

    erasure_id: UUID
    is_cancel: bool = False

    def __str__(self) -> str:
        return f"{'erase_cancel' if self.is_cancel else 'erase'}:{self.erasure_id}"


@dataclass(frozen=True, slots=True)
class GuessRef(_Ref):
    """A button below "Did you mean": "guess:<id of the turn answered>:<place of the request from 1; 0: none>"."""

    word: ClassVar[str] = "guess"
    turn_id: TurnId
    place: int


class HoldingAction(StrEnum):
    """The action of a button below a correction of a holding."""

    CONFIRM = "holding_confirm"
    CANCEL = "holding_cancel"
    UNDO = "holding_undo"
    KEEP = "holding_keep"  # cancels an undoing


@dataclass(frozen=True, slots=True)
class HoldingRef(_Ref):
    """A button below a correction of a holding: "holding_confirm:<correction id>"."""

    action: HoldingAction
    correction_id: UUID


class AlertAction(StrEnum):
    """The action of a button below a price alert."""

    DECIDE = "alert_decide"
    SNOOZE = "alert_snooze"
    DONE = "alert_done"
    REMOVE = "alert_remove"


@dataclass(frozen=True, slots=True)
class AlertRef(_Ref):
    """A button below a price alert: "alert_done:<alert id>:<how often it had been told, then>"."""

    action: AlertAction
    alert_id: AlertId
    telling: int  # from 1; of an alert that has not been told yet, 1


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
    found = ((pattern.fullmatch(button_id.strip()), ref) for pattern, ref in _FORMS)
    try:
        return next((ref(match) for match, ref in found if match), None)
    except ValueError:  # no UUID, no JSON, or a number that is too large
        return None


def without_typed_words(button_id: str) -> str:
    """Return what a button does and to what, without the words typed into its form: what the audit trail keeps."""
    return ":".join(button_id.split(":", maxsplit=3)[:3])


def _one_of(actions: type[StrEnum]) -> str:
    return f"(?P<kind>{'|'.join(actions)})"


def _count(found: re.Match[str]) -> int:
    """Return a version, or how often something was told. Raises: ValueError: it is too large."""
    if (count := int(found["count"])) > _MAX_COUNT:
        raise ValueError(count)
    return count


def _turn(found: re.Match[str]) -> TurnId:
    return TurnId(UUID(found["id"]))


def _decision_ref(found: re.Match[str], action: ButtonAction) -> ButtonRef:
    return ButtonRef(action, DecisionId(UUID(found["id"])), _count(found))


def _memory_edit(found: re.Match[str]) -> MemoryEditRef:
    """Return a submitted form of core memory. Raises: ValueError: its fields are no texts."""
    fields = json.loads(found["fields"])
    if not isinstance(fields, dict) or not all(isinstance(text, str) for text in fields.values()):
        raise ValueError(fields)
    return MemoryEditRef(_turn(found), int(found["opened"]), tuple(fields.items()))


_ID: Final = "(?P<id>[^:]+)"
_COUNT: Final = "(?P<count>[1-9][0-9]{0,9})"
_FORMS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], AnyButtonRef]], ...]] = tuple(
    (re.compile(pattern, re.DOTALL), ref)
    for pattern, ref in (
        (f"{_one_of(ButtonAction)}:{_ID}:{_COUNT}", lambda found: _decision_ref(found, ButtonAction(found["kind"]))),
        (
            f"adjust:{_ID}:{_COUNT}:(?P<amount>[^:]*)(?::(?P<note>.*))?",
            lambda found: AdjustRef(
                _decision_ref(found, ButtonAction.ADJUST), found["amount"].strip(), (found["note"] or "").strip()
            ),
        ),
        (f"{_one_of(GroupAction)}:{_ID}", lambda found: GroupRef(GroupAction(found["kind"]), _turn(found))),
        (f"{_one_of(Vote)}:{_ID}", lambda found: VoteRef(Vote(found["kind"]), UUID(found["id"]))),
        (f"stop:{_ID}", lambda found: StopRef(_turn(found))),
        (
            f"details:{_ID}(?::(?P<occasion>brief:[a-z0-9/_-]{{1,40}}))?",
            lambda found: DetailsRef(_turn(found), found["occasion"]),
        ),
        (
            f"debate:{_ID}:(?P<page>[1-9][0-9]{{0,3}})(?::(?P<speaker>[a-z_]{{0,20}}))?(?::(?P<symbol>[A-Z0-9.-]{{0,12}}))?",
            lambda found: DebateRef(
                UUID(found["id"]), int(found["page"]), found["speaker"] or "", found["symbol"] or ""
            ),
        ),
        (f"memory:{_ID}", lambda found: MemoryFormRef(_turn(found))),
        (f"memory_edit:{_ID}:(?P<opened>[0-9]+):(?P<fields>.*)", _memory_edit),
        (f"erase:{_ID}", lambda found: ErasureRef(UUID(found["id"]))),
        (f"erase_cancel:{_ID}", lambda found: ErasureRef(UUID(found["id"]), is_cancel=True)),
        (f"guess:{_ID}:(?P<place>[0-9])", lambda found: GuessRef(_turn(found), int(found["place"]))),
        (f"{_one_of(HoldingAction)}:{_ID}", lambda found: HoldingRef(HoldingAction(found["kind"]), UUID(found["id"]))),
        (
            f"{_one_of(AlertAction)}:{_ID}:{_COUNT}",
            lambda found: AlertRef(AlertAction(found["kind"]), AlertId(UUID(found["id"])), _count(found)),
        ),
    )
)
