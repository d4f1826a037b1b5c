"""`parley` with a rules engine as slow as a model: `python -m tests.e2e.slow_parley slack`."""

import asyncio
import os
from unittest.mock import patch

from bot.__main__ import main
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.engines.rules.engine import RulesEngine
from bot.ports import TextSink

SECONDS = "ENGINE_SECONDS"  # the environment variable that says how long

_decide = RulesEngine.decide


async def _slowly(engine: RulesEngine, question: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:
    await asyncio.sleep(float(os.environ.get(SECONDS, "5")))
    return await _decide(engine, question, show=show)


if __name__ == "__main__":
    with patch.object(RulesEngine, "decide", _slowly):
        main()
