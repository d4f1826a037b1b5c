"""What a purchase on an earlier day would have come to."""

import pytest

from tests.fakes.core import Talk
from tests.references import said


@pytest.mark.parametrize(
    ("lines", "parts"),
    [
        (("lin: 要是1月2号买了5000块FB现在值多少",), ("$28.00", "$5,532.14", "+$532.14")),
        (("ann: what if i'd bought 100 shares of aapl on jan 2",), ("$54,903.00", "−$9,354.00", "−17.04 %")),
        (("ann: what would $5k in msft a year ago be worth today",), ("2012-01-31", "$4,647.82", "$140.54 dividends")),
        (("lin: 如果年初买入100股苹果现在赚多少", "lin: 那15号买的呢"), ("2013-01-15", "−$3,043.00")),
        (
            ("ann: fb?", "ann: if i had bought 200 fb on jan 2 and sold it on jan 25"),
            ("$6,308.00", "2013-01-25", "+$708.00"),
        ),
        (("ann: if we'd bought goog on jan 2 where would we be",), ("GOOG +4.49 %", "$723.25 → $755.69")),
    ],
)
async def test_it_counts_from_the_close_of_the_day_that_is_named(
    lines: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    answer = await said(Talk(), *lines)
    assert [part for part in parts if part not in answer] == []
