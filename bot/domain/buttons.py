"""Button ids: what a press does, to which decision, in which version. State lives in the database, not in the id."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from uuid import UUID

from bot.domain.conversation import Intent
from bot.domain.decisions import Decision
from bot.domain.ids import DecisionId

_VERSION: Final = re.compile(r"[1-9][0-9]{0,9}")
_MAX_VERSION: Final = 2**31 - 1  # no decision is ever changed so often, and the database counts no further


class Press(StrEnum):
    """What a button under a decision does."""

    CONFIRM = "confirm"
    CANCEL = "cancel"
    WHY = "why"

    @property
    def intent(self) -> Intent:
        """The intent that a person who types it instead has."""
        return {Press.CONFIRM: Intent.CONFIRM, Press.CANCEL: Intent.CANCEL, Press.WHY: Intent.EXPLAIN}[self]


@dataclass(frozen=True, slots=True)
class ButtonRef:
    """What a button id says."""

    press: Press
    decision_id: DecisionId
    version: int

    def __str__(self) -> str:
        return f"{self.press}:{self.decision_id}:{self.version}"


def button_ref(press: Press, decision: Decision) -> ButtonRef:
    """Return the reference to one version of `decision`."""
    return ButtonRef(press, decision.id, decision.version)


def parse(button_id: str) -> ButtonRef | None:
    """Return what `button_id` says; None if it is none of ours, which is all that a stranger's text can be."""
    match button_id.strip().split(":"):
        case [kind, decision_id, version] if _VERSION.fullmatch(version):
            try:
                ref = ButtonRef(Press(kind), DecisionId(UUID(decision_id)), int(version))
            except ValueError:
                return None
            return ref if ref.version <= _MAX_VERSION else None
        case _:
            return None
