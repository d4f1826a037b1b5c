"""Ports for the wall clock, ids, embeddings and the queue of background jobs."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol
from uuid import UUID

from bot.domain.jobs import Job

NewId = Callable[[], UUID]  # time-ordered


class Clock(Protocol):
    """The wall clock."""

    def now(self) -> datetime:
        """Return the current time, time-zone aware."""


class Embedder(Protocol):
    """Turns text into vectors of unit length."""

    model: str  # stored with each vector: vectors of different models are not comparable
    dimensions: int

    async def embed(self, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        """Return one vector per text, in the same order."""


class JobQueue(Protocol):
    """The queue from which workers take jobs; filled by the relay."""

    async def check_queue(self) -> None:
        """Check the connection. Raises: StoreUnavailableError: no job can be added now."""

    async def enqueue(self, job: Job) -> bool:
        """Add a job; return False if its last run crashed the worker. Raises: StoreUnavailableError."""
