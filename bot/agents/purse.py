"""What a tenant may still spend on models today: set aside before a request, settled after it."""

import asyncio
import logging
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Final

from bot.domain.ids import TenantId
from bot.domain.model_use import at_most, cost_of
from bot.domain.models import ModelAllowance, ModelRequest, ModelUse, Tokens
from bot.errors import ModelBudgetError, ParleyError
from bot.ports import Clock, Stores, Transaction

_log = logging.getLogger(__name__)
_ATTEMPTS: Final = 3  # at a smaller sum, where other processes take from what is left


@dataclass(frozen=True, slots=True, eq=False)
class Reserved:
    """What is set aside for one request."""

    tenant_id: TenantId
    day: date
    tokens: Tokens
    cost: Decimal
    settled: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


@dataclass(slots=True)
class _Desk:
    """One tenant's requests in this process. The lock: whoever finds too little left knows who may give some back."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    open: set[Reserved] = field(default_factory=set)


class Purse:
    """Sets aside and settles. What it set aside and could not settle stays set aside until midnight UTC."""

    def __init__(self, *, stores: Stores, clock: Clock, allowance: ModelAllowance) -> None:
        self._stores = stores
        self._clock = clock
        self._allowance = allowance
        self._desks: dict[TenantId, _Desk] = {}

    async def reserve(self, request: ModelRequest, *, until: float) -> Reserved:
        """Set aside what `request` may need.

        Where too little is left, and other requests of the tenant have something set aside here, one of them is awaited
        until `until` (the event loop's time): they seldom need it all.

        Raises: ModelBudgetError: it does not fit. StoreUnavailableError: nobody knows; then nothing is spent.
        """
        if _is_nothing(self._allowance):
            raise ModelBudgetError
        desk = self._desks.setdefault(request.caller.tenant_id, _Desk())
        while True:
            async with desk.lock:
                reserved = await self._set_aside(request)
                if reserved is not None:
                    desk.open.add(reserved)
                    return reserved
                others = {other.settled for other in desk.open}
            if not await _one_of(others, until=until):
                raise ModelBudgetError

    async def settle(self, reserved: Reserved, tokens: Tokens, cost: Decimal) -> None:
        """Put what was used in place of what was set aside, on the day on which it was."""
        try:
            async with self._stores.transaction(reserved.tenant_id) as tx:
                was = (reserved.tokens, reserved.cost)
                await tx.model_budgets.settle(was, (tokens, cost), day=reserved.day)
        except ParleyError as error:
            _log.warning("a model request was not settled, %s stay set aside: %s", reserved.tokens, error)
        except Exception:  # noqa: BLE001  # a defect of ours; too much set aside is on the safe side
            _log.warning("a model request was not settled, %s stay set aside", reserved.tokens, exc_info=True)
        finally:
            self._desks[reserved.tenant_id].open.discard(reserved)
            reserved.settled.set_result(None)

    async def _set_aside(self, request: ModelRequest) -> Reserved | None:
        day = utc_day(self._clock.now())
        async with self._stores.transaction(request.caller.tenant_id) as tx:
            tokens = at_most(request)
            found: tuple[Tokens, Decimal] | None = tokens, cost_of(tokens, request.options)
            for _ in range(_ATTEMPTS):
                if found is None:
                    break
                if await tx.model_budgets.reserve(*found, day=day, within=self._allowance):
                    return Reserved(request.caller.tenant_id, day, *found)
                found = await self._what_is_left(tx, request, day)
        return None

    async def _what_is_left(self, tx: Transaction, request: ModelRequest, day: date) -> tuple[Tokens, Decimal] | None:
        return lowered(request, spent=await tx.model_budgets.spent(day=day), within=self._allowance)


def lowered(request: ModelRequest, *, spent: ModelUse, within: ModelAllowance) -> tuple[Tokens, Decimal] | None:
    """Return what is left for `request`, less than a full answer needs; None: too little.

    The prompt must fit whole, for its size is known. An answer is seldom as long as it may be: it is asked for as long
    as a token of it is left.
    """
    most = at_most(request)
    completion = min(most.completion, within.completion_tokens - spent.tokens.completion)
    if completion <= 0 or spent.tokens.prompt + most.prompt > within.prompt_tokens:
        return None
    cost = cost_of(Tokens(most.prompt, completion), request.options)
    if within.cost is not None:
        left = within.cost - spent.cost
        if cost_of(Tokens(most.prompt), request.options) > left:
            return None
        cost = min(cost, left)
    return Tokens(most.prompt, completion), cost


def utc_day(at: datetime) -> date:
    """Return the day whose budget an instant belongs to."""
    return at.astimezone(UTC).date()


def _is_nothing(allowance: ModelAllowance) -> bool:
    return not (allowance.prompt_tokens > 0 and allowance.completion_tokens > 0 and allowance.cost != 0)


async def _one_of(others: set[asyncio.Future[None]], *, until: float) -> bool:
    """Wait until one of `others` has settled; return whether one has in time."""
    left = until - asyncio.get_running_loop().time()
    if not others or left <= 0:
        return False
    done, _ = await asyncio.wait(others, timeout=left, return_when=asyncio.FIRST_COMPLETED)
    return bool(done)
