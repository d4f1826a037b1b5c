"""Answers questions for figures: those of shares here, those of the account, a level or the exchange by others."""

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Final

from bot.context.portfolio import MarketView, PortfolioService
from bot.context.turn import RequestHandlers, TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.dialogue import ObjectKind, ShownObject, picked
from bot.domain.conversation.requests.account import ShowAccount
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.figures.formulas import FORMULAS
from bot.domain.figures.measures import OF_ACCOUNT, OF_LEVELS, Measure
from bot.domain.figures.query import FigureQuery, Manner, OnDay, OverDays, RankOrder, Scope, Since
from bot.domain.market.snapshot import NEW_YORK, market_date
from bot.domain.trading.decisions import DecisionQuery
from bot.ports import Stores
from bot.presentation.questions.figures import FigurePresenter
from bot.trading.figures.share_figures import FoundFigures, ShareFigureEvaluator
from bot.trading.market_clock import MarketClock
from bot.turns.handlers.figures.account import AccountFigureHandler
from bot.turns.handlers.figures.card import CardFigureHandler, LevelFigureHandler
from bot.turns.shares_in_scope import SharesInScope, since_then, since_when

_CENT: Final = Decimal("0.01")
_LEVELS: Final = frozenset({Measure.PRICE, Measure.OPEN, Measure.HIGH, Measure.LOW, Measure.AVERAGE})
_BEST_LOW: Final = frozenset({Measure.VOLATILITY, Measure.PE_RATIO, Measure.DRAWDOWN})
_LOOK_AHEAD: Final = timedelta(days=10)  # in which there is always a session
_RETURNS: Final = frozenset({Measure.CHANGE, Measure.TOTAL_RETURN})


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureHandler:
    """Answers `FigureQuery`."""

    stores: Stores
    portfolio: PortfolioService
    market_clock: MarketClock
    shares: SharesInScope
    presenter: FigurePresenter
    account: AccountFigureHandler
    level: LevelFigureHandler
    card: CardFigureHandler

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind."""
        return {FigureQuery: self, ShowAccount: self.account.show}

    async def __call__(self, context: TurnContext, query: FigureQuery) -> TurnResult:
        """Return the figures."""
        if query.scope is Scope.EXCHANGE:
            now, calendar = context.market_time, self.market_clock.calendar
            sessions = calendar.sessions(context.today, context.today + _LOOK_AHEAD)
            session = next(each for each in sessions if each.closes > now)
            message_id = "figure-hours-open" if calendar.is_open(now) else "figure-hours-closed"
            texts = self.presenter.texts
            text = texts.render(context.locale, message_id, opens=session.opens, closes=session.closes)
            return TurnResult.of_text(text)
        if query.measures == (Measure.CARD_COST,) and not context.pending and context.conversation.focus:
            query = replace(query, measures=(Measure.PRICE,), scope=Scope.TALKED_OF)  # "what does it cost?"
        if query.scope in {Scope.CARD, Scope.CARDS}:
            return await self.card(context, query)
        if set(query.measures) & OF_LEVELS:
            return await self.level(context, query)
        is_return = set(query.measures) <= _RETURNS and bool(query.measures)
        is_since_fill = query.when is Since.FILL or (
            query.scope is Scope.HELD and Measure.TOTAL_RETURN in query.measures
        )
        if set(query.measures) & OF_ACCOUNT or (is_return and is_since_fill):
            return await self._of_account(context, query)
        if query.scope is Scope.TALKED_OF and await self._is_of_own_card(context, query):
            return await self.card(context, replace(query, scope=Scope.CARD, measures=(Measure.CARD_COST,)))
        named = NamedShares(symbols=query.symbols)
        symbols = await self.shares.find(context, query.scope, named, count=query.among, is_own=query.is_own)
        is_known = len(symbols) >= (query.among or 1)
        return await self._of_shares(context, query, symbols) if is_known else self._nothing(context, query)

    async def _of_account(self, context: TurnContext, query: FigureQuery) -> TurnResult:
        """Return figures of the account as they are, and as the person's pending decisions would make them."""
        result = await self.account(context, query)
        lines = await self.card.if_carried_out(context, query)
        if not lines:
            return result
        blocks = (*result.answer.blocks, Paragraph("\n".join(lines)))
        return replace(result, answer=replace(result.answer, blocks=blocks))

    async def _of_shares(self, context: TurnContext, query: FigureQuery, symbols: tuple[str, ...]) -> TurnResult:
        if query.when is Since.THEN:
            if (when := since_then(context.dialogue, symbols, context.today)) is None:
                return since_when(context, self.presenter.texts)
            query = replace(query, when=when)
        view, since = await self._view(context, query), await self._since(context, query, symbols)
        end = self._end(context, query, view)
        found = await ShareFigureEvaluator(view, context.today, since, end).evaluate(query, symbols)
        notes = self.shares.resolver.unresolved_notes(context, found.faults)
        answer = self.presenter.answer(context.locale, found, notes=notes)
        return TurnResult(answer=replace(answer, shows=_shown(found)), focus=_focus(found))

    async def _is_of_own_card(self, context: TurnContext, query: FigureQuery) -> bool:
        """Return whether "how much is that" is of the person's card, shown before others were answered."""
        if query.measures != (Measure.PRICE,) or query.when is not None or not context.own_pending:
            return False
        shown = self.shares.shown_before_others(context)
        pending = {str(each.id) for each in context.own_pending}
        return shown is not None and any(o.kind is ObjectKind.CARD and o.id in pending for o in shown.objects)

    async def _view(self, context: TurnContext, query: FigureQuery) -> MarketView:
        """Return the market as of the day that is named, else as of now."""
        view = await self.portfolio.market_view(context.account)
        if not isinstance(query.when, OnDay) or query.when.day >= context.today:
            return view
        return self._as_of(context, query, view, query.when.day)

    def _end(self, context: TurnContext, query: FigureQuery, view: MarketView) -> MarketView | None:
        """Return the market as of the end of a span of figures that have none over days; None: as of now."""
        is_of_day = any(FORMULAS[each].over is None for each in query.measures)
        if not is_of_day or not isinstance(query.when, OverDays) or query.when.last >= context.today:
            return None
        return self._as_of(context, query, view, query.when.last)

    def _as_of(self, context: TurnContext, query: FigureQuery, view: MarketView, day: date) -> MarketView:
        """Return the market as of the close of a day; for news as of its end, as they often come behind the close."""
        close = self.market_clock.close_of(day, now=context.market_time)
        end = datetime.combine(day, time.max, NEW_YORK) if Measure.NEWS in query.measures else close
        return replace(view, as_of=min(max(close, end), context.market_time))

    async def _since(self, context: TurnContext, query: FigureQuery, symbols: tuple[str, ...]) -> dict[str, date]:
        if query.when is Since.FILL:
            return {each.symbol: market_date(each.opened_at) for each in context.positions}
        if query.when is not Since.DECISION:
            return {}
        found = {}
        async with self.stores.read(context.turn.tenant_id) as tx:
            for symbol in symbols:
                asked = DecisionQuery(limit=1, symbol=symbol, market=self.portfolio.market.name, include_holds=True)
                for decision in await tx.decisions.find_matching(asked):
                    found[symbol] = market_date(decision.proposal.price_as_of)
        return found

    def _nothing(self, context: TurnContext, query: FigureQuery) -> TurnResult:
        if query.scope not in {Scope.HELD, Scope.WATCHED}:
            return self.shares.resolver.ask_which(context)
        text = self.presenter.texts.render(context.locale, "figure-none-there", scope=query.scope)
        return TurnResult.of_text(text)


def _focus(found: FoundFigures) -> tuple[str, ...] | None:
    """Return the shares that "it" means from now on: those asked about, or the one that was looked for."""
    symbols = tuple(each.symbol for each in found.shares)
    if found.query.scope in {Scope.NAMED, Scope.TALKED_OF}:
        return symbols  # the one that was looked for stands first
    return symbols[:1] if found.query.manner is Manner.FIRST else None


def _shown(found: FoundFigures) -> tuple[ShownObject, ...]:
    """Return the price that the answer is, if it is one, "there" means it; or the share that was looked for."""
    query = found.query
    if query.manner in {Manner.FIRST, Manner.RANK} and len(found.shares) > 1:
        looked_for = picked([each.symbol for each in found.shares]) if query.manner is Manner.FIRST else ()
        return (*looked_for, *_ranked(found))
    if len(found.shares) != 1 or len(query.measures) != 1 or query.measures[0] not in _LEVELS:
        return ()
    (share,) = found.shares
    value = share.first.value
    is_of_days = query.measures == (Measure.PRICE,) and not isinstance(query.when, OnDay | None)
    if value is None or is_of_days or query.manner not in {Manner.VALUE, Manner.EXTREME_DAY}:
        return ()
    value = value.quantize(_CENT) if value >= 1 else value  # as it is shown
    day = share.first.day.isoformat() if share.first.day and query.when is not None else ""
    return (ShownObject(kind=ObjectKind.LEVEL, id=day, symbols=(share.symbol,), value=value),)


def _ranked(found: FoundFigures) -> tuple[ShownObject, ...]:
    """Return the shares of an order, the best first; none: it does not say which is best."""
    query, known = found.query, [each.symbol for each in found.shares if each.first.value is not None]
    is_best_first = query.order is (RankOrder.LOWEST if query.measures[0] in _BEST_LOW else RankOrder.HIGHEST)
    is_clear = is_best_first or query.measures[0] in _RETURNS
    symbols = tuple(known[: query.count] if is_best_first else known[: query.count][::-1])
    return (ShownObject(kind=ObjectKind.RANKED, id="", symbols=symbols),) if is_clear and len(symbols) > 1 else ()
