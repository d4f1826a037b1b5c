"""Searches what others have said, and what Parley has written, for the person's name and words."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, LiteralString

from psycopg.types.json import Jsonb

from bot.domain.erasure import ERASED, Erased, PersonWords
from db.erasure.batch import Batch, StepProgress, after_page, blank_answer
from db.erasure.derived import treat_episode
from db.erasure.knowledge import treat_passage
from db.erasure.ledgers import MEMORY, treat_memory
from db.erasure.own_words import DELETE_PICKED
from db.pool import Row
from db.stores.memory.episodes import ACTUAL_RESULTS

Treat = Callable[[Batch, PersonWords, Row], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Scan:
    """A search of one table in the order of ids: rows that hold something are treated."""

    select: LiteralString
    treat: Treat

    async def __call__(self, batch: Batch) -> StepProgress:
        """Treat the next rows."""
        rows, words = await batch.rows(self.select), await batch.words()
        for row in rows:
            await self.treat(batch, words, row)
        return after_page(batch, rows)


REPLIES: Final = """
SELECT r.id, r.turn_id, r.answer, r.is_private, r.occasion FROM reply r
 WHERE r.tenant_id = %(tenant_id)s AND (%(after)s::uuid IS NULL OR r.id > %(after)s)
 ORDER BY r.id LIMIT %(size)s
"""
BLANK_REPLY: Final = """
UPDATE reply SET answer = %(answer)s, last_error = NULL WHERE tenant_id = %(tenant_id)s AND id = %(id)s
"""
BLANK_ANSWER: Final = """
UPDATE message SET text = %(erased)s, intent = NULL
 WHERE tenant_id = %(tenant_id)s AND turn_id = %(turn_id)s AND role = 'assistant'
"""
# Of what people have written, by table.
TURNS, OPENINGS, LIMITS = (
    f"""
SELECT id, text FROM {table}
 WHERE tenant_id = %(tenant_id)s AND (%(after)s::uuid IS NULL OR id > %(after)s) ORDER BY id LIMIT %(size)s
"""  # noqa: S608 - literals
    for table in ("turn", "opening", "trading_limit")
)
SET_TURN, SET_OPENING, SET_LIMIT = (
    f"UPDATE {table} SET text = %(text)s WHERE tenant_id = %(tenant_id)s AND id = %(id)s"  # noqa: S608 - literals
    for table in ("turn", "opening", "trading_limit")
)
SET_MESSAGE: Final = """
UPDATE message SET text = %(text)s WHERE tenant_id = %(tenant_id)s AND turn_id = %(id)s AND role = 'user'
"""
# A few rows for each conversation that has any.
TALK: Final = """
SELECT c.id, (SELECT jsonb_agg(jsonb_build_object('channel', o.channel, 'message', o.platform_id, 'text', o.text))
                FROM overheard o
               WHERE o.tenant_id = c.tenant_id AND o.conversation_id = c.id AND o.text <> '') AS talk
  FROM conversation c
 WHERE c.tenant_id = %(tenant_id)s AND (%(after)s::uuid IS NULL OR c.id > %(after)s) ORDER BY c.id LIMIT %(size)s
"""
SET_TALK: Final = """
UPDATE overheard SET text = %(text)s
 WHERE tenant_id = %(tenant_id)s AND channel = %(channel)s AND platform_id = %(message)s
"""
EPISODES: Final = f"""
SELECT e.id, e.conversation_id, e.kind, e.text, e.context, e.speakers, e.speaker_ids, e.language, d.reasons,
       {ACTUAL_RESULTS}
  FROM episode e
  LEFT JOIN decision d ON d.tenant_id = e.tenant_id AND d.id = e.decision_id AND d.version = e.decision_version
 WHERE e.tenant_id = %(tenant_id)s AND (%(after)s::uuid IS NULL OR e.id > %(after)s)
 ORDER BY e.id LIMIT %(size)s
"""  # noqa: S608 - a constant
DISCUSSIONS: Final = """
SELECT r.id, t.person_id = %(reference)s AS is_own,
       (SELECT jsonb_agg(jsonb_build_object('number', a.number, 'text', a.text)) FROM agent_message a
         WHERE a.tenant_id = r.tenant_id AND a.run_id = r.id) AS said
  FROM engine_run r JOIN turn t ON t.tenant_id = r.tenant_id AND t.id = r.turn_id
 WHERE r.tenant_id = %(tenant_id)s AND (%(after)s::uuid IS NULL OR r.id > %(after)s) ORDER BY r.id LIMIT %(size)s
"""
ERASE_SAID: Final = """
UPDATE agent_message SET text = %(erased)s
 WHERE tenant_id = %(tenant_id)s AND run_id = %(id)s AND number = ANY (%(numbers)s)
"""
ANALYSES: Final = """
SELECT r.id, r.fusion, t.person_id = %(reference)s AS is_own
  FROM analysis_run r JOIN turn t ON t.tenant_id = r.tenant_id AND t.id = r.turn_id
 WHERE r.tenant_id = %(tenant_id)s AND (%(after)s::uuid IS NULL OR r.id > %(after)s) ORDER BY r.id LIMIT %(size)s
"""
SET_FUSION: Final = "UPDATE analysis_run SET fusion = %(fusion)s WHERE tenant_id = %(tenant_id)s AND id = %(id)s"
LOGS: Final = """
SELECT conversation_id AS id, entries FROM turn_log
 WHERE tenant_id = %(tenant_id)s AND (%(after)s::uuid IS NULL OR conversation_id > %(after)s)
 ORDER BY conversation_id LIMIT %(size)s
"""
DELETE_LOG: Final = "DELETE FROM turn_log WHERE tenant_id = %(tenant_id)s AND conversation_id = %(id)s"
# Pages are of ids: a decision has few versions.
DECISIONS: Final = """
SELECT d.id, (SELECT jsonb_agg(jsonb_build_object('version', v.version, 'reasons', v.reasons, 'fallback', v.fallback,
                                                    'is_own', v.asked_by = %(reference)s))
                FROM decision v WHERE v.tenant_id = %(tenant_id)s AND v.id = d.id) AS versions
  FROM (SELECT DISTINCT id FROM decision
         WHERE tenant_id = %(tenant_id)s AND (%(after)s::uuid IS NULL OR id > %(after)s) ORDER BY id LIMIT %(size)s) d
 ORDER BY d.id
"""
SET_REASONS: Final = """
UPDATE decision SET reasons = %(reasons)s, fallback = %(fallback)s
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND version = %(version)s
"""


async def _treat_reply(batch: Batch, words: PersonWords, row: Row) -> None:
    if not words.document_gives_away(row["answer"]):
        return
    await batch.execute(BLANK_REPLY, id=row["id"], answer=Jsonb(blank_answer(is_private=row["is_private"])))
    if row["occasion"] == "answer":
        await batch.execute(BLANK_ANSWER, turn_id=row["turn_id"])
    batch.count(Erased.QUOTES, 1)


async def _treat_turn(batch: Batch, words: PersonWords, row: Row) -> None:
    if await _without_name(SET_TURN, batch, words, row):
        await batch.execute(SET_MESSAGE, id=row["id"], text=words.without_name(row["text"]))
        await batch.execute(DELETE_PICKED, turns=[row["id"]])


async def _without_name(update: LiteralString, batch: Batch, words: PersonWords, row: Row) -> bool:
    """Take the name out of what another person has written; return whether it was there."""
    text = words.without_name(row["text"])
    if text == row["text"]:
        return False
    await batch.execute(update, id=row["id"], text=text)
    batch.count(Erased.QUOTES, 1)
    return True


async def _treat_talk(batch: Batch, words: PersonWords, row: Row) -> None:
    for said in row["talk"] or ():
        if (text := words.without_name(said["text"])) != said["text"]:
            await batch.execute(SET_TALK, channel=said["channel"], message=said["message"], text=text)
            batch.count(Erased.QUOTES, 1)


async def _treat_episode(batch: Batch, words: PersonWords, row: Row) -> None:
    await (treat_passage if row["kind"] == "passage" else treat_episode)(batch, words, row)


async def _treat_discussion(batch: Batch, words: PersonWords, row: Row) -> None:
    said = row["said"] or ()
    numbers = [each["number"] for each in said if row["is_own"] or words.gives_away(each["text"])]
    if numbers:
        await batch.execute(ERASE_SAID, id=row["id"], numbers=numbers)


async def _treat_analysis(batch: Batch, words: PersonWords, row: Row) -> None:
    left = [] if row["is_own"] else words.redacted(row["fusion"])
    if left != row["fusion"]:
        await batch.execute(SET_FUSION, id=row["id"], fusion=Jsonb(left))


async def _treat_log(batch: Batch, words: PersonWords, row: Row) -> None:
    if words.document_gives_away(row["entries"]):
        await batch.execute(DELETE_LOG, id=row["id"])


def _without_note(reason: dict[str, Any]) -> dict[str, Any]:
    """Return a reason without what its person has typed into a form."""
    words = reason.get("words", {})
    return {**reason, "words": {**words, "note": ERASED}} if "note" in words else reason


async def _treat_decision(batch: Batch, words: PersonWords, row: Row) -> None:
    for version in row["versions"]:
        reasons = words.redacted(version["reasons"])
        if version["is_own"]:
            reasons = [_without_note(each) for each in reasons]
        fallback = version["fallback"] and words.redacted(version["fallback"])
        if (reasons, fallback) != (version["reasons"], version["fallback"]):
            number = version["version"]
            await batch.execute(SET_REASONS, id=row["id"], version=number, reasons=Jsonb(reasons), fallback=fallback)


# Episodes before decisions: of a decision's episode its reasons stay. Talk before episodes, which are made of it anew.
SCANS: Final = (
    Scan(MEMORY, treat_memory),
    Scan(REPLIES, _treat_reply),
    Scan(TURNS, _treat_turn),
    Scan(OPENINGS, partial(_without_name, SET_OPENING)),
    Scan(TALK, _treat_talk),
    Scan(EPISODES, _treat_episode),
    Scan(DISCUSSIONS, _treat_discussion),
    Scan(ANALYSES, _treat_analysis),
    Scan(LOGS, _treat_log),
    Scan(DECISIONS, _treat_decision),
    Scan(LIMITS, partial(_without_name, SET_LIMIT)),
)
