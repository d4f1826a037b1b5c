from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.reading.recognisers.times import find_dates

TODAY = date(2013, 1, 31)  # a Thursday


def found(text: str) -> tuple[str, ...]:
    return tuple(day.isoformat() for day in find_dates(text, today=TODAY).dates)


class TestOneDay:
    def test_when_written_in_any_usual_way_then_that_day(self, subtests: pytest.Subtests) -> None:
        for text in (
            *(
                "2013-01-15",
                "2013/1/15",
                "2013.01.15",
                "jan 15 2013",
                "january 15th, 2013",
                "15 january 2013",
                "1/15/2013",
            ),
            *("2013年1月15日", "2013 年 1 月 15 号", "1月15日", "on jan 15", "the 15th of january"),
        ):
            with subtests.test(text):
                assert found(text) == ("2013-01-15",)

    @pytest.mark.parametrize(("text", "day"), [("昨天", "2013-01-30"), ("three days ago", "2013-01-28")])
    def test_when_relative_then_counted_from_today(self, text: str, day: str) -> None:
        assert found(text) == (day,)

    def test_when_the_year_is_missing_then_never_ahead_of_today(self) -> None:
        assert found("march 5") == ("2012-03-05",)


class TestSpan:
    def test_when_named_then_its_first_and_last_day(self, subtests: pytest.Subtests) -> None:
        for text, first, last in (
            ("last week", "2013-01-21", "2013-01-27"),
            ("上周", "2013-01-21", "2013-01-27"),
            ("上上周", "2013-01-14", "2013-01-20"),
            ("this week", "2013-01-28", "2013-01-31"),
            ("last month", "2012-12-01", "2012-12-31"),
            ("past 7 days", "2013-01-24", "2013-01-31"),
            ("past ٧ days", "2013-01-24", "2013-01-31"),
            ("最近几天", "2013-01-28", "2013-01-31"),
            ("过去7天", "2013-01-24", "2013-01-31"),
            ("最近一个月", "2012-12-31", "2013-01-31"),
            ("last 3 months", "2012-10-31", "2013-01-31"),
            ("in 2012", "2012-01-01", "2012-12-31"),
            ("review 2012", "2012-01-01", "2012-12-31"),
            ("review january", "2013-01-01", "2013-01-31"),
            ("over the last month", "2012-12-31", "2013-01-31"),
            ("last 5 sessions", "2013-01-24", "2013-01-31"),
            ("ytd", "2013-01-01", "2013-01-31"),
            ("年初至今", "2013-01-01", "2013-01-31"),
            ("since the start of october", "2012-10-01", "2013-01-31"),
            ("去年 11 月", "2012-11-01", "2012-11-30"),
            ("2012年", "2012-01-01", "2012-12-31"),
            ("jan 2013", "2013-01-01", "2013-01-31"),
            ("between 2013-01-02 and 2013-01-15", "2013-01-02", "2013-01-15"),
            ("2013-01-15 to 2013-01-02", "2013-01-02", "2013-01-15"),
        ):
            with subtests.test(text):
                assert found(text) == (first, last)


class TestProblems:
    @pytest.mark.parametrize("text", ["feb 30 2013", "2013年2月30日", "past 9999 years", "past 999999999 days"])
    def test_when_no_calendar_has_it_then_a_problem(self, text: str) -> None:
        assert find_dates(text, today=TODAY).problems == ("date_impossible",)

    def test_when_it_can_be_two_days_then_a_problem(self) -> None:
        assert find_dates("1/2/2013", today=TODAY).problems == ("date_ambiguous",)

    @pytest.mark.parametrize("text", ["may 10 shares", "aapl 2013"])
    def test_when_it_only_looks_like_a_date_then_nothing(self, text: str) -> None:
        assert find_dates(text, today=TODAY).dates == ()

    def test_when_a_date_is_found_then_it_is_blanked_out_in_place(self) -> None:
        rest = find_dates("buy 2013-01-15 $500", today=TODAY).undated_text
        assert rest == "buy            $500"

    @given(st.text(alphabet="0123456789-/.年月日号 janfebmrylstwkdpo最近上个周天前一三十", max_size=60), st.dates())
    def test_when_anything_is_read_then_never_an_exception_and_the_length_stays(self, text: str, today: date) -> None:
        result = find_dates(text, today=today)
        assert len(result.undated_text) == len(text)
        assert len(result.dates) <= 2
