"""Words what came of a decision: the fill, the price since with the verdict, and results after each horizon."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.text.locale import Locale
from bot.domain.trading.actual_result import HORIZONS, ActualResult, HorizonOutcome
from bot.domain.trading.decisions import Action
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.presenter import Presenter, signed
from bot.trading.performance.decision_performance import DecisionPerformance, PriceSince

_TENTH: Final = Decimal("0.1")


@dataclass(frozen=True, slots=True)
class ResultsPresenter(Presenter):
    """Renders actual results."""

    def line(self, locale: Locale, outcomes: Sequence[HorizonOutcome]) -> str:
        """Return "1 d +0.4 % (market +0.1 %) · 5 d not yet · …"; empty while there is nothing to tell."""
        if not any(each.result is not None or each.is_unresolved for each in outcomes):
            return ""
        return " · ".join(self._outcome(locale, each) for each in outcomes)

    def line_of(self, locale: Locale, results: Sequence[ActualResult]) -> str:
        """Return the line of known results, and which are still open; empty: there are none."""
        known = {each.sessions: each for each in results}
        return self.line(locale, [HorizonOutcome(sessions=each, result=known.get(each)) for each in HORIZONS])

    def market_notes(self, locale: Locale, results: Iterable[ActualResult]) -> tuple[str, ...]:
        """Return what "market" means in some results: a sentence, and one where a share was not listed yet."""
        compared = [each for each in results if each.comparison is not None]
        if not compared:
            return ()
        symbols = tuple(dict.fromkeys(symbol for each in compared for symbol in (*each.benchmark, *each.left_out)))
        left_out = tuple(dict.fromkeys(symbol for each in compared for symbol in each.left_out))
        listed = self.texts.list_of(locale, symbols)
        note = self.say(locale, "result-market", symbols=listed, count=len(symbols))
        if not left_out:
            return (note,)
        without = self.texts.list_of(locale, left_out)
        return note, self.say(locale, "result-market-without", symbols=without)

    def _outcome(self, locale: Locale, outcome: HorizonOutcome) -> str:
        result, sessions = outcome.result, outcome.sessions
        if result is None:
            return self.say(locale, "result-unresolved" if outcome.is_unresolved else "result-open", sessions=sessions)
        facts = {"sessions": sessions, "change": self._percent(locale, result.change_percent)}
        compared = result.comparison
        if compared is None:
            return self.say(locale, "result-after", **facts)
        facts["market"] = self._percent(locale, compared.benchmark_percent)
        if not compared.is_over_other_span(result.change_percent):
            return self.say(locale, "result-beside-market", **facts)
        between_closes = self._percent(locale, compared.share_percent)
        return self.say(locale, "result-of-two-spans", **facts, between=between_closes)

    def _percent(self, locale: Locale, percent: Decimal) -> str:
        change = percent.quantize(_TENTH) + 0  # no negative zero
        return self.say(locale, "result-percent", **signed(change, "percent"))


@dataclass(frozen=True, slots=True)
class PerformancePresenter(CardPresenter):
    """Renders the price since a decision, and whether it confirms the decision."""

    def sentences(self, locale: Locale, performance: DecisionPerformance) -> tuple[str, ...]:
        """Return sentences: the fill where it differs from the proposal, the price since, the verdict, the results."""
        p, since = performance.decision.proposal, performance.since
        if since is None:
            unknown = self.say(locale, "since-unknown", symbol=p.symbol)
            return (*self._fill_sentence(locale, performance), unknown, *self._results(locale, performance))
        if p.action is Action.HOLD and not since.sessions:
            return ()
        split = (self.say(locale, "since-split", price=performance.reference.price),) if since.is_after_split else ()
        return (
            *self._fill_sentence(locale, performance),
            self._verdict_sentence(locale, since),
            *split,
            *self._results(locale, performance),
            *self._later_price(locale, since),
        )

    def results_line(self, locale: Locale, performance: DecisionPerformance) -> str:
        """Return the actual results by horizon, and which are still open; empty until the first is known."""
        line = ResultsPresenter(self.texts).line(locale, performance.outcomes)
        return self.say(locale, "result-line", results=line) if line else ""

    def _results(self, locale: Locale, performance: DecisionPerformance) -> tuple[str, ...]:
        results = self.results_line(locale, performance)
        return (results,) if results else ()

    def market_notes(self, locale: Locale, performances: Iterable[DecisionPerformance]) -> tuple[Block, ...]:
        """Return what the results of some decisions are compared with; nothing where none is known."""
        known = [of.result for each in performances for of in each.outcomes if of.result is not None]
        notes = ResultsPresenter(self.texts).market_notes(locale, known)
        return (Paragraph(self.texts.join(locale, *notes)),) if notes else ()

    def _fill_sentence(self, locale: Locale, performance: DecisionPerformance) -> tuple[str, ...]:
        """Return a sentence on the fill's price, where it differs from the proposed one."""
        p, reference = performance.decision.proposal, performance.reference
        if reference.price == p.price:
            return ()
        sentence = self.say(
            locale,
            "proposed-and-bought" if p.action is Action.INCREASE else "proposed-and-sold",
            proposed=p.price,
            filled=reference.price,
            when=self.cards.price_time(locale, reference.as_of, p.price_source),
        )
        return (sentence,)

    def _verdict_sentence(self, locale: Locale, since: PriceSince) -> str:
        texts, performance, quote = self.texts, since.performance, since.assessed
        settled = performance.is_settled
        return self.say(
            locale,
            "since",
            was=performance.price_then,
            now=quote.price,
            **signed(performance.change_percent, "percent"),
            when=self.cards.price_time(locale, quote.as_of, quote.source, delay=quote.delay),
            verdict=texts.render_code(
                locale, "verdict", performance.assessment, sessions=since.sessions, settled=settled
            ),
        )

    def _later_price(self, locale: Locale, since: PriceSince) -> tuple[str, ...]:
        """Return the latest price if it is later than the one assessed; it does not affect the verdict."""
        latest = since.latest
        if latest.as_of <= since.assessed.as_of:
            return ()
        when = self.cards.price_time(locale, latest.as_of, latest.source, delay=latest.delay)
        return (self.say(locale, "price-later", price=latest.price, when=when),)
