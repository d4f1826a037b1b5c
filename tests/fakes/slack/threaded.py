"""Runs a fake Slack in a thread, for synchronous tests that run the app as another process."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from .server import FakeSlack

T = TypeVar("T")


class RunningSlack:
    """Read `slack` from any thread; change it only within `call`."""

    def __init__(self, slack: FakeSlack, loop: asyncio.AbstractEventLoop) -> None:
        self.slack = slack
        self._loop = loop

    @property
    def api_url(self) -> str:
        return self.slack.api_url

    def call(self, work: Coroutine[Any, Any, T], *, within: float = 60.0) -> T:
        """Run a coroutine on the fake's loop, and return its result: `running.call(ann.says(channel, "hi"))`."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(within)


@contextmanager
def running_slack(*, port: int = 0) -> Iterator[RunningSlack]:
    """Run a fake Slack until the block ends."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="fake-slack", daemon=True)
    thread.start()
    slack = FakeSlack(port=port)
    running = RunningSlack(slack, loop)
    try:
        running.call(slack.__aenter__())
        try:
            yield running
        finally:
            running.call(slack.__aexit__())
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
