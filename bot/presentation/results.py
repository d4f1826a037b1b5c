"""Words what came of decisions after each horizon: one short line, and which market they are compared with."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.text.locale import Locale
from bot.domain.trading.actual_result import HORIZONS, ActualResult, HorizonOutcome
from bot.presentation.presenter import Presenter
from bot.presentation.signs import signed

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
