from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from psycopg.types.json import Jsonb

from bot.domain.models.requests import (
    BudgetAmount,
    BudgetPart,
    HistoryTokens,
    ModelAllowance,
    ModelAnswer,
    ModelCall,
    ModelMessage,
    ModelUsage,
    TokenUsage,
)
from db.codec import decode, encode
from db.rows import RowType
from db.stores.base import Store, insert

STALE_RESERVATION_AFTER: Final = timedelta(hours=1)  # no request takes as long: the process that reserved has died

# Compare-and-set: the row is locked before the condition is evaluated, so concurrent requests cannot exceed the limit.
RESERVE = """
INSERT INTO llm_day AS today (
       tenant_id, day, part, prompt_tokens, completion_tokens, cost,
       set_aside_prompt_tokens, set_aside_completion_tokens, set_aside_cost, set_aside_at)
SELECT %(tenant_id)s, %(day)s, %(part)s, %(prompt_tokens)s, %(completion_tokens)s, %(cost)s,
       %(prompt_tokens)s, %(completion_tokens)s, %(cost)s, %(at)s
 WHERE %(prompt_tokens)s::bigint <= %(most_prompt)s AND %(completion_tokens)s::bigint <= %(most_completion)s
   AND (%(most_cost)s::numeric IS NULL OR %(cost)s::numeric <= %(most_cost)s)
ON CONFLICT (tenant_id, day, part) DO UPDATE
   SET prompt_tokens = today.prompt_tokens + excluded.prompt_tokens,
       completion_tokens = today.completion_tokens + excluded.completion_tokens,
       cost = today.cost + excluded.cost,
       set_aside_prompt_tokens = today.set_aside_prompt_tokens + excluded.set_aside_prompt_tokens,
       set_aside_completion_tokens = today.set_aside_completion_tokens + excluded.set_aside_completion_tokens,
       set_aside_cost = today.set_aside_cost + excluded.set_aside_cost,
       set_aside_at = greatest(today.set_aside_at, excluded.set_aside_at)
 WHERE today.prompt_tokens + excluded.prompt_tokens <= %(most_prompt)s
   AND today.completion_tokens + excluded.completion_tokens <= %(most_completion)s
   AND (%(most_cost)s::numeric IS NULL OR today.cost + excluded.cost <= %(most_cost)s)
RETURNING day
"""
FORGET = """
UPDATE llm_day
   SET prompt_tokens = greatest(prompt_tokens - set_aside_prompt_tokens, 0),
       completion_tokens = greatest(completion_tokens - set_aside_completion_tokens, 0),
       cost = greatest(cost - set_aside_cost, 0),
       set_aside_prompt_tokens = 0, set_aside_completion_tokens = 0, set_aside_cost = 0
 WHERE tenant_id = %(tenant_id)s AND day = %(day)s AND part = %(part)s AND set_aside_at < %(before)s
   AND (set_aside_prompt_tokens, set_aside_completion_tokens, set_aside_cost) <> (0, 0, 0)
RETURNING day
"""
# A reservation that was released as stale is not subtracted a second time.
SETTLE = """
UPDATE llm_day
   SET prompt_tokens = prompt_tokens - least(%(prompt_tokens)s, set_aside_prompt_tokens) + %(used_prompt_tokens)s,
       completion_tokens =
           completion_tokens - least(%(completion_tokens)s, set_aside_completion_tokens) + %(used_completion_tokens)s,
       cost = cost - least(%(cost)s, set_aside_cost) + %(used_cost)s,
       set_aside_prompt_tokens = greatest(set_aside_prompt_tokens - %(prompt_tokens)s, 0),
       set_aside_completion_tokens = greatest(set_aside_completion_tokens - %(completion_tokens)s, 0),
       set_aside_cost = greatest(set_aside_cost - %(cost)s, 0)
 WHERE tenant_id = %(tenant_id)s AND day = %(day)s AND part = %(part)s
"""
SPENT = """
SELECT prompt_tokens, completion_tokens, cost FROM llm_day
 WHERE tenant_id = %(tenant_id)s AND day = %(day)s AND part = %(part)s
"""
SETTLED = """
SELECT prompt_tokens - set_aside_prompt_tokens AS prompt_tokens,
       completion_tokens - set_aside_completion_tokens AS completion_tokens,
       cost - set_aside_cost AS cost,
       CASE WHEN (set_aside_prompt_tokens, set_aside_completion_tokens, set_aside_cost) <> (0, 0, 0)
            THEN set_aside_at END AS set_aside_at
  FROM llm_day
 WHERE tenant_id = %(tenant_id)s AND day = %(day)s AND part = %(part)s
"""

ADD_PERSON_TOKENS = """
INSERT INTO llm_person_day AS today (tenant_id, person_id, day, tokens)
VALUES (%(tenant_id)s, %(person_id)s, %(day)s, %(tokens)s)
ON CONFLICT (tenant_id, person_id, day) DO UPDATE SET tokens = today.tokens + excluded.tokens
"""
PERSON_TOKENS = """
SELECT tokens FROM llm_person_day WHERE tenant_id = %(tenant_id)s AND person_id = %(person_id)s AND day = %(day)s
"""
TOKENS = RowType(TokenUsage, prompt="prompt_tokens", completion="completion_tokens")
HISTORY_TOKENS = RowType(HistoryTokens, sent="history_tokens", full="full_history_tokens")
_AMOUNT = RowType(BudgetAmount, tokens=TOKENS)
_USAGE = RowType(ModelUsage, tokens=TOKENS)


class PostgresModelBudgets(Store):
    """Implements `bot.ports.ModelBudgets`."""

    async def reserve(
        self, amount: BudgetAmount, *, day: date, at: datetime, allowance: ModelAllowance, part: BudgetPart
    ) -> bool:
        most = {"prompt": allowance.prompt_tokens, "completion": allowance.completion_tokens, "cost": allowance.cost}
        asked = {"day": day, "part": part, "at": at, **_AMOUNT.columns(amount)}
        asked |= {f"most_{name}": each for name, each in most.items()}
        if await self._fetch_one(RESERVE, **asked) is not None:
            return True
        released = await self._fetch_one(FORGET, day=day, part=part, before=at - STALE_RESERVATION_AFTER)
        return released is not None and await self._fetch_one(RESERVE, **asked) is not None

    async def settle(self, reserved: BudgetAmount, used: BudgetAmount, *, day: date, part: BudgetPart) -> None:
        """Replace a reservation by the actual usage; does nothing on a day without a reservation."""
        await self._execute(
            SETTLE,
            day=day,
            part=part,
            **_AMOUNT.columns(reserved),
            **{f"used_{name}": each for name, each in _AMOUNT.columns(used).items()},
        )

    async def usage_with_reservations(self, *, day: date, part: BudgetPart = BudgetPart.WHOLE) -> ModelUsage:
        return await self._find(_USAGE, SPENT, day=day, part=part) or ModelUsage()

    async def settled_usage(
        self, *, day: date, part: BudgetPart = BudgetPart.WHOLE
    ) -> tuple[ModelUsage, datetime | None]:
        row = await self._fetch_one(SETTLED, day=day, part=part)
        return (ModelUsage(), None) if row is None else (_USAGE(row), row["set_aside_at"])

    async def add_person_tokens(self, person_id: str, tokens: TokenUsage, *, day: date) -> None:
        await self._execute(ADD_PERSON_TOKENS, person_id=person_id, day=day, tokens=tokens.total)

    async def person_tokens(self, person_id: str, *, day: date) -> int:
        return int(await self._fetch_value(PERSON_TOKENS, person_id=person_id, day=day) or 0)


ADD_CALL = insert(
    "llm_call",
    """tenant_id, id, turn_id, purpose, role, model, prompt_version, prompt_tokens, completion_tokens,
       estimated_prompt_tokens, history_tokens, full_history_tokens, cost, latency, is_cached, attempts, outcome, at,
       is_background, prompt_hash, fact_ids""",
)
KEEP_PROMPT = insert("llm_prompt_text", "tenant_id, call_id, messages, at")
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
_DAY_USAGE = RowType(ModelUsage, tokens=TOKENS, history=HISTORY_TOKENS)


class PostgresModelCalls(Store):
    """Implements `bot.ports.ModelCalls`: the app role may only append and read."""

    async def add_call(self, call: ModelCall) -> None:
        await self._execute(ADD_CALL, **_CALL.columns(call))

    async def keep_prompt(self, call: ModelCall, messages: Sequence[ModelMessage]) -> None:
        texts = [{"role": encode(each.role), "text": encode(each.text)} for each in messages]
        await self._execute(KEEP_PROMPT, call_id=call.id, messages=Jsonb(texts), at=call.at)

    async def usage_of_day(self, day: date) -> tuple[tuple[str, ModelUsage], ...]:
        """Return what each purpose has used on `day` (UTC), the one with the most tokens first."""
        first = datetime.combine(day, time(), UTC)
        rows = await self._fetch_all(OF_DAY, first=first, last=first + timedelta(days=1))
        return tuple((row["purpose"], _DAY_USAGE(row)) for row in rows)


GET_ANSWER = """
SELECT answer FROM llm_cache WHERE tenant_id = %(tenant_id)s AND key = %(key)s AND expires_at > %(at)s
"""
STORE_ANSWER = """
INSERT INTO llm_cache (tenant_id, key, answer, model, expires_at)
VALUES (%(tenant_id)s, %(key)s, %(answer)s, %(model)s, %(expires_at)s)
ON CONFLICT (tenant_id, key) DO UPDATE
   SET answer = excluded.answer, model = excluded.model, created_at = excluded.created_at,
       expires_at = excluded.expires_at
"""
# A few at a time: the request that stores an answer must not wait for a large deletion. Rows locked by others are left.
DROP_EXPIRED = """
DELETE FROM llm_cache WHERE tenant_id = %(tenant_id)s AND key IN (
    SELECT key FROM llm_cache WHERE tenant_id = %(tenant_id)s AND expires_at <= now() AND key <> %(key)s
     ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED)
"""


class PostgresModelCache(Store):
    """Implements `bot.ports.ModelCache`."""

    async def get_answer(self, key: str, *, at: datetime) -> ModelAnswer | None:
        answer = await self._fetch_value(GET_ANSWER, key=key, at=at)
        return None if answer is None else decode(ModelAnswer, answer)

    async def store_answer(self, key: str, answer: ModelAnswer, *, expires_at: datetime) -> None:
        """Store an answer in place of an older one, and delete up to a hundred that have expired."""
        await self._execute(
            STORE_ANSWER, key=key, answer=Jsonb(encode(answer)), model=answer.model, expires_at=expires_at
        )
        await self._execute(DROP_EXPIRED, key=key)
