from bot.domain.conversation.history import Summary
from bot.domain.ids import ConversationId
from db.pool import Row
from db.stores.base import Store

GET = """
SELECT * FROM conversation_summary WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s
"""
FIRST = """
INSERT INTO conversation_summary (tenant_id, conversation_id, text, covered, increments, updated_at)
VALUES (%(tenant_id)s, %(conversation_id)s, %(text)s, %(covered)s, %(increments)s, %(updated_at)s)
    ON CONFLICT DO NOTHING
RETURNING conversation_id
"""
NEXT = """
UPDATE conversation_summary
   SET text = %(text)s, covered = %(covered)s, increments = %(increments)s, updated_at = %(updated_at)s
 WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s
   AND covered = %(expected)s AND covered <= %(covered)s
RETURNING conversation_id
"""


class PostgresSummaries(Store):
    """Implements `bot.ports.Summaries`."""

    async def get(self, conversation_id: ConversationId) -> Summary | None:
        row = await self._fetch_one(GET, conversation_id=conversation_id)
        return _summary_from_row(row) if row else None

    async def save(self, summary: Summary, *, expected_covered_count: int) -> bool:
        saved = await self._fetch_one(
            NEXT if expected_covered_count else FIRST,
            conversation_id=summary.conversation_id,
            text=summary.text,
            covered=summary.covered_count,
            increments=summary.increments,
            updated_at=summary.updated_at,
            expected=expected_covered_count,
        )
        return saved is not None


def _summary_from_row(row: Row) -> Summary:
    return Summary(
        conversation_id=row["conversation_id"],
        text=row["text"],
        covered_count=row["covered"],
        increments=row["increments"],
        updated_at=row["updated_at"],
    )
