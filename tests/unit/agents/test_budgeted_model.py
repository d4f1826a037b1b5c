"""The daily budget: kept to by many at once, used up by small ones, given back by whatever fails."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from bot.agents.budgeted_model import BudgetedModel, BudgetLedger
from bot.domain.ids import TenantId
from bot.domain.models.requests import (
    SCHEDULED_WORK,
    Caller,
    ModelAllowance,
    ModelAnswer,
    ModelRequest,
    ModelUsage,
    TokenUsage,
)
from bot.domain.models.token_estimate import cost_of, estimate_prompt_tokens
from bot.errors import StoreUnavailableError
from bot.model_errors import ModelBrokenOffError, ModelBudgetError, ModelError, ModelPausedError, ModelPersonBudgetError
from bot.ports import TextSink, Transaction
from tests.fakes.clock import FixedClock
from tests.fakes.memory import InMemoryDatabase
from tests.fakes.model_stores import HOME, OPTIONS, a_request
from tests.fakes.stores import FakeStores

pytestmark = pytest.mark.virtual_time

PROMPT = estimate_prompt_tokens(a_request())
PRICED = replace(OPTIONS, price_per_million=(Decimal(2), Decimal(8)))  # of the answer of full length: $0.008
COMPLETION = OPTIONS.max_tokens
TODAY = date(2026, 11, 2)
USED = TokenUsage(20, 7)
LOTS = 10**9


class HeldModel:
    """Answers when it is let, with so many tokens; keeps how many were under way at once."""

    def __init__(self, used: TokenUsage = USED, *, error: Exception | None = None) -> None:
        self.used, self.error = used, error
        self.go_on = asyncio.Event()
        self.go_on.set()
        self.requests: list[ModelRequest] = []
        self.under_way = self.most = 0

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        self.requests.append(request)
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        try:
            if show is not None:
                await show("x" * 40)
            await self.go_on.wait()
            await asyncio.sleep(0)
        finally:
            self.under_way -= 1
        if self.error is not None:
            raise self.error
        return ModelAnswer(text="hold", model="large", tokens=self.used, latency=0.1)


class BudgetSetup:
    def __init__(
        self,
        model: HeldModel | None = None,
        *,
        prompt: int = LOTS,
        completion: int = LOTS,
        cost: Decimal | None = None,
        person: int | None = None,
    ) -> None:
        self.memory, self.clock, self.inner = InMemoryDatabase(), FixedClock(), model or HeldModel()
        self.stores = FakeStores(self.memory, clock=self.clock)
        self.allowance = ModelAllowance(
            prompt_tokens=prompt, completion_tokens=completion, cost=cost, person_tokens=person
        )
        self.model = BudgetedModel(self.inner, stores=self.stores, clock=self.clock, allowance=self.allowance)

    def another_process(self) -> BudgetedModel:
        """One with the same books, that knows nothing of the first one's requests."""
        return BudgetedModel(self.inner, stores=self.stores, clock=self.clock, allowance=self.allowance)

    def ledger(self) -> BudgetLedger:
        """That of one more process."""
        return BudgetLedger(stores=self.stores, clock=self.clock, allowance=self.allowance)

    async def holding(self) -> asyncio.Task[ModelAnswer]:
        """Begin a request whose answer waits until `go_on`."""
        self.inner.go_on.clear()
        asking = asyncio.create_task(self.model.ask(a_request()))
        await begun(self, count=1)
        return asking

    async def spent(self, day: date = TODAY, tenant_id: TenantId = HOME) -> ModelUsage:
        async with self.stores.transaction(tenant_id) as tx:
            return await tx.model_budgets.usage_with_reservations(day=day)


async def ignore(_: str) -> None:
    pass


async def begun(world: BudgetSetup, *, count: int) -> None:
    for _ in range(1_000):
        if len(world.inner.requests) >= count:
            return
        await asyncio.sleep(0)
    pytest.fail(f"only {len(world.inner.requests)} requests have begun")


async def test_while_it_is_asked_the_most_it_may_use_is_set_aside_and_afterwards_what_it_used() -> None:
    world = BudgetSetup()
    world.inner.go_on.clear()
    asking = asyncio.create_task(world.model.ask(a_request(options=PRICED)))
    await begun(world, count=1)
    full = Decimal(2 * PROMPT + 8 * COMPLETION) / 10**6
    assert await world.spent() == ModelUsage(tokens=TokenUsage(PROMPT, COMPLETION), cost=full)

    world.inner.go_on.set()
    await asking
    assert await world.spent() == ModelUsage(tokens=TokenUsage(20, 7), cost=Decimal("0.000096"))


@pytest.mark.parametrize("nothing", [{"prompt": 0}, {"completion": 0}, {"cost": Decimal(0)}])
async def test_of_a_budget_of_nothing_nothing_is_asked(nothing: dict[str, int]) -> None:
    world = BudgetSetup(**nothing)  # type: ignore[arg-type] # a Decimal for the cost
    with pytest.raises(ModelBudgetError):
        await world.model.ask(a_request())
    assert world.inner.requests == []


@pytest.mark.parametrize("budget", [{"completion": 1}, {"cost": Decimal("0.0001")}])
async def test_a_budget_smaller_than_a_full_answer_can_be_used_up(budget: dict[str, int]) -> None:
    world = BudgetSetup(HeldModel(TokenUsage(PROMPT, 40)), **budget)  # type: ignore[arg-type] # a Decimal for the cost
    request = a_request(options=PRICED)
    assert (await world.model.ask(request)).text == "hold"
    assert world.inner.requests == [request]  # its answer is not cut short
    with pytest.raises(ModelBudgetError):
        await world.model.ask(request)


@pytest.mark.parametrize(
    ("budget", "fits"),
    [
        ({"prompt": PROMPT}, True),
        ({"prompt": PROMPT - 1}, False),
        ({"cost": Decimal(2 * PROMPT) / 10**6}, True),
        ({"cost": Decimal(2 * PROMPT - 1) / 10**6}, False),
    ],
)
async def test_the_prompt_has_to_fit_whole(budget: dict[str, int], *, fits: bool) -> None:
    world = BudgetSetup(**budget)  # type: ignore[arg-type] # a Decimal for the cost
    with suppress(ModelBudgetError):
        await world.model.ask(a_request(options=PRICED))
    assert bool(world.inner.requests) is fits


async def test_twenty_at_once_spend_no_more_than_there_is_and_none_is_refused_that_fits() -> None:
    world = BudgetSetup(HeldModel(TokenUsage(1, 10)), completion=2 * COMPLETION + 500)
    answers = await asyncio.gather(*(world.model.ask(a_request()) for _ in range(20)))
    assert len(answers) == 20
    assert world.inner.most <= 3  # two full answers, and one of what is left
    assert (await world.spent()).tokens == TokenUsage(20, 200)


async def test_twenty_at_once_go_over_a_small_budget_by_one_answer_at_most() -> None:
    world = BudgetSetup(HeldModel(TokenUsage(1, 70)), completion=100)
    answers = await asyncio.gather(*(world.model.ask(a_request()) for _ in range(20)), return_exceptions=True)
    assert [type(each) for each in answers].count(ModelBudgetError) == 18
    assert (await world.spent()).tokens == TokenUsage(2, 140)
    assert world.inner.most == 1


async def test_who_has_to_wait_for_others_is_asked_with_the_time_that_is_left() -> None:
    world = BudgetSetup(completion=COMPLETION)
    first = await world.holding()
    second = asyncio.create_task(world.model.ask(a_request()))
    await asyncio.sleep(10)
    assert len(world.inner.requests) == 1
    world.inner.go_on.set()
    await asyncio.gather(first, second)
    before, after = (request.options.timeout for request in world.inner.requests)
    assert before == OPTIONS.timeout
    assert OPTIONS.timeout - 10.5 < after <= OPTIONS.timeout - 10  # it looks every 0.4 s


@pytest.mark.parametrize("is_turns_end", [True, False])
async def test_who_waits_too_long_is_refused(*, is_turns_end: bool) -> None:
    world = BudgetSetup(completion=COMPLETION)
    first = await world.holding()
    until = asyncio.get_running_loop().time() + 0.05 if is_turns_end else None
    timeout = OPTIONS.timeout if is_turns_end else 0.05
    hurried = a_request(options=replace(OPTIONS, timeout=timeout), caller=Caller(tenant_id=HOME, deadline=until))
    with pytest.raises(ModelBudgetError):
        await asyncio.wait_for(world.model.ask(hurried), 5)
    world.inner.go_on.set()
    await first


@pytest.mark.parametrize(
    ("error", "used"),
    [
        (ModelBrokenOffError(partial=" word" * 100), TokenUsage(PROMPT, 100)),
        (ModelError(), TokenUsage(PROMPT, 0)),
        (ModelPausedError(), TokenUsage()),
        (RuntimeError(), TokenUsage(PROMPT, 0)),
    ],
)
async def test_a_failure_gives_back_what_it_has_not_used(error: Exception, used: TokenUsage) -> None:
    world = BudgetSetup(HeldModel(error=error))
    with pytest.raises(type(error)):
        await world.model.ask(a_request(options=PRICED))
    cost = Decimal(2 * used.prompt + 8 * used.completion) / 10**6
    assert await world.spent() == ModelUsage(tokens=used, cost=cost)


async def test_a_cancelled_request_gives_back_what_it_has_not_used() -> None:
    world = BudgetSetup()
    world.inner.go_on.clear()
    asking = asyncio.create_task(world.model.ask(a_request(), show=ignore))
    await begun(world, count=1)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert (await world.spent()).tokens == TokenUsage(PROMPT, 10)


async def test_one_that_is_cancelled_again_while_it_gives_back_still_does() -> None:
    world = BudgetSetup()
    asking = await world.holding()
    async with world.stores.transaction(HOME):  # whoever settles has to wait for this one
        asking.cancel()
        await asyncio.sleep(0.01)
        asking.cancel()
        await asyncio.sleep(0.01)
    with pytest.raises(asyncio.CancelledError):
        await asking
    await asyncio.sleep(0.01)
    assert (await world.spent()).tokens == TokenUsage(PROMPT, 0)


async def test_a_cancelled_one_that_waited_has_set_nothing_aside() -> None:
    world = BudgetSetup(completion=COMPLETION)
    first = await world.holding()
    second = asyncio.create_task(world.model.ask(a_request()))
    await asyncio.sleep(0.01)
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    world.inner.go_on.set()
    await first
    assert (await world.spent()).tokens == TokenUsage(20, 7)


async def test_a_request_over_midnight_utc_belongs_to_the_day_on_which_it_began() -> None:
    world = BudgetSetup(completion=COMPLETION)
    world.clock.at = datetime(2026, 11, 2, 23, 59, 59, tzinfo=UTC)
    asking = await world.holding()
    world.clock.advance(timedelta(seconds=2))
    tomorrow = asyncio.create_task(world.model.ask(a_request()))  # nothing of its day is spent
    await begun(world, count=2)
    world.inner.go_on.set()
    await asyncio.gather(asking, tomorrow)
    assert (await world.spent(TODAY)).tokens == TokenUsage(20, 7)
    assert (await world.spent(date(2026, 11, 3))).tokens == TokenUsage(20, 7)


async def test_when_nobody_knows_what_is_left_then_nothing_is_asked() -> None:
    world = BudgetSetup()
    world.memory.error = StoreUnavailableError(store="PostgreSQL")
    with pytest.raises(StoreUnavailableError):
        await world.model.ask(a_request())
    assert world.inner.requests == []


async def test_what_cannot_be_settled_stays_set_aside_and_the_answer_comes(caplog: pytest.LogCaptureFixture) -> None:
    world = BudgetSetup(completion=COMPLETION)
    asking = await world.holding()
    world.memory.error = StoreUnavailableError(store="PostgreSQL")
    world.inner.go_on.set()
    assert (await asking).text == "hold"
    assert "was not settled" in caplog.text

    world.memory.error = None
    world.clock.advance(timedelta(seconds=OPTIONS.timeout + 1))
    with pytest.raises(ModelBudgetError):
        await asyncio.wait_for(world.model.ask(a_request()), 0.3)  # nobody waits for it: who set it aside has ended
    world.clock.advance(timedelta(hours=1))
    assert (await world.model.ask(a_request())).text == "hold"


async def test_what_another_process_has_set_aside_is_waited_for() -> None:
    world = BudgetSetup(completion=COMPLETION)
    first = await world.holding()
    second = asyncio.create_task(world.another_process().ask(a_request()))
    await asyncio.sleep(10)
    assert len(world.inner.requests) == 1
    world.inner.go_on.set()
    assert (await first).text == (await asyncio.wait_for(second, 5)).text == "hold"
    assert (await world.spent()).tokens == TokenUsage(40, 14)


async def test_what_another_process_has_used_up_is_not_waited_for() -> None:
    world = BudgetSetup(HeldModel(TokenUsage(1, COMPLETION)), completion=COMPLETION + 1)
    await world.model.ask(a_request())
    world.inner.go_on.clear()
    last = asyncio.create_task(world.model.ask(a_request()))  # takes the one token that is left
    await begun(world, count=2)
    world.inner.used = TokenUsage(1, 1)
    hurried = a_request(options=replace(OPTIONS, timeout=0.05))
    with pytest.raises(ModelBudgetError):
        await asyncio.wait_for(world.another_process().ask(hurried), 5)
    world.inner.go_on.set()
    await last
    with pytest.raises(ModelBudgetError):
        await asyncio.wait_for(world.another_process().ask(a_request()), 0.3)


class SlowToCommit(FakeStores):
    """Has stored what it is told before it says so."""

    def __init__(self, world: BudgetSetup) -> None:
        super().__init__(world.memory, clock=world.clock)
        self.stored = asyncio.Event()

    @asynccontextmanager
    async def transaction(self, tenant_id: TenantId, *, is_durable: bool = True) -> AsyncIterator[Transaction]:
        async with super().transaction(tenant_id, is_durable=is_durable) as tx:
            yield tx
        self.stored.set()
        await asyncio.sleep(0.05)


@pytest.mark.parametrize("times", [1, 2])
async def test_one_that_is_cancelled_while_it_sets_aside_gives_it_back(times: int) -> None:
    world = BudgetSetup()
    slow = SlowToCommit(world)
    asking = asyncio.create_task(
        BudgetedModel(world.inner, stores=slow, clock=world.clock, allowance=world.allowance).ask(a_request())
    )
    await slow.stored.wait()
    assert (await world.spent()).tokens == TokenUsage(PROMPT, COMPLETION)
    for _ in range(times):
        asking.cancel()
        await asyncio.sleep(0.01)
    with pytest.raises(asyncio.CancelledError):
        await asking
    await asyncio.sleep(0.15)
    assert await world.spent() == ModelUsage()
    assert world.inner.requests == []


def asked_by(person_id: str) -> ModelRequest:
    return a_request(caller=Caller(tenant_id=HOME, person_id=person_id))


async def test_a_person_who_has_used_their_share_is_refused_until_midnight_and_nobody_else_is() -> None:
    world = BudgetSetup(person=2 * 27)  # an answer uses 20 + 7
    for _ in range(2):
        await world.model.ask(asked_by("ann"))

    with pytest.raises(ModelPersonBudgetError):
        await world.another_process().ask(asked_by("ann"))
    await world.model.ask(asked_by("bob"))
    await world.model.ask(a_request())  # nobody asked
    assert len(world.inner.requests) == 4
    world.clock.at += timedelta(days=1)
    await world.model.ask(asked_by("ann"))


@pytest.mark.parametrize(
    ("prompt", "completion", "fitting"),
    [(4 * PROMPT * 3, LOTS, 3), (LOTS, 4 * COMPLETION * 2, 2)],
    ids=["a quarter of the prompts", "a quarter of the answers"],
)
async def test_scheduled_work_that_has_used_its_share_is_refused_and_people_are_not(
    prompt: int, completion: int, fitting: int
) -> None:
    world = BudgetSetup(prompt=prompt, completion=completion)
    reserved = [await world.ledger().reserve(asked_by(SCHEDULED_WORK), deadline=0) for _ in range(fitting)]
    assert len(reserved) == fitting
    with pytest.raises(ModelBudgetError):  # also while nothing is settled, and by another process
        await world.ledger().reserve(asked_by(SCHEDULED_WORK), deadline=0)
    await world.model.ask(asked_by("ann"))


async def test_scheduled_work_may_spend_its_share_of_the_money_and_no_more() -> None:
    price = cost_of(TokenUsage(PROMPT, COMPLETION), PRICED)
    world = BudgetSetup(cost=8 * price)
    scheduled, of_ann = (replace(asked_by(each), options=PRICED) for each in (SCHEDULED_WORK, "ann"))
    for _ in range(2):
        await world.ledger().reserve(scheduled, deadline=0)
    with pytest.raises(ModelBudgetError):
        await world.ledger().reserve(scheduled, deadline=0)
    await world.ledger().reserve(of_ann, deadline=0)


async def test_scheduled_work_that_the_whole_budget_refuses_uses_nothing_of_its_share() -> None:
    ledger = BudgetSetup(prompt=4 * PROMPT).ledger()
    held = [await ledger.reserve(asked_by("ann"), deadline=0) for _ in range(4)]
    with pytest.raises(ModelBudgetError):
        await ledger.reserve(asked_by(SCHEDULED_WORK), deadline=0)
    await ledger.settle(held[0], TokenUsage(), Decimal(0))
    await ledger.reserve(asked_by(SCHEDULED_WORK), deadline=0)
