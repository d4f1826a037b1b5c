from collections.abc import Sequence
from typing import LiteralString
from uuid import UUID

from bot.domain.conversation.turns import Turn
from bot.domain.ids import ConversationId
from bot.domain.trading.decision_result import AgentMessage, EngineRun
from db.rows import RowType
from db.stores.base import Store, insert_from_json
from db.stores.models.model_budgets import TOKENS

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
ENGINE_RUN = RowType(EngineRun, tokens=TOKENS)
AGENT_MESSAGE = RowType(AgentMessage)


class PostgresEngineRuns(Store):
    """Implements `bot.ports.EngineRuns`."""

    async def add_run(self, run: EngineRun, discussion: Sequence[AgentMessage], *, turn: Turn) -> None:
        """Store a run with its agents' messages, before the decisions that it led to, which refer to it."""
        self._write("engine_run", ADD, conversation_id=turn.conversation_id, turn_id=turn.id, **ENGINE_RUN.columns(run))
        for message in discussion:
            self._write("agent_message", ADD_MESSAGE, run_id=run.id, **AGENT_MESSAGE.columns(message))

    async def add_messages(self, run_id: UUID, messages: Sequence[AgentMessage]) -> None:
        for each in messages:
            await self._execute(ADD_LATER, run_id=run_id, **AGENT_MESSAGE.columns(each))

    async def discussion(
        self, conversation_id: ConversationId, *, run_id: UUID | None = None, symbol: str | None = None
    ) -> tuple[EngineRun, tuple[AgentMessage, ...]] | None:
        row = await self._fetch_one(RUN, conversation_id=conversation_id, run_id=run_id, symbol=symbol)
        if row is None:
            return None
        return ENGINE_RUN(row), await self._find_all(AGENT_MESSAGE, DISCUSSION, run_id=row["id"])
