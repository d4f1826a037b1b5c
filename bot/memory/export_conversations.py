"""Exports conversations with all their messages, for the operator: no channel is left out."""

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from bot.domain.ids import ConversationId, TenantId
from bot.domain.memory.conversation_export import (
    ExportFormat,
    message_lines,
    minutes_heading,
    minutes_messages,
    record_line,
)
from bot.domain.memory.conversation_record import ConversationRecord, RecordQuery
from bot.ports import Clock, Stores

_PAGE: Final = 100  # conversations read at once
_CHUNK: Final = 500  # messages read at once


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportConversations:
    """Exports conversations line by line: neither their number nor their length is limited."""

    stores: Stores
    clock: Clock
    idle_after: timedelta

    async def lines(self, tenants: Iterable[TenantId], query: RecordQuery, *, form: ExportFormat) -> AsyncIterator[str]:
        """Yield the lines of all conversations that match, whatever the limit of the query.

        Raises: StoreUnavailableError.
        """
        for tenant_id in tenants:
            async for record in self._records(tenant_id, query):
                for line in await self._heading(tenant_id, record, form=form):
                    yield line
                async for line in self._messages(tenant_id, record, form=form):
                    yield line

    async def _heading(self, tenant_id: TenantId, record: ConversationRecord, *, form: ExportFormat) -> tuple[str, ...]:
        now = self.clock.now()
        ended_at = record.ended_at(at=now, idle_after=self.idle_after)
        async with self.stores.read(tenant_id) as tx:
            results = await tx.actual_results.find([each.key for each in record.decisions])
        if form is ExportFormat.JSONL:
            return (record_line(record, ended_at, results),)
        return tuple(minutes_heading(record, ended_at, results, at=now))

    async def _records(self, tenant_id: TenantId, query: RecordQuery) -> AsyncIterator[ConversationRecord]:
        """Yield each once: one that is active meanwhile moves to the front, and others to the next page."""
        seen = set[ConversationId]()
        offset, is_last = 0, False
        while not is_last:
            async with self.stores.read(tenant_id) as tx:
                records = await tx.records.find(replace(query, limit=_PAGE, offset=offset))
            for record in records:
                if record.id not in seen:
                    seen.add(record.id)
                    yield record
            offset, is_last = offset + _PAGE, len(records) < _PAGE

    async def _messages(
        self, tenant_id: TenantId, record: ConversationRecord, *, form: ExportFormat
    ) -> AsyncIterator[str]:
        for first in range(0, record.messages, _CHUNK):
            async with self.stores.read(tenant_id) as tx:
                messages = await tx.messages.message_span(record.id, first=first, last=first + _CHUNK)
            is_jsonl = form is ExportFormat.JSONL
            for line in message_lines(messages, first=first) if is_jsonl else minutes_messages(messages):
                yield line
