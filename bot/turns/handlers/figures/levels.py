"""Answers questions for levels that were set: the stop of what is held or pending, and alerts, with the way to them."""

from dataclasses import dataclass

from bot.calendar.alert_book import AlertBook
from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.conversation.replies import Answer, stops_shown
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import FigureQuery, Scope
from bot.engines.rules.what_if import what_if
from bot.presentation.questions.what_if import WhatIfReport
from bot.presentation.watching.alerts import AlertPresenter
from bot.trading.account.stake import StakeLoader
from bot.turns.shares_in_scope import SharesInScope

_MAX_SHARES = 6  # that one answer is about


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelFigureHandler:
    """Answers with a line for each level."""

    portfolio: PortfolioService
    shares: SharesInScope
    stakes: StakeLoader
    report: WhatIfReport
    book: AlertBook
    alerts: AlertPresenter

    async def __call__(self, context: TurnContext, query: FigureQuery) -> TurnResult:
        """Return the levels. Raises: MarketDataError, StoreUnavailableError."""
        named = NamedShares(symbols=query.symbols)
        is_of_all = query.scope is Scope.ACCOUNT
        symbols = () if is_of_all else await self.shares.find(context, query.scope, named, count=1)
        if Measure.ALERT in query.measures:
            locale = context.locale
            waiting = tuple(each for each in await self.book.in_channel(context) if each.is_open)
            meant = tuple(each for each in waiting if each.symbol in symbols) if symbols else waiting
            meant = meant or (() if query.scope is Scope.NAMED else waiting)
            if meant:
                now, priced = context.market_time, await self.book.priced(context.account, meant)
                lines = [self.alerts.line(locale, each.alert, each.bounds, each.quote, now=now) for each in priced]
                blocks: tuple[Block, ...] = (Paragraph("\n".join(lines)),)
            elif waiting:
                blocks = self.alerts.none_on(locale, symbols, others=len(waiting))
            else:
                blocks = self.alerts.listed(locale, (), now=context.market_time)
            answer = Answer(blocks=blocks, symbols=symbols, shows=tuple(each.as_shown() for each in meant))
            focus = tuple(dict.fromkeys(each.symbol for each in meant))
            return TurnResult(answer=answer, focus=focus or None)
        return await self._stops(context, symbols)

    async def _stops(self, context: TurnContext, symbols: tuple[str, ...]) -> TurnResult:
        """Return the stop of each share; of none that is named, of all that are held or pending."""
        pending = {each.proposal.symbol: each for each in context.pending}
        held = (each.symbol for each in context.positions)
        symbols = (symbols or tuple(dict.fromkeys((*held, *pending))))[:_MAX_SHARES]
        if not symbols:
            return self.shares.resolver.ask_which(context)
        lines = [await self._stop(context, each) for each in symbols]
        notes = self.shares.resolver.unresolved_notes(context)
        shown = stops_shown(each for each in context.own_pending if each.proposal.symbol in symbols)
        answer = Answer(blocks=(Paragraph("\n".join((*lines, *notes))),), symbols=symbols, shows=shown)
        return TurnResult(answer=answer, focus=symbols)

    async def _stop(self, context: TurnContext, symbol: str) -> str:
        pending = next((each for each in reversed(context.pending) if each.proposal.symbol == symbol), None)
        stake = await self.stakes.load(context.turn.tenant_id, context.account, context.positions, symbol, pending)
        snapshot = await (await self.portfolio.market_view(context.account)).snapshot(symbol)
        case = what_if(snapshot, shares=stake.shares, stop=stake.stop)
        return self.report.stop_line(context.locale, case, stake)
