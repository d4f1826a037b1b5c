"""Erases what was made of many people's messages: summaries, counts of terms; and stops what still works on them."""

from typing import Final

from bot.domain.erasure import Erased
from db.erasure.batch import MORE, OVER, WAITING, Batch, StepProgress, after_page

# Those of conversations in which the person has spoken, and those that name or quote them.
SUMMARIES: Final = """
SELECT s.conversation_id AS id, s.text, s.statements,
       EXISTS (SELECT FROM turn t WHERE t.tenant_id = s.tenant_id AND t.conversation_id = s.conversation_id
                  AND t.person_id = %(reference)s) AS has_spoken,
       EXISTS (SELECT FROM summary_lease l WHERE l.tenant_id = s.tenant_id AND l.conversation_id = s.conversation_id
                  AND l.until > clock_timestamp()) AS is_being_written
  FROM conversation_summary s
 WHERE s.tenant_id = %(tenant_id)s AND (%(after)s::uuid IS NULL OR s.conversation_id > %(after)s)
 ORDER BY s.conversation_id LIMIT %(size)s
"""
BEING_WRITTEN: Final = """
SELECT 1 FROM summary_lease l
  JOIN turn t ON t.tenant_id = l.tenant_id AND t.conversation_id = l.conversation_id AND t.person_id = %(reference)s
 WHERE l.tenant_id = %(tenant_id)s AND l.until > clock_timestamp() LIMIT 1
"""
# The sweeper finds them, and they are made of all messages anew.
DELETE_SUMMARIES: Final = """
WITH gone AS (
    DELETE FROM conversation_summary WHERE tenant_id = %(tenant_id)s AND conversation_id = ANY (%(conversations)s)
    RETURNING conversation_id
)
UPDATE conversation SET summarised = 0
 WHERE tenant_id = %(tenant_id)s AND id IN (SELECT conversation_id FROM gone)
"""
# Turns that are being answered have read what was erased meanwhile. They lose their lease, store nothing, and begin
# anew: this does not count as an attempt that has failed.
STOP_RUNNING_TURNS: Final = """
WITH running AS MATERIALIZED (
    SELECT id FROM conversation WHERE tenant_id = %(tenant_id)s AND lease_until > now()
     ORDER BY id FOR NO KEY UPDATE
), released AS (
    UPDATE conversation c SET lease_owner = NULL, lease_until = NULL, fence = c.fence + 1
      FROM running r WHERE c.tenant_id = %(tenant_id)s AND c.id = r.id
    RETURNING c.id
), forgiven AS (
    UPDATE turn t SET attempts = greatest(t.attempts - 1, 0)
      FROM released r
     WHERE t.tenant_id = %(tenant_id)s AND t.conversation_id = r.id AND t.kind = 'message' AND t.status = 'accepted'
    RETURNING t.id
)
SELECT pg_notify('parley', 'turn') FROM (SELECT count(*) FROM forgiven) f
"""
# So do the runs of committees, without the conclusions that they would go on from: those may quote the person.
STOP_RUNNING_ANALYSES: Final = """
WITH released AS (
    UPDATE analysis_run SET lease_owner = NULL, lease_until = NULL, fence = fence + 1
     WHERE tenant_id = %(tenant_id)s AND ended_at IS NULL
    RETURNING id, turn_id
), dropped AS (
    UPDATE agent_message m SET step = NULL FROM released r
     WHERE m.tenant_id = %(tenant_id)s AND m.run_id = r.id AND m.step IS NOT NULL
), forgiven AS (
    UPDATE turn t SET attempts = greatest(t.attempts - 1, 0) FROM released r
     WHERE t.tenant_id = %(tenant_id)s AND t.id = r.turn_id
)
SELECT pg_notify('parley', 'analysis') FROM (SELECT count(*) FROM released) r
"""
# Words that no episode has any more, and scopes, of which one is what a person has said. Rows that an indexer holds are
# looked at again.
UNUSED_TERMS: Final = """
DELETE FROM episode_term_count
 WHERE tenant_id = %(tenant_id)s AND term IN (
       SELECT term FROM episode_term_count WHERE tenant_id = %(tenant_id)s AND episodes <= 0
        ORDER BY term LIMIT %(size)s FOR UPDATE SKIP LOCKED)
RETURNING term
"""
UNUSED_SCOPES: Final = """
DELETE FROM episode_scope_count
 WHERE tenant_id = %(tenant_id)s AND scope IN (
       SELECT scope FROM episode_scope_count WHERE tenant_id = %(tenant_id)s AND episodes <= 0
        ORDER BY scope LIMIT %(size)s FOR UPDATE SKIP LOCKED)
RETURNING scope
"""
CANCELLED: Final = """
SELECT a.decision_id FROM approval a
  JOIN erasure e ON e.tenant_id = a.tenant_id AND e.confirmed_turn = a.turn_id
 WHERE a.tenant_id = %(tenant_id)s AND e.id = %(erasure_id)s AND a.outcome = 'cancelled'
"""
LEFT_TERMS: Final = """
SELECT 1 FROM episode_term_count WHERE tenant_id = %(tenant_id)s AND episodes <= 0
UNION ALL
SELECT 1 FROM episode_scope_count WHERE tenant_id = %(tenant_id)s AND episodes <= 0 LIMIT 1
"""


async def delete_summaries(batch: Batch) -> StepProgress:
    """Delete the summaries that are made of the person's words; those who are writing one have read them."""
    if batch.after is None and await batch.rows(BEING_WRITTEN):
        return WAITING
    rows, words = await batch.rows(SUMMARIES), await batch.words()
    gone = [
        row
        for row in rows
        if row["has_spoken"] or words.gives_away(row["text"]) or words.document_gives_away(row["statements"])
    ]
    if any(row["is_being_written"] for row in gone):
        return StepProgress(is_over=False, after=batch.after, is_waiting=True)
    await batch.execute(DELETE_SUMMARIES, conversations=[row["id"] for row in gone])
    batch.count(Erased.SUMMARIES, len(gone))
    return after_page(batch, rows)


async def stop_running_turns(batch: Batch) -> StepProgress:
    """Let turns that are being answered begin anew."""
    await batch.execute(STOP_RUNNING_TURNS)
    await batch.execute(STOP_RUNNING_ANALYSES)
    return OVER


async def delete_unused_terms(batch: Batch) -> StepProgress:
    """Delete counted terms that nobody's episode has. It is the last step: it counts the cards that were cancelled."""
    batch.counts[Erased.CARDS] = len(await batch.rows(CANCELLED))
    if await batch.rows(UNUSED_TERMS) or await batch.rows(UNUSED_SCOPES):
        return MORE
    return WAITING if await batch.rows(LEFT_TERMS) else OVER
