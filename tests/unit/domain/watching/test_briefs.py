"""What a brief tells, in which order, and how it is cut."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.ids import DecisionId
from bot.domain.market.snapshot import Fact, NewsItem
from bot.domain.trading.decisions import Action
from bot.domain.watching.briefs import (
    Brief,
    BriefInput,
    BriefMoment,
    BriefOutcome,
    NearAlert,
    Publication,
    SessionMove,
    ShareNews,
    compose_brief,
    new_publications,
    shown_counts,
)

DAY = date(2013, 1, 31)
AT = datetime(2013, 1, 31, 21, 30, tzinfo=UTC)
MOMENT = BriefMoment(since=AT - timedelta(hours=7), at=AT, day=DAY)


def a_move(symbol: str, fraction: str | None) -> SessionMove:
    change = None if fraction is None else Decimal(fraction)
    return SessionMove(symbol=symbol, is_held=False, price=Decimal(100), session=DAY, fraction=change)


def a_headline(hours: int) -> NewsItem:
    return NewsItem("AAPL", AT - timedelta(hours=hours), f"{hours} hours ago", "a paper", 0)


def a_fact(name: str, value: int = 1, source: str = "results", published: date = DAY) -> Fact:
    return Fact("AAPL", name, Decimal(value), DAY, published, source)


def brief_of(shares: Mapping[str, ShareNews], **known: Any) -> Brief:  # noqa: ANN401 - any of the input
    return compose_brief(BriefInput(moment=MOMENT, source="sample", shares=shares, **known))


class TestCompose:
    def test_the_largest_moves_come_first_in_either_direction_and_none_last(self) -> None:
        fractions = {"AAPL": "0.01", "IBM": "-0.05", "FB": None, "GOOG": "0.02"}
        shares = {symbol: ShareNews(move=a_move(symbol, each)) for symbol, each in fractions.items()}
        brief = brief_of(shares)
        assert [each.symbol for each in brief.moves] == ["IBM", "GOOG", "AAPL", "FB"]

    def test_the_latest_news_come_first(self) -> None:
        shares = {"AAPL": ShareNews(news=(a_headline(3), a_headline(1)))}
        brief = brief_of(shares)
        assert [each.title for each in brief.news] == ["1 hours ago", "3 hours ago"]

    def test_outcomes_of_other_times_are_left_out(self) -> None:
        decided, percent = DecisionId(UUID(int=1)), Decimal(1)
        outcomes = tuple(
            BriefOutcome(decision_id=decided, at=at, symbol="AAPL", action=Action.HOLD, sessions=1, percent=percent)
            for at in (MOMENT.since, MOMENT.at, MOMENT.at + timedelta(seconds=1))
        )
        assert [each.at for each in brief_of({}, outcomes=outcomes).outcomes] == [MOMENT.at]

    def test_the_nearest_alerts_come_first(self) -> None:
        near = tuple(
            NearAlert(symbol="AAPL", channel="C1", level=Decimal(level), is_below=False, price=Decimal(100))
            for level in (110, 101, 97)
        )
        assert [each.level for each in brief_of({}, near=near).near] == [101, 97, 110]

    def test_nothing_is_no_news_and_a_share_without_a_price_is(self) -> None:
        quiet, unpriced = brief_of({"AAPL": ShareNews()}), brief_of({"AAPL": ShareNews(is_unpriced=True)})
        assert (quiet.has_news, quiet.has_shares, unpriced.has_news) == (False, True, True)


class TestPublications:
    def test_only_what_was_not_known_is_new_once_for_each_source(self) -> None:
        known = a_fact("shares_outstanding", source="10-Q")
        facts = [known, a_fact("eps_diluted_quarter"), a_fact("dividend_per_share_quarterly"), a_fact("pe_ratio")]
        assert new_publications("AAPL", facts, before=[known], since=DAY) == [
            Publication(symbol="AAPL", title="results", published=DAY)
        ]

    def test_what_was_published_long_before_is_not_new_though_nothing_was_known(self) -> None:
        old = a_fact("eps_diluted_quarter", published=DAY - timedelta(days=9))
        assert new_publications("AAPL", [old], before=[], since=DAY) == []


class TestShownCounts:
    def test_what_fits_is_shown_and_the_longest_section_is_cut_and_takes_a_line_that_says_so(self) -> None:
        assert shown_counts([[1, 1], [2]], most=4) == (2, 1)
        assert shown_counts([[1] * 10, [1]], most=6) == (4, 1)
        assert shown_counts([[1, 1, 1], [2, 2]], most=6) == (3, 1)  # an item of one line instead of that line

    @given(st.lists(st.lists(st.integers(1, 3), min_size=1, max_size=12), max_size=6), st.integers(6, 15))
    def test_lines_never_exceed_what_there_is_room_for(self, heights: list[list[int]], most: int) -> None:
        shown = shown_counts(heights, most=most)
        lines = sum(sum(section[:n]) + (n < len(section)) for section, n in zip(heights, shown, strict=True))
        assert lines <= most
        assert all(0 <= n <= len(section) for section, n in zip(heights, shown, strict=True))
