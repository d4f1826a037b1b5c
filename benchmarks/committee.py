"""What a committee costs: requests in a row, decision time, prompt tokens and its own processor time, for one share.

    python -m benchmarks.committee [N]

Default settings: four analysts, a research debate with an answer round, a risk debate, two judges. Every source is
filled, as for benchmarks.decision_prompt, and each analyst has a digest of earlier reports. The model is a server on
this machine that waits a second before each answer; N decisions (3). Tokens are the project's own estimate, schema
included. Processor time is measured apart, with a model in the same process. Targets: <= 7 requests in a row, <= 7.6 s,
<= 20,000 prompt tokens, <= 0.3 s of processor time.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from statistics import median
from typing import Any, Final

from adapters.llm.openai_models import OpenAIChat
from benchmarks.decision_prompt import full_request
from benchmarks.measuring import print_conditions, read_numbers
from bot.agents.model_client import ModelClient
from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.memory import AnalystDigest, DatedLean, MemorySummary, ShareReading, Wording
from bot.domain.market.sessions import SessionPhase
from bot.domain.models.requests import ModelAnswer, ModelRequest
from bot.domain.models.token_estimate import estimate_prompt_tokens
from bot.domain.trading.accounts import Account
from bot.domain.trading.decisions import Reason
from bot.engines.committee.engine import CommitteeEngine
from bot.ports import ChatModel, TextSink
from bot.turns.graph import preload
from tests.fakes.agent_answers import texts_of
from tests.fakes.clock import NOON, FixedClock, new_ids
from tests.fakes.committee_answers import committee_answer
from tests.fakes.model import models, options
from tests.fakes.openai import FakeOpenAI

SYMBOL: Final = "GOOG"
DELAY: Final = 1.0  # seconds before an answer begins
DECISIONS: Final = 3


@dataclass(slots=True)
class TimedModel:
    """Keeps when each request began and ended."""

    model: ChatModel
    requests: list[ModelRequest] = field(default_factory=list)
    spans: list[tuple[float, float]] = field(default_factory=list)

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        """Pass the request on."""
        self.requests.append(request)
        began = time.perf_counter()
        answer = await self.model.ask(request, show=show)
        self.spans.append((began, time.perf_counter()))
        return answer

    @property
    def in_a_row(self) -> int:
        """The length of the longest row of requests of which each began after the one before had ended."""
        count, last_end = 0, 0.0
        for began, ended in sorted(self.spans, key=lambda span: span[1]):
            if began >= last_end:
                count, last_end = count + 1, ended
        return count


class FullMemory:
    """Implements `AnalystMemory`: each analyst has a digest of five reports, nobody's report of today is there."""

    async def reading(self, account: Account, symbol: str) -> ShareReading:
        """Return a reading."""
        return ShareReading(tenant_id=account.tenant_id, market=account.market, symbol=symbol, at=NOON)

    async def summaries(
        self,
        reading: ShareReading,
        *,
        wording: Wording | None,  # noqa: ARG002 - there is no report
    ) -> tuple[MemorySummary, ...]:
        """Return a digest of each analyst."""
        return tuple(
            MemorySummary(analyst=analyst, memory_summary_post_close=_digest(analyst, reading)) for analyst in Analyst
        )

    async def save_reports(
        self, reading: ShareReading, reports: Sequence[AnalystReport], *, wording: Wording | None
    ) -> None:
        """Store nothing."""


def _digest(analyst: Analyst, reading: ShareReading) -> AnalystDigest:
    leans = tuple(DatedLean((NOON - timedelta(days=each)).date(), each / -10, NOON) for each in range(5, 0, -1))
    points = tuple(Reason(code, 0.2) for code in ("sma50_below_sma200", "macd_above_signal", "below_lower_band"))
    return AnalystDigest(
        analyst=analyst,
        symbol=reading.symbol,
        trade_date=NOON.date(),
        session=SessionPhase.POST_CLOSE,
        as_of=NOON,
        leans=leans,
        new=points,
        gone=points,
        standing=points,
    )


def engine_of(client: ModelClient) -> CommitteeEngine:
    """Return a committee that asks a model."""
    clock = FixedClock()
    return CommitteeEngine(client=client, clock=clock, new_id=new_ids(clock), memory=FullMemory())


async def measure_decision(url: str) -> tuple[float, TimedModel]:
    """Return the seconds that a decision took, and the model that was asked."""
    model = TimedModel(OpenAIChat("key", url))
    request = await full_request((SYMBOL,))
    began = time.perf_counter()
    await engine_of(ModelClient(model, options)).decide(request)
    return time.perf_counter() - began, model


async def measure_processor() -> float:
    """Return the processor seconds of a decision whose model answers at once."""
    client, _ = models(lambda request: committee_answer([message.text for message in request.messages]))
    engine, request = engine_of(client), await full_request((SYMBOL,))
    await engine.decide(request)
    began = time.process_time()
    await engine.decide(request)
    return time.process_time() - began


def _answer(body: Mapping[str, Any]) -> str:
    return committee_answer(texts_of(body))


async def main(decisions: int = DECISIONS) -> None:
    """Print the figures."""
    print_conditions()
    await asyncio.to_thread(preload)
    async with FakeOpenAI(_answer, models=None, latency=DELAY) as server:
        await measure_decision(server.url)
        measured = [await measure_decision(server.url) for _ in range(decisions)]
    model = measured[-1][1]
    tokens = sum(estimate_prompt_tokens(each) for each in model.requests)
    print(f"requests          {len(model.requests)}")
    print(f"in a row          {max(each.in_a_row for _, each in measured)} (target 7)")
    print(f"decision time     {median(seconds for seconds, _ in measured):.2f} s (median of {decisions}; target 7.6)")
    print(f"prompt tokens     {tokens:,} (target 20,000)")
    print(f"processor time    {await measure_processor():.3f} s (target 0.3)")


if __name__ == "__main__":
    asyncio.run(main(**read_numbers(__doc__, decisions=DECISIONS)))
