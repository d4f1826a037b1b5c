from datetime import datetime

from bot.domain.conversation.channels import ChannelSettings
from bot.domain.conversation.turns import Claim, Conversation, ConversationInChannel
from bot.domain.ids import ConversationId
from bot.domain.text.locale import Language
from bot.errors import LeaseLostError
from db.pool import Row
from db.rows import THREAD, RowType
from db.stores.base import Store, insert, replacing

GET_SETTINGS = """
SELECT s.language, s.time_zone, s.engine, s.listen, s.overhear, n.learns
  FROM tenant n LEFT JOIN channel_settings s ON s.tenant_id = n.tenant_id AND s.channel = %(channel)s
 WHERE n.tenant_id = %(tenant_id)s
"""
_SETTINGS = "language, time_zone, engine, listen, overhear, changed_by, changed_at"
STORE_SETTINGS = insert(
    "channel_settings", f"tenant_id, channel, {_SETTINGS}", replacing("tenant_id, channel", _SETTINGS)
)
SET_LEARNING = "UPDATE tenant SET learns = %(is_on)s WHERE tenant_id = %(tenant_id)s"
CHANNEL_SETTINGS = RowType(ChannelSettings, learn="learns")


class PostgresChannels(Store):
    """Implements `bot.ports.Channels`."""

    async def get_settings(self, channel: str) -> ChannelSettings:
        return await self._find(CHANNEL_SETTINGS, GET_SETTINGS, channel=channel) or ChannelSettings()

    async def store_settings(self, channel: str, settings: ChannelSettings, *, by: str, at: datetime) -> None:
        await self._execute(
            STORE_SETTINGS, channel=channel, changed_by=by, changed_at=at, **CHANNEL_SETTINGS.columns(settings)
        )

    async def set_learning(self, *, is_on: bool | None) -> None:
        await self._execute(SET_LEARNING, is_on=is_on)


GET = """
SELECT c.*, n.platform, n.workspace FROM conversation c JOIN tenant n USING (tenant_id)
 WHERE c.tenant_id = %(tenant_id)s AND c.id = %(id)s
"""
GET_IN_CHANNEL = """
SELECT c.*, n.platform, n.workspace, s.language AS set_language, s.time_zone, s.engine, s.listen, s.overhear, n.learns,
       NOT EXISTS (SELECT FROM conversation o
                    WHERE o.tenant_id = c.tenant_id AND o.channel = c.channel AND o.message_count > 0) AS is_first,
       EXISTS (SELECT FROM knowledge_base b WHERE b.tenant_id = c.tenant_id) AS has_knowledge,
       (SELECT count(*) || ' ' || max(picked_at) FROM picked_reading p
         WHERE p.tenant_id = c.tenant_id AND n.learns IS NOT FALSE) AS picked_version,
       (SELECT r.language
          FROM (SELECT turn_id, language, seq FROM reply
                 WHERE tenant_id = c.tenant_id AND conversation_id = c.id AND NOT is_private
                 ORDER BY seq DESC LIMIT 20) r
          JOIN turn t ON t.tenant_id = c.tenant_id AND t.id = r.turn_id AND t.person_id = %(person_id)s
         ORDER BY r.seq DESC LIMIT 1) AS person_language,
       ARRAY(SELECT t.person_name
               FROM (SELECT turn_id FROM reply
                      WHERE tenant_id = c.tenant_id AND conversation_id = c.id AND NOT is_private
                      ORDER BY seq DESC LIMIT 20) r
               JOIN turn t ON t.tenant_id = c.tenant_id AND t.id = r.turn_id AND t.person_id <> %(person_id)s
              UNION
             SELECT o.person_name
               FROM (SELECT person_name, person_id FROM overheard
                      WHERE tenant_id = c.tenant_id AND conversation_id = c.id ORDER BY said_at DESC LIMIT 20) o
              WHERE o.person_id <> %(person_id)s) AS others
  FROM conversation c JOIN tenant n USING (tenant_id)
  LEFT JOIN channel_settings s ON s.tenant_id = c.tenant_id AND s.channel = c.channel
 WHERE c.tenant_id = %(tenant_id)s AND c.id = %(id)s
"""
LOCK = f"{GET} FOR NO KEY UPDATE OF c"
LOCK_IF_HELD = f"{GET} AND c.lease_owner = %(owner)s AND c.fence = %(fence)s FOR NO KEY UPDATE OF c"
SAVE = """
UPDATE conversation c
   SET state = n.state, focus = n.focus, stated = n.stated, language = n.language, last_active_at = n.last_active_at,
       message_count = n.message_count, history_tokens = n.history_tokens, offered = n.offered,
       offered_versions = n.offered_versions, is_offer_doubted = n.is_offer_doubted,
       lease_owner = CASE WHEN NOT n.ends_lease THEN c.lease_owner END,
       lease_until = CASE WHEN NOT n.ends_lease THEN c.lease_until END
  FROM json_to_recordset(%(conversation)s) n (
       tenant_id uuid, id uuid, state text, focus text[], stated jsonb, language text, last_active_at timestamptz,
       message_count integer, history_tokens bigint, offered uuid[], offered_versions jsonb, is_offer_doubted boolean,
       ends_lease boolean)
 WHERE c.tenant_id = n.tenant_id AND c.id = n.id
RETURNING CASE WHEN n.ends_lease AND EXISTS (SELECT FROM turn t
                WHERE t.tenant_id = c.tenant_id AND t.conversation_id = c.id AND t.kind = 'message'
                  AND t.status = 'accepted')
          THEN pg_notify('parley', 'turn') END
"""
_CONVERSATION = RowType(Conversation, thread=THREAD, stated_limits="stated")


class PostgresConversations(Store):
    """Implements `bot.ports.Conversations`."""

    async def get(self, conversation_id: ConversationId) -> Conversation:
        return await self._get(_conversation_from_row, GET, id=conversation_id)

    async def get_in_channel(self, conversation_id: ConversationId, *, person_id: str = "") -> ConversationInChannel:
        return await self._get(_conversation_in_channel, GET_IN_CHANNEL, id=conversation_id, person_id=person_id)

    async def lock(self, conversation_id: ConversationId) -> Conversation:
        return await self._get(_conversation_from_row, LOCK, id=conversation_id)

    async def save(self, conversation: Conversation, *, ends_lease: bool = False) -> None:
        offered = {
            "offered": [each.decision_id for each in conversation.offered],
            "offered_versions": {str(each.decision_id): each.version for each in conversation.offered},
        }
        row = {**_CONVERSATION.columns(conversation), **offered, "ends_lease": ends_lease}
        self._replace("conversation", SAVE, conversation.id, **row)

    async def check_fence(self, claim: Claim) -> Conversation:
        key = {"id": claim.turn.conversation_id, "owner": claim.owner, "fence": claim.fence}
        held = await self._find(_conversation_from_row, LOCK_IF_HELD, **key)
        if held is None:
            raise LeaseLostError(turn=claim.turn.id)
        return held


def _conversation_from_row(row: Row) -> Conversation:
    """Return the conversation of a row; without what a process of an earlier version has offered without a version."""
    versions = row["offered_versions"]
    known = [each for each in row["offered"] if str(each) in versions]
    return _CONVERSATION({**row, "offered": [{"decision_id": each, "version": versions[str(each)]} for each in known]})


def _conversation_in_channel(row: Row) -> ConversationInChannel:
    return ConversationInChannel(
        conversation=_conversation_from_row(row),
        settings=CHANNEL_SETTINGS({**row, "language": row["set_language"]}),
        is_first_in_channel=row["is_first"],
        has_knowledge=row["has_knowledge"],
        picked_version=row["picked_version"],
        others=frozenset(filter(None, row["others"])),
        person_language=Language(row["person_language"]) if row["person_language"] else None,
    )
