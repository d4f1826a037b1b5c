"""Keeps what a tenant spends on models within its daily budget."""

import asyncio
from dataclasses import replace
from typing import Final

from bot.agents.budget_ledger import BudgetLedger
from bot.agents.shielding import StreamRecorder, shield_until_done
from bot.domain.models.requests import ModelAllowance, ModelAnswer, ModelRequest, TokenUsage
from bot.domain.models.usage import cost_of, usage_of_failure
from bot.ports import ChatModel, Clock, Stores, TextSink

_AT_ONCE: Final = 0.1  # seconds: no wait worth mentioning


class BudgetedModel:
    """A ChatModel that asks another only as long as the tenant's day (UTC) has something left.

    Before a request, its prompt (estimated) and an answer of full length are set aside; afterwards what it really used
    takes their place, also if it failed or was cancelled. So many requests at once cannot spend the same tokens.

    Where a full answer no longer fits, all that is left is set aside instead, and the request is sent as it is: a small
    budget can be used up, and the last answer is not cut short. Nothing else is asked while that is under way, so the
    day goes beyond its budget by the length of one answer at most, and by what estimates of prompts are wrong. Nothing
    is asked of a budget of 0.
    """

    def __init__(self, inner: ChatModel, *, stores: Stores, clock: Clock, allowance: ModelAllowance) -> None:
        self._inner = inner
        self._ledger = BudgetLedger(stores=stores, clock=clock, allowance=allowance)

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        """Return the inner model's answer.

        Raises: ModelBudgetError: too little is left. StoreUnavailableError; what the inner model raises.
        """
        now = asyncio.get_running_loop().time
        until = _end(request, now())
        reservation = await self._ledger.reserve(request, deadline=until)
        used, shown = TokenUsage(), StreamRecorder(show)
        try:
            answer = await self._inner.ask(_sooner(request, seconds=until - now()), show=shown.callback)
            used = answer.tokens
        except (Exception, asyncio.CancelledError) as error:
            used = usage_of_failure(request, error, streamed_text=shown.text)
            raise
        finally:
            await shield_until_done(self._ledger.settle(reservation, used, cost_of(used, request.options)))
        return answer


def _end(request: ModelRequest, now: float) -> float:
    own, callers = now + request.options.timeout, request.caller.deadline
    return own if callers is None else min(own, callers)


def _sooner(request: ModelRequest, *, seconds: float) -> ModelRequest:
    """Return the request with the time it has left, where it had to wait for its turn."""
    if request.options.timeout - seconds < _AT_ONCE:
        return request
    return replace(request, options=replace(request.options, timeout=max(seconds, _AT_ONCE)))
