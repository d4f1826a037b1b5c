from dataclasses import replace
from typing import LiteralString

from bot.domain.memory.conversation_record import MAX_DECISIONS, ConversationRecord, RecordQuery
from db.pool import Row
from db.rows import THREAD, RowType
from db.stores.base import Store
from db.stores.trading.decisions import DECISION

FIND: LiteralString = """
WITH page AS MATERIALIZED (
    SELECT c.* FROM conversation c
     WHERE c.tenant_id = %(tenant_id)s AND c.message_count > 0
       AND (%(channels)s::text[] IS NULL OR c.channel = ANY (%(channels)s) OR (%(with_public)s AND EXISTS (
            SELECT FROM channel_visibility v
             WHERE v.tenant_id = c.tenant_id AND v.channel = c.channel AND v.is_public AND v.since <= c.created_at)))
       AND (%(conversation_id)s::uuid IS NULL OR c.id = %(conversation_id)s)
       AND (%(id_prefix)s::text IS NULL OR c.thread = %(id_prefix)s
            OR (length(%(id_prefix)s) >= 8 AND starts_with(replace(c.id::text, '-', ''), lower(%(id_prefix)s))))
       AND (%(without)s::uuid IS NULL OR c.id <> %(without)s)
       AND (%(speaker)s::text IS NULL OR EXISTS (
            SELECT FROM (SELECT t.person_name FROM turn t
                          WHERE t.tenant_id = c.tenant_id AND t.conversation_id = c.id AND t.kind = 'message'
                         UNION ALL
                         SELECT o.person_name FROM overheard o
                          WHERE o.tenant_id = c.tenant_id AND o.conversation_id = c.id AND o.is_kept) said
             WHERE starts_with(lower(said.person_name) || ' ', lower(%(speaker)s) || ' ')))
       AND (%(since)s::timestamptz IS NULL OR c.last_active_at >= %(since)s)
       AND (%(until)s::timestamptz IS NULL OR c.created_at < %(until)s)
       AND (%(symbols)s::text[] IS NULL OR EXISTS (
            SELECT FROM conversation_symbol s
             WHERE s.tenant_id = c.tenant_id AND s.conversation_id = c.id AND s.symbol = ANY (%(symbols)s)
               AND (%(since)s::timestamptz IS NULL OR s.last_at >= %(since)s)
               AND (%(until)s::timestamptz IS NULL OR s.first_at < %(until)s)))
     ORDER BY c.last_active_at DESC, c.id LIMIT %(limit)s OFFSET %(offset)s
)
SELECT p.*, n.platform, n.workspace, coalesce(s.text, '') AS summary,
       coalesce(f.person_name, '') AS begun_by, coalesce(f.text, '') AS first_words,
       f.platform_id AS first_message_id,
       ARRAY(SELECT y.symbol FROM conversation_symbol y
              WHERE y.tenant_id = p.tenant_id AND y.conversation_id = p.id ORDER BY y.last_at DESC, y.symbol
       ) AS symbols,
       (SELECT max(y.last_at) FROM conversation_symbol y
         WHERE y.tenant_id = p.tenant_id AND y.conversation_id = p.id AND y.symbol = ANY (p.focus)) AS focus_at,
       (SELECT m.created_at FROM message m
         WHERE m.tenant_id = p.tenant_id AND m.conversation_id = p.id AND m.state_after = 'COMPLETED'
         ORDER BY m.number DESC LIMIT 1) AS completed_at
  FROM page p JOIN tenant n USING (tenant_id)
  LEFT JOIN conversation_summary s ON s.tenant_id = p.tenant_id AND s.conversation_id = p.id
  LEFT JOIN LATERAL (SELECT t.person_name, t.text, t.platform_id FROM turn t
                      WHERE t.tenant_id = p.tenant_id AND t.conversation_id = p.id AND t.kind = 'message'
                      ORDER BY t.number LIMIT 1) f ON true
 ORDER BY p.last_active_at DESC, p.id
"""
DECISIONS = """
SELECT found.* FROM unnest(%(ids)s::uuid[]) c (id) CROSS JOIN LATERAL (
    SELECT d.*, t.person_name AS asked_by_name
      FROM decision d LEFT JOIN turn t ON t.tenant_id = d.tenant_id AND t.id = d.turn_id
     WHERE d.tenant_id = %(tenant_id)s AND d.conversation_id = c.id AND d.action <> 'hold'
       AND NOT EXISTS (SELECT FROM decision newer
                        WHERE newer.tenant_id = d.tenant_id AND newer.id = d.id AND newer.version > d.version
                          AND newer.version > 1)
     ORDER BY d.created_at DESC, d.id LIMIT %(most)s) found
"""
_QUERY = RowType(RecordQuery)
_RECORD = RowType(
    ConversationRecord, thread=THREAD, turns="turn_count", messages="message_count", started_at="created_at"
)


class PostgresConversationRecords(Store):
    """Implements `bot.ports.ConversationRecords`."""

    async def find(self, query: RecordQuery) -> tuple[ConversationRecord, ...]:
        asked = {**_QUERY.columns(query), "symbols": list(query.symbols) or None}
        rows = await self._fetch_all(FIND, **asked)
        decisions = (
            await self._fetch_all(DECISIONS, ids=[row["id"] for row in rows], most=MAX_DECISIONS) if rows else []
        )
        return tuple(_record_from_row(row, decisions) for row in rows)


def _record_from_row(row: Row, decisions: list[Row]) -> ConversationRecord:
    own = [each for each in decisions if each["conversation_id"] == row["id"]]
    return replace(
        _RECORD(row),
        decisions=tuple(map(DECISION, own)),
        names={each["asked_by"]: each["asked_by_name"] for each in own if each["asked_by_name"]},
    )
