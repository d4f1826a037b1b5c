"""The clock, embeddings, and the queue of later work."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol
from uuid import UUID

from bot.domain.jobs import Job

NewId = Callable[[], UUID]  # time-ordered


class Clock(Protocol):
    """The wall clock."""

    def now(self) -> datetime:
        """Return the present instant, with zone."""
        ...


class Embedder(Protocol):
    """Turns text into vectors of unit length."""

    model: str
    dimensions: int

    async def embed(self, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        """Return one vector per text."""
        ...


class JobQueue(Protocol):
    """Where the relay puts jobs for workers."""

    async def check(self) -> None:
        """Raise StoreUnavailableError if no job can be put now."""
        ...

    async def enqueue(self, job: Job) -> bool:
        """Put a job in the queue; False: its last run took the worker down. Raises: StoreUnavailableError."""
        ...
