from psycopg.types.json import Jsonb

from bot.domain.conversation.states import State
from bot.domain.conversation.threads import Thread
from bot.domain.conversation.turns import Claim, Conversation
from bot.domain.ids import ConversationId
from bot.domain.text.locale import Language
from bot.domain.trading.limits import LimitStatement
from bot.errors import LeaseLostError
from db.codec import decode, encode
from db.pool import Row
from db.stores.base import Store, require_row

GET = """
SELECT c.*, n.platform, n.workspace FROM conversation c JOIN tenant n USING (tenant_id)
 WHERE c.tenant_id = %(tenant_id)s AND c.id = %(id)s
"""
ANSWERED_IN = """
SELECT FROM conversation WHERE tenant_id = %(tenant_id)s AND channel = %(channel)s AND message_count > 0 LIMIT 1
"""
LOCK = """
SELECT c.*, n.platform, n.workspace FROM conversation c JOIN tenant n USING (tenant_id)
 WHERE c.tenant_id = %(tenant_id)s AND c.id = %(id)s
   FOR NO KEY UPDATE OF c
"""
LOCK_IF_HELD = """
SELECT c.*, n.platform, n.workspace FROM conversation c JOIN tenant n USING (tenant_id)
 WHERE c.tenant_id = %(tenant_id)s AND c.id = %(id)s AND c.lease_owner = %(owner)s AND c.fence = %(fence)s
   FOR NO KEY UPDATE OF c
"""
SAVE = """
UPDATE conversation
   SET state = %(state)s, focus = %(focus)s, stated = %(stated)s, language = %(language)s,
       last_active_at = %(last_active_at)s, message_count = %(message_count)s
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s
"""


class PostgresConversations(Store):
    """Implements `bot.ports.Conversations`."""

    async def get(self, conversation_id: ConversationId) -> Conversation:
        return conversation_from_row(await require_row("conversation", self._fetch_one(GET, id=conversation_id)))

    async def is_first_in_channel(self, channel: str) -> bool:
        return await self._fetch_one(ANSWERED_IN, channel=channel) is None

    async def lock(self, conversation_id: ConversationId) -> Conversation:
        return conversation_from_row(await require_row("conversation", self._fetch_one(LOCK, id=conversation_id)))

    async def save(self, conversation: Conversation) -> None:
        await self._execute(
            SAVE,
            id=conversation.id,
            state=conversation.state,
            focus=list(conversation.focus),
            stated=Jsonb(encode(conversation.stated_limits)),
            language=conversation.language,
            last_active_at=conversation.last_active_at,
            message_count=conversation.message_count,
        )

    async def check_fence(self, claim: Claim) -> Conversation:
        row = await self._fetch_one(LOCK_IF_HELD, id=claim.turn.conversation_id, owner=claim.owner, fence=claim.fence)
        if row is None:
            raise LeaseLostError(turn=claim.turn.id)
        return conversation_from_row(row)


def conversation_from_row(row: Row) -> Conversation:
    """Return the conversation of a row that is joined with its tenant's."""
    return Conversation(
        id=row["id"],
        tenant_id=row["tenant_id"],
        thread=thread_from_row(row),
        state=State(row["state"]),
        focus=tuple(row["focus"]),
        stated_limits=tuple(decode(LimitStatement, stated) for stated in row["stated"]),
        language=Language(row["language"]),
        last_active_at=row["last_active_at"],
        message_count=row["message_count"],
    )


def thread_from_row(row: Row) -> Thread:
    """Return the platform's thread of a row with the columns of a conversation and a tenant."""
    return Thread(
        platform=row["platform"],
        workspace=row["workspace"],
        channel=row["channel"],
        thread=row["thread"],
    )
