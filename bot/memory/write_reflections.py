"""Writes what is learnt of decisions whose forecast is settled, in background jobs; asks neither market nor model."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.ids import AccountId, TenantId
from bot.domain.trading.forecasts.forecast import ForecastQuery, MadeForecast
from bot.domain.trading.forecasts.reflection import reflect
from bot.ports import Stores, Transaction


@dataclass(frozen=True, slots=True)
class WriteReflections:
    """Writes a tenant's reflections. Safe to run twice and at once: the first one on a decision stays."""

    stores: Stores
    batch: int = 200

    async def __call__(self, tenant_id: TenantId) -> int:
        """Write what is missing; return how many were written. Raises: StoreUnavailableError."""
        written = 0
        while True:
            async with self.stores.transaction(tenant_id) as tx:
                settled = await tx.reflections.unreflected(limit=self.batch)
                by_account = defaultdict[AccountId, list[MadeForecast]](list)
                for each in settled:
                    by_account[each.decision.account_id].append(each)
                added = sum([await self._write(tx, account_id, made) for account_id, made in by_account.items()])
            written += added
            if len(settled) < self.batch or not added:
                return written

    async def _write(self, tx: Transaction, account_id: AccountId, settled: Sequence[MadeForecast]) -> int:
        """Write the reflections on one account's decisions; return how many."""
        known_at = max(each.forecast.as_of for each in settled)
        earlier = await tx.forecasts.find(ForecastQuery(account_id=account_id, known_at=known_at))
        keys = {each.decision.key for each in (*settled, *earlier)}
        results = await tx.actual_results.find(keys)
        reflections = [reflect(each, earlier, results) for each in settled]
        found = [each for each in reflections if each is not None]
        for each in found:
            await tx.reflections.add_reflection(each)
        return len(found)
