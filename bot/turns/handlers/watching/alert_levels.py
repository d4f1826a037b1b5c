"""Finds the price of a level that an alert is asked for by its name: an average, a high or low, the cost, the stop."""

from dataclasses import dataclass
from decimal import Decimal

from bot.context.turn import TurnContext
from bot.domain.conversation.blocks import Block
from bot.domain.conversation.requests.suppositions import NamedLevel
from bot.domain.figures.measures import Measure
from bot.domain.market.features import compute_features
from bot.domain.watching.alert_requests import AlertCondition, Direction
from bot.presentation.questions.figure_values import FigureValues
from bot.presentation.watching.alerts import AlertPresenter
from bot.trading.account.stake import StakeLoader
from bot.trading.figures.named_levels import NamedLevels


@dataclass(frozen=True, slots=True)
class AlertLevels:
    """Finds such levels, and says what they are."""

    stakes: StakeLoader
    presenter: AlertPresenter

    async def condition(
        self, context: TurnContext, level: NamedLevel, direction: Direction, symbol: str
    ) -> tuple[tuple[AlertCondition, ...], tuple[Block, ...]]:
        """Return the condition at the price that a level has now, and what that is; no condition: there is no such.

        Raises: MarketDataError, StoreUnavailableError.
        """
        is_of_account = level.measure in {Measure.COST, Measure.STOP}
        find = self._of_account if is_of_account else self._of_share
        price, figure = await find(context, level, symbol)
        if price is None or price <= 0:
            message_id = "alert-no-cost" if level.measure is Measure.COST else "alert-no-level"
            return (), self.presenter.paragraph(context.locale, message_id, symbol=symbol, level=level.words)
        how = self.presenter.paragraph(context.locale, "alert-level", symbol=symbol, figure=figure)
        return (AlertCondition(direction, price),), how

    async def _of_account(self, context: TurnContext, level: NamedLevel, symbol: str) -> tuple[Decimal | None, str]:
        if level.measure is Measure.COST:
            price = next((each.average_cost for each in context.positions if each.symbol == symbol), None)
        else:
            pending = next((each for each in context.own_pending if each.proposal.symbol == symbol), None)
            who = context.turn.tenant_id, context.account, context.positions
            price = (await self.stakes.load(*who, symbol, pending)).stop
        values = FigureValues(self.presenter.texts)
        price = None if price is None else round(price, 2)
        shown = "" if price is None else self.presenter.usd(context.locale, price)
        return price, f"{values.name(context.locale, level.measure)} {shown}"

    async def _of_share(self, context: TurnContext, level: NamedLevel, symbol: str) -> tuple[Decimal | None, str]:
        view = await self.stakes.portfolio.market_view(context.account)
        share = await NamedLevels(view, context.today, context.positions).figure(level, symbol)
        features, values = compute_features(share.snapshot), FigureValues(self.presenter.texts)
        figure = values.shown(context.locale, level.measure, share.first, features, level.when)
        return None if share.first.value is None else round(share.first.value, 2), figure
