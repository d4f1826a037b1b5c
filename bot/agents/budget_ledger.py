"""What a tenant may still spend on models today: set aside before a request, settled after it."""

import asyncio
import logging
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.agents.shielding import shield_or_compensate
from bot.domain.ids import TenantId
from bot.domain.models.requests import ModelAllowance, ModelRequest, ModelUsage, TokenUsage
from bot.domain.models.usage import cost_of, max_usage
from bot.errors import ModelBudgetError, ParleyError
from bot.ports import Clock, Stores, Transaction

_log = logging.getLogger(__name__)
_ATTEMPTS: Final = 3  # at a smaller sum, where other processes take from what is left
_LOOK_SECONDS: Final = 0.4  # between two looks at what other processes have given back


@dataclass(frozen=True, slots=True, eq=False)
class Reservation:
    """What is set aside for one request."""

    tenant_id: TenantId
    day: date
    tokens: TokenUsage
    cost: Decimal
    settled: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


@dataclass(slots=True)
class _TenantRequests:
    """One tenant's requests in this process. The lock: whoever finds too little left knows who may give some back."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    open: set[Reservation] = field(default_factory=set)


class BudgetLedger:
    """Sets aside and settles. What it set aside and could not settle stays set aside for an hour at least."""

    def __init__(self, *, stores: Stores, clock: Clock, allowance: ModelAllowance) -> None:
        self._stores = stores
        self._clock = clock
        self._allowance = allowance
        self._desks: dict[TenantId, _TenantRequests] = {}

    async def reserve(self, request: ModelRequest, *, deadline: float) -> Reservation:
        """Set aside what `request` may need.

        Where too little is left only because other requests of the tenant, here or in other processes, have something
        set aside, they are awaited until `until` (the event loop's time): they seldom need it all.

        Raises: ModelBudgetError: it does not fit. StoreUnavailableError: nobody knows; then nothing is spent.
        """
        if _is_nothing(self._allowance):
            raise ModelBudgetError
        desk = self._desks.setdefault(request.caller.tenant_id, _TenantRequests())
        while True:
            async with desk.lock:
                reservation = await shield_or_compensate(self._set_aside(request, desk), self._give_back)
                if reservation is not None:
                    return reservation
                others = {other.settled for other in desk.open}
            if not await _a_while(others, until=deadline):
                raise ModelBudgetError

    async def settle(self, reservation: Reservation, tokens: TokenUsage, cost: Decimal) -> None:
        """Put what was used in place of what was set aside, on the day on which it was."""
        try:
            async with self._stores.transaction(reservation.tenant_id) as tx:
                was = (reservation.tokens, reservation.cost)
                await tx.model_budgets.settle(was, (tokens, cost), day=reservation.day)
        except ParleyError as error:
            _log.warning("a model request was not settled, %s stay set aside: %s", reservation.tokens, error)
        except Exception:  # noqa: BLE001  # a defect of ours; too much set aside is on the safe side
            _log.warning("a model request was not settled, %s stay set aside", reservation.tokens, exc_info=True)
        finally:
            self._desks[reservation.tenant_id].open.discard(reservation)
            reservation.settled.set_result(None)

    async def _give_back(self, reservation: Reservation | None) -> None:
        if reservation is not None:
            await self.settle(reservation, TokenUsage(), Decimal(0))

    async def _set_aside(self, request: ModelRequest, desk: _TenantRequests) -> Reservation | None:
        """Return what is set aside now; None: not yet. Raises: ModelBudgetError: waiting is of no use."""
        at = self._clock.now()
        async with self._stores.transaction(request.caller.tenant_id) as tx:
            found = await self._found(tx, request, at)
            is_worth_waiting = found is None and await self._may_fit_soon(tx, request, at, desk)
        if found is None:
            if is_worth_waiting:
                return None
            raise ModelBudgetError
        reservation = Reservation(request.caller.tenant_id, utc_day(at), *found)
        desk.open.add(reservation)
        return reservation

    async def _found(self, tx: Transaction, request: ModelRequest, at: datetime) -> tuple[TokenUsage, Decimal] | None:
        """Set aside what a full answer needs, or all that is left; return how much that is."""
        day, tokens = utc_day(at), max_usage(request)
        found: tuple[TokenUsage, Decimal] | None = tokens, cost_of(tokens, request.options)
        for _ in range(_ATTEMPTS):
            if found is None:
                break
            if await tx.model_budgets.reserve(*found, day=day, at=at, allowance=self._allowance):
                return found
            found = await self._what_is_left(tx, request, day)
        return None

    async def _may_fit_soon(self, tx: Transaction, request: ModelRequest, at: datetime, desk: _TenantRequests) -> bool:
        """Whether there is enough but for what is set aside, by requests that may still be under way."""
        used, last = await tx.model_budgets.settled_usage(day=utc_day(at))
        if remaining_allowance(request, spent=used, within=self._allowance) is None:
            return False
        return last is None or bool(desk.open) or at - last <= timedelta(seconds=request.options.timeout)

    async def _what_is_left(
        self, tx: Transaction, request: ModelRequest, day: date
    ) -> tuple[TokenUsage, Decimal] | None:
        return remaining_allowance(
            request, spent=await tx.model_budgets.usage_with_reservations(day=day), within=self._allowance
        )


def remaining_allowance(
    request: ModelRequest, *, spent: ModelUsage, within: ModelAllowance
) -> tuple[TokenUsage, Decimal] | None:
    """Return what is left for `request`, less than a full answer needs; None: too little.

    The prompt must fit whole, for its size is known. An answer is seldom as long as it may be: it is asked for as long
    as a token of it is left.
    """
    most = max_usage(request)
    completion = min(most.completion, within.completion_tokens - spent.tokens.completion)
    if completion <= 0 or spent.tokens.prompt + most.prompt > within.prompt_tokens:
        return None
    cost = cost_of(TokenUsage(most.prompt, completion), request.options)
    if within.cost is not None:
        left = within.cost - spent.cost
        if cost_of(TokenUsage(most.prompt), request.options) > left:
            return None
        cost = min(cost, left)
    return TokenUsage(most.prompt, completion), cost


def utc_day(at: datetime) -> date:
    """Return the day whose budget an instant belongs to."""
    return at.astimezone(UTC).date()


def _is_nothing(allowance: ModelAllowance) -> bool:
    return not (allowance.prompt_tokens > 0 and allowance.completion_tokens > 0 and allowance.cost != 0)


async def _a_while(others: set[asyncio.Future[None]], *, until: float) -> bool:
    """Wait until one of `others` has settled, or other processes' may have; return whether there is time left."""
    left = until - asyncio.get_running_loop().time()
    if left <= 0:
        return False
    seconds = min(left, _LOOK_SECONDS)
    if others:
        await asyncio.wait(others, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    else:
        await asyncio.sleep(seconds)
    return True
