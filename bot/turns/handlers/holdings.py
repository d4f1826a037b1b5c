"""Sales of the holdings that have gained or lost, views on stated holdings, and what moves of all would bring."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from bot.context.turn import RequestHandlers, TurnContext, TurnResult
from bot.domain.accounting.books import SymbolBook
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.account import HoldingResult, SellHoldings, ViewStatedHolding
from bot.domain.conversation.requests.analysis import Analyze
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.suppositions import MoveKind, StatedMove, Suppose
from bot.domain.conversation.requests.trades import Advise, Order, TradeTerms
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import Size, SizeUnit
from bot.engines.rules.proposal import RULES
from bot.engines.rules.stated_moves import MAX_FACTOR
from bot.presentation.account.funds import HoldingsPresenter
from bot.presentation.questions.stated_moves import HeldMoves, HoldingsMoveReport
from bot.trading.account.account_report import AccountReportLoader
from bot.trading.account.stakes import StakeLoader
from bot.turns.handlers.analyze import AnalyzeHandler
from bot.turns.handlers.decide import DecideHandler
from bot.turns.instrument_resolver import InstrumentResolver


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldingsHandlers:
    """Handlers of requests about holdings. Each raises MarketDataError, StoreUnavailableError."""

    reports: AccountReportLoader
    resolver: InstrumentResolver
    presenter: HoldingsPresenter
    analyze: AnalyzeHandler
    decide: DecideHandler

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind."""
        return {SellHoldings: self._sell, ViewStatedHolding: self._view}

    async def _sell(self, context: TurnContext, request: SellHoldings) -> TurnResult:
        is_any = request.is_question and request.fraction == 1
        size = None if is_any else Size(request.fraction, SizeUnit.POSITION)
        report = (await self.reports.load(context.account, with_benchmark=False)).report
        meant = _with_result(report.held, request.result, request.at_least)
        said = Paragraph(self.presenter.meant(context.locale, request, meant, unknown=_without_price(report.held)))
        if not meant:
            return TurnResult(answer=Answer(blocks=(said,)), state=context.state)
        shares = NamedShares(symbols=tuple(each.symbol for each in meant))
        terms = TradeTerms(shares=shares, side=Side.SELL, size=size)
        order = Advise(terms) if request.is_question else Order(terms=terms)
        result = await self.decide(context.with_request(order), order)
        return replace(result, answer=replace(result.answer, blocks=(said, *result.answer.blocks)))

    async def _view(self, context: TurnContext, request: ViewStatedHolding) -> TurnResult:
        """Return what a holding would have brought and, if it was asked, the view on its share.

        What is held here, and in that number, is decided on.
        """
        held = next((each.shares for each in context.positions if each.symbol == request.symbol), Decimal(0))
        shares = NamedShares(symbols=(request.symbol,))
        if request.is_question and held == request.shares:
            advise = Advise(TradeTerms(shares=shares, side=Side.SELL))
            return await self.decide(context.with_request(advise), advise)
        self.resolver.resolve(context, shares)  # raises if there is no data
        quote = await (await self.reports.portfolio.market_view(context.account)).quote(request.symbol)
        said = Paragraph(self.presenter.stated(context.locale, request, quote, held=held))
        if not request.is_question:
            answer = Answer(blocks=(said,), symbols=shares.symbols)
            return TurnResult(answer=answer, state=context.state, focus=shares.symbols)
        result = await self.analyze(context, Analyze(shares=shares))
        return replace(result, answer=replace(result.answer, blocks=(said, *result.answer.blocks)))


def _with_result(held: Sequence[SymbolBook], wanted: HoldingResult, at_least: Decimal) -> tuple[SymbolBook, ...]:
    """Return the holdings that have gained, or lost, more than `at_least` percent of their cost; 0: anything."""
    sign = 1 if wanted is HoldingResult.GAIN else -1
    known = [(each, sign * each.unrealised) for each in held if each.unrealised is not None]
    return tuple(each for each, gain in known if gain > 0 and gain * 100 >= at_least * each.shares * each.average_cost)


def _without_price(held: Sequence[SymbolBook]) -> tuple[str, ...]:
    return tuple(each.symbol for each in held if each.unrealised is None)


_MOST = 100  # percent that a price can fall


async def move_of_holdings(
    stakes: StakeLoader, report: HoldingsMoveReport, context: TurnContext, request: Suppose
) -> TurnResult:
    """Return the loss or gain of the account by a move of all positions."""
    locale, cash, moves = context.locale, context.account.cash, tuple(filter(_is_countable, request.moves))
    if not moves:
        return TurnResult(answer=Answer(blocks=report.paragraph(locale, "what-if-all-needs-percent"), engine=RULES))
    held, last_known = await stakes.load_held(context.turn.tenant_id, context.account, context.positions)
    moved = HeldMoves(moves, held, last_known, cash, request.scope)
    blocks = report.blocks(locale, moved) if held else report.paragraph(locale, "what-if-all-nothing", cash=cash)
    return TurnResult(answer=Answer(blocks=blocks, engine=RULES))


def _is_countable(move: StatedMove) -> bool:
    """Return whether a move can be counted on shares of different prices."""
    if move.kind is MoveKind.STOP:
        return True
    if move.kind is not MoveKind.PERCENT or move.value is None:
        return False
    return move.value <= (_MOST if move.direction < 0 else MAX_FACTOR * _MOST)
