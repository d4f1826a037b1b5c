"""Words that point at shares shown last."""

import pytest

from bot.reading.shown_shares import with_shares_named


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
