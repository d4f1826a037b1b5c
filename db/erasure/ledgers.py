"""Puts the reference in the place of the person's id, in all that stays."""

from collections.abc import Mapping
from typing import Any, Final, LiteralString

from psycopg.types.json import Jsonb

from bot.domain.conversation.threads import is_own_place
from bot.domain.erasure import ERASED, Erased, PersonWords
from db.erasure.batch import MORE, OVER, Batch, StepProgress
from db.pool import Row

# A page at once: of each table its key, the columns that have the person's id, and the one that says when it was.
DECISIONS, APPROVALS, SURPLUS, VOTES = (
    f"""
WITH page AS (
    SELECT {key} FROM {table}
     WHERE tenant_id = %(tenant_id)s AND ({" OR ".join([f"{each} = %(person_id)s" for each in people])})
       AND {at} <= %(until)s
     ORDER BY {key} LIMIT %(size)s FOR NO KEY UPDATE
)
UPDATE {table}
   SET {", ".join([f"{each} = CASE {each} WHEN %(person_id)s THEN %(reference)s ELSE {each} END" for each in people])}
 WHERE tenant_id = %(tenant_id)s AND ({key}) IN (SELECT {key} FROM page)
RETURNING 1 AS row
"""  # noqa: S608 - literals
    for table, key, people, at in (
        ("decision", "id, version", ("asked_by", "decided_by"), "created_at"),
        ("approval", "decision_id", ("decided_by",), "decided_at"),
        ("surplus_turn", "turn_id", ("person_id",), "at"),
        ("feedback", "reply_id, person_id", ("person_id",), "voted_at"),
    )
)
_PAGED: Final = (DECISIONS, APPROVALS, SURPLUS, VOTES)
_COUNTED: Final = frozenset({DECISIONS, APPROVALS})
# Few rows each: in these tables a column has the person's id, another perhaps their name, and another when it was.
_REFERRED: Final[tuple[LiteralString, ...]] = (
    "trading_limit SET removed_by = %(reference)s WHERE removed_by = %(person_id)s",
    "channel_settings SET changed_by = %(reference)s WHERE changed_by = %(person_id)s",
    "slack_installation SET installer_id = %(reference)s WHERE installer_id = %(person_id)s",
    "holding_correction SET person_id = %(reference)s, person_name = %(erased)s WHERE person_id = %(person_id)s",
    "knowledge_document SET added_by = %(reference)s, added_name = %(erased)s WHERE added_by = %(person_id)s",
    "price_alert SET settled_by = %(reference)s, settled_name = %(erased)s WHERE settled_by = %(person_id)s",
    """
    watched_share SET person_id = %(reference)s, person_name = %(erased)s
     WHERE person_id = %(person_id)s AND added_at <= %(until)s
    """,
    """
    brief_subscription SET person_id = %(reference)s, person_name = %(erased)s
     WHERE person_id = %(person_id)s AND subscribed_at <= %(until)s
    """,
)
_DELETED: Final[tuple[LiteralString, ...]] = (
    "watched_share WHERE kind = 'person' AND owner = %(person_id)s AND added_at <= %(until)s",
    "price_alert WHERE person_id = %(person_id)s AND asked_at <= %(until)s",
    "person_pace WHERE person_id = %(person_id)s",
    "llm_person_day WHERE person_id = %(person_id)s",
)
STATED: Final = """
UPDATE conversation c
   SET stated = (SELECT jsonb_agg(CASE WHEN e->>'by' = %(person_id)s
                                       THEN jsonb_set(e, '{by}', to_jsonb(%(reference)s::text)) ELSE e END)
                   FROM jsonb_array_elements(c.stated) e)
 WHERE tenant_id = %(tenant_id)s AND stated @> jsonb_build_array(jsonb_build_object('by', %(person_id)s::text))
"""
_AT_ONCE: Final[tuple[LiteralString, ...]] = (
    *(f"DELETE FROM {each} AND tenant_id = %(tenant_id)s" for each in _DELETED),  # noqa: S608 - literals
    *(f"UPDATE {each} AND tenant_id = %(tenant_id)s" for each in _REFERRED),
    STATED,
)
# In a place of one person only they subscribe; on Slack a direct message is theirs whose messages are.
BRIEFS: Final = """
SELECT s.channel, n.platform, n.workspace
  FROM brief_subscription s JOIN tenant n ON n.tenant_id = s.tenant_id
 WHERE s.tenant_id = %(tenant_id)s AND s.person_id IN (%(person_id)s, %(reference)s) AND s.subscribed_at <= %(until)s
"""
END_BRIEFS: Final = """
DELETE FROM brief_subscription WHERE tenant_id = %(tenant_id)s AND channel = ANY (%(channels)s)
"""
# No version of a section of the person's own stays.
OWN_MEMORY: Final = """
DELETE FROM core_memory WHERE tenant_id = %(tenant_id)s AND scope = 'person' AND subject = %(person_id)s
RETURNING added
"""
MEMORY: Final = """
SELECT m.id, m.facts, m.added, m.removed, m.person_id, m.person_name, m.why, t.person_id AS author
  FROM core_memory m LEFT JOIN turn t ON t.tenant_id = m.tenant_id AND t.id = m.turn_id
 WHERE m.tenant_id = %(tenant_id)s AND (%(after)s::uuid IS NULL OR m.id > %(after)s)
 ORDER BY m.id LIMIT %(size)s FOR NO KEY UPDATE OF m
"""
SET_MEMORY: Final = """
UPDATE core_memory SET facts = %(facts)s, added = %(added)s, removed = %(removed)s, person_id = %(by)s,
       person_name = %(name)s, why = %(why)s
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s
"""


async def refer_in_ledgers(batch: Batch) -> StepProgress:
    """Put the reference into ledgers and settings."""
    for sql in _PAGED:
        rows = await batch.rows(sql)
        batch.count(Erased.LEDGER, len(rows) if sql in _COUNTED else 0)
        if rows:
            return MORE
    await _end_own_briefs(batch)
    for sql in _AT_ONCE:
        await batch.execute(sql)
    return OVER


async def _end_own_briefs(batch: Batch) -> None:
    """End the briefs of the places that only the person reads; those of channels go on."""
    own = [
        row["channel"]
        for row in await batch.rows(BRIEFS)
        if is_own_place(row["platform"], row["workspace"], row["channel"], person_id=batch.person_id, has_spoken=True)
    ]
    await batch.execute(END_BRIEFS, channels=own)


async def erase_own_memory(batch: Batch) -> StepProgress:
    """Erase the person's own sections of core memory, with their history."""
    rows = await batch.rows(OWN_MEMORY)
    batch.count(Erased.MEMORIES, sum(len(row["added"]) for row in rows))
    return OVER


async def treat_memory(batch: Batch, words: PersonWords, row: Row) -> None:
    """Erase the person's facts, and their name, from one version of what teams and channels share."""
    changed = _memory_without(row, words, reference=batch.reference)
    if changed is not None:
        batch.count(Erased.MEMORIES, len(row["added"]) - len(changed["added"].obj))
        await batch.execute(SET_MEMORY, id=row["id"], **changed)


def _memory_without(row: Row, words: PersonWords, *, reference: str) -> dict[str, Any] | None:
    """Return what stays of one version; None: all of it."""
    is_own = row["person_id"] in {words.person_id, reference} or row["author"] == reference
    lists = {name: _facts_without(row[name], words) for name in ("facts", "added", "removed")}
    if not is_own and all(lists[name] == row[name] for name in lists) and not words.gives_away(row["why"]):
        return None
    return {
        **{name: Jsonb(facts) for name, facts in lists.items()},
        "by": reference if row["person_id"] == words.person_id else row["person_id"],
        "name": ERASED if is_own else row["person_name"],
        "why": "" if is_own else words.without_name(row["why"]),
    }


def _facts_without(facts: list[Mapping[str, Any]], words: PersonWords) -> list[Mapping[str, Any]]:
    others = (fact for fact in facts if fact["by"]["id"] != words.person_id)
    return [{**fact, "text": words.without_name(fact["text"])} for fact in others]
