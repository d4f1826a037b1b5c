"""Answers questions for figures of pending decisions, and for levels that were set: stops and alerts."""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.calendar.alert_book import AlertBook
from bot.context.portfolio import AccountView, PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.committee.risk import find_worst_day
from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.conversation.replies import Answer, stops_shown
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import FigureQuery, Scope, Since
from bot.domain.figures.supposed import CardFigures, together
from bot.domain.market.snapshot import market_date
from bot.domain.trading.decisions import Decision, Proposal, reprice
from bot.domain.trading.execution.orders import Side
from bot.engines.rules.what_if import what_if
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.decisions.decision_details import DecisionDetails
from bot.presentation.questions.what_if import WhatIfReport
from bot.presentation.watching.alerts import AlertPresenter
from bot.trading.account.stakes import StakeLoader
from bot.turns.shares_in_scope import SharesInScope

_IF_CARRIED_OUT: Final = {
    Measure.CASH: Measure.CASH_AFTER,
    Measure.WEIGHT: Measure.WEIGHT_AFTER,
    Measure.COST: Measure.CARD_COST,
    Measure.SHARES_HELD: Measure.CARD_SHARES,
}
_SUMMED: Final = frozenset({Measure.CARD_COST, Measure.CASH_AFTER, Measure.LOSS_AT_STOP})


@dataclass(frozen=True, slots=True)
class CardFigureHandler:
    """Answers about the pending decisions that are meant; of several, about each and all together."""

    portfolio: PortfolioService
    cards: DecisionCards
    commission: Decimal

    async def __call__(self, context: TurnContext, query: FigureQuery) -> TurnResult:
        """Return a line for each figure."""
        decisions = _decisions(context, query)
        if not decisions:
            return self._none(context, query)
        cards = await self._figures(context, decisions)
        lines = [line for measure in query.measures for line in self._lines(context, measure, cards, says_now=True)]
        if Measure.LOSS_AT_STOP in query.measures:
            lines += [line for each in cards async for line in self._worst_day(context, each)]
        symbols = tuple(dict.fromkeys(each.proposal.symbol for each in decisions))
        return TurnResult(
            answer=Answer(blocks=(Paragraph("\n".join(lines)),), symbols=symbols),
            state=context.state,
            focus=symbols,
            offered=tuple(
                each.key for each in decisions if context.keeps_offer and each in _offered(context)
            ),  # an "ok" still means it
            is_offer_doubted=context.conversation.is_offer_doubted,
        )

    async def _worst_day(self, context: TurnContext, card: CardFigures) -> AsyncIterator[str]:
        """Yield what a day like the worst of the last year would lose of the position after the trade."""
        view, p = await self.portfolio.market_view(context.account), card.proposal
        worst = find_worst_day((await view.snapshot(p.symbol)).bars)
        if worst is not None and (shares := p.target_cash_amount / p.price):
            yield DecisionDetails(self.cards).worst_day(context.locale, worst, (p.symbol, shares, p.price))

    async def if_carried_out(self, context: TurnContext, query: FigureQuery) -> tuple[str, ...]:
        """Return what the person's pending decisions would make of the figures of the account that are asked for."""
        measures = [_IF_CARRIED_OUT[each] for each in query.measures if each in _IF_CARRIED_OUT]
        if not measures or not context.own_pending or query.when not in {None, Since.FILL}:
            return ()
        cards, lines = await self._figures(context, context.own_pending), list[str]()
        for measure in measures:
            is_of_all = measure is Measure.CASH_AFTER
            meant = [each for each in cards if is_of_all or each.proposal.symbol in query.symbols]
            lines += self._lines(context, measure, meant, says_now=False) if meant else ()
        return tuple(lines)

    async def _figures(self, context: TurnContext, decisions: Sequence[Decision]) -> Sequence[CardFigures]:
        view = await self.portfolio.account_view(context.account, context.positions)
        proposals = [await self._at_present(context, view, each.proposal) for each in decisions]
        return [CardFigures(each, view.portfolio, self.commission) for each in proposals]

    async def _at_present(self, context: TurnContext, view: AccountView, proposal: Proposal) -> Proposal:
        """Return a proposal at the price at which it is carried out, if its own is of an earlier day."""
        if proposal.side is None or market_date(proposal.price_as_of) == context.today:
            return proposal
        quote, position = await view.quote(proposal.symbol), view.portfolio.position(proposal.symbol)
        held = position.shares if position is not None else Decimal(0)
        return reprice(proposal, price=quote.price, as_of=quote.as_of, held=held)

    def _none(self, context: TurnContext, query: FigureQuery) -> TurnResult:
        symbols = self.cards.texts.list_of(context.locale, query.symbols) or "no"
        text = self.cards.texts.render(context.locale, "figure-card-none", symbols=symbols)
        return TurnResult.of_text(text)

    def _lines(
        self, context: TurnContext, measure: Measure, cards: Sequence[CardFigures], *, says_now: bool
    ) -> Iterator[str]:
        texts, locale, is_one = self.cards.texts, context.locale, len(cards) == 1
        for each in cards if is_one or measure is not Measure.CASH_AFTER else ():
            phrase = self.cards.action_phrase(locale, each.proposal)
            line = self._line(
                context, phrase[:1].upper() + phrase[1:], measure, each.value(measure), each.proposal.side
            )
            yield self._beside_now(context, line, measure, each) if says_now else line
        if not is_one and measure in _SUMMED:
            what = texts.render(locale, "figure-cards", count=len(cards))
            line = self._line(context, what, measure, together(measure, cards), None)
            yield self._beside_now(context, line, measure, cards[0]) if says_now else line

    def _line(self, context: TurnContext, what: str, measure: Measure, value: Decimal | None, side: Side | None) -> str:
        texts, locale = self.cards.texts, context.locale
        if value is None:
            return texts.render(locale, "figure-card-no-stop", what=what)
        shown = self._shown(context, measure, value)
        return texts.render(locale, "figure-card", measure=measure, what=what, value=shown, side=side or "buy")

    def _beside_now(self, context: TurnContext, line: str, measure: Measure, card: CardFigures) -> str:
        """Return a line with what the figure is before the trade, if it is one of the account."""
        if (now := card.value_now(measure)) is None:
            return line
        value = self._shown(context, measure, now)
        return self.cards.texts.render(context.locale, "figure-card-now", line=line, value=value)

    def _shown(self, context: TurnContext, measure: Measure, value: Decimal) -> str:
        texts, locale = self.cards.texts, context.locale
        match measure:
            case Measure.WEIGHT_AFTER:
                return texts.render(locale, "figure-percent-short", sign="", value=value * 100)
            case Measure.CARD_SHARES:
                return texts.render(locale, "figure-card-shares", shares=value)
        return texts.render(locale, "usd", amount=value)


def _offered(context: TurnContext) -> tuple[Decision, ...]:
    return tuple(each for each in context.own_pending if each.key in context.conversation.offered)


def _decisions(context: TurnContext, query: FigureQuery) -> tuple[Decision, ...]:
    """Return those on the shares that are named; else all that are meant, or the one that is offered.

    Else all of the person's own, else the latest of all.
    """
    if query.symbols:
        named = [each for each in context.pending if each.proposal.symbol in query.symbols]
        return tuple(each for each in named if each in context.own_pending) or tuple(named)
    offered = () if query.scope is Scope.CARDS else _offered(context)
    return offered if len(offered) == 1 else context.own_pending or context.pending[-1:]


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
        """Return the levels."""
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
