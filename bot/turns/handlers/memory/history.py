"""/history: the conversations of this channel and of public ones, by share, by time or by id."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.context.policy import Policy
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.ids import ConversationId
from bot.domain.memory.conversation_record import ConversationRecord, RecordQuery, id_prefix
from bot.domain.memory.recall import RecallScope
from bot.language.quantities.time_expressions import find_time_expression
from bot.ports import Clock, MessageLinks, Stores
from bot.presentation.history import SHOWN, HistoryReport, HistoryView


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryCommand:
    """Handler of /history. It shows what was said in this channel, and, as the scope allows, in public ones."""

    stores: Stores
    report: HistoryReport
    links: MessageLinks
    policy: Policy
    clock: Clock
    scope: RecallScope = RecallScope.WORKSPACE

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the records asked for, the latest active first. Raises: StoreUnavailableError."""
        query = self._query(context)
        if query is None:
            return self._say(context, "history-how")
        async with self.stores.read(context.turn.tenant_id) as tx:
            records = await tx.records.find(query)
        if not records:
            return self._say(context, *self._nothing(context))
        view = HistoryView(context.locale, self.clock.now(), self.policy.idle_after, await self._links(records[:SHOWN]))
        return TurnResult(answer=self.report.answer(view, records, names_one=query.id_prefix is not None))

    async def _links(self, records: Sequence[ConversationRecord]) -> Mapping[ConversationId, str | None]:
        """Return the address of the first message of each conversation, on their platform."""
        with_message = [(each, each.first_message_id) for each in records if each.first_message_id is not None]
        links = await asyncio.gather(*(self.links.link_to(each.thread, message) for each, message in with_message))
        return {each.id: link for (each, _), link in zip(with_message, links, strict=True)}

    def _query(self, context: TurnContext) -> RecordQuery | None:
        """Return what is asked for; None: it cannot be understood."""
        text, symbols = " ".join(context.understanding.arguments), context.entities.symbols
        named_time = find_time_expression(text, now=self.clock.now(), zone=context.settings.zone)
        is_id = bool(text) and not symbols and named_time is None
        if is_id and " " in text:
            return None
        return RecordQuery(
            limit=SHOWN + 1,
            channels=(context.turn.thread.channel,),
            with_public=self.scope is RecallScope.WORKSPACE,
            conversation_id=context.conversation.id if self.scope is RecallScope.CONVERSATION else None,
            id_prefix=id_prefix(text) if is_id else None,
            symbols=symbols,
            since=named_time.since if named_time else None,
            until=named_time.until if named_time else None,
        )

    def _nothing(self, context: TurnContext) -> tuple[str, ...]:
        return ("history-none", "history-how") if context.understanding.arguments else ("history-none-yet",)

    def _say(self, context: TurnContext, *message_ids: str) -> TurnResult:
        texts = self.report.cards.texts
        text = texts.join(context.locale, *(texts.render(context.locale, each) for each in message_ids))
        return TurnResult(answer=Answer(blocks=(Paragraph(text),)))
