"""Results by horizon are told in one short line, with what is still open and which market is meant."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

from bot.calendar.briefs import brief_outcome
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.actual_result import HORIZONS, ActualResult, HorizonOutcome, result_line
from bot.domain.trading.decisions import DecisionStatus
from bot.locales import Catalogue
from bot.presentation.account.performance import ResultsPresenter
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.watching.briefs import BriefPresenter
from tests.contract.store_sets import CLOSE, a_proposal
from tests.contract.test_actual_results import a_result

ENGLISH, CHINESE = (Locale(each, ZoneInfo("UTC")) for each in Language)
PRESENTER = ResultsPresenter(Catalogue())
DECISION: Any = SimpleNamespace(id=None, proposal=a_proposal(), status=DecisionStatus.FILLED)  # no more is told of it
DAY = replace(
    a_result(),
    sessions=1,
    as_of=CLOSE + timedelta(days=1),
    change_percent=Decimal("0.4312"),
    benchmark_change_percent=Decimal("-0.0400"),
    change_between_closes=Decimal("0.4312"),
    benchmark=("AAPL", "MSFT"),
    left_out=("FB",),
)


def outcomes(*results: ActualResult, unresolved: int | None = None) -> list[HorizonOutcome]:
    known = {each.sessions: each for each in results}
    return [
        HorizonOutcome(sessions=each, result=known.get(each), is_unresolved=each == unresolved) for each in HORIZONS
    ]


def test_each_horizon_beside_the_market_or_as_what_it_waits_for() -> None:
    told = outcomes(DAY, unresolved=5)
    assert PRESENTER.line(ENGLISH, told) == "1 d +0.4 % (market +0.0 %) · 5 d no price · 20 d not yet"
    assert PRESENTER.line(CHINESE, told) == "1 日 +0.4%（大盘 +0.0%） · 5 日无价格 · 20 日未到"
    assert PRESENTER.line_of(ENGLISH, [a_result()]) == "1 d not yet · 5 d not yet · 20 d +3.1 %"


def test_priced_during_a_session_then_the_market_is_beside_the_change_between_the_same_closes() -> None:
    live = replace(DAY, change_between_closes=Decimal("-0.2900"))
    assert PRESENTER.line(ENGLISH, outcomes(live)).startswith("1 d +0.4 % (close to close −0.3 %, market +0.0 %)")
    assert PRESENTER.line(CHINESE, outcomes(live)).startswith("1 日 +0.4%（收盘价之间 −0.3%，大盘 +0.0%）")
    assert "+0.4 % (close to close -0.3 %, market +0.0 %)" in result_line(live, Language.ENGLISH)
    assert "+0.4 % (收盘价之间 -0.3 %, 大盘 +0.0 %)" in result_line(live, Language.CHINESE)

    told = brief_outcome(DECISION, live)
    briefs = BriefPresenter(DecisionCards(Catalogue()))
    assert briefs.outcome_line(ENGLISH, told) == (
        "Result of AAPL (buy): +0.4 % in 1 session; from close to close −0.3 %, the market ±0.0 %"
    )
    assert briefs.outcome_line(CHINESE, told) == "AAPL（买入）的结果：1 个交易日 +0.4%；收盘价之间 −0.3%，大盘 ±0.0%"


def test_the_share_has_no_first_close_then_it_is_not_told_beside_a_market() -> None:
    unknown = replace(DAY, change_between_closes=None)
    assert PRESENTER.line(ENGLISH, outcomes(unknown)).startswith("1 d +0.4 % ·")
    assert PRESENTER.market_notes(ENGLISH, [unknown]) == ()
    assert "market" not in result_line(unknown, Language.ENGLISH)
    assert brief_outcome(DECISION, unknown).compared is None


def test_nothing_is_known_then_nothing_is_told() -> None:
    assert PRESENTER.line(ENGLISH, outcomes()) == ""
    assert PRESENTER.market_notes(ENGLISH, [a_result()]) == ()


def test_the_market_is_named_with_what_it_is_without() -> None:
    market, left_out = PRESENTER.market_notes(ENGLISH, [DAY])
    assert market == (
        "Results are after 1, 5 and 20 sessions; market: AAPL, MSFT, FB in equal parts between the same closes; "
        "without dividends on both sides."
    )
    assert left_out == "Left out where there was no price yet: FB."
    alone = replace(DAY, benchmark=("SPY",), left_out=())
    assert PRESENTER.market_notes(CHINESE, [alone]) == (
        "结果为 1、5、20 个交易日后；大盘：SPY，同样的收盘价之间，双方均不含股息。",
    )
