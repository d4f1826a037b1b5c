"""/usage: what was used today against the budget, and what for."""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import cast

import pytest

from bot.context.turn import TurnContext
from bot.domain.conversation.blocks import Paragraph, Table, plain_text
from bot.domain.conversation.requests.conversation import ShowUsage
from bot.domain.ids import TenantId
from bot.domain.models.requests import BudgetAmount, BudgetPart, HistoryTokens, ModelAllowance, ModelCall, TokenUsage
from bot.domain.text.locale import Language, Locale
from bot.reading.commands.arguments import find_command
from bot.turns.handlers.conversation import ConversationHandlers
from tests.fakes.clock import FixedClock, new_ids
from tests.fakes.core import SAY
from tests.fakes.memory import InMemoryDatabase
from tests.fakes.model_stores import HOME, a_model_call
from tests.fakes.stores import FakeStores

EN, ZH = Language.ENGLISH, Language.CHINESE
ALLOWED = ModelAllowance(prompt_tokens=200_000, completion_tokens=100_000, cost=Decimal(5))


@dataclass(frozen=True)
class StubTurn:
    tenant_id: TenantId = HOME


@dataclass(frozen=True)
class StubContext:
    """As much of what a handler is given as this one looks at."""

    language: Language
    turn: StubTurn = StubTurn()

    @property
    def locale(self) -> Locale:
        return Locale(self.language)


class UsageSetup:
    def __init__(self, *, allowance: ModelAllowance = ALLOWED, has_model: bool = True) -> None:
        self.memory, self.clock = InMemoryDatabase(), FixedClock()
        self.new_id = new_ids(self.clock)
        self.stores = FakeStores(self.memory, clock=self.clock)
        self.usage = ConversationHandlers(
            texts=SAY, stores=self.stores, clock=self.clock, market="sample", allowance=allowance, has_model=has_model
        )

    async def used(self, *calls: ModelCall, day: date = date(2026, 11, 2)) -> None:
        async with self.stores.transaction(HOME) as tx:
            for call in calls:
                await tx.model_calls.add_call(replace(call, id=self.new_id()))
                await tx.model_budgets.reserve(
                    BudgetAmount(call.tokens, call.cost),
                    day=day,
                    at=self.clock.now(),
                    allowance=ModelAllowance(),
                    part=BudgetPart.WHOLE,
                )

    async def text(self, language: Language = EN) -> str:
        result = await self.usage.show_usage(cast("TurnContext", StubContext(language)), ShowUsage())
        return plain_text(result.answer.blocks)

    async def tables(self) -> list[Table]:
        result = await self.usage.show_usage(cast("TurnContext", StubContext(EN)), ShowUsage())
        return [block for block in result.answer.blocks if isinstance(block, Table)]


CALLS = (
    a_model_call(tokens=TokenUsage(12_000, 300), cost=Decimal("0.0264")),
    a_model_call(tokens=TokenUsage(), cost=Decimal(0), is_cached=True),
    a_model_call(tokens=TokenUsage(1_000, 0), cost=Decimal("0.002"), outcome="ModelTimeoutError"),
    a_model_call(purpose="scout", tokens=TokenUsage(10, 1), cost=Decimal("0.00004")),
)


async def test_totals_stand_against_the_budget() -> None:
    world = UsageSetup()
    await world.used(*CALLS)
    totals, _ = await world.tables()
    assert totals.columns == ("Today", "Used", "Budget")
    assert totals.rows == (
        ("Tokens read", "13,010", "200,000"),
        ("Tokens written", "301", "100,000"),
        ("Cost", "$0.0284", "$5.00"),
    )


async def test_each_purpose_has_a_row_by_its_name_or_as_it_is() -> None:
    world = UsageSetup()
    await world.used(*CALLS)
    _, parts = await world.tables()
    assert parts.columns == ("Asked for", "Requests", "From cache", "Failed", "Tokens", "Cost")
    assert parts.rows == (
        ("decisions", "3", "1", "1", "13,300", "$0.0284"),
        ("scout", "1", "0", "0", "11", "$0.00"),
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (EN, "Of the conversations so far 11,400 tokens were not sent (95 %)"),
        (ZH, "之前的对话有 11,400 个词元没有发送（95%）"),
    ],
)
async def test_what_was_not_sent_of_conversations_is_said(language: Language, said: str) -> None:
    world = UsageSetup()
    await world.used(
        a_model_call(history=HistoryTokens(200, 10_000)),
        a_model_call(purpose="prose", history=HistoryTokens(400, 2_000)),
    )
    assert said in await world.text(language)


async def test_when_nothing_was_asked_then_said_so_with_the_budget() -> None:
    text = await UsageSetup().text()
    assert SAY.render(Locale(EN), "usage-nothing") in text
    assert "200,000" in text


async def test_the_day_is_named_and_ends_at_midnight_utc() -> None:
    world = UsageSetup()
    world.clock.at = datetime(2026, 11, 2, 23, 59, tzinfo=UTC)
    await world.used(*CALLS)
    assert "2026-11-02" in await world.text()
    world.clock.advance(timedelta(minutes=1))
    text = await world.text()
    assert "2026-11-03" in text
    assert SAY.render(Locale(EN), "usage-nothing") in text


@pytest.mark.parametrize("language", Language)
async def test_without_a_model_it_says_that_there_is_none(language: Language) -> None:
    world = UsageSetup(has_model=False)
    result = await world.usage.show_usage(cast("TurnContext", StubContext(language)), ShowUsage())
    assert result.answer.blocks == (Paragraph(SAY.render(Locale(language), "usage-no-model")),)


def test_what_is_said_is_the_command(subtests: pytest.Subtests) -> None:
    for text, name, arguments in [
        ("/usage", "usage", ()),
        ("usage", "usage", ()),
        ("/用量", "usage", ()),
        ("看看用量", "usage", ()),
        ("/parley usage", "usage", ()),
        ("/debug last", "debug", ("last",)),
        ("/调试 last", "debug", ("last",)),
        ("/discussion", "discussion", ()),
        ("/讨论", "discussion", ()),
        ("show the discussion", "discussion", ()),
        ("Show me the discussion please!", "discussion", ()),
        ("What did the agents say?", "discussion", ()),
        ("看看讨论", "discussion", ()),
        ("显示讨论", "discussion", ()),
    ]:
        with subtests.test(f"{text!r}, {name!r}, {arguments!r}"):
            command = find_command(text)
            assert command is not None
            assert (command.name, command.rest.split()) == (name, list(arguments))
