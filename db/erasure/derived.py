"""Erases what was made of many people's messages: summaries, counts of terms; and stops what still works on them."""

from typing import Final

from psycopg.types.json import Jsonb

from bot.domain.erasure import ERASED, Erased, PersonWords
from bot.domain.text.locale import Language
from bot.domain.trading.actual_result import ActualResult, with_result_lines
from db.codec import decode
from db.erasure.batch import MORE, OVER, WAITING, Batch, StepProgress, after_page
from db.pool import Row
from db.stores.memory.summaries import DELETE_SUMMARIES
from db.stores.overheard import DELETE_EPISODE, UNGROUP

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
UNUSED_TERMS, UNUSED_SCOPES = (
    f"""
DELETE FROM episode_{counted}_count
 WHERE tenant_id = %(tenant_id)s AND {counted} IN (
       SELECT {counted} FROM episode_{counted}_count WHERE tenant_id = %(tenant_id)s AND episodes <= 0
        ORDER BY {counted} LIMIT %(size)s FOR UPDATE SKIP LOCKED)
RETURNING {counted}
"""  # noqa: S608 - literals
    for counted in ("term", "scope")
)
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


_ANSWER: Final = "\nParley: "
# Of the one that is deleted the indexer has read the text, perhaps: it waits, and finds no row for its terms.
REMAKE: Final = """
INSERT INTO episode (tenant_id, id, conversation_id, turn_id, kind, text, symbols, tags, decision_id, decision_version,
                     context, created_at, market_time, channel, speakers, speaker_ids, first_message, last_message,
                     said_from, said_until, is_public, link_message_id, language)
SELECT tenant_id, gen_random_uuid(), conversation_id, turn_id, kind, %(text)s, symbols, tags, decision_id,
       decision_version, %(context)s, created_at, market_time, channel, %(speakers)s, %(speaker_ids)s, first_message,
       last_message, said_from, said_until, is_public, link_message_id, language
  FROM episode WHERE tenant_id = %(tenant_id)s AND id = %(id)s
"""


async def treat_episode(batch: Batch, words: PersonWords, row: Row) -> None:
    """Erase the person from one episode: make it anew from what is not theirs, or delete it."""
    is_speaker = bool({words.person_id, batch.reference} & set(row["speaker_ids"]))
    if not (is_speaker or words.gives_away(row["text"]) or words.document_gives_away(row["context"])):
        return
    if row["kind"] == "talk":  # what is left of it is grouped anew
        await batch.execute(UNGROUP, episode_id=row["id"], conversation_id=row["conversation_id"])
    elif (text := _rest(row, words, is_speaker=is_speaker)) is not None:
        await batch.execute(
            REMAKE,
            id=row["id"],
            text=text,
            context=Jsonb(words.redacted(row["context"])),
            speakers=[] if is_speaker else row["speakers"],
            speaker_ids=[] if is_speaker else row["speaker_ids"],
        )
    await batch.execute(DELETE_EPISODE, id=row["id"])
    batch.count(Erased.EPISODES, 1)


def _rest(row: Row, words: PersonWords, *, is_speaker: bool) -> str | None:
    """Return what an episode says without the person: of a decision trade, reasons and result; None: nothing."""
    if row["kind"] == "decision":
        return _decision_text(row, words)
    if is_speaker or row["kind"] == "memo":  # made anew, one that was put away would be found again
        return None
    question, found, answer = row["text"].partition(_ANSWER)
    kept = ERASED if words.gives_away(answer) else answer
    rest: str = words.without_name(question) + found + kept
    return rest


def _decision_text(row: Row, words: PersonWords) -> str | None:
    trade, _, _ = row["text"].partition(": ")
    arguments = (each["words"].get("text") or each["code"] for each in row["reasons"] or ())
    kept = "; ".join(each for each in arguments if not words.gives_away(each))
    text = f"{trade}: {kept}." if kept else f"{trade}."
    results = [decode(ActualResult, each) for each in row["actual_results"] or ()]
    if results:
        text = with_result_lines(text, results, Language(row["language"] or Language.ENGLISH))
    return None if words.gives_away(text) else text
