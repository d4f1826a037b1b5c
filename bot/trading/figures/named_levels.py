"""Finds the price of a level that is named by what it is: an average, a high or low, a close, the cost."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from bot.context.portfolio import MarketView
from bot.domain.conversation.requests.suppositions import MoveKind, NamedLevel, StatedMove
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import FigureQuery, Scope
from bot.domain.trading.accounts import Position
from bot.trading.figures.share_figures import ShareFigureEvaluator, ShareFigures


@dataclass(frozen=True, slots=True)
class NamedLevels:
    """Finds levels of shares."""

    view: MarketView
    today: date
    positions: tuple[Position, ...]

    async def with_prices(self, moves: Iterable[StatedMove], symbol: str) -> tuple[StatedMove, ...]:
        """Return the moves, those to a level whose price is known as moves to that price. Raises: MarketDataError."""
        return tuple([await self._with_price(each, symbol) for each in moves])

    async def _with_price(self, move: StatedMove, symbol: str) -> StatedMove:
        price = None if move.level is None else await self._price(move.level, symbol)
        return move if price is None or price <= 0 else replace(move, kind=MoveKind.PRICE, value=price)

    async def _price(self, level: NamedLevel, symbol: str) -> Decimal | None:
        if level.measure is Measure.COST:
            return next((each.average_cost for each in self.positions if each.symbol == symbol), None)
        value = (await self.figure(level, symbol)).first.value
        return None if value is None else round(value, 2)

    async def figure(self, level: NamedLevel, symbol: str) -> ShareFigures:
        """Return the figure of a share that a level is. Raises: MarketDataError."""
        query = FigureQuery(measures=(level.measure,), scope=Scope.NAMED, symbols=(symbol,), when=level.when)
        found = await ShareFigureEvaluator(self.view, self.today).evaluate(query, (symbol,))
        return found.shares[0]
