"""One line of the folder's files after another: what is read of it, and what is said of the rest."""

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime, time

import pytest

from adapters.market.hours import at_new_york
from adapters.market.news.json_lines import MAX_LINE_BYTES, FileNews, read_lines
from bot.domain.market.snapshot import NewsItem

GOOD = {"date": "2013-01-31", "symbol": "AAPL", "title": "Orders fall"}
KNOWN = {"AAPL", "BRK.B"}


def read(*lines: str | bytes | Mapping[str, object]) -> FileNews:
    encoded = [json.dumps(each).encode() if isinstance(each, Mapping) else each for each in lines]
    joined = b"\n".join(each.encode() if isinstance(each, str) else each for each in encoded)
    return read_lines(joined, source="team", symbols=KNOWN)


def test_line_in_full() -> None:
    line = GOOD | {"description": "By half.", "source": "新浪财经", "title": "苹果：订单减少", "tone": 1}
    (item,) = read(line).items
    assert item == NewsItem("AAPL", at_new_york(date(2013, 1, 31)), "苹果：订单减少", "新浪财经", 0, "By half.")


@pytest.mark.parametrize(
    ("told", "known_from"),
    [
        ("2013-01-31", at_new_york(date(2013, 1, 31), time(16))),  # a day is known from its close on
        ("2013-07-05", datetime(2013, 7, 5, 20, tzinfo=UTC)),
        ("2013-01-31T10:00:00-05:00", datetime(2013, 1, 31, 15, tzinfo=UTC)),
        ("2013-01-31T15:00:00Z", datetime(2013, 1, 31, 15, tzinfo=UTC)),
        ("2013-01-31 23:00+08:00", datetime(2013, 1, 31, 15, tzinfo=UTC)),
    ],
)
def test_date_then_news_is_known_from_that_instant(told: str, known_from: datetime) -> None:
    (item,) = read(GOOD | {"date": told}).items
    assert item.published == known_from


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{", "not JSON"),
        (b'{"title": "\xff"}', "not JSON"),
        ("[" * 60_000, "not JSON"),
        ("[1]", "not an object"),
        ("null", "not an object"),
        ('{"date": "2013-01-31", "symbol": "AAPL", "title": "' + "x" * MAX_LINE_BYTES + '"}', "longer than"),
        (GOOD | {"title": 5}, "a field is not a text"),
        (GOOD | {"title": "\u200b \u202e"}, "no title"),
        (GOOD | {"symbol": ""}, "no symbol"),
        (GOOD | {"symbol": ["AAPL"]}, "a field is not a text"),
        (GOOD | {"date": None}, "no date"),
        (GOOD | {"date": 20130131}, "no date"),
        (GOOD | {"date": "31.01.2013"}, "ISO date"),
        (GOOD | {"date": "2013-02-30"}, "ISO date"),
        (GOOD | {"date": "0001-01-01"}, "ISO date"),
        (GOOD | {"date": "9999-12-31T23:59:59-12:00"}, "ISO date"),
        (GOOD | {"date": "2013-01-31T10:00:00"}, "without a zone"),
    ],
)
def test_malformed_line_then_skips_it_and_says_which(line: str | bytes | Mapping[str, object], fault: str) -> None:
    found = read(GOOD, line, "", GOOD)
    assert len(found.items) == 2
    assert (found.malformed, found.unknown) == (1, 0)
    assert found.first_fault.startswith("line 2: ")
    assert fault in found.first_fault


def test_last_line_without_its_end_is_no_fault() -> None:
    assert read(GOOD, '{"date": "2013-').malformed == 0
    assert read(GOOD, '{"date": "2013-', "").malformed == 1


def test_symbols_in_any_spelling_and_none_that_is_unknown() -> None:
    found = read(GOOD | {"symbol": "aapl "}, GOOD | {"symbol": "BRK-B"}, GOOD | {"symbol": "NOSUCH"})
    assert [item.symbol for item in found.items] == ["AAPL", "BRK.B"]
    assert (found.malformed, found.unknown) == (0, 1)


def test_text_is_one_line_of_bounded_length_without_what_is_invisible() -> None:
    sly = {"title": "a\u202eb\n# c" + "x" * 999, "description": "y" * 9_999, "source": "z" * 999}
    (item,) = read(GOOD | sly).items
    assert item.title.startswith("ab # cx")
    assert (len(item.title), len(item.description), len(item.source)) == (300, 1_000, 60)


def test_file_of_windows_is_read_and_names_itself_as_the_source() -> None:
    (item,) = read(b"\xef\xbb\xbf" + json.dumps(GOOD).encode() + b"\r\n\r\n").items
    assert item.source == "team"
