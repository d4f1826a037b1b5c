"""Updates a conversation's summary in a background job."""

from dataclasses import dataclass
from enum import StrEnum

from bot.domain.conversation.history import Summary
from bot.domain.ids import ConversationId, TenantId
from bot.domain.memory.summaries import FullRebuild, IncrementalUpdate, due_update, summarise
from bot.ports import Clock, Stores, Transaction

_CHUNK = 500  # messages read at once: the length of a conversation is not limited


class SummaryOutcome(StrEnum):
    """The outcome of one run of `SummariseConversation`."""

    SAVED = "saved"
    NOT_DUE = "not_due"
    OVERTAKEN = "overtaken"  # another run has stored a summary meanwhile, which is kept


@dataclass(frozen=True, slots=True)
class SummariseConversation:
    """Creates or extends the summary of one conversation by rules."""

    stores: Stores
    clock: Clock

    async def __call__(self, tenant_id: TenantId, conversation_id: ConversationId) -> SummaryOutcome:
        """Update the summary if an update is due.

        Safe to run twice and in any order: an older result never replaces a newer one, and a failed run leaves the
        stored summary unchanged. Raises: StoreUnavailableError.
        """
        async with self.stores.transaction(tenant_id) as tx:
            conversation = await tx.conversations.get(conversation_id)
            stored = await tx.summaries.get(conversation_id)
            covered, increments = (stored.covered_count, stored.increments) if stored else (0, 0)
            step = due_update(conversation.message_count, covered, increments=increments)
            if step is None:
                return SummaryOutcome.NOT_DUE
            summary = Summary(
                conversation_id=conversation_id,
                text=await _summary_text(tx, conversation_id, step, stored.text if stored else ""),
                covered_count=step.last,
                increments=increments + 1 if isinstance(step, IncrementalUpdate) else 0,
                updated_at=self.clock.now(),
            )
            saved = await tx.summaries.save(summary, expected_covered_count=covered)
        return SummaryOutcome.SAVED if saved else SummaryOutcome.OVERTAKEN


async def _summary_text(
    tx: Transaction, conversation_id: ConversationId, step: IncrementalUpdate | FullRebuild, stored: str
) -> str:
    first, text = (step.first, stored) if isinstance(step, IncrementalUpdate) else (0, "")
    for start in range(first, step.last, _CHUNK):
        end = min(start + _CHUNK, step.last)
        text = summarise(await tx.messages.message_span(conversation_id, first=start, last=end), text)
    return text
