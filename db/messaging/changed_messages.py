"""What becomes of a message, once its answer has begun, that is edited or deleted on its platform.

Its words are those that stand there, wherever they are kept. No answer is paired with words that it does not answer.
"""

from typing import Final

from bot.domain.erasure import ERASED
from db.pool import Connection
from db.stores.memory.summaries import DELETE_SUMMARIES

# The conversation's row first, as whoever answers the message. An answer that is begun anew answers the same words. The
# run that goes on from a message has its words too, and stops when they are deleted.
CHANGE_TURN: Final = """
WITH held AS MATERIALIZED (
    SELECT t.tenant_id, t.id, t.text, coalesce(t.changed_text, t.text) AS latest FROM conversation c
      JOIN turn t ON t.tenant_id = c.tenant_id AND t.conversation_id = c.id
     WHERE t.tenant_id = %(tenant_id)s AND t.channel = %(channel)s AND t.platform_id = %(message_id)s
       AND t.kind <> 'press'
       FOR NO KEY UPDATE OF c, t
)
UPDATE turn t SET text = CASE t.status WHEN 'answered' THEN %(text)s ELSE t.text END,
       changed_text = CASE t.status WHEN 'accepted' THEN %(text)s END,
       stop_asked = t.stop_asked OR t.kind = 'analysis' AND %(text)s = %(erased)s
  FROM held h
 WHERE t.tenant_id = h.tenant_id AND t.id = h.id AND h.latest NOT IN (%(text)s, %(erased)s)
RETURNING t.tenant_id, t.id AS turn_id, t.conversation_id, t.person_name, t.status, h.text AS was
"""
# Whoever answers messages may not change the history.
ERASER: Final = "SET LOCAL ROLE parley_erasure"
# A message without an intent is left out of summaries.
CHANGE_MESSAGE: Final = """
UPDATE message SET text = %(text)s, intent = CASE WHEN %(text)s = %(erased)s THEN NULL ELSE intent END
 WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s AND turn_id = %(turn_id)s AND role = 'user'
"""
_OF_TURN: Final = """
 WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s AND turn_id = %(turn_id)s
"""
DELETE_EXCHANGE: Final = f"DELETE FROM episode {_OF_TURN} AND kind = 'exchange'"  # noqa: S608 - a constant
# With another text an episode is indexed anew; until then it is found as one that waits for that.
CHANGE_EXCHANGE: Final = f"""
UPDATE episode SET text = %(person_name)s || ': ' || %(text)s, terms = NULL, term_count = 0, indexed_at = NULL
{_OF_TURN} AND kind = 'exchange' RETURNING id
"""  # noqa: S608 - a constant
# A decision stands; the message that asked for it is the end of its text, or of its first line.
CUT_DECISIONS: Final = f"""
UPDATE episode
   SET text = CASE WHEN right(text, length(%(was)s) + 2) = '. ' || %(was)s
                   THEN left(text, -length(%(was)s) - 1)
                   ELSE replace(text, '. ' || %(was)s || chr(10), '.' || chr(10)) END,
       terms = NULL, term_count = 0, indexed_at = NULL
{_OF_TURN} AND kind = 'decision' RETURNING id
"""  # noqa: S608 - a constant
# What people asked to keep stays kept, without a link to what is gone.
UNLINK_MEMOS: Final = f"UPDATE episode SET link_message_id = NULL {_OF_TURN} AND kind = 'memo'"  # noqa: S608 - a constant
DELETE_VECTORS: Final = """
DELETE FROM episode_vector WHERE tenant_id = %(tenant_id)s AND episode_id = ANY (%(episodes)s)
"""
# Nobody has picked what other words mean.
DROP_PICKED: Final = "DELETE FROM picked_reading WHERE tenant_id = %(tenant_id)s AND turn_id = %(turn_id)s"


async def change_message(conn: Connection, message: dict[str, object], *, text: str | None) -> None:
    """Give a message another text, None: none. This ends a transaction, which has another role afterwards.

    While it is being answered, that is noted, and done when the answer is stored.
    """
    new = {**message, "text": ERASED if text is None else text, "erased": ERASED}
    rows = await (await conn.execute(CHANGE_TURN, new)).fetchall()
    answered = [{**new, **row} for row in rows if row["status"] == "answered"]
    for changed in answered:
        await conn.execute(DROP_PICKED, changed)
        await _change_episodes(conn, changed, is_deleted=text is None)
    if answered:
        await conn.execute(ERASER)
    for changed in answered:
        await conn.execute(CHANGE_MESSAGE, changed)
        await conn.execute(DELETE_SUMMARIES, {**changed, "conversations": [changed["conversation_id"]]})


async def _change_episodes(conn: Connection, changed: dict[str, object], *, is_deleted: bool) -> None:
    again = await (await conn.execute(CUT_DECISIONS, changed)).fetchall()
    if is_deleted:
        await conn.execute(DELETE_EXCHANGE, changed)
        await conn.execute(UNLINK_MEMOS, changed)
    else:
        again += await (await conn.execute(CHANGE_EXCHANGE, changed)).fetchall()
    await conn.execute(DELETE_VECTORS, {**changed, "episodes": [each["id"] for each in again]})
