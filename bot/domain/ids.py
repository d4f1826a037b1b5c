"""Identifiers: time-ordered ids for new rows, and derived ids that a retry computes again."""

from datetime import datetime
from typing import NewType
from uuid import UUID, uuid5

TenantId = NewType("TenantId", UUID)
ConversationId = NewType("ConversationId", UUID)
TurnId = NewType("TurnId", UUID)
DecisionId = NewType("DecisionId", UUID)
AccountId = NewType("AccountId", UUID)
LimitId = NewType("LimitId", UUID)
AlertId = NewType("AlertId", UUID)

_NAMESPACE = UUID("6f1d1c1e-7f0a-5a53-9c5b-3f6f0a6c9d11")


def time_ordered_id(*, now: datetime, entropy: bytes) -> UUID:
    """Return a version 7 UUID of `now`, to the millisecond, and ten bytes of `entropy`. Source: RFC 9562, 5.7."""
    milliseconds = int(now.timestamp() * 1000) & (1 << 48) - 1
    random = int.from_bytes(entropy, "big")
    value = milliseconds << 80 | 0x7 << 76 | (random >> 62 & 0xFFF) << 64 | 0b10 << 62 | random & (1 << 62) - 1
    return UUID(int=value)


def derive_id(parent: UUID, name: str) -> UUID:
    """Return the id of `name` under `parent`: deterministic, so that every attempt on every machine gets the same."""
    return uuid5(_NAMESPACE, f"{parent}/{name}")
