"""What actually came of a decision: the price one, five and twenty sessions later, written once and never changed."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import Decision, DecisionKey
from bot.domain.trading.performance import HORIZON_SESSIONS, Assessment

_TENTH: Final = Decimal("0.1")


HORIZONS: Final = (1, 5, HORIZON_SESSIONS)  # sessions after which a decision gets an actual result


class ResultBasis(StrEnum):
    """The price that a result is measured from."""

    FILL = "fill"
    PROPOSAL = "proposal"  # it was not carried out, or in no part


@dataclass(frozen=True, slots=True)
class MarketComparison:
    """The changes of a share and of the benchmark between the same two closes, in percent."""

    share_percent: Decimal
    benchmark_percent: Decimal

    def is_over_other_span(self, percent: Decimal) -> bool:
        """Return whether a change of the share, as it is shown, differs from the one that is compared here."""
        return percent.quantize(_TENTH) != self.share_percent.quantize(_TENTH)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActualResult:
    """The result of one decision after one horizon: changes of prices, on both sides without dividends.

    The benchmark is held in equal parts from the first close on. Both of its closes are also those of
    `change_between_closes`: it differs from `change_percent` where the price that the decision is measured from is no
    close. Whoever shows the benchmark shows `comparison`.
    """

    sessions: int  # the horizon: closed between the two prices
    as_of: datetime  # market time of `price`: the horizon's last close, never later
    price: Decimal
    source: str  # of `price`
    basis: ResultBasis
    price_then: Decimal  # in shares as they are at `as_of`: a split in between is taken into account
    then: datetime  # market time of `price_then`
    change_percent: Decimal  # four places; positive when the price rose
    gain: Decimal  # account currency: as in `Performance`
    assessment: Assessment
    benchmark_change_percent: Decimal | None = None  # likewise; None: it could not be measured
    change_between_closes: Decimal | None = None  # percent: of the share, over exactly the benchmark's closes
    benchmark: tuple[str, ...] = ()  # symbols; more than one: in equal parts
    left_out: tuple[str, ...] = ()  # symbols of the benchmark without a price at the first close: not listed yet
    known_at: datetime | None = field(default=None, compare=False)  # wall clock, when it was settled; None: not kept

    @property
    def comparison(self) -> MarketComparison | None:
        """The share and the benchmark over the same closes; None: one of the two is not known."""
        if self.benchmark_change_percent is None or self.change_between_closes is None:
            return None
        return MarketComparison(self.change_between_closes, self.benchmark_change_percent)

    @property
    def excess_percent(self) -> Decimal | None:
        """The share's change less the benchmark's, over the same closes; None: there is no comparison."""
        compared = self.comparison
        return None if compared is None else compared.share_percent - compared.benchmark_percent


@dataclass(frozen=True, slots=True, kw_only=True)
class HorizonOutcome:
    """What is known of one horizon of a decision."""

    sessions: int
    result: ActualResult | None  # None: it is not settled
    is_unresolved: bool = False  # there was no price, and none is waited for any more


@dataclass(frozen=True, slots=True)
class SettledResult:
    """A result that is to be stored with its decision."""

    decision: Decision
    result: ActualResult
    due_again: datetime | None = None  # market time at which the decision's next result is due; None: none is left

    @property
    def at(self) -> datetime:
        """The market time of the horizon's close."""
        return self.result.as_of

    @property
    def key(self) -> DecisionKey:
        """The decision's version."""
        return self.decision.key


def known_results(results: Iterable[ActualResult], at: datetime | None) -> tuple[ActualResult, ...]:
    """Return the results known at a market time (None: all): the clock of an account can be moved back."""
    return tuple(each for each in results if at is None or each.as_of <= at)


def with_result_lines(text: str, results: Iterable[ActualResult], language: Language | None) -> str:
    """Return an episode's text, of which the first line tells the decision, with a line for each of `results`."""
    told = sorted(results, key=lambda each: each.sessions)
    lines = (result_line(each, language or Language.ENGLISH) for each in told)
    return "\n".join((text.partition("\n")[0], *lines))


def result_line(result: ActualResult, language: Language) -> str:
    """Return a result as a line of an episode's text, by which it is searched for and told to models."""
    until, since = market_date(result.as_of), market_date(result.then)
    if language is Language.CHINESE:
        basis = "成交价" if result.basis is ResultBasis.FILL else "建议价"
        prices = f"{basis} {result.price_then} 到 {result.price}, {_changes(result, '收盘价之间', '大盘')}"
        word = _CHINESE_WORDS[result.assessment]
        return f"{since} 后 {result.sessions} 个交易日（至 {until}）的结果: {prices}: {word}"
    prices = f"{result.basis} at {result.price_then} to {result.price}, {_changes(result, 'close to close', 'market')}"
    sessions = "1 session" if result.sessions == 1 else f"{result.sessions} sessions"
    return f"Actual result {sessions} after {since}, on {until}: {prices}: {result.assessment.replace('_', ' ')}"


def _changes(result: ActualResult, between_closes: str, market: str) -> str:
    change, compared = _percent(result.change_percent), result.comparison
    if compared is None:
        return change
    beside = f"{market} {_percent(compared.benchmark_percent)}"
    if compared.is_over_other_span(result.change_percent):
        beside = f"{between_closes} {_percent(compared.share_percent)}, {beside}"
    return f"{change} ({beside})"


def _percent(change: Decimal) -> str:
    return f"{change.quantize(_TENTH) + 0:+} %"  # no negative zero


_CHINESE_WORDS: Final = {
    Assessment.RIGHT: "判断正确",
    Assessment.WRONG: "判断错误",
    Assessment.FLAT: "持平",
    Assessment.TOO_EARLY: "为时尚早",
    Assessment.NOT_JUDGED: "不作判断",
}
