from collections.abc import Sequence
from typing import LiteralString
from uuid import UUID

from bot.domain.conversation.turns import Turn
from bot.domain.ids import ConversationId
from bot.domain.models.requests import TokenUsage
from bot.domain.trading.decision_result import AgentMessage, EngineRun
from db.pool import Row
from db.stores.base import Store, insert_from_json

_COLUMNS = """
    tenant_id, id, conversation_id, turn_id, engine, prompt_version, calls, cache_hits, parse_errors, retries, latency,
    prompt_tokens, completion_tokens, at
"""
# Of a run with a journal, the row is there from its start, and what was said as it was said.
ADD: LiteralString = f"""
{insert_from_json("engine_run", _COLUMNS)}
ON CONFLICT (tenant_id, id) DO UPDATE
   SET prompt_version = excluded.prompt_version, calls = excluded.calls, cache_hits = excluded.cache_hits,
       parse_errors = excluded.parse_errors, retries = excluded.retries, latency = excluded.latency,
       prompt_tokens = excluded.prompt_tokens, completion_tokens = excluded.completion_tokens, at = excluded.at
"""  # noqa: S608 - literals
ADD_MESSAGE: LiteralString = f"""
{insert_from_json("agent_message", "tenant_id, run_id, number, sender, recipient, text, symbols")}
ON CONFLICT (tenant_id, run_id, number) DO NOTHING
"""
ADD_LATER = """
INSERT INTO agent_message (tenant_id, run_id, number, sender, recipient, text, symbols)
SELECT %(tenant_id)s, %(run_id)s, coalesce(max(number), 0) + 1, %(sender)s, %(recipient)s, %(text)s, %(symbols)s
  FROM agent_message WHERE tenant_id = %(tenant_id)s AND run_id = %(run_id)s
"""
RUN = """
SELECT * FROM engine_run r
 WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s AND id = coalesce(%(run_id)s::uuid, id)
   AND (%(symbol)s::text IS NULL OR EXISTS (
         SELECT FROM agent_message m
          WHERE m.tenant_id = r.tenant_id AND m.run_id = r.id AND %(symbol)s::text = ANY (m.symbols)))
 ORDER BY at DESC, id DESC LIMIT 1
"""
DISCUSSION = """
SELECT number, sender, recipient, text, symbols FROM agent_message
 WHERE tenant_id = %(tenant_id)s AND run_id = %(run_id)s AND text <> ''
 ORDER BY number
"""


class PostgresEngineRuns(Store):
    """Implements `bot.ports.EngineRuns`."""

    async def add_run(self, run: EngineRun, discussion: Sequence[AgentMessage], *, turn: Turn) -> None:
        """Store a run with its agents' messages, before the decisions that it led to, which refer to it."""
        self._write(
            "engine_run",
            ADD,
            id=run.id,
            conversation_id=turn.conversation_id,
            turn_id=turn.id,
            engine=run.engine,
            at=run.at,
            **requests_to_row(run),
        )
        for message in discussion:
            self._add_message(run, message)

    def _add_message(self, run: EngineRun, message: AgentMessage) -> None:
        self._write("agent_message", ADD_MESSAGE, run_id=run.id, **message_to_row(message))

    async def add_messages(self, run_id: UUID, messages: Sequence[AgentMessage]) -> None:
        for each in messages:
            said = {"sender": each.sender, "recipient": each.recipient, "text": each.text}
            await self._execute(ADD_LATER, run_id=run_id, symbols=list(each.symbols), **said)

    async def discussion(
        self, conversation_id: ConversationId, *, run_id: UUID | None = None, symbol: str | None = None
    ) -> tuple[EngineRun, tuple[AgentMessage, ...]] | None:
        row = await self._fetch_one(RUN, conversation_id=conversation_id, run_id=run_id, symbol=symbol)
        if row is None:
            return None
        messages = await self._fetch_all(DISCUSSION, run_id=row["id"])
        return run_from_row(row), tuple(message_from_row(each) for each in messages)


def requests_to_row(run: EngineRun) -> dict[str, object]:
    """Return the columns that count a run's requests to models."""
    return {
        "prompt_version": run.prompt_version,
        "calls": run.calls,
        "cache_hits": run.cache_hits,
        "parse_errors": run.parse_errors,
        "retries": run.retries,
        "latency": run.latency,
        "prompt_tokens": run.tokens.prompt,
        "completion_tokens": run.tokens.completion,
    }


def message_to_row(message: AgentMessage) -> dict[str, object]:
    """Return the columns of a message."""
    return {
        "number": message.number,
        "sender": message.sender,
        "recipient": message.recipient,
        "text": message.text,
        "symbols": message.symbols,
    }


def run_from_row(row: Row) -> EngineRun:
    """Return the run of a row."""
    return EngineRun(
        id=row["id"],
        engine=row["engine"],
        prompt_version=row["prompt_version"],
        calls=row["calls"],
        cache_hits=row["cache_hits"],
        parse_errors=row["parse_errors"],
        retries=row["retries"],
        latency=row["latency"],
        tokens=TokenUsage(row["prompt_tokens"], row["completion_tokens"]),
        at=row["at"],
    )


def message_from_row(row: Row) -> AgentMessage:
    """Return the message of a row."""
    return AgentMessage(row["number"], row["sender"], row["recipient"], row["text"], tuple(row["symbols"]))
