"""REVIEW of forecasts: how good they were (`/review score`, "what's your track record?")."""

from dataclasses import dataclass
from typing import Final

from bot.context.turn import TurnContext, TurnHandler, TurnResult
from bot.domain.trading.forecasts.forecast import ForecastQuery
from bot.presentation.account.track_record import TrackRecordPresenter
from bot.trading.performance.track_records import TrackRecordLoader

_SCORE: Final = "score"  # the command that such questions are, too


@dataclass(frozen=True, slots=True)
class TrackRecordHandler:
    """Handler of REVIEW: how good the forecasts were, or what another handler answers."""

    loader: TrackRecordLoader
    presenter: TrackRecordPresenter
    otherwise: TurnHandler

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the track record as known at the account's market time.

        Raises: StoreUnavailableError; where it is not asked for, as the other handler.
        """
        if context.understanding.command != _SCORE:
            return await self.otherwise(context)
        symbols = context.entities.symbols
        query = ForecastQuery(account_id=context.account.id, known_at=context.market_time, symbols=symbols)
        record = await self.loader.load(context.turn.tenant_id, query)
        return TurnResult(answer=self.presenter.answer(context.locale, record, symbols))
