"""How a view has developed, as it is read below a report and in a brief, in both languages."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.fusion import FusionState
from bot.domain.committee.memory import AnalystDigest, AnalystViewChange, DatedLean
from bot.domain.conversation.blocks import Bullets
from bot.domain.market.sessions import SessionPhase
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.decisions import Reason
from bot.presentation.decisions.committee_details import DigestPresenter
from tests.fakes.clock import NOON
from tests.fakes.core import SAY

D = Decimal
EN, ZH = Locale(Language.ENGLISH), Locale(Language.CHINESE)
BELOW = Reason("below_sma50", -0.2, {"percent": D("1.3"), "sma": D(100)})
OVERBOUGHT = Reason("rsi_overbought", -0.1, {"rsi": D("71.5")})
DIVIDEND = Reason("dividend_yield", 0.1, {"percent": D("2.4")})
SHOWN = Bullets("IBM, market analyst", ("Trades below.",))
REPORT = AnalystReport(
    analyst=Analyst.MARKET, symbol="IBM", trade_date=date(2013, 1, 31), as_of=NOON, source="sample", lean=-0.2
)
DIGEST = AnalystDigest(
    analyst=Analyst.MARKET,
    symbol="IBM",
    trade_date=date(2013, 1, 31),
    session=SessionPhase.POST_CLOSE,
    as_of=NOON,
    leans=(
        DatedLean(date(2013, 1, 29), None, NOON),
        DatedLean(date(2013, 1, 30), 0.13, NOON),
        DatedLean(date(2013, 1, 31), -0.2, NOON),
    ),
    new=(BELOW,),
    gone=(OVERBOUGHT, replace(OVERBOUGHT)),
    standing=(DIVIDEND,),
)


def fusion(*digests: AnalystDigest, at: datetime = NOON) -> FusionState:
    return FusionState(
        company_of_interest="IBM",
        trade_date=date(2013, 1, 31),
        trade_timestamp=at,
        current_price=D(100),
        previous_close=None,
        account_cash=D(1),
        account_total_value=D(1),
        portfolio_positions=(),
        digests=digests,
    )


def below(locale: Locale, state: FusionState, report: AnalystReport = REPORT) -> tuple[str, ...]:
    """The lines below those of the report."""
    shown = DigestPresenter(SAY).with_history(locale, SHOWN, report, state)
    assert (shown.heading, shown.items[0]) == (SHOWN.heading, SHOWN.items[0])
    return shown.items[1:]


def test_leans_with_their_dates_what_is_new_what_has_gone_and_what_stands() -> None:
    assert below(EN, fusion(DIGEST)) == (
        "By rules so far: no data on 2013-01-29, +0.13 on 2013-01-30, −0.20 on 2013-01-31",
        "New since the report before: 1.3 % below its 50-day average",
        "No longer: RSI(14) 71.5: overbought",
        "All the while: Dividend 2.4 % a year",
    )


@pytest.mark.parametrize(
    "state", [fusion(), fusion(replace(DIGEST, leans=DIGEST.leans[-1:])), fusion(replace(DIGEST, analyst=Analyst.NEWS))]
)
def test_no_digest_a_single_report_or_another_analyst_s_then_nothing(state: FusionState) -> None:
    assert below(EN, state) == ()


def test_a_report_of_earlier_in_the_session_says_when_it_was_made() -> None:
    later = fusion(at=NOON + timedelta(hours=2))
    assert below(EN, later) == ("Reported at 17:00 UTC, earlier in this session.",)
    assert below(EN, later, replace(REPORT, as_of=NOON + timedelta(hours=2))) == ()
    assert below(ZH, later) == ("报告时间 17:00 UTC，在本时段早些时候。",)


@pytest.mark.parametrize(
    ("why", "is_gone", "english", "chinese"),
    [
        (BELOW, False, ": 1.3 % below its 50-day average", "：低于 50 日均线 1.3%"),
        (OVERBOUGHT, True, ": no longer “RSI(14) 71.5: overbought”", "：不再“RSI(14) 71.5：超买”"),
        (None, False, "", ""),
    ],
)
def test_in_a_brief_one_line(why: Reason | None, is_gone: bool, english: str, chinese: str) -> None:  # noqa: FBT001 - of a table
    change = AnalystViewChange(
        symbol="IBM",
        analyst=Analyst.MARKET,
        lean=-0.2,
        before=0.13,
        before_date=date(2013, 1, 30),
        why=why,
        is_gone=is_gone,
    )
    presenter = DigestPresenter(SAY)
    assert presenter.line(EN, change) == f"IBM, market view −0.20 (was +0.13 on 2013-01-30){english}"
    assert presenter.line(ZH, change) == f"IBM 行情看法 −0.20（此前 2013-01-30 +0.13）{chinese}"
