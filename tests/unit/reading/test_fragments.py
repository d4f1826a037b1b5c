"""Messages that ask again what was asked before, of something else; and words that point at shares shown last."""

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.text.normalise import normalise
from bot.reading.fragments import read_fragment, with_fragment, with_shares_named

INSTRUMENTS = load_instruments()


@pytest.mark.parametrize(
    ("asked", "text", "expected"),
    [
        ("rsi of goog", "and ibm?", "rsi of IBM"),
        ("do we hold any fb?", "what about microsoft", "do we hold any MSFT ?"),
        ("谷歌的RSI", "苹果呢", "AAPL 的RSI"),
        ("can we afford 20 ibm?", "and 30?", "can we afford 30 ibm?"),
        ("买20股IBM要多少钱", "30股呢", "买 30 股IBM要多少钱"),
        ("what is rsi", "and for google?", "what is rsi GOOG"),
        ("p/e of ibm", "and msft's?", "p/e of MSFT"),
    ],
)
def test_what_is_named_takes_the_place_of_what_was_named(asked: str, text: str, expected: str) -> None:
    fragment = read_fragment(normalise(text), INSTRUMENTS)
    assert fragment is not None
    assert with_fragment(normalise(asked), fragment, INSTRUMENTS) == expected


@pytest.mark.parametrize(("asked", "text"), [("compare ibm and fb", "and goog?"), ("rsi of goog", "and 30?")])
def test_where_it_is_not_clear_what_is_replaced_then_none(asked: str, text: str) -> None:
    fragment = read_fragment(normalise(text), INSTRUMENTS)
    assert fragment is not None
    assert with_fragment(asked, fragment, INSTRUMENTS) is None


@pytest.mark.parametrize(
    "text", ["and", "what about bob", "and lunch?", "ibm fell", "and 30 ibm?", "thanks", "那么大家呢"]
)
def test_other_words_are_no_fragments(text: str) -> None:
    assert read_fragment(normalise(text), INSTRUMENTS) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rsi of both", "rsi of AAPL and GOOG"),
        ("rsi of the first one", "rsi of AAPL"),
        ("后一个的波动率", "GOOG 的波动率"),
        ("buy 2 of the second", "buy 2 of GOOG"),
        ("rsi of the third one", None),
        ("rsi of it", None),
    ],
)
def test_words_that_point_at_shares_are_replaced_by_their_names(text: str, expected: str | None) -> None:
    assert with_shares_named(text, ("AAPL", "GOOG")) == expected
    assert with_shares_named(text, ("AAPL",)) is None
