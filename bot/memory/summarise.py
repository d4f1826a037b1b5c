"""Updates a conversation's summary in a background job: by the light model, or by rules."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final
from uuid import UUID

from bot.agents.shielding import shield_until_done
from bot.agents.summary_agent import SummaryAgent, SummaryRequest, newest_talk
from bot.domain.conversation.turns import Conversation
from bot.domain.ids import ConversationId, TenantId
from bot.domain.memory.summaries.by_rules import TalkMessage, quote_talk, select_talk
from bot.domain.memory.summaries.summary import (
    DEFAULT_SCHEDULE,
    Statement,
    Summary,
    SummaryContent,
    SummaryMethod,
    SummarySchedule,
    SummaryUpdate,
    due_update,
    fit_content,
)
from bot.domain.models.requests import Caller
from bot.errors import StoreUnavailableError, SummaryInProgressError
from bot.model_errors import ModelError
from bot.ports import Clock, Embedder, NewId, Stores, Transaction

_CHUNK: Final = 500  # messages read at once: the length of a conversation is not limited
_MODEL_SECONDS: Final = 20.0  # less than a job may take, so that rules have time
_LEASE: Final = timedelta(seconds=40)  # longer than a job may take (workers.background_jobs)

_log = logging.getLogger(__name__)


class SummaryOutcome(StrEnum):
    """The outcome of one run of `SummariseConversation`."""

    SAVED = "saved"
    NOT_DUE = "not_due"
    OVERTAKEN = "overtaken"  # another run has stored a summary meanwhile, which is kept


@dataclass(frozen=True, slots=True)
class _DueSummary:
    """A conversation whose summary is due."""

    conversation: Conversation
    stored: Summary | None
    step: SummaryUpdate

    @property
    def earlier(self) -> SummaryContent:
        """The stored statements and symbols."""
        return self.stored.content if self.stored else SummaryContent()


@dataclass(frozen=True, slots=True)
class _Written:
    content: SummaryContent
    model: str | None = None
    quality: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SummariseConversation:
    """Creates or extends the summary of one conversation."""

    stores: Stores
    clock: Clock
    new_id: NewId
    owner: str  # names the process
    embedder: Embedder
    writer: SummaryAgent | None = None  # None: summaries are written by rules
    schedule: SummarySchedule = DEFAULT_SCHEDULE

    async def __call__(self, tenant_id: TenantId, conversation_id: ConversationId) -> SummaryOutcome:
        """Update the summary if an update is due.

        Safe to run twice and in any order: an older result never replaces a newer one, and a failed run leaves the
        stored summary unchanged. If the model fails, rules write it.

        Raises: StoreUnavailableError. SummaryInProgressError: another run is writing it.
        """
        async with self._leased(tenant_id, conversation_id):
            due = await self._find_due(tenant_id, conversation_id)
            if due is None:
                return SummaryOutcome.NOT_DUE
            summary = _summary(due, await self._write(due), self.clock)
            covered = due.stored.covered_count if due.stored else 0
            async with self.stores.transaction(tenant_id) as tx:
                if not await tx.summaries.save(summary, expected_covered_count=covered):
                    return SummaryOutcome.OVERTAKEN
        await self._embed(tenant_id, summary)
        return SummaryOutcome.SAVED

    @asynccontextmanager
    async def _leased(self, tenant_id: TenantId, conversation_id: ConversationId) -> AsyncIterator[None]:
        """Keep other runs from writing the same summary meanwhile; no transaction is open during that time."""
        token = self.new_id()
        async with self.stores.transaction(tenant_id, is_durable=False) as tx:
            if not await tx.summaries.lease(conversation_id, token=token, owner=self.owner, ttl=_LEASE):
                raise SummaryInProgressError(conversation=conversation_id)
        try:
            yield
        finally:
            await shield_until_done(self._release(tenant_id, conversation_id, token))

    async def _release(self, tenant_id: TenantId, conversation_id: ConversationId, token: UUID) -> None:
        with suppress(StoreUnavailableError):  # it ends by itself
            async with self.stores.transaction(tenant_id, is_durable=False) as tx:
                await tx.summaries.release(conversation_id, token=token)

    async def _find_due(self, tenant_id: TenantId, conversation_id: ConversationId) -> _DueSummary | None:
        async with self.stores.read(tenant_id) as tx:
            conversation = await tx.conversations.get(conversation_id)
            stored = await tx.summaries.get(conversation_id)
        covered, increments = (stored.covered_count, stored.increments) if stored else (0, 0)
        step = due_update(conversation.message_count, covered, increments=increments, schedule=self.schedule)
        if step is None:
            return None
        can_extend = stored is not None and stored.text == str(stored.content)  # older versions stored a text alone
        return _DueSummary(conversation, stored, step if can_extend else SummaryUpdate(0, step.last))

    async def _write(self, due: _DueSummary) -> _Written:
        if self.writer is not None:
            try:
                return await self._write_by_model(due, self.writer)
            except ModelError as error:
                _log.warning("a summary is written by rules: %s", error)
        return await self._write_by_rules(due)

    async def _write_by_rules(self, due: _DueSummary) -> _Written:
        content = due.earlier if due.step.first else SummaryContent()
        async for talk in self._read_talk(due):
            content = fit_content((*content.statements, *quote_talk(talk)), (*_symbols(talk), *content.symbols))
        return _Written(content)

    async def _write_by_model(self, due: _DueSummary, writer: SummaryAgent) -> _Written:
        """Ask the model once. What does not fit into one request is known by what was noted of it, or by rules."""
        talk: list[TalkMessage] = []
        earlier = due.earlier if due.step.first else SummaryContent()
        symbols = earlier.symbols
        older: tuple[Statement, ...] = earlier.statements
        async for part in self._read_talk(due):
            symbols = (*_symbols(part), *symbols)
            talk += part
            kept = newest_talk(talk)
            if len(kept) < len(talk):
                left_out = quote_talk(talk[: len(talk) - len(kept)])
                older = fit_content((*older, *left_out), ()).statements
                talk = list(kept)
        if not any(each.is_by_person for each in talk):
            return _Written(fit_content(older, symbols))
        deadline = asyncio.get_running_loop().time() + _MODEL_SECONDS
        request = SummaryRequest(
            talk=talk,
            earlier=older,
            earlier_talk=await self._read_numbers(due, {number for each in older for number in each.messages}),
            language=due.conversation.language,
            caller=Caller(tenant_id=due.conversation.tenant_id, deadline=deadline),
        )
        checked, model = await writer.write(request)
        statements = checked.statements or older  # an empty answer forgets nothing
        return _Written(fit_content(statements, symbols), model, checked.quality)

    async def _read_talk(self, due: _DueSummary) -> AsyncIterator[tuple[TalkMessage, ...]]:
        """Yield the talk that the step covers, oldest first, in parts."""
        for start in range(due.step.first, due.step.last, _CHUNK):
            async with self.stores.read(due.conversation.tenant_id) as tx:
                talk = await _talk_of_span(tx, due.conversation.id, start, min(start + _CHUNK, due.step.last))
            yield talk

    async def _read_numbers(self, due: _DueSummary, numbers: Iterable[int]) -> tuple[TalkMessage, ...]:
        async with self.stores.read(due.conversation.tenant_id) as tx:
            spans = [await _talk_of_span(tx, due.conversation.id, each, each + 1) for each in sorted(numbers)]
        return tuple(each for span in spans for each in span)

    async def _embed(self, tenant_id: TenantId, summary: Summary) -> None:
        """Store the vector of a summary; if that fails, it is found when it has a next version."""
        if not summary.text:
            return
        try:
            (embedding,) = await self.embedder.embed([summary.text])
            async with self.stores.transaction(tenant_id) as tx:
                await tx.summaries.set_embedding(summary, embedding=embedding, model=self.embedder.model)
        except Exception:  # noqa: BLE001  # the summary is stored, and worth more than its vector
            _log.warning("a summary has no vector", exc_info=True)


async def _talk_of_span(
    tx: Transaction, conversation_id: ConversationId, first: int, last: int
) -> tuple[TalkMessage, ...]:
    messages = await tx.messages.message_span(conversation_id, first=first, last=last)
    symbols = await tx.messages.symbols_of_span(conversation_id, first=first, last=last)
    return select_talk(messages, first=first, symbols=symbols)


def _symbols(talk: Sequence[TalkMessage]) -> tuple[str, ...]:
    """Return the symbols of the talk, newest first."""
    return tuple(symbol for each in reversed(talk) for symbol in each.symbols)


def _summary(due: _DueSummary, written: _Written, clock: Clock) -> Summary:
    stored = due.stored
    return Summary(
        conversation_id=due.conversation.id,
        text=str(written.content),
        covered_count=due.step.last,
        increments=stored.increments + 1 if stored is not None and due.step.first else 0,
        updated_at=clock.now(),
        content=written.content,
        language=due.conversation.language,
        method=SummaryMethod.RULES if written.model is None else SummaryMethod.MODEL,
        model=written.model,
        quality=written.quality,
        version=stored.version + 1 if stored else 1,
    )
