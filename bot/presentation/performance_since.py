"""What became of a decision: from its fill where it was carried out, to the horizon's session once that has closed."""

from dataclasses import dataclass, replace
from datetime import date

from bot.context.portfolio import MarketView, PortfolioService
from bot.domain.market.snapshot import Quote, market_date
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Action, Decision, DecisionStatus
from bot.domain.trading.performance import HORIZON_SESSIONS, ReferencePrice, assess_performance, reference_price
from bot.errors import MarketDataError
from bot.ports import Stores, TradingCalendar
from bot.presentation.cards import DecisionCards

_CARRIED_OUT = frozenset({DecisionStatus.FILLED, DecisionStatus.PARTIALLY_FILLED})


@dataclass(frozen=True, slots=True)
class PerformanceSince:
    """Words for the price since, and for whether that bears a decision out."""

    stores: Stores
    portfolio: PortfolioService
    calendar: TradingCalendar
    cards: DecisionCards

    async def __call__(self, decision: Decision, *, locale: Locale) -> tuple[str, ...]:
        """Return sentences: the fill where it differs from the proposal, the price since, the verdict.

        Of a hold there is nothing to say before a session has closed since.
        """
        texts, p = self.cards.texts, decision.proposal
        start = await self.load_reference_price(decision)
        filled = (
            ()
            if start == reference_price(p, None) or start.price == p.price
            else (self._filled(decision, start, locale),)
        )
        try:
            market_view = await self._sight(decision)
            quote = await market_view.quote(p.symbol)
            sessions = self._closed_sessions(start, quote)
            if p.action is Action.HOLD and not sessions:
                return ()
            if sessions < HORIZON_SESSIONS:
                return (*filled, self._judged(decision, start, quote, sessions, locale))
            last = self.calendar.close_after(market_date(start.as_of), HORIZON_SESSIONS)
            settling = await replace(market_view, as_of=last).quote(p.symbol)
        except MarketDataError:
            return (*filled, texts.render(locale, "since-unknown", symbol=p.symbol))
        judged = self._judged(decision, start, settling, HORIZON_SESSIONS, locale)
        return (*filled, judged, *self._later(settling, quote, locale))

    async def load_reference_price(self, decision: Decision) -> ReferencePrice:
        """Return what a decision is judged from: a version that was never carried out, from its proposal."""
        if decision.status not in _CARRIED_OUT:
            return reference_price(decision.proposal, None)
        async with self.stores.transaction(decision.tenant_id) as tx:
            return reference_price(decision.proposal, await tx.accounts.report_for(decision.id))

    async def _sight(self, decision: Decision) -> MarketView:
        async with self.stores.transaction(decision.tenant_id) as tx:
            account, _ = await self.portfolio.holdings(tx)
        return await self.portfolio.market_view(account)

    def _closed_sessions(self, start: ReferencePrice, quote: Quote) -> int:
        first, last = market_date(start.as_of), self._last_closed(quote)
        return self.calendar.sessions_between(first, last) if first < last else 0

    def _last_closed(self, quote: Quote) -> date:
        return market_date(self.calendar.last_close(quote.as_of))

    def _filled(self, decision: Decision, start: ReferencePrice, locale: Locale) -> str:
        p = decision.proposal
        return self.cards.texts.render(
            locale,
            "proposed-and-bought" if p.action is Action.INCREASE else "proposed-and-sold",
            proposed=p.price,
            filled=start.price,
            when=self.cards.price_time(locale, start.as_of, p.price_source),
        )

    def _judged(self, decision: Decision, start: ReferencePrice, quote: Quote, sessions: int, locale: Locale) -> str:
        outcome = assess_performance(decision.proposal, price_now=quote.price, sessions=sessions, reference=start)
        settled = "yes" if outcome.is_settled else "no"
        texts = self.cards.texts
        return texts.render(
            locale,
            "since",
            was=start.price,
            now=quote.price,
            sign="−" if outcome.change_percent < 0 else "+",
            percent=abs(outcome.change_percent),
            when=self.cards.price_time(locale, quote.as_of, quote.source),
            verdict=texts.render_code(locale, "verdict", outcome.assessment, sessions=sessions, settled=settled),
        )

    def _later(self, settling: Quote, now: Quote, locale: Locale) -> tuple[str, ...]:
        """The price of today, where it is a later one: it is said, and judges nothing."""
        if now.as_of <= settling.as_of:
            return ()
        when = self.cards.price_time(locale, now.as_of, now.source)
        return (self.cards.texts.render(locale, "price-later", price=now.price, when=when),)
