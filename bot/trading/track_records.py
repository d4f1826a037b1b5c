"""Reads how good the forecasts of an account were."""

from dataclasses import dataclass
from datetime import datetime

from bot.domain.trading.accounts import Account
from bot.domain.trading.forecasts.forecast import ForecastQuery
from bot.domain.trading.forecasts.track_record import TrackRecord, track_record
from bot.ports import Stores


@dataclass(frozen=True, slots=True)
class TrackRecordLoader:
    """Reads track records."""

    stores: Stores

    async def load(self, account: Account, symbols: tuple[str, ...], *, at: datetime) -> TrackRecord:
        """Return the track record of an account as known at a market time; without symbols, of all shares.

        Raises: StoreUnavailableError.
        """
        query = ForecastQuery(account_id=account.id, known_at=at, symbols=symbols)
        async with self.stores.read(account.tenant_id) as tx:
            made = await tx.forecasts.find(query)
            keys = [each.forecast.key for each in made]
            results, unresolved = await tx.actual_results.find(keys), await tx.actual_results.unresolved(keys)
        return track_record(made, results, unresolved, at=at)
