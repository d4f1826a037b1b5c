"""Reads how good the forecasts of an account were."""

from dataclasses import dataclass, replace

from bot.domain.ids import TenantId
from bot.domain.trading.due_results import PATIENCE
from bot.domain.trading.forecasts.forecast import ForecastQuery
from bot.domain.trading.forecasts.track_record import TrackRecord, track_record
from bot.ports import Stores


@dataclass(frozen=True, slots=True)
class TrackRecordLoader:
    """Reads track records."""

    stores: Stores

    async def load(self, tenant_id: TenantId, query: ForecastQuery) -> TrackRecord:
        """Return the track record of the forecasts that match, as known at the query's market time."""
        async with self.stores.read(tenant_id) as tx:
            found = await tx.forecasts.find(replace(query, limit=query.limit + 1))
            made = found[: query.limit]
            keys = [each.forecast.key for each in made]
            results = await tx.actual_results.find(keys)
            # What is given up later is waited for still, as seen from there.
            unresolved = await tx.actual_results.unresolved(keys, until=query.known_at - PATIENCE)
        record = track_record(made, results, unresolved, at=query.known_at)
        return replace(record, is_cut=len(found) > len(made))
