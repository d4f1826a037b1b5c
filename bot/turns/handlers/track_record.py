"""How good the forecasts were (`/review score`, "what's your track record?")."""

from dataclasses import dataclass

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.requests.explanation import ShowTrackRecord
from bot.domain.trading.forecasts.forecast import ForecastQuery
from bot.presentation.account.track_record import TrackRecordPresenter
from bot.trading.performance.track_records import TrackRecordLoader


@dataclass(frozen=True, slots=True)
class TrackRecordHandler:
    """Handler of questions for the track record."""

    loader: TrackRecordLoader
    presenter: TrackRecordPresenter

    async def __call__(self, context: TurnContext, request: ShowTrackRecord) -> TurnResult:
        """Return the track record as known at the account's market time. Raises: StoreUnavailableError."""
        symbols = request.shares.symbols
        query = ForecastQuery(account_id=context.account.id, known_at=context.market_time, symbols=symbols)
        record = await self.loader.load(context.turn.tenant_id, query)
        return TurnResult(answer=self.presenter.answer(context.locale, record, symbols))
