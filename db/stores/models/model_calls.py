from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

from psycopg.types.json import Jsonb

from bot.domain.models.requests import ModelCall, ModelMessage, ModelUsage
from db.codec import encode
from db.rows import RowType
from db.stores.base import Store
from db.stores.models.model_budgets import HISTORY_TOKENS, TOKENS

ADD = """
INSERT INTO llm_call (tenant_id, id, turn_id, purpose, role, model, prompt_version, prompt_tokens, completion_tokens,
       estimated_prompt_tokens, history_tokens, full_history_tokens, cost, latency, is_cached, attempts, outcome, at,
       is_background, prompt_hash, fact_ids)
VALUES (%(tenant_id)s, %(id)s, %(turn_id)s, %(purpose)s, %(role)s, %(model)s, %(prompt_version)s, %(prompt_tokens)s,
        %(completion_tokens)s, %(estimated_prompt_tokens)s, %(history_tokens)s, %(full_history_tokens)s, %(cost)s,
        %(latency)s, %(is_cached)s, %(attempts)s, %(outcome)s, %(at)s, %(is_background)s, %(prompt_hash)s, %(fact_ids)s)
"""
KEEP_PROMPT = """
INSERT INTO llm_prompt_text (tenant_id, call_id, messages, at)
VALUES (%(tenant_id)s, %(call_id)s, %(messages)s, %(at)s)
"""
OF_DAY = """
SELECT purpose, sum(prompt_tokens)::bigint AS prompt_tokens, sum(completion_tokens)::bigint AS completion_tokens,
       sum(history_tokens)::bigint AS history_tokens, sum(full_history_tokens)::bigint AS full_history_tokens,
       sum(cost) AS cost, count(*) AS calls, count(*) FILTER (WHERE is_cached) AS cache_hits,
       count(*) FILTER (WHERE outcome <> 'ok') AS failures
  FROM llm_call
 WHERE tenant_id = %(tenant_id)s AND at >= %(first)s AND at < %(last)s
 GROUP BY purpose
 ORDER BY sum(prompt_tokens + completion_tokens) DESC, purpose COLLATE "C"
"""
_CALL = RowType(ModelCall, tokens=TOKENS, estimated_prompt="estimated_prompt_tokens", history=HISTORY_TOKENS)
_USAGE = RowType(ModelUsage, tokens=TOKENS, history=HISTORY_TOKENS)


class PostgresModelCalls(Store):
    """Implements `bot.ports.ModelCalls`: the app role may only append and read."""

    async def add_call(self, call: ModelCall) -> None:
        await self._execute(ADD, **_CALL.columns(call))

    async def keep_prompt(self, call: ModelCall, messages: Sequence[ModelMessage]) -> None:
        texts = [{"role": encode(each.role), "text": encode(each.text)} for each in messages]
        await self._execute(KEEP_PROMPT, call_id=call.id, messages=Jsonb(texts), at=call.at)

    async def usage_of_day(self, day: date) -> tuple[tuple[str, ModelUsage], ...]:
        """Return what each purpose has used on `day` (UTC), the one with the most tokens first."""
        first = datetime.combine(day, time(), UTC)
        rows = await self._fetch_all(OF_DAY, first=first, last=first + timedelta(days=1))
        return tuple((row["purpose"], _USAGE(row)) for row in rows)
