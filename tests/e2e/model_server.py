"""A fake model server beside a test's processes: its answers, its faults, and the requests it received."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Final, Self

from tests.fakes.agent_answers import agent_of, texts_of
from tests.fakes.agent_answers import answer as sensible
from tests.fakes.openai import FakeOpenAI, ModelOutput, ReceivedRequest
from tests.fakes.openai.faults import ModelServerFault
from tests.fakes.openai.model import Json
from tests.waiting import PATIENCE

KEY: Final = "sk-for-tests-only-0123456789"
Says = (
    str | ModelOutput | Callable[[list[str]], str | ModelOutput]
)  # the same for every request, or made of a request's texts


class ModelServer:
    """A server of models in a thread of its own, so that a test may wait for processes meanwhile."""

    def __init__(self) -> None:
        self.fake = FakeOpenAI(self._answer, key=KEY)
        self._says: dict[str, Says] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._run(self.fake.start())
        return self

    def __exit__(self, *_: object) -> None:
        self._run(self.fake.stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    @property
    def environment(self) -> dict[str, str]:
        """What makes a process ask this server; the memory and search agents would do so beside those of a reply."""
        beside = {"LLM_MEMORY": "false", "LLM_SEARCH_ROUNDS": "0"}
        return {"OPENAI_BASE_URL": self.fake.url, "OPENAI_API_KEY": KEY, **beside}

    @contextmanager
    def saying(self, **says: Says) -> Iterator[None]:
        """Answer for the named agents until the end of the block; the others answer by `tests.fakes.agent_answers`."""
        self._says = says
        try:
            yield
        finally:
            self._says = {}

    @contextmanager
    def failing(self, kind: str, *, seconds: float = 0.05) -> Iterator[ModelServerFault]:
        """Until the end of the block, have every request go wrong in this way."""
        fault = self.fake.faults.add(kind, times=None, seconds=seconds, to=self.fake.url)
        try:
            yield fault
        finally:
            self.fake.faults.clear()

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the server until the end of the block."""
        self._run(self.fake.stop())
        try:
            yield
        finally:
            self._run(self.fake.start())

    @contextmanager
    def watched(self) -> Iterator[list[ReceivedRequest]]:
        """Yield a list that holds the requests made during the block, once it has ended."""
        before, asked = len(self.fake.asked), list[ReceivedRequest]()
        yield asked
        asked += self.fake.asked[before:]

    def _answer(self, body: Json) -> str | ModelOutput:
        says = self._says.get(agent_of(body))
        if says is None:
            return sensible(body)
        return says if isinstance(says, str | ModelOutput) else says(texts_of(body))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)


def agents(asked: list[ReceivedRequest]) -> list[str]:
    """Return who asked, in order."""
    return [agent_of(each.body) for each in asked]
