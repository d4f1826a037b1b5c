"""`parley` as most tests run it: without the worker beside it, and as quick or slow as they want.

To start the worker takes a second of processor time, and only what is stored for later is its work.
"""

import asyncio
import os
from contextlib import ExitStack
from datetime import timedelta
from functools import partial
from pathlib import Path
from unittest.mock import patch

from bot.__main__ import main
from bot.bootstrap import loops
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.engines.rules.engine import RulesEngine
from bot.ports import TextSink
from tests.e2e.deployment import ENGINE_HELD, ENGINE_SECONDS, HAS_WORKER, RECOVERY_SECONDS
from workers.process_supervisor import keep_process_running

_decide = RulesEngine.decide


async def _slowly(engine: RulesEngine, question: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:
    await asyncio.sleep(float(os.environ[ENGINE_SECONDS]))
    while (Path(os.environ["PARLEY_HOME"]) / ENGINE_HELD).exists():  # noqa: ASYNC110 - another process removes it
        await asyncio.sleep(0.02)
    return await _decide(engine, question, show=show)


# A worker that a test kills again and again would be started ever more rarely, once a minute in the end.
_restart_soon = partial(keep_process_running, max_restart_interval=timedelta(seconds=1))


async def _no_process(*_: object, **__: object) -> None:
    await asyncio.Event().wait()


def _main() -> None:
    with ExitStack() as patches:
        if ENGINE_SECONDS in os.environ:
            patches.enter_context(patch.object(RulesEngine, "decide", _slowly))
        supervisor = _restart_soon if os.environ.get(HAS_WORKER) == "yes" else _no_process
        patches.enter_context(patch.object(loops, "keep_process_running", supervisor))
        patches.enter_context(patch.object(loops, "_WORKER_DELAY", timedelta(0)))
        if RECOVERY_SECONDS in os.environ:
            interval = timedelta(seconds=float(os.environ[RECOVERY_SECONDS]))
            patches.enter_context(patch.object(loops, "_RECOVERY_INTERVAL", interval))
        main()


if __name__ == "__main__":
    _main()
