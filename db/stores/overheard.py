from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from bot.domain.conversation.channels import ListeningSituation, OverheardMessage
from bot.domain.conversation.threads import IncomingMessage
from bot.domain.ids import ConversationId
from db.rows import PERSON, THREAD, RowType
from db.stores.base import Store

# The latest message addressed to Parley, with its answer; one that was withdrawn has none and counts all the same.
SITUATION = """
SELECT s.listen, s.overhear, c.id IS NOT NULL AS is_participant, c.focus, c.language,
       EXISTS (SELECT FROM overheard o
                WHERE o.tenant_id = %(tenant_id)s AND o.channel = %(channel)s AND o.platform_id = %(message_id)s
              ) AS is_repeated,
       t.person_id = %(person_id)s
           AND NOT EXISTS (SELECT FROM overheard o
                            WHERE o.tenant_id = c.tenant_id AND o.conversation_id = c.id
                              AND o.person_id <> %(person_id)s AND o.said_at >= t.accepted_at) AS is_speaker_answered,
       coalesce((r.answer ->> 'has_question')::boolean, false) AS has_asked,
       CASE WHEN t.person_id = %(person_id)s AND t.status <> 'answered' THEN t.text ELSE '' END AS waiting,
       (SELECT count(*) FROM decision d
         WHERE d.tenant_id = c.tenant_id AND d.conversation_id = c.id AND d.status = 'proposed' AND d.action <> 'hold'
           AND d.asked_by = %(person_id)s AND d.expires_at > %(at)s)
     + (SELECT count(*) FROM decision d
         WHERE d.tenant_id = c.tenant_id AND d.id = ANY (c.offered) AND d.conversation_id <> c.id
           AND d.status = 'proposed' AND d.action <> 'hold' AND d.asked_by = %(person_id)s AND d.expires_at > %(at)s
       ) AS pending
  FROM (VALUES (%(tenant_id)s::uuid, %(conversation_id)s::uuid)) this (tenant_id, conversation_id)
  LEFT JOIN channel_settings s ON s.tenant_id = this.tenant_id AND s.channel = %(channel)s
  LEFT JOIN conversation c ON c.tenant_id = this.tenant_id AND c.id = this.conversation_id
  LEFT JOIN LATERAL (
      SELECT * FROM turn
       WHERE tenant_id = c.tenant_id AND conversation_id = c.id AND kind = 'message'
       ORDER BY number DESC LIMIT 1) t ON true
  LEFT JOIN reply r ON r.tenant_id = t.tenant_id AND r.turn_id = t.id AND r.occasion = 'answer'
"""
ADD = """
INSERT INTO overheard
       (tenant_id, conversation_id, channel, platform_id, person_id, person_name, text, said_at)
SELECT %(tenant_id)s, %(conversation_id)s, %(channel)s, %(platform_id)s, %(person_id)s, %(person_name)s, %(text)s,
       %(said_at)s
  FROM note_visibility(%(tenant_id)s, %(channel)s, %(is_public)s, %(said_at)s, true)
ON CONFLICT DO NOTHING
"""
_MESSAGES = """
SELECT o.*, c.thread, n.platform, n.workspace
  FROM overheard o
  JOIN conversation c ON c.tenant_id = o.tenant_id AND c.id = o.conversation_id
  JOIN tenant n ON n.tenant_id = o.tenant_id
 WHERE o.tenant_id = %(tenant_id)s AND o.conversation_id = %(conversation_id)s
"""
LATEST = f"""
{_MESSAGES} AND o.text <> '' AND o.said_at >= %(since)s ORDER BY o.said_at DESC, o.platform_id DESC LIMIT %(count)s
"""
# Whoever comes second waits, and finds the rest.
LOCK_UNGROUPED = f"""
{_MESSAGES} AND o.episode_id IS NULL AND o.is_kept ORDER BY o.said_at, o.platform_id LIMIT %(count)s
   FOR NO KEY UPDATE OF o
"""
SET_EPISODE = """
UPDATE overheard SET episode_id = %(episode_id)s
 WHERE tenant_id = %(tenant_id)s AND channel = ANY (%(channels)s) AND platform_id = ANY (%(message_ids)s)
   AND episode_id IS NULL
"""
# The talk of an episode that goes is grouped anew. The conversation has an index, an episode's messages have none.
UNGROUP = """
UPDATE overheard SET episode_id = NULL
 WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s AND episode_id = %(episode_id)s
"""
DELETE_EPISODE = "DELETE FROM episode WHERE tenant_id = %(tenant_id)s AND id = %(id)s"
SPOKEN = """
SELECT FROM overheard
 WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s AND said_at >= %(since)s
 LIMIT 1
"""
_SITUATION = RowType(ListeningSituation, mode="listen", keeps_text="overhear")
_MESSAGE = RowType(OverheardMessage, thread=THREAD, message_id="platform_id", person=PERSON)


class PostgresOverheard(Store):
    """Implements `bot.ports.Overheard`."""

    async def situation(self, message: IncomingMessage, *, at: datetime) -> ListeningSituation:
        where = {"conversation_id": message.thread.conversation_id, "channel": message.thread.channel}
        said = {"message_id": message.message_id, "person_id": message.person.id}
        row = await self._fetch_one(SITUATION, at=at, **where, **said) or {}
        # What nobody has set, or there is no conversation for, is NULL.
        return _SITUATION({name: each for name, each in row.items() if each is not None})

    async def add(self, message: OverheardMessage) -> None:
        await self._execute(
            ADD,
            conversation_id=message.thread.conversation_id,
            is_public=message.visibility.is_public,
            **_MESSAGE.columns(message),
        )

    async def latest(
        self, conversation_id: ConversationId, *, since: datetime, count: int
    ) -> tuple[OverheardMessage, ...]:
        newest = await self._find_all(_MESSAGE, LATEST, conversation_id=conversation_id, since=since, count=count)
        return newest[::-1]

    async def lock_ungrouped(self, conversation_id: ConversationId, *, count: int) -> tuple[OverheardMessage, ...]:
        return await self._find_all(_MESSAGE, LOCK_UNGROUPED, conversation_id=conversation_id, count=count)

    async def set_episode(self, messages: Sequence[OverheardMessage], episode_id: UUID) -> None:
        await self._execute(
            SET_EPISODE,
            episode_id=episode_id,
            channels=list({each.thread.channel for each in messages}),
            message_ids=[each.message_id for each in messages],
        )

    async def has_anyone_spoken(self, conversation_id: ConversationId, *, since: datetime) -> bool:
        return await self._fetch_one(SPOKEN, conversation_id=conversation_id, since=since) is not None
