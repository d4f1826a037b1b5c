"""What a person asks of core memory in words."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from bot.domain.memory.core_memory import MemoryScope, MemorySection


class MemoryAct(StrEnum):
    """What is to be done with core memory."""

    STORE = "store"  # `text`; if that is empty, what the person said before
    FORGET = "forget"  # what `text` names; if that is empty, what was stored last
    FORGET_ALL = "forget_all"  # everything in `scope`
    SHOW = "show"
    HISTORY = "history"  # what was changed, by whom, when and why: page `number`, by default the first
    AS_OF = "as_of"  # what held at the time that `text` names
    UNDO = "undo"  # the last change; with `number`, what stored that fact of the list
    EDIT = "edit"  # fact `number` of the list becomes `text`
    ARCHIVE = "archive"  # keep `text` as a memo; put memo `number` away; without either, list the memos
    QUOTED = "quoted"  # what was said is not to be quoted, or to be deleted: core memory does neither
    REMINDER = "reminder"  # at a time, or of something to do: that is not possible
    HELP = "help"  # what to write: of all, or of the form of "/memory" that `text` names


@dataclass(frozen=True, slots=True)
class MemoryRequest:
    """A request to core memory."""

    act: MemoryAct
    text: str = ""  # to be stored, or what names the facts to be forgotten; as typed
    scope: MemoryScope | None = None  # None: of FORGET, any
    section: MemorySection | None = None  # None: of FORGET, any
    number: int | None = None  # in the list, from 1; 0: none that can be
    is_statement: bool = True  # False: `text` may be an order behind "remember": "buy 5 IBM"
    limit: str | None = None  # of STORE: what behind "/limits" would make a limit of it; "": part of it; None: none
    replaces: frozenset[UUID] = frozenset()  # of STORE: the facts whose place it takes, besides what it contradicts
    is_explicit: bool = True  # False: it names nothing stored for sure: "forget about banks"
    is_scope_named: bool = False  # "for the team", "/memory team …"; False: `scope` follows from what is said
