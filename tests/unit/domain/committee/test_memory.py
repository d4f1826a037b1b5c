"""Digests of an analyst's reports, by hand; parts of sessions; when digests are renewed; what a brief tells of them."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.memory import (
    MOST_LEANS,
    AnalystDigest,
    MemorySummary,
    ReportMoment,
    SessionPart,
    StoredReport,
    compose_digest,
    due_analysts,
    part_at,
    view_change,
    view_changes,
)
from bot.domain.market.sessions import SessionEvent, SessionPhase, TradingSession
from bot.domain.trading.decisions import Reason

PRE, POST = SessionPhase.PRE_OPEN, SessionPhase.POST_CLOSE


def session(day: int) -> TradingSession:
    return TradingSession(
        date(2013, 1, day), datetime(2013, 1, day, 14, 30, tzinfo=UTC), datetime(2013, 1, day, 21, tzinfo=UTC)
    )


def point(code: str, weight: float = 0.2, **words: str) -> Reason:
    return Reason(code, weight, {"percent": Decimal("2.5")}, words)


def report(
    day: int,
    lean: float | None,
    *points: Reason,
    figures_of: int | None = None,
    phase: SessionPhase = POST,
    symbol: str = "AAPL",
) -> StoredReport:
    at = datetime(2013, 1, day, 21 if phase is POST else 14, tzinfo=UTC)
    made = AnalystReport(
        analyst=Analyst.MARKET,
        symbol=symbol,
        trade_date=date(2013, 1, figures_of or day),
        as_of=datetime(2013, 1, figures_of or day, 21, tzinfo=UTC),
        source="sample",
        lean=lean,
        points=points,
    )
    return StoredReport(market="sample", moment=ReportMoment(SessionPart(date(2013, 1, day), phase), at), report=made)


def digest(*reports: StoredReport) -> AnalystDigest:
    made = compose_digest(reports)
    assert made is not None
    return made


class TestParts:
    @pytest.mark.parametrize(
        ("at", "part"),
        [
            (datetime(2013, 1, 30, 13, 59, tzinfo=UTC), SessionPart(date(2013, 1, 29), POST)),
            (datetime(2013, 1, 30, 14, 0, tzinfo=UTC), SessionPart(date(2013, 1, 30), PRE)),
            (datetime(2013, 1, 30, 20, 59, tzinfo=UTC), SessionPart(date(2013, 1, 30), PRE)),
            (datetime(2013, 1, 30, 21, 0, tzinfo=UTC), SessionPart(date(2013, 1, 30), POST)),
            (datetime(2013, 2, 3, 21, 0, tzinfo=UTC), SessionPart(date(2013, 1, 30), POST)),
        ],
    )
    def test_a_part_begins_before_the_opening_and_at_the_close(self, at: datetime, part: SessionPart) -> None:
        assert part_at((session(30), session(29)), at) == part

    def test_before_all_sessions_there_is_none(self) -> None:
        assert part_at((session(29),), datetime(2013, 1, 28, tzinfo=UTC)) is None

    def test_the_part_before_the_opening_comes_first(self) -> None:
        parts = [SessionPart(date(2013, 1, day), phase) for day in (29, 30) for phase in (PRE, POST)]
        assert sorted({*parts}, key=lambda each: each.order) == parts


class TestDigest:
    def test_what_is_new_what_has_gone_and_what_stands_in_all(self) -> None:
        stands, gone, new = point("above_sma200"), point("rsi_oversold"), point("below_sma50", -0.2)
        first, second = report(29, 0.4, stands, gone), report(30, 0.0, new, point("above_sma200", 0.1))
        made = digest(second, first)
        assert [each.lean for each in made.leans] == [0.4, 0.0]
        assert (made.new, made.gone, made.standing) == ((new,), (gone,), (point("above_sma200", 0.1),))
        assert (made.trade_date, made.session, made.as_of) == (date(2013, 1, 30), POST, second.moment.at)
        assert made.before == made.leans[0]

    def test_the_other_direction_is_another_point_and_so_is_another_headline(self) -> None:
        made = digest(
            report(29, 0.2, point("range", 0.2), point("good_news", title="Profit")),
            report(30, 0.0, point("range", -0.2), point("good_news", title="Record")),
        )
        assert [each.weight for each in made.new] == [-0.2, 0.2]
        assert len(made.gone) == 2
        assert made.standing == ()

    def test_of_one_session_the_latest_report_counts_so_that_a_night_is_no_development(self) -> None:
        made = digest(report(29, 0.1), report(30, 0.2), report(31, 0.3, figures_of=30, phase=PRE))
        assert [(each.trade_date.day, each.lean) for each in made.leans] == [(29, 0.1), (30, 0.3)]
        assert (made.trade_date.day, made.session) == (31, PRE)

    def test_the_latest_sessions_only(self) -> None:
        made = digest(*(report(day, day / 100, point("stands")) for day in range(20, 30)))
        assert [each.trade_date.day for each in made.leans] == list(range(30 - MOST_LEANS, 30))

    def test_one_report_has_no_development(self) -> None:
        made = digest(report(30, 0.2, point("rsi_oversold")))
        assert (made.before, made.new, made.gone, made.standing) == (None, (), (), ())

    def test_no_report_or_none_with_data_then_no_digest(self) -> None:
        assert compose_digest(()) is None
        assert compose_digest((report(29, None), report(30, None))) is None

    def test_data_that_end_are_told_as_no_data(self) -> None:
        made = digest(report(29, 0.3, point("good_news", title="Profit")), report(30, None))
        assert made.latest.lean is None
        assert made.latest.parts == {"side": "none", "value": Decimal(0)}
        assert [each.code for each in made.gone] == ["good_news"]

    def test_a_summary_tells_the_later_one_of_both_digests(self) -> None:
        before, after = digest(report(30, 0.1, phase=PRE)), digest(report(30, 0.2))
        both = MemorySummary(analyst=Analyst.MARKET, memory_summary_pre_open=before, memory_summary_post_close=after)
        assert both.latest == after
        assert MemorySummary(analyst=Analyst.MARKET, memory_summary_pre_open=before).latest == before
        assert MemorySummary(analyst=Analyst.MARKET).latest is None


class TestRenewal:
    @pytest.mark.parametrize(
        ("phase", "ends_week", "due"),
        [
            (PRE, False, [Analyst.MARKET]),
            (PRE, True, [Analyst.MARKET]),
            (POST, False, [Analyst.MARKET, Analyst.NEWS, Analyst.SENTIMENT]),
            (POST, True, list(Analyst)),
        ],
    )
    def test_by_the_table(self, phase: SessionPhase, ends_week: bool, due: list[Analyst]) -> None:  # noqa: FBT001 - of a table
        assert list(due_analysts(SessionEvent(session(30), phase), ends_week=ends_week)) == due


class TestViewChange:
    SINCE = datetime(2013, 1, 30, 14, tzinfo=UTC)

    def test_the_strongest_point_for_the_change_and_from_what_it_changed(self) -> None:
        weak, strong = point("macd_below_signal", -0.1), point("below_sma50", -0.3)
        made = digest(report(29, 0.2, point("rsi_oversold")), report(30, -0.3, weak, strong, point("dividend")))
        change = view_change(made, since=self.SINCE)
        assert change is not None
        assert (change.lean, change.before, change.before_date) == (-0.3, 0.2, date(2013, 1, 29))
        assert (change.why, change.is_gone) == (strong, False)

    def test_nothing_new_speaks_for_it_then_what_has_gone_or_no_reason(self) -> None:
        overbought = point("rsi_overbought", -0.2)
        gone = view_change(digest(report(29, 0.5, overbought), report(30, 0.7)), since=self.SINCE)
        neither = view_change(digest(report(29, 0.5, point("a")), report(30, 0.7, point("a", 0.4))), since=self.SINCE)
        assert gone is not None
        assert neither is not None
        assert (gone.why, gone.is_gone, neither.why, neither.is_gone) == (overbought, True, None, False)

    @pytest.mark.parametrize(
        "reports",
        [
            (report(29, 0.2), report(30, 0.25)),
            (report(29, None), report(30, 0.9)),
            (report(29, 0.9), report(30, None)),
            (report(30, 0.9),),
            (report(28, 0.2), report(29, 0.9)),
            (report(28, 0.2), report(29, 0.9), report(30, 0.9, figures_of=29, phase=PRE)),
        ],
        ids=["little", "from-no-data", "to-no-data", "first", "told-before", "same-figures-again"],
    )
    def test_no_news(self, reports: tuple[StoredReport, ...]) -> None:
        assert view_change(digest(*reports), since=self.SINCE) is None

    def test_one_for_each_share_by_the_latest_digest_the_largest_first(self) -> None:
        small = digest(report(29, 0.2), report(30, 0.4))
        large = digest(report(29, 0.2, symbol="IBM"), report(30, 0.9, symbol="IBM"))
        before = digest(report(28, -0.9), report(29, 0.2))
        changes = view_changes((small, large, before), since=self.SINCE - timedelta(days=5))
        assert [(each.symbol, each.lean) for each in changes] == [("IBM", 0.9), ("AAPL", 0.4)]
