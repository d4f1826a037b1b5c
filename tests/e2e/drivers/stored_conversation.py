"""Reads a conversation from the database, as the superuser."""

import time
from collections.abc import Mapping
from dataclasses import fields
from typing import Final

from tests.conversations.driver import StoredReply
from tests.e2e.deployment import Deployment
from tests.waiting import PATIENCE

NEXT: Final = """
SELECT r.id::text, r.seq, r.occasion, r.intent, r.state, r.answer, t.person_id, r.conversation_id::text
  FROM reply r
  JOIN turn t ON t.tenant_id = r.tenant_id AND t.id = r.turn_id
  JOIN conversation c ON c.tenant_id = r.tenant_id AND c.id = r.conversation_id
 WHERE %(key)s IN (c.channel, c.thread) AND r.seq > %(after)s AND r.delivered_at IS NOT NULL
   AND (r.occasion = 'answer') = %(is_answer)s
 ORDER BY r.seq LIMIT 1
"""
CONVERSATION: Final = """
SELECT d.id::text, d.version, d.status, o.id IS NOT NULL AS is_ordered
  FROM decision d JOIN conversation c ON c.tenant_id = d.tenant_id AND c.id = d.conversation_id
  LEFT JOIN trade_order o ON o.tenant_id = d.tenant_id AND o.decision_id = d.id
 WHERE %(key)s IN (c.channel, c.thread) AND d.action <> 'hold'
"""
EXPIRE: Final = """
UPDATE decision d SET expires_at = now() - %(ago)s * interval '1 s'
  FROM conversation c
 WHERE c.tenant_id = d.tenant_id AND c.id = d.conversation_id AND %(key)s IN (c.channel, c.thread)
   AND d.status = 'proposed'
"""
VOTE: Final = "SELECT vote, person_id FROM feedback WHERE reply_id = %(reply_id)s::uuid"


class DatabaseConversation:
    """One conversation in the database: found by its channel, or by the name of its thread."""

    def __init__(self, deployment: Deployment, key: str) -> None:
        self._deployment = deployment
        self._key = key
        self._after = 0

    def next(self, *, is_answer: bool = True, seconds: float = PATIENCE) -> StoredReply:
        """The next reply, once it is delivered."""
        until = time.monotonic() + seconds
        with self._deployment.database() as connection:
            while time.monotonic() < until:
                asked = {"key": self._key, "after": self._after, "is_answer": is_answer}
                if row := connection.execute(NEXT, asked).fetchone():
                    self._after = row["seq"]
                    return StoredReply(**{each.name: row[each.name] for each in fields(StoredReply)})
                time.sleep(0.02)
        msg = f"nothing was said in {self._key} within {seconds:.0f} s"
        raise AssertionError(msg)

    def decisions(self) -> dict[str, str]:
        rows = self._deployment.rows(CONVERSATION, key=self._key)
        return {row["id"]: row["status"] for row in sorted(rows, key=lambda row: row["version"])}

    def orders(self) -> int:
        return len({row["id"] for row in self._deployment.rows(CONVERSATION, key=self._key) if row["is_ordered"]})

    def expire(self, *, ago: float = 0.0) -> None:
        with self._deployment.database() as connection:
            connection.execute(EXPIRE, {"key": self._key, "ago": ago})

    def votes(self, reply_id: str) -> Mapping[str, str]:
        return {row["person_id"]: row["vote"] for row in self._deployment.rows(VOTE, reply_id=reply_id)}
