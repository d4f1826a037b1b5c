"""Erases what a person has said, and what was answered to them. Digests of their words are kept until the last step."""

from collections.abc import Iterable
from functools import partial
from typing import Final, LiteralString

from psycopg.types.json import Jsonb

from bot.domain.conversation.buttons import without_typed_words
from bot.domain.erasure import Erased, fragments
from db.erasure.batch import MORE, OVER, WAITING, Batch, StepProgress, blank_answer
from db.pool import Row

# What is under way is answered first: it would write afterwards what was erased. Nor is the confirmation itself erased
# before its answer is stored.
UNDER_WAY: Final = """
SELECT 1 FROM turn
 WHERE tenant_id = %(tenant_id)s AND person_id = %(person_id)s AND status = 'accepted' AND accepted_at <= %(until)s
UNION ALL
SELECT 1 FROM erasure e JOIN turn t ON t.tenant_id = e.tenant_id AND t.id = e.confirmed_turn
 WHERE e.tenant_id = %(tenant_id)s AND e.id = %(erasure_id)s AND t.status = 'accepted'
UNION ALL
SELECT 1 FROM opening
 WHERE tenant_id = %(tenant_id)s AND person_id = %(person_id)s AND opened_at IS NULL AND accepted_at <= %(until)s
   AND accepted_at > now() - interval '2 minutes'
 LIMIT 1
"""
_CALLED: Final[LiteralString] = " UNION ".join(
    f"SELECT person_name FROM {table} WHERE tenant_id = %(tenant_id)s AND person_id = %(person_id)s"  # noqa: S608 - literals
    for table in ("turn", "overheard", "opening", "trading_limit", "core_memory")
)
NAMES: Final = f"""
UPDATE erasure SET names = ARRAY(
    SELECT DISTINCT name FROM (SELECT unnest(names) UNION {_CALLED}) known (name) WHERE name <> '')
 WHERE tenant_id = %(tenant_id)s AND id = %(erasure_id)s
"""  # noqa: S608 - constants
EMPTY_CACHE: Final = "DELETE FROM llm_cache WHERE tenant_id = %(tenant_id)s"
DROP_PROMPTS: Final = "DELETE FROM llm_prompt_text WHERE tenant_id = %(tenant_id)s"
DROP_UNCONFIRMED: Final = """
DELETE FROM erasure WHERE tenant_id = %(tenant_id)s AND person_id = %(person_id)s AND confirmed_at IS NULL
"""
# The message that asked for it names the person, whoever has written it.
ASKED: Final = """
SELECT asked_turn FROM erasure WHERE tenant_id = %(tenant_id)s AND id = %(erasure_id)s
"""
TURNS: Final = """
SELECT id, kind, text FROM turn
 WHERE tenant_id = %(tenant_id)s AND person_id = %(person_id)s AND accepted_at <= %(until)s
 ORDER BY id LIMIT %(size)s FOR NO KEY UPDATE
"""
ADD_FRAGMENTS: Final = """
INSERT INTO erasure_fragment (tenant_id, erasure_id, digest)
SELECT %(tenant_id)s, %(erasure_id)s, unnest(%(digests)s::bigint[]) ON CONFLICT DO NOTHING
"""
# The id of a press on Slack, and of the message that a press of Decide makes, has the person's in it.
ERASE_TURNS: Final = """
UPDATE turn
   SET person_id = %(reference)s, person_name = %(erased)s, person_language = NULL, text = %(erased)s,
       platform_id = CASE
           WHEN starts_with(platform_id, 'alert_decide:')
           THEN left(platform_id, -length(%(person_id)s)) || %(reference)s
           WHEN kind = 'press' THEN btrim(replace('/' || platform_id || '/', '/' || %(person_id)s || '/',
                                                  '/' || %(reference)s || '/'), '/')
           ELSE platform_id END
 WHERE tenant_id = %(tenant_id)s AND id = ANY (%(turns)s)
"""
BLANK_TURNS: Final = """
UPDATE turn SET text = %(erased)s WHERE tenant_id = %(tenant_id)s AND id = ANY (%(turns)s)
"""
# A message without an intent is left out of summaries.
ERASE_MESSAGES: Final = """
UPDATE message SET text = %(erased)s, intent = NULL,
       author = CASE role WHEN 'user' THEN %(erased)s ELSE author END
 WHERE tenant_id = %(tenant_id)s AND turn_id = ANY (%(turns)s)
"""
BLANK_MESSAGES: Final = """
UPDATE message SET text = %(erased)s, intent = NULL WHERE tenant_id = %(tenant_id)s AND turn_id = ANY (%(turns)s)
"""
ERASE_REPLIES: Final = """
UPDATE reply SET answer = CASE WHEN is_private THEN %(private)s::jsonb ELSE %(public)s::jsonb END, last_error = NULL
 WHERE tenant_id = %(tenant_id)s AND turn_id = ANY (%(turns)s)
   AND (turn_id, occasion) <> ALL (SELECT confirmed_turn, 'answer' FROM erasure
                                    WHERE tenant_id = %(tenant_id)s AND id = %(erasure_id)s
                                      AND confirmed_turn IS NOT NULL AND confirmed_turn <> asked_turn)
"""
DELETE_FILES: Final = """
DELETE FROM shared_files f USING turn t
 WHERE f.tenant_id = %(tenant_id)s AND t.tenant_id = f.tenant_id AND t.id = ANY (%(turns)s)
   AND f.channel = t.channel AND f.message_id = t.platform_id
"""
DELETE_LOGS: Final = "DELETE FROM turn_log WHERE tenant_id = %(tenant_id)s AND turn_id = ANY (%(turns)s)"
DELETE_PICKED: Final = """
DELETE FROM picked_reading WHERE tenant_id = %(tenant_id)s AND turn_id = ANY (%(turns)s)
"""
TALK: Final = """
SELECT channel, platform_id, text FROM overheard
 WHERE tenant_id = %(tenant_id)s AND person_id = %(person_id)s AND said_at <= %(until)s
 LIMIT %(size)s FOR NO KEY UPDATE
"""
# A row without text says that somebody spoke, and keeps a late delivery of the same message from being stored again.
# The talk around it becomes episodes anew.
ERASE_TALK: Final = """
UPDATE overheard SET person_id = %(reference)s, person_name = %(erased)s, text = '', episode_id = NULL
 WHERE tenant_id = %(tenant_id)s AND (channel, platform_id) IN (
       SELECT * FROM unnest(%(channels)s::text[], %(messages)s::text[]))
"""
UNGROUP: Final = """
WITH mixed AS (
    SELECT DISTINCT conversation_id, episode_id FROM overheard
     WHERE tenant_id = %(tenant_id)s AND episode_id IS NOT NULL
       AND (channel, platform_id) IN (SELECT * FROM unnest(%(channels)s::text[], %(messages)s::text[]))
), freed AS (
    UPDATE overheard o SET episode_id = NULL FROM mixed m
     WHERE o.tenant_id = %(tenant_id)s AND o.conversation_id = m.conversation_id AND o.episode_id = m.episode_id
)
DELETE FROM episode WHERE tenant_id = %(tenant_id)s AND id IN (SELECT episode_id FROM mixed) RETURNING id
"""
OPENINGS: Final = """
SELECT id, text FROM opening
 WHERE tenant_id = %(tenant_id)s AND person_id = %(person_id)s AND accepted_at <= %(until)s
 LIMIT %(size)s FOR NO KEY UPDATE
"""
ERASE_OPENINGS: Final = """
UPDATE opening SET person_id = %(reference)s, person_name = %(erased)s, text = %(erased)s
 WHERE tenant_id = %(tenant_id)s AND id = ANY (%(ids)s)
"""
LIMITS: Final = """
SELECT id, text FROM trading_limit
 WHERE tenant_id = %(tenant_id)s AND person_id = %(person_id)s AND stated_at <= %(until)s
 LIMIT %(size)s FOR NO KEY UPDATE
"""
# A limit that binds others too stays in force; a rule in words ends.
ERASE_LIMITS: Final = """
UPDATE trading_limit
   SET person_id = %(reference)s, person_name = %(erased)s, text = CASE text WHEN '' THEN '' ELSE %(erased)s END,
       removed_by = CASE WHEN measure = 'preference' THEN coalesce(removed_by, %(reference)s) ELSE removed_by END,
       removed_at = CASE WHEN measure = 'preference' THEN coalesce(removed_at, now()) ELSE removed_at END
 WHERE tenant_id = %(tenant_id)s AND id = ANY (%(ids)s)
"""


async def wait_for_answers(batch: Batch) -> StepProgress:
    """Wait until all that the person said before is answered; then learn their names."""
    if await batch.rows(UNDER_WAY):
        return WAITING
    for sql in (NAMES, DROP_UNCONFIRMED, EMPTY_CACHE, DROP_PROMPTS):
        await batch.execute(sql)
    return OVER


async def blank_request(batch: Batch) -> StepProgress:
    """Blank the message that asked for the erasure, and the card that answered it."""
    await _erase_answers(batch, [row["asked_turn"] for row in await batch.rows(ASKED)], turns_sql=BLANK_TURNS)
    return OVER


async def erase_turns(batch: Batch) -> StepProgress:
    """Erase messages and presses of the person, with the answers to them."""
    rows = await batch.rows(TURNS)
    if not rows:
        return OVER
    await _keep_fragments(batch, (text for row in rows for text in _typed(row)))
    await _erase_answers(batch, [row["id"] for row in rows], turns_sql=ERASE_TURNS)
    batch.count(Erased.MESSAGES, sum(row["kind"] == "message" for row in rows))
    return MORE


async def erase_talk(batch: Batch) -> StepProgress:
    """Erase what the person said to others; episodes of several speakers go, and the others' lines are grouped anew."""
    rows = await batch.rows(TALK)
    if not rows:
        return OVER
    await _keep_fragments(batch, (row["text"] for row in rows))
    keys = {"channels": [row["channel"] for row in rows], "messages": [row["platform_id"] for row in rows]}
    batch.count(Erased.EPISODES, len(await batch.rows(UNGROUP, **keys)))
    await batch.execute(ERASE_TALK, **keys)
    batch.count(Erased.TALK, len(rows))
    return MORE


async def _erase_texts(select: LiteralString, erase: LiteralString, batch: Batch) -> StepProgress:
    rows = await batch.rows(select)
    await _keep_fragments(batch, (row["text"] for row in rows))
    await batch.execute(erase, ids=[row["id"] for row in rows])
    return MORE if rows else OVER


erase_openings = partial(_erase_texts, OPENINGS, ERASE_OPENINGS)
erase_limits = partial(_erase_texts, LIMITS, ERASE_LIMITS)


def _typed(row: Row) -> tuple[str, ...]:
    """Return what a person has typed: a message, or the fields of a form behind a button's id."""
    if row["kind"] == "message":
        return (row["text"],)
    button = without_typed_words(row["text"])
    return tuple(row["text"][len(button) :].strip(":").replace('"', ":").split(":"))


async def _keep_fragments(batch: Batch, texts: Iterable[str]) -> None:
    digests = {digest for text in texts for digest in fragments(text, salt=batch.salt, excluded=batch.own_runs)}
    await batch.execute(ADD_FRAGMENTS, digests=sorted(digests))


async def _erase_answers(batch: Batch, turns: list[object], *, turns_sql: LiteralString) -> None:
    public, private = (Jsonb(blank_answer(is_private=is_private)) for is_private in (False, True))
    messages_sql = ERASE_MESSAGES if turns_sql is ERASE_TURNS else BLANK_MESSAGES
    for sql in (turns_sql, messages_sql, ERASE_REPLIES, DELETE_LOGS, DELETE_FILES, DELETE_PICKED):
        await batch.execute(sql, turns=turns, public=public, private=private)
