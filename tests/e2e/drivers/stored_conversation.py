"""Reads a conversation from the database, as the superuser."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from tests.e2e.chat_process import PATIENCE
from tests.e2e.deployment import Deployment

Json = dict[str, Any]
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
SWEPT: Final = 10.0  # seconds after which an expiry is noticed by whoever looks for it, and no longer left to presses
VOTE: Final = "SELECT vote, person_id FROM feedback WHERE reply_id = %(reply_id)s::uuid"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredReply:
    """One stored reply."""

    id: str
    conversation_id: str
    intent: str
    state: str
    answer: Json
    person_id: str

    @property
    def symbols(self) -> list[str]:
        return list(self.answer["symbols"])

    @property
    def is_private(self) -> bool:
        return bool(self.answer["is_private"])

    @property
    def decisions(self) -> list[Json]:
        """Each decision in one piece: the proposal's fields beside its own."""
        return [{**each["proposal"], **each} for each in self.answer["decisions"]]

    @property
    def buttons(self) -> list[str]:
        return [each["id"] for each in self.answer["buttons"]]

    @property
    def pieces(self) -> list[str]:
        """Every text that the answer is made of, but for the names of columns."""
        return [piece for block in self.answer["blocks"] for piece in _pieces(block) if piece]

    @property
    def columns(self) -> list[str]:
        """The names of all columns, which a table too wide for a platform leaves out or says again with each row."""
        return [name for block in self.answer["blocks"] if block["type"] == "Table" for name in block["columns"]]


class StoredConversation:
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
        """What has become of each decision, in its newest version; trades as they are, holds left out."""
        rows = self._deployment.rows(CONVERSATION, key=self._key)
        return {row["id"]: row["status"] for row in sorted(rows, key=lambda row: row["version"])}

    def orders(self) -> int:
        return len({row["id"] for row in self._deployment.rows(CONVERSATION, key=self._key) if row["is_ordered"]})

    def expire(self, *, ago: float = 0.0) -> None:
        """Let the time of everything pending be over since so many seconds."""
        with self._deployment.database() as connection:
            connection.execute(EXPIRE, {"key": self._key, "ago": ago})

    def votes(self, reply_id: str) -> Mapping[str, str]:
        """What people think of a reply, by their ids."""
        return {row["person_id"]: row["vote"] for row in self._deployment.rows(VOTE, reply_id=reply_id)}


def _pieces(block: Json) -> Iterator[str]:
    match block:
        case {"type": "Paragraph" | "Markdown", "text": text}:
            yield text
        case {"type": "Bullets", "heading": heading, "items": items}:
            yield from (heading, *items)
        case {"type": "Table", "rows": rows}:
            yield from (cell for row in rows for cell in row)
        case {"type": "Card", "title": title, "fields": labelled, "sections": sections, "footer": footer}:
            yield title
            yield from (part for field in labelled for part in field)
            yield from (piece for section in sections for piece in _pieces(section))
            yield footer
        case _:
            msg = f"a block of an unknown kind: {block}"
            raise AssertionError(msg)
