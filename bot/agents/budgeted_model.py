"""Keeps a tenant's use of models within its daily budget: reserves it before each request, and settles it after."""

import asyncio
import logging
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.agents.shielding import StreamRecorder, shield_or_compensate, shield_until_done
from bot.domain.ids import TenantId
from bot.domain.models.requests import (
    BudgetAmount,
    BudgetPart,
    Caller,
    ModelAllowance,
    ModelAnswer,
    ModelRequest,
    ModelUsage,
    TokenUsage,
)
from bot.domain.models.token_estimate import cost_of, max_usage, usage_of_failure
from bot.errors import ParleyError
from bot.model_errors import ModelBudgetError, ModelPersonBudgetError
from bot.ports import ChatModel, Clock, Stores, TextSink, Transaction

_log = logging.getLogger(__name__)
_ATTEMPTS: Final = 3  # each with a smaller amount, while other processes reduce what remains
_NEGLIGIBLE_WAIT: Final = 0.1  # seconds
_POLL_SECONDS: Final = 0.4  # between two checks whether other processes have settled


@dataclass(frozen=True, slots=True, eq=False)
class Reservation:
    """What is reserved for one request, in each part of the budget that it has to fit."""

    caller: Caller
    day: date
    amount: BudgetAmount
    settled: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


@dataclass(slots=True)
class _TenantRequests:
    """One tenant's open reservations in this process."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)  # who fails to reserve sees all that may still be settled
    open: set[Reservation] = field(default_factory=set)


class BudgetLedger:
    """Makes and settles reservations. A reservation that could not be settled remains for at least an hour."""

    def __init__(self, *, stores: Stores, clock: Clock, allowance: ModelAllowance) -> None:
        self._stores = stores
        self._clock = clock
        self._allowance = allowance
        self._tenant_requests: dict[TenantId, _TenantRequests] = {}

    async def reserve(self, request: ModelRequest, *, deadline: float) -> Reservation:
        """Reserve the maximum that `request` may use, or all that remains.

        If too little remains only because of other reservations of the tenant, in this or other processes, wait for
        their settlement until `deadline` (event loop time): requests seldom use all they reserve.

        Raises: ModelPersonBudgetError: the person has used their share. ModelBudgetError: it does not fit.
            StoreUnavailableError: the budget is unknown; nothing is spent.
        """
        allowance = self._allowance
        if allowance.prompt_tokens <= 0 or allowance.completion_tokens <= 0 or allowance.cost == 0:
            raise ModelBudgetError
        tenant_requests = self._tenant_requests.setdefault(request.caller.tenant_id, _TenantRequests())
        while True:
            async with tenant_requests.lock:
                reservation = await shield_or_compensate(self._try_reserve(request, tenant_requests), self._release)
                if reservation is not None:
                    return reservation
                settlements = {each.settled for each in tenant_requests.open}
            if not await _wait_for_settlement(settlements, deadline=deadline):
                raise ModelBudgetError

    async def settle(self, reservation: Reservation, tokens: TokenUsage, cost: Decimal) -> None:
        """Replace the reservation by the actual usage, on the day of the reservation. A failure is logged."""
        caller = reservation.caller
        try:
            async with self._stores.transaction(caller.tenant_id) as tx:
                for part, _ in self._allowance.parts_for(caller):
                    used = BudgetAmount(tokens, cost)
                    await tx.model_budgets.settle(reservation.amount, used, day=reservation.day, part=part)
                if self._allowance.tokens_of(caller) is not None and tokens.total:
                    await tx.model_budgets.add_person_tokens(caller.person_id, tokens, day=reservation.day)
        except ParleyError as error:
            _log.warning("a model request was not settled, %s stay set aside: %s", reservation.amount.tokens, error)
        except Exception:  # noqa: BLE001  # a bug; an unsettled reservation only makes the budget smaller
            _log.warning("a model request was not settled, %s stay set aside", reservation.amount.tokens, exc_info=True)
        finally:
            self._tenant_requests[caller.tenant_id].open.discard(reservation)
            reservation.settled.set_result(None)

    async def _release(self, reservation: Reservation | None) -> None:
        if reservation is not None:
            await self.settle(reservation, TokenUsage(), Decimal(0))

    async def _try_reserve(self, request: ModelRequest, tenant_requests: _TenantRequests) -> Reservation | None:
        """Return a reservation, or None if it may fit later. Raises: ModelBudgetError: waiting would not help."""
        at = self._clock.now()
        async with self._stores.transaction(request.caller.tenant_id) as tx:
            if (most := self._allowance.tokens_of(request.caller)) is not None:
                used = await tx.model_budgets.person_tokens(request.caller.person_id, day=utc_day(at))
                if used >= most:  # requests under way do not count yet
                    raise ModelPersonBudgetError
            reserved = await self._reserve_in(tx, request, at)
            if reserved is None:
                if await self._may_fit_soon(tx, request, at, tenant_requests):
                    return None
                raise ModelBudgetError
        reservation = Reservation(request.caller, utc_day(at), reserved)
        tenant_requests.open.add(reservation)
        return reservation

    async def _reserve_in(self, tx: Transaction, request: ModelRequest, at: datetime) -> BudgetAmount | None:
        """Reserve the maximum usage of the request, or all that remains; return the amount, or None."""
        day, tokens = utc_day(at), max_usage(request)
        amount: BudgetAmount | None = BudgetAmount(tokens, cost_of(tokens, request.options))
        for _ in range(_ATTEMPTS):
            if amount is None:
                break
            if await self._reserve_parts(tx, request.caller, amount, at):
                return amount
            amount = await self._remaining(tx, request, day)
        return None

    async def _reserve_parts(self, tx: Transaction, caller: Caller, amount: BudgetAmount, at: datetime) -> bool:
        """Reserve an amount in every part of the budget, or in none."""
        day, reserved = utc_day(at), list[BudgetPart]()
        for part, allowance in self._allowance.parts_for(caller):
            if not await tx.model_budgets.reserve(amount, day=day, at=at, allowance=allowance, part=part):
                for each in reserved:
                    await tx.model_budgets.settle(amount, BudgetAmount(), day=day, part=each)
                return False
            reserved.append(part)
        return True

    async def _may_fit_soon(
        self, tx: Transaction, request: ModelRequest, at: datetime, tenant_requests: _TenantRequests
    ) -> bool:
        """Return whether the request would fit without reservations, some of which may belong to running requests."""
        last_times = []
        for part, allowance in self._allowance.parts_for(request.caller):
            usage, last_reserved_at = await tx.model_budgets.settled_usage(day=utc_day(at), part=part)
            if remaining_allowance(request, usage=usage, allowance=allowance) is None:
                return False
            last_times.append(last_reserved_at)
        if tenant_requests.open or any(each is None for each in last_times):
            return True
        timeout = timedelta(seconds=request.options.timeout)
        return any(each is not None and at - each <= timeout for each in last_times)

    async def _remaining(self, tx: Transaction, request: ModelRequest, day: date) -> BudgetAmount | None:
        """Return what remains for the request in every part of the budget; None: too little."""
        smallest: BudgetAmount | None = None
        for part, allowance in self._allowance.parts_for(request.caller):
            usage = await tx.model_budgets.usage_with_reservations(day=day, part=part)
            remaining = remaining_allowance(request, usage=usage, allowance=allowance)
            if remaining is None:
                return None
            if smallest is not None:
                completion = min(smallest.tokens.completion, remaining.tokens.completion)
                tokens = TokenUsage(remaining.tokens.prompt, completion)
                remaining = BudgetAmount(tokens, min(smallest.cost, remaining.cost))
            smallest = remaining
        return smallest


def remaining_allowance(request: ModelRequest, *, usage: ModelUsage, allowance: ModelAllowance) -> BudgetAmount | None:
    """Return what remains for `request`, at most its maximum usage.

    None: too little remains. The prompt must fit as a whole, since its size is known. For the answer one remaining
    token is enough: answers are seldom as long as they may be.
    """
    maximum = max_usage(request)
    completion = min(maximum.completion, allowance.completion_tokens - usage.tokens.completion)
    if completion <= 0 or usage.tokens.prompt + maximum.prompt > allowance.prompt_tokens:
        return None
    cost = cost_of(TokenUsage(maximum.prompt, completion), request.options)
    if allowance.cost is not None:
        remaining_cost = allowance.cost - usage.cost
        if cost_of(TokenUsage(maximum.prompt), request.options) > remaining_cost:
            return None
        cost = min(cost, remaining_cost)
    return BudgetAmount(TokenUsage(maximum.prompt, completion), cost)


def utc_day(at: datetime) -> date:
    """Return the day (UTC) whose budget applies at `at`."""
    return at.astimezone(UTC).date()


async def _wait_for_settlement(settlements: set[asyncio.Future[None]], *, deadline: float) -> bool:
    """Wait until one of `settlements` is done, or for the poll interval; return False if `deadline` has passed."""
    seconds_left = deadline - asyncio.get_running_loop().time()
    if seconds_left <= 0:
        return False
    seconds = min(seconds_left, _POLL_SECONDS)
    if settlements:
        await asyncio.wait(settlements, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    else:
        await asyncio.sleep(seconds)
    return True


class BudgetedModel:
    """Implements `bot.ports.ChatModel` by another one, which it asks only within the tenant's budget of the day (UTC).

    Before a request, its estimated prompt and an answer of maximum length are reserved; afterwards the actual usage
    replaces the reservation, also if the request failed or was cancelled. Concurrent requests therefore cannot spend
    the same tokens.

    If an answer of maximum length no longer fits, all that remains is reserved instead and the request is sent
    unchanged: a small budget can be used up, and is exceeded by one answer at most, plus the error of the prompts'
    estimates. With a budget of 0 nothing is sent.
    """

    def __init__(self, inner: ChatModel, *, stores: Stores, clock: Clock, allowance: ModelAllowance) -> None:
        self._inner = inner
        self._ledger = BudgetLedger(stores=stores, clock=clock, allowance=allowance)

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        """Return the inner model's answer.

        Raises: ModelBudgetError: too little remains. StoreUnavailableError; the inner model's errors.
        """
        now = asyncio.get_running_loop().time
        deadline = now() + request.options.timeout
        if request.caller.deadline is not None:
            deadline = min(deadline, request.caller.deadline)
        reservation = await self._ledger.reserve(request, deadline=deadline)
        used, recorder = TokenUsage(), StreamRecorder(show)
        try:
            seconds = deadline - now()  # what remains after waiting for the budget
            sent = request
            if request.options.timeout - seconds >= _NEGLIGIBLE_WAIT:
                sent = replace(request, options=replace(request.options, timeout=max(seconds, _NEGLIGIBLE_WAIT)))
            answer = await self._inner.ask(sent, show=recorder.callback)
            used = answer.tokens
        except (Exception, asyncio.CancelledError) as error:
            used = usage_of_failure(request, error, streamed_text=recorder.text)
            raise
        finally:
            await shield_until_done(self._ledger.settle(reservation, used, cost_of(used, request.options)))
        return answer
