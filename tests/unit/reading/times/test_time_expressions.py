from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.reading.times.time_expressions import find_time_expression

NEW_YORK, SHANGHAI = ZoneInfo("America/New_York"), ZoneInfo("Asia/Shanghai")
NOW = datetime(2024, 5, 15, 16, 0, tzinfo=UTC)  # a Wednesday


def _days(text: str) -> tuple[str, str] | None:
    found = find_time_expression(text, now=NOW, zone=ZoneInfo("UTC"))
    return None if found is None else (found.since.date().isoformat(), found.until.date().isoformat())


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("what did Ines say yesterday?", "2024-05-14", "2024-05-15"),
        ("who spoke of lithium last night", "2024-05-14", "2024-05-15"),
        ("who spoke of tin since Monday", "2024-05-13", "2024-05-16"),
        ("who spoke of tin at the end of last week", "2024-05-06", "2024-05-13"),
        ("our view as of March", "2000-01-01", "2024-04-01"),
        ("昨儿谁提到锡", "2024-05-14", "2024-05-15"),
        ("what did she suggest on Monday", "2024-05-13", "2024-05-14"),
        ("on wednesday we talked", "2024-05-08", "2024-05-09"),
        ("what came up over the weekend?", "2024-05-11", "2024-05-13"),
        ("the other day somebody named a fund", "2024-05-08", "2024-05-16"),
        ("two years ago, about tin", "2021-11-13", "2022-11-15"),
        ("over the past 3 weeks", "2024-04-24", "2024-05-16"),
        ("why did we pass on tin in March?", "2024-03-01", "2024-04-01"),
        ("why did we pass on tin in spring?", "2024-03-01", "2024-05-16"),
        ("what happened last spring", "2023-03-01", "2023-06-01"),
        ("our view over the winter", "2023-12-01", "2024-03-01"),
        ("since last autumn", "2023-09-01", "2024-05-16"),
        ("in Q1, were we bullish", "2024-01-01", "2024-04-01"),
        ("late february", "2024-02-21", "2024-03-01"),
        ("in the first half of 2023", "2023-01-01", "2023-07-01"),
        ("what did Bob say in last Q1", "2024-01-01", "2024-04-01"),
        ("in spring of last year", "2023-03-01", "2023-06-01"),
        ("the month before last", "2024-03-01", "2024-04-01"),
        ("our limit as of spring", "2000-01-01", "2024-05-16"),
        ("上上周五谁看空", "2024-05-03", "2024-05-04"),
        ("what did he say lately", "2024-04-15", "2024-05-16"),
        ("上周五伊内斯说了什么", "2024-05-10", "2024-05-11"),
        ("三月份我们怎么看锡", "2024-03-01", "2024-04-01"),
        ("前两周谁看空", "2024-05-01", "2024-05-16"),
        ("两周前谁看空", "2024-04-28", "2024-05-05"),
        ("前几天他说什么", "2024-05-08", "2024-05-16"),
        ("去年春天的计划", "2023-03-01", "2023-06-01"),
        ("去年下半年怎么看", "2023-07-01", "2024-01-01"),
        ("去年年底的想法", "2023-11-01", "2024-01-01"),
        ("最近谁提过锡", "2024-04-15", "2024-05-16"),
        ("刚才他说什么", "2024-05-15", "2024-05-16"),
    ],
)
def test_when_a_time_is_named_then_its_days(text: str, since: str, until: str) -> None:
    assert _days(text) == (since, until)


@pytest.mark.parametrize(
    ("text", "since", "until", "rest"),
    [
        ("who spoke this morning", "05-15 00:00", "05-15 12:00", "who spoke"),
        ("who spoke last night", "05-14 17:00", "05-15 05:00", "who spoke"),
        ("who spoke on Monday morning", "05-13 00:00", "05-13 12:00", "who spoke"),
        ("今天早上谁提到锡", "05-15 00:00", "05-15 12:00", "谁提到锡"),
        ("上午谁提到锡", "05-15 00:00", "05-15 12:00", "谁提到锡"),
    ],
)
def test_when_hours_are_named_then_from_when_to_when(text: str, since: str, until: str, rest: str) -> None:
    found = find_time_expression(text, now=NOW, zone=ZoneInfo("UTC"))
    assert found is not None
    assert (f"{found.since:%m-%d %H:%M}", f"{found.until:%m-%d %H:%M}", found.rest) == (since, until, rest)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "what did Ines say about copper?",
            "may we buy spring water?",
            "what about Q2 earnings",
            "a fall in price",
        ),
        *(
            "did anybody speak of the fall of the pound",
            "last quarter's numbers",
            "我们怎么看一季度财报",
            "最近一次",
            "每周一",
        ),
    ],
)
def test_when_no_time_is_named_then_none(text: str) -> None:
    assert _days(text) is None


@pytest.mark.parametrize(("zone", "hour", "day"), [(NEW_YORK, 4, 14), (SHANGHAI, 16, 14)])
def test_days_begin_at_midnight_in_the_zone(zone: ZoneInfo, hour: int, day: int) -> None:
    found = find_time_expression("yesterday", now=NOW.replace(hour=17), zone=zone)

    assert found is not None
    assert (found.since.astimezone(UTC).hour, found.since.astimezone(zone).day) == (
        hour,
        day if zone is NEW_YORK else 15,
    )


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("What did Ines say in spring about tin?", "What did Ines say about tin?"),
        ("yesterday, on last quarter's numbers", ", on last quarter's numbers"),
        ("上周五谁看空锡", "谁看空锡"),
    ],
)
def test_the_rest_is_the_text_without_the_time(text: str, rest: str) -> None:
    found = find_time_expression(text, now=NOW, zone=ZoneInfo("UTC"))

    assert found is not None
    assert found.rest == rest


@given(st.text(max_size=60), st.integers(1, 9999), st.integers(0, 9999999))
def test_whatever_is_written_the_time_is_a_span_or_none(text: str, year: int, count: int) -> None:
    for question in (text, f"in spring of {year}", f"{count} years ago", f"{year}年冬天{text}", f"前{count}年"):
        found = find_time_expression(question, now=NOW, zone=NEW_YORK)
        assert found is None or found.since < found.until
