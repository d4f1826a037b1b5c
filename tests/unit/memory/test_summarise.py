"""The use cases that run later, over the least of a store that they need."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import cast
from uuid import UUID

import pytest

from bot.domain.conversation.history import Message, Role, Summary
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.threads import Thread
from bot.domain.conversation.turns import Conversation
from bot.domain.ids import ConversationId, TenantId, TurnId
from bot.errors import StoreUnavailableError
from bot.memory.summarise import SummariseConversation, SummaryOutcome
from bot.ports import Stores, Transaction

NOW = datetime(2026, 3, 2, 14, 0, tzinfo=UTC)
TENANT = TenantId(UUID(int=1))
CONVERSATION = ConversationId(UUID(int=2))


class SummaryStores:
    """One conversation of `count` messages, and its summary."""

    def __init__(self, count: int = 0) -> None:
        self.count = count
        self.summary: Summary | None = None
        self.stored_meanwhile: Summary | None = None
        self.reading_fails = False

    @asynccontextmanager
    async def transaction(self, tenant_id: TenantId) -> AsyncIterator[Transaction]:
        assert tenant_id == TENANT
        namespace = SimpleNamespace(
            conversations=SimpleNamespace(get=self._conversation),
            summaries=SimpleNamespace(get=self._get, save=self._save),
            messages=SimpleNamespace(message_span=self._span),
        )
        yield cast("Transaction", namespace)

    read = transaction

    async def _conversation(self, conversation_id: ConversationId) -> Conversation:
        thread = Thread("console", "w", "c", "t")
        return Conversation(
            id=conversation_id,
            tenant_id=TENANT,
            thread=thread,
            last_active_at=NOW,
            message_count=self.count,
        )

    async def _get(self, _conversation_id: ConversationId) -> Summary | None:
        return self.summary

    async def _save(self, summary: Summary, *, expected_covered_count: int) -> bool:
        self.summary = self.stored_meanwhile or self.summary
        if (self.summary.covered_count if self.summary else 0) != expected_covered_count:
            return False
        self.summary = summary
        return True

    async def _span(self, _conversation_id: ConversationId, *, first: int, last: int) -> tuple[Message, ...]:
        if self.reading_fails:
            raise StoreUnavailableError
        return tuple(message(number) for number in range(first, last))


class UnchangingClock:
    def now(self) -> datetime:
        return NOW


def message(number: int) -> Message:
    return Message(
        id=UUID(int=number),
        conversation_id=CONVERSATION,
        turn_id=TurnId(UUID(int=3)),
        role=Role.USER,
        author="Ann",
        text=f"m{number}",
        intent=Intent.ANALYZE,
        state_before=State.IDLE,
        state_after=State.IDLE,
        created_at=NOW,
    )


async def summarise(stores: SummaryStores) -> SummaryOutcome:
    return await SummariseConversation(cast("Stores", stores), UnchangingClock())(TENANT, CONVERSATION)


def covered_by(summary: Summary | None) -> list[str]:
    return [line.rpartition(" ")[2] for line in summary.text.splitlines()] if summary else []


class TestSummarise:
    async def test_first_time_then_all_but_the_window_is_covered(self) -> None:
        stores = SummaryStores(10)

        assert await summarise(stores) is SummaryOutcome.SAVED
        assert covered_by(stores.summary) == ["m0", "m1", "m2", "m3"]

    async def test_run_twice_then_the_second_changes_nothing(self) -> None:
        stores = SummaryStores(10)
        await summarise(stores)
        once = stores.summary

        assert await summarise(stores) is SummaryOutcome.NOT_DUE
        assert stores.summary is once

    async def test_conversation_goes_on_then_each_message_is_covered_once(self) -> None:
        stores = SummaryStores(10)
        await summarise(stores)
        stores.count = 16
        await summarise(stores)

        assert covered_by(stores.summary) == [f"m{number}" for number in range(10)]
        assert stores.summary is not None
        assert stores.summary.increments == 1

    async def test_ten_increments_then_it_is_made_from_scratch(self) -> None:
        stores = SummaryStores(16)
        stores.summary = Summary(
            conversation_id=CONVERSATION, text="old", covered_count=4, increments=10, updated_at=NOW
        )

        await summarise(stores)

        assert covered_by(stores.summary) == [f"m{number}" for number in range(10)]
        assert stores.summary.increments == 0

    async def test_newer_one_is_stored_meanwhile_then_it_stays(self) -> None:
        stores = SummaryStores(10)
        newer = Summary(conversation_id=CONVERSATION, text="newer", covered_count=9, increments=0, updated_at=NOW)
        stores.stored_meanwhile = newer

        assert await summarise(stores) is SummaryOutcome.OVERTAKEN
        assert stores.summary is newer

    async def test_it_fails_then_the_old_one_stays(self) -> None:
        stores = SummaryStores(10)
        await summarise(stores)
        old = stores.summary
        stores.count, stores.reading_fails = 30, True

        with pytest.raises(StoreUnavailableError):
            await summarise(stores)
        assert stores.summary is old

    async def test_long_conversation_then_it_is_read_in_parts_to_the_end(self) -> None:
        stores = SummaryStores(1_206)

        await summarise(stores)

        assert stores.summary is not None
        assert stores.summary.covered_count == 1_200
        assert covered_by(stores.summary)[-1] == "m1199"
