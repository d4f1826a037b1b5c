"""The price since a decision: from its fill, or its proposal, to the close that settles it, and the verdict.

It reads the account and the order's report itself, as `Explain` does.
"""

from dataclasses import dataclass, replace

from bot.context.portfolio import MarketView, PortfolioService
from bot.domain.market.snapshot import Quote, market_date
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Action, Decision, DecisionStatus, Proposal
from bot.domain.trading.performance import HORIZON_SESSIONS, ReferencePrice, assess_performance, reference_price
from bot.errors import MarketDataError
from bot.ports import Stores, TradingCalendar
from bot.presentation.cards import DecisionCards

_CARRIED_OUT = frozenset({DecisionStatus.FILLED, DecisionStatus.PARTIALLY_FILLED})


@dataclass(frozen=True, slots=True)
class PerformanceSince:
    """Renders the price since a decision, and whether it confirms the decision."""

    stores: Stores
    portfolio: PortfolioService
    calendar: TradingCalendar
    cards: DecisionCards

    async def __call__(self, decision: Decision, *, locale: Locale) -> tuple[str, ...]:
        """Return sentences: the fill where it differs from the proposal, the price since, the verdict.

        Empty for a hold until a session has closed since.
        """
        p = decision.proposal
        reference = await self.load_reference_price(decision)
        fill = self._fill_sentence(p, reference, locale)
        try:
            market_view = await self._market_view(decision)
            quote = await market_view.quote(p.symbol)
            sessions = self._closed_sessions(reference, quote)
            if p.action is Action.HOLD and not sessions:
                return ()
            if sessions < HORIZON_SESSIONS:
                return (*fill, self._verdict_sentence(p, reference, quote, sessions, locale))
            settling_close = self.calendar.close_after(market_date(reference.as_of), HORIZON_SESSIONS)
            settling_quote = await replace(market_view, as_of=settling_close).quote(p.symbol)
        except MarketDataError:
            return (*fill, self.cards.texts.render(locale, "since-unknown", symbol=p.symbol))
        verdict = self._verdict_sentence(p, reference, settling_quote, HORIZON_SESSIONS, locale)
        return (*fill, verdict, *self._later_price(settling_quote, quote, locale))

    async def load_reference_price(self, decision: Decision) -> ReferencePrice:
        """Return the price a decision is measured from: that of its fill, or of its proposal if there was no fill."""
        if decision.status not in _CARRIED_OUT:
            return reference_price(decision.proposal, None)
        async with self.stores.transaction(decision.tenant_id) as tx:
            return reference_price(decision.proposal, await tx.accounts.report_for(decision.id))

    async def _market_view(self, decision: Decision) -> MarketView:
        async with self.stores.transaction(decision.tenant_id) as tx:
            account, _ = await self.portfolio.holdings(tx)
        return await self.portfolio.market_view(account)

    def _closed_sessions(self, reference: ReferencePrice, quote: Quote) -> int:
        first, last = market_date(reference.as_of), market_date(self.calendar.last_close(quote.as_of))
        return self.calendar.sessions_between(first, last) if first < last else 0

    def _fill_sentence(self, p: Proposal, reference: ReferencePrice, locale: Locale) -> tuple[str, ...]:
        """Return a sentence on the fill's price, where it differs from the proposed one."""
        if reference.price == p.price:
            return ()
        sentence = self.cards.texts.render(
            locale,
            "proposed-and-bought" if p.action is Action.INCREASE else "proposed-and-sold",
            proposed=p.price,
            filled=reference.price,
            when=self.cards.price_time(locale, reference.as_of, p.price_source),
        )
        return (sentence,)

    def _verdict_sentence(
        self, p: Proposal, reference: ReferencePrice, quote: Quote, sessions: int, locale: Locale
    ) -> str:
        performance = assess_performance(p, price_now=quote.price, sessions=sessions, reference=reference)
        settled = "yes" if performance.is_settled else "no"
        texts = self.cards.texts
        return texts.render(
            locale,
            "since",
            was=reference.price,
            now=quote.price,
            sign="−" if performance.change_percent < 0 else "+",
            percent=abs(performance.change_percent),
            when=self.cards.price_time(locale, quote.as_of, quote.source),
            verdict=texts.render_code(locale, "verdict", performance.assessment, sessions=sessions, settled=settled),
        )

    def _later_price(self, settling: Quote, now: Quote, locale: Locale) -> tuple[str, ...]:
        """Return the latest price if it is later than the settling one; it does not affect the verdict."""
        if now.as_of <= settling.as_of:
            return ()
        when = self.cards.price_time(locale, now.as_of, now.source)
        return (self.cards.texts.render(locale, "price-later", price=now.price, when=when),)
