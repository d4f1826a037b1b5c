"""A person's erasure: who is meant, how far it has come, and what was erased."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from bot.domain.ids import TenantId, TurnId

ERASED: Final = "[erased]"  # stands where a person's words or name stood, in every language
REFERENCE_PREFIX: Final = "person:"  # of what stands in ledgers in place of an erased person's id


class Erased(StrEnum):
    """What is counted."""

    MESSAGES = "messages"  # of the person, with what was answered to them
    TALK = "talk"  # said to others in Parley's threads
    MEMORIES = "memories"  # facts of core memory
    EPISODES = "episodes"
    SUMMARIES = "summaries"
    QUOTES = "quotes"  # of the person, or their name, in what was answered to others or said by them
    FILES = "files"  # of knowledge bases of the person's own
    CARDS = "cards"  # pending decisions that were cancelled
    LEDGER = "ledger"  # entries that stay, with a reference


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureRequest:
    """A request to erase one person in one workspace."""

    id: UUID
    asked_turn: TurnId
    is_own: bool  # the person has asked for it themselves
    person_id: str | None  # the platform's user id; None: erased
    names: tuple[str, ...] = ()  # by which the person is known
    asked_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """A stored request, and how far it has come."""

    request: ErasureRequest
    tenant_id: TenantId
    reference: str  # stands in ledgers from then on
    confirmed_turn: TurnId | None = None
    confirmed_at: datetime | None = None  # what is said later stays
    finished_at: datetime | None = None
    counts: Mapping[str, int] = field(default_factory=dict)


def is_erased_person(person_id: str) -> bool:
    """Return whether this is the reference of an erased person, and no platform's user id."""
    return person_id.startswith(REFERENCE_PREFIX)
