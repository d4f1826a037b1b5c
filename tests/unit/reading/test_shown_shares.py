"""Words that point at shares shown last, and those that add to a list."""

from datetime import date

import pytest

from adapters.market.instruments import load_instruments
from adapters.market.sample import SampleMarket
from bot.domain.conversation.share_sets import shares_meant
from bot.domain.conversation.surroundings import Surroundings
from bot.reading.clauses.sequels import shares_added
from bot.reading.guarded_words import names_in
from bot.reading.shown_shares import place_pointer, set_pointers, with_shares_named


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rsi of the first one", "rsi of AAPL"),
        ("后一个的波动率", "GOOG 的波动率"),
        ("buy 2 of the second", "buy 2 of GOOG"),
        ("rsi of the third one", None),
        ("rsi of it", None),
    ],
)
def test_words_for_a_place_are_replaced_by_the_share_there(text: str, expected: str | None) -> None:
    pointers = filter(None, [place_pointer(text)])
    assert with_shares_named(text, {each: shares_meant(each, [("AAPL", "GOOG")]) for each in pointers}) == expected
    assert all(not shares_meant(each, [("AAPL",)]) for each in pointers)


_SHARES = load_instruments(SampleMarket.benchmark)
_LIST = ("IBM", "MSFT", "GOOG", "FB", "AAPL")


@pytest.mark.parametrize(
    ("text", "shown", "expected"),
    [
        ("rsi of both", [("AAPL", "GOOG")], "rsi of AAPL and GOOG"),
        ("rsi of both", [("IBM",), ("MSFT",)], "rsi of MSFT and IBM"),  # asked of one by one
        ("rsi of both", [("AAPL", "GOOG", "IBM")], None),
        ("and the other two?", [("IBM",), ("IBM", "MSFT", "GOOG")], "and MSFT and GOOG ?"),
        ("and the rest?", [("FB", "AAPL"), _LIST], "and IBM and MSFT and GOOG ?"),
        ("剩下四只呢", [("IBM",), ("IBM", "MSFT")], None),  # of two shares one is left
        ("其他的昨天跌了多少", [("MSFT", "GOOG"), ("IBM",), ("IBM", "MSFT", "GOOG")], "MSFT 和 GOOG 昨天跌了多少"),
        ("the others yesterday", [("IBM",)], None),
        ("and without google?", [("IBM", "GOOG", "MSFT")], "and IBM and MSFT ?"),
        ("除了谷歌呢", [("IBM", "GOOG")], "IBM 呢"),
        ("这几只哪个市盈率最低", [("IBM",), ("IBM", "MSFT", "GOOG")], "IBM 和 MSFT 和 GOOG 哪个市盈率最低"),
        ("rsi of those", [("FB",), ("IBM", "MSFT")], None),  # FB is none of the two
        ("and the other two?", [("GOOG",), ("IBM",), ("MSFT",)], "and MSFT and IBM ?"),
        ("剩下四只呢", [("IBM",), _LIST], "MSFT 和 GOOG 和 FB 和 AAPL 呢"),
        ("这三只今年谁最好", [("IBM", "GOOG"), ("IBM", "GOOG", "MSFT")], "IBM 和 GOOG 和 MSFT 今年谁最好"),
        ("前两只上个月呢", [("IBM", "GOOG", "MSFT")], "IBM 和 GOOG 上个月呢"),
        ("后两只呢", [("IBM", "GOOG"), ("IBM", "GOOG", "MSFT")], "GOOG 和 MSFT 呢"),  # of the list, not of the two
        ("the others yesterday", [], None),
    ],
)
def test_words_for_several_shares_are_replaced_by_those_meant(
    text: str, shown: list[tuple[str, ...]], expected: str | None
) -> None:
    named = names_in(text, _SHARES)
    meant = {each: shares_meant(each, shown, named) for each in set_pointers(text, _SHARES)}
    assert with_shares_named(text, meant) == expected


def test_what_the_message_names_itself_is_none_of_the_rest() -> None:
    (pointer,) = set_pointers("how is ibm, and the rest?", _SHARES)
    assert shares_meant(pointer, [("IBM", "MSFT", "GOOG")], {"IBM"}) == ("MSFT", "GOOG")


@pytest.mark.parametrize(
    "text", ["how is goog doing these days", "put the rest of my cash in goog", "这两天微软怎么样", "the other day"]
)
def test_words_of_the_same_form_may_mean_no_shares(text: str) -> None:
    assert set_pointers(text, _SHARES) == ()


AROUND = Surroundings(instruments=_SHARES, today=date(2013, 1, 31))


@pytest.mark.parametrize(
    ("text", "symbols", "unknown"),
    [("Also the fruit company, and Facebook.", ("FB",), ("the fruit company",)), ("再加上苹果", ("AAPL",), ())],
)
def test_addition_when_below_a_list_then_names_what_is_known_and_not(
    text: str, symbols: tuple[str, ...], unknown: tuple[str, ...]
) -> None:
    found = shares_added(text, AROUND)

    assert found is not None
    assert (found.symbols, found.unknown) == (symbols, unknown)


@pytest.mark.parametrize("text", ["also how is Facebook doing?", "and buy 5 Facebook"])
def test_addition_when_more_is_said_then_is_none(text: str) -> None:
    assert shares_added(text, AROUND) is None
