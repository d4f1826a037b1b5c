"""What a committee costs: requests in a row, decision time, prompt tokens and its own processor time, for one share.

    python -m benchmarks.committee [N]

Default settings: four analysts, a research debate with an answer round, a risk debate, two judges. Every source is
filled, as for benchmarks.decision_prompt. The model is a server on this machine that waits a second before each answer;
N decisions (3). Tokens are the project's own estimate, schema included. Processor time is measured apart, with a model
in the same process. Targets: <= 7 requests in a row, <= 7.6 s, <= 20,000 prompt tokens, <= 0.3 s of processor time.
"""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Final

from adapters.llm.openai_chat import OpenAIChat
from benchmarks.decision_prompt import full_request
from benchmarks.measuring import print_conditions, read_numbers
from bot.agents.model_client import ModelClient
from bot.domain.models.requests import ModelAnswer, ModelRequest
from bot.domain.models.token_estimate import estimate_prompt_tokens
from bot.engines.committee.engine import CommitteeEngine
from bot.ports import ChatModel, TextSink
from bot.turns.graph import preload
from tests.fakes.agent_answers import texts_of
from tests.fakes.clock import FixedClock, new_ids
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


def engine_of(client: ModelClient) -> CommitteeEngine:
    """Return a committee that asks a model."""
    clock = FixedClock()
    return CommitteeEngine(client=client, clock=clock, new_id=new_ids(clock))


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
