"""Answers what a number of shares would bring: sold at the price now, or in dividends a year."""

from dataclasses import dataclass
from decimal import Decimal

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.suppositions import AskSum, SumKind
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import FigureQuery, Scope
from bot.locales import Catalogue
from bot.trading.figures.share_figures import ShareFigureEvaluator
from bot.turns.instrument_resolver import InstrumentResolver


@dataclass(frozen=True, slots=True)
class SumHandler:
    """Handler of `AskSum`."""

    portfolio: PortfolioService
    resolver: InstrumentResolver
    texts: Catalogue

    async def __call__(self, context: TurnContext, request: AskSum) -> TurnResult:
        """Return the sum, and how many shares are held. Raises: MarketDataError."""
        symbols = self.resolver.resolve(context, request.shares)
        if not symbols:
            return self.resolver.ask_which(context)
        symbol = symbols[0]
        view = await self.portfolio.market_view(context.account)
        query = FigureQuery(measures=(Measure.DIVIDEND_YIELD,), scope=Scope.NAMED, symbols=(symbol,))
        (share,) = (await ShareFigureEvaluator(view, context.today).evaluate(query, (symbol,))).shares
        price = share.snapshot.quote.price
        held = next((each.shares for each in context.positions if each.symbol == symbol), Decimal(0))
        count, rate = held if request.count is None else request.count, share.first.value or Decimal(0)
        amount = count * price * (rate if request.kind is SumKind.DIVIDENDS else 1)
        text = self.texts.render(
            context.locale,
            f"sum-{request.kind}",
            symbol=symbol,
            count=count,
            amount=amount,
            price=price,
            held=held,
            percent=rate * 100,
        )
        return TurnResult(answer=Answer(blocks=(Paragraph(text),), symbols=(symbol,)), focus=(symbol,))
