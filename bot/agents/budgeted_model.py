"""Keeps a tenant's use of models within its daily budget."""

import asyncio
from dataclasses import replace
from typing import Final

from bot.agents.budget_ledger import BudgetLedger
from bot.agents.shielding import StreamRecorder, shield_until_done
from bot.domain.models.requests import ModelAllowance, ModelAnswer, ModelRequest, TokenUsage
from bot.domain.models.token_estimate import cost_of, usage_of_failure
from bot.ports import ChatModel, Clock, Stores, TextSink

_NEGLIGIBLE_WAIT: Final = 0.1  # seconds


class BudgetedModel:
    """Implements `bot.ports.ChatModel` by another one, which it asks only within the tenant's budget of the day (UTC).

    Before a request, its estimated prompt and an answer of maximum length are reserved; afterwards the actual usage
    replaces the reservation, also if the request failed or was cancelled. Concurrent requests therefore cannot spend
    the same tokens.

    If an answer of maximum length no longer fits, all that remains is reserved instead and the request is sent
    unchanged: a small budget can be used up, and the last answer is not cut short. No other request is sent meanwhile,
    so the budget is exceeded by one answer at most, plus the error of the prompts' estimates. With a budget of 0
    nothing is sent.
    """

    def __init__(self, inner: ChatModel, *, stores: Stores, clock: Clock, allowance: ModelAllowance) -> None:
        self._inner = inner
        self._ledger = BudgetLedger(stores=stores, clock=clock, allowance=allowance)

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        """Return the inner model's answer.

        Raises: ModelBudgetError: too little remains. StoreUnavailableError; the inner model's errors.
        """
        now = asyncio.get_running_loop().time
        deadline = _deadline(request, now())
        reservation = await self._ledger.reserve(request, deadline=deadline)
        used, recorder = TokenUsage(), StreamRecorder(show)
        try:
            answer = await self._inner.ask(_with_timeout(request, seconds=deadline - now()), show=recorder.callback)
            used = answer.tokens
        except (Exception, asyncio.CancelledError) as error:
            used = usage_of_failure(request, error, streamed_text=recorder.text)
            raise
        finally:
            await shield_until_done(self._ledger.settle(reservation, used, cost_of(used, request.options)))
        return answer


def _deadline(request: ModelRequest, now: float) -> float:
    own, callers = now + request.options.timeout, request.caller.deadline
    return own if callers is None else min(own, callers)


def _with_timeout(request: ModelRequest, *, seconds: float) -> ModelRequest:
    """Return the request with the timeout that remains after waiting for the budget."""
    if request.options.timeout - seconds < _NEGLIGIBLE_WAIT:
        return request
    return replace(request, options=replace(request.options, timeout=max(seconds, _NEGLIGIBLE_WAIT)))
