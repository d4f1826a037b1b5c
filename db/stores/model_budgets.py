from datetime import date
from decimal import Decimal

from bot.domain.models import ModelAllowance, ModelUse, Tokens
from db.stores.base import Store

# Compare-and-set: the row is locked before the condition is looked at, so that of many at once none goes beyond.
RESERVE = """
INSERT INTO llm_day AS today (tenant_id, day, prompt_tokens, completion_tokens, cost)
SELECT %(tenant_id)s, %(day)s, %(prompt)s, %(completion)s, %(cost)s
 WHERE %(prompt)s::bigint <= %(most_prompt)s AND %(completion)s::bigint <= %(most_completion)s
   AND (%(most_cost)s::numeric IS NULL OR %(cost)s::numeric <= %(most_cost)s)
ON CONFLICT (tenant_id, day) DO UPDATE
   SET prompt_tokens = today.prompt_tokens + excluded.prompt_tokens,
       completion_tokens = today.completion_tokens + excluded.completion_tokens,
       cost = today.cost + excluded.cost
 WHERE today.prompt_tokens + excluded.prompt_tokens <= %(most_prompt)s
   AND today.completion_tokens + excluded.completion_tokens <= %(most_completion)s
   AND (%(most_cost)s::numeric IS NULL OR today.cost + excluded.cost <= %(most_cost)s)
RETURNING day
"""
SETTLE = """
UPDATE llm_day
   SET prompt_tokens = greatest(prompt_tokens + %(prompt)s, 0),
       completion_tokens = greatest(completion_tokens + %(completion)s, 0),
       cost = greatest(cost + %(cost)s, 0)
 WHERE tenant_id = %(tenant_id)s AND day = %(day)s
"""
SPENT = """
SELECT prompt_tokens, completion_tokens, cost FROM llm_day WHERE tenant_id = %(tenant_id)s AND day = %(day)s
"""


class PostgresModelBudgets(Store):
    """What was used of models on a day, with what is set aside for requests under way."""

    async def reserve(self, tokens: Tokens, cost: Decimal, *, day: date, within: ModelAllowance) -> bool:
        """Set aside what a request may need, if that leaves the day within its allowance; return whether it did."""
        row = await self._row(
            RESERVE,
            day=day,
            prompt=tokens.prompt,
            completion=tokens.completion,
            cost=cost,
            most_prompt=within.prompt_tokens,
            most_completion=within.completion_tokens,
            most_cost=within.cost,
        )
        return row is not None

    async def settle(self, reserved: tuple[Tokens, Decimal], used: tuple[Tokens, Decimal], *, day: date) -> None:
        """Put what was used in place of what was set aside; nothing happens on a day without a reservation."""
        (before, before_cost), (after, after_cost) = reserved, used
        await self._do(
            SETTLE,
            day=day,
            prompt=after.prompt - before.prompt,
            completion=after.completion - before.completion,
            cost=after_cost - before_cost,
        )

    async def spent(self, *, day: date) -> ModelUse:
        """Return tokens and cost of a day, what is set aside included."""
        row = await self._row(SPENT, day=day)
        if row is None:
            return ModelUse()
        return ModelUse(tokens=Tokens(row["prompt_tokens"], row["completion_tokens"]), cost=row["cost"])
