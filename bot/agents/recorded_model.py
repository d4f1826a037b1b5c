"""Records every request to a model: answered, failed, refused by the budget, or answered from the cache."""

import asyncio
import logging
from dataclasses import dataclass, field, replace

from bot.agents.model_client import TokenRatios
from bot.agents.shielding import StreamRecorder, shield_until_done
from bot.domain.models.requests import HistoryTokens, ModelAnswer, ModelCall, ModelRequest, TokenUsage
from bot.domain.models.token_estimate import attempts_in, cost_of, estimate_prompt_tokens, usage_of_failure
from bot.errors import ParleyError
from bot.ports import ChatModel, Clock, Meter, NewId, Stores, TextSink

_log = logging.getLogger(__name__)
OK = "ok"
_MOST_FACT_IDS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedModel:
    """Implements `bot.ports.ChatModel` by another one. The outermost wrapper, so that it sees every request.

    Each request becomes a `ModelCall`: stored in its own transaction, counted by the meter, and appended to the
    caller's calls. A failure to store it is logged and never fails the turn.
    """

    inner: ChatModel
    stores: Stores
    clock: Clock
    new_id: NewId
    meter: Meter
    is_background: bool = False  # whether it serves background work
    keeps_prompts: bool = False  # whether the texts of prompts are kept, to look for a fault
    ratios: TokenRatios = field(default_factory=TokenRatios)

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        """Return the inner model's answer. Raises: the inner model's errors."""
        now = asyncio.get_running_loop().time
        started_at, recorder = now(), StreamRecorder(show)
        try:
            answer = await self.inner.ask(request, show=recorder.callback)
        except (Exception, asyncio.CancelledError) as error:
            used = usage_of_failure(request, error, streamed_text=recorder.text)
            call = self._call(request, used, latency=now() - started_at)
            await self._record(request, replace(call, attempts=attempts_in(error), outcome=type(error).__name__))
            raise
        call = self._call(request, answer.tokens, latency=answer.latency)
        if not answer.is_cached:
            call = self._measured(call, request)
        call = replace(call, model=answer.model, is_cached=answer.is_cached, attempts=answer.attempts)
        await self._record(request, call)
        return answer

    def _measured(self, call: ModelCall, request: ModelRequest) -> ModelCall:
        """Learn from what the server has counted; return the call with its estimates, in tokens of that count."""
        estimated = estimate_prompt_tokens(request)
        self.ratios.learn(request.options.model, estimated=estimated, reported=call.tokens.prompt)
        ratio = self.ratios.ratio(request.options.model)
        history = HistoryTokens(round(request.history.sent * ratio), round(request.history.full * ratio))
        return replace(call, estimated_prompt=estimated, history=history)

    def _call(self, request: ModelRequest, used: TokenUsage, *, latency: float) -> ModelCall:
        return ModelCall(
            id=self.new_id(),
            tenant_id=request.caller.tenant_id,
            turn_id=request.caller.turn_id,
            purpose=request.purpose,
            role=request.options.role,
            model=request.options.model,
            prompt_version=request.prompt_version,
            tokens=used,
            cost=cost_of(used, request.options),
            latency=latency,
            is_cached=False,
            attempts=1,
            outcome=OK,
            at=self.clock.now(),
            is_background=self.is_background,
            prompt_hash=request.prompt_hash,
            fact_ids=request.fact_ids[:_MOST_FACT_IDS],
        )

    async def _record(self, request: ModelRequest, call: ModelCall) -> None:
        request.caller.calls.append(call)
        self.meter.model_called(call)
        await shield_until_done(self._store(call, request))

    async def _store(self, call: ModelCall, request: ModelRequest) -> None:
        try:
            async with self.stores.transaction(call.tenant_id) as tx:
                await tx.model_calls.add_call(call)
                if self.keeps_prompts:
                    await tx.model_calls.keep_prompt(call, request.messages)
        except ParleyError as error:
            _log.warning("a model call (%s, %s) was not booked: %s", call.purpose, call.outcome, error)
        except Exception:  # noqa: BLE001  # a bug; it must not lose the answer
            _log.warning("a model call (%s, %s) was not booked", call.purpose, call.outcome, exc_info=True)
