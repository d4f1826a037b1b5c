"""Reserves a tenant's daily model budget before each request, and settles the reservation after it."""

import asyncio
import logging
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.agents.shielding import shield_or_compensate
from bot.domain.ids import TenantId
from bot.domain.models.requests import (
    BudgetAmount,
    BudgetPart,
    Caller,
    ModelAllowance,
    ModelRequest,
    ModelUsage,
    TokenUsage,
)
from bot.domain.models.token_estimate import cost_of, max_usage
from bot.errors import ParleyError
from bot.model_errors import ModelBudgetError, ModelPersonBudgetError
from bot.ports import Clock, Stores, Transaction

_log = logging.getLogger(__name__)
_ATTEMPTS: Final = 3  # each with a smaller amount, while other processes reduce what remains
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
    """One tenant's open reservations in this process.

    The lock serializes attempts to reserve: one that fails sees every reservation that may still be settled.
    """

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
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
        if _is_zero(self._allowance):
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
            await self._check_share(tx, request.caller, utc_day(at))
            reserved = await self._reserve_in(tx, request, at)
            is_worth_waiting = reserved is None and await self._may_fit_soon(tx, request, at, tenant_requests)
        if reserved is None:
            if is_worth_waiting:
                return None
            raise ModelBudgetError
        reservation = Reservation(request.caller, utc_day(at), reserved)
        tenant_requests.open.add(reservation)
        return reservation

    async def _check_share(self, tx: Transaction, caller: Caller, day: date) -> None:
        """Raise ModelPersonBudgetError if the caller has used their share. Requests under way do not count yet."""
        most = self._allowance.tokens_of(caller)
        if most is None:
            return
        if await tx.model_budgets.person_tokens(caller.person_id, day=day) >= most:
            raise ModelPersonBudgetError

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
            smallest = remaining if smallest is None else _smaller(smallest, remaining)
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


def _smaller(first: BudgetAmount, second: BudgetAmount) -> BudgetAmount:
    completion = min(first.tokens.completion, second.tokens.completion)
    return BudgetAmount(TokenUsage(first.tokens.prompt, completion), min(first.cost, second.cost))


def utc_day(at: datetime) -> date:
    """Return the day (UTC) whose budget applies at `at`."""
    return at.astimezone(UTC).date()


def _is_zero(allowance: ModelAllowance) -> bool:
    return not (allowance.prompt_tokens > 0 and allowance.completion_tokens > 0 and allowance.cost != 0)


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
