"""The answer to a review: past decisions, their reasons, and the price change since."""

from dataclasses import dataclass

from bot.domain.conversation.blocks import Block, Bullets, Paragraph
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import DecisionQuery
from bot.presentation.cards import DecisionCards
from bot.presentation.performance import PerformancePresenter
from bot.trading.decision_performance import DecisionPerformance

_REASONS = 2  # per decision, those with the most weight


@dataclass(frozen=True, slots=True)
class ReviewReport:
    """Turns decisions into blocks."""

    cards: DecisionCards
    performance: PerformancePresenter
    days: int  # looked back where no dates were named

    def blocks(
        self,
        locale: Locale,
        decisions: tuple[DecisionPerformance, ...],
        *,
        query: DecisionQuery,
        symbols: tuple[str, ...],
    ) -> tuple[Block, ...]:
        """Return the decisions in their order, or that there are none.

        Args:
            locale: Language and time zone of the reader.
            decisions: Those that match the query, with the price since.
            query: The query for decisions.
            symbols: Those that were named; empty: all.
        """
        if not decisions:
            return (Paragraph(self._nothing(locale, query, symbols)),)
        span = self._span(locale, query)
        opening = self.cards.texts.render(locale, "review-opening", count=len(decisions), span=span)
        return Paragraph(opening), *(self._decision(locale, each) for each in decisions)

    def _nothing(self, locale: Locale, query: DecisionQuery, symbols: tuple[str, ...]) -> str:
        texts, span = self.cards.texts, self._span(locale, query)
        if not symbols:
            return texts.render(locale, "review-nothing", span=span)
        return texts.render(locale, "review-nothing-on", span=span, symbol=texts.list_of(locale, symbols))

    def _span(self, locale: Locale, query: DecisionQuery) -> str:
        texts = self.cards.texts
        if query.market_from is None or query.market_to is None:
            return texts.render(locale, "span-days", days=self.days)
        if query.market_from == query.market_to:
            return texts.render(locale, "span-day", day=query.market_from.isoformat())
        first, last = query.market_from.isoformat(), query.market_to.isoformat()
        return texts.render(locale, "span-dates", first=first, last=last)

    def _decision(self, locale: Locale, performance: DecisionPerformance) -> Bullets:
        texts, p = self.cards.texts, performance.decision.proposal
        heading = texts.render(
            locale,
            "review-heading",
            date=market_date(performance.reference.as_of).isoformat(),
            what=self.cards.action_phrase(locale, p),
            status=texts.render_code(locale, "status-word", performance.decision.status),
        )
        reasons = self.cards.arguments.sentences(locale, [r for r in p.reasons if r.weight][:_REASONS])
        why = (texts.render(locale, "review-reason", reason=reason) for reason in reasons)
        return Bullets(heading, (*self.performance.sentences(locale, performance), *why))
