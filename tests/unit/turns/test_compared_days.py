"""Prices and other figures compared with a day, and the change between two prices that were asked about."""

import pytest

from tests.fakes.core import Talk
from tests.references import said

_BETWEEN = ("FB +10.64", "2013-01-02", "$28.00 → $30.98")


@pytest.mark.parametrize(
    ("lines", "parts"),
    [
        (("ann: fb price vs monday",), ("−4.59 %", "2013-01-28", "$32.47 → $30.98")),
        (("lin: FB比前天涨了还是跌了",), ("+0.62%", "$30.79 → $30.98")),
        (("ann: what did FB close at?", "ann: vs the day before yesterday?"), ("+0.62 %", "$30.79 → $30.98")),
        (("ann: what did fb close at on jan 2", "ann: vs today?"), _BETWEEN),
        (("lin: FB 1月31号的收盘价和1月2号比呢",), _BETWEEN),
        (("ann: was ibm higher on jan 15 than jan 2",), ("IBM −1.96 %", "$196.35 → $192.50")),
        (("ann: how much lower is aapl than at the start of the year",), ("AAPL −14.41 %", "$532.17 → $455.49")),
        (("lin: 苹果比去年底低多少",), ("AAPL −14.41%", "$532.17 → $455.49")),
        (("ann: AAPL close compared with December's",), ("−14.41 %", "$532.17 → $455.49")),
    ],
)
async def test_a_price_compared_with_a_day_is_the_change_from_its_close(
    lines: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    answer = await said(Talk(), *lines)
    assert [part for part in parts if part not in answer] == []


@pytest.mark.parametrize(
    ("lines", "parts"),
    [
        (("ann: AAPL volume vs yesterday",), ("11,404,800", "14,898,400")),
        (("lin: 苹果最高价比昨天呢",), ("$459.28", "$462.60")),
        (("lin: AAPL成交量和昨天比呢",), ("11,404,800", "14,898,400")),
        (("ann: what was AAPL volume on jan 2", "ann: vs today?"), ("11,404,800 (2013-01-31)",)),
        (("ann: did IBM do better this week than last week",), ("IBM −0.93 %", "IBM +5.40 %")),
    ],
)
async def test_another_figure_compared_with_a_time_is_given_of_both(
    lines: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    answer = await said(Talk(), *lines)
    assert [part for part in parts if part not in answer] == []


@pytest.mark.parametrize(
    "lines",
    [
        ("ann: fb close on jan 2 and jan 31", "ann: as a percentage?"),
        ("ann: fb close on jan 2?", "ann: and on jan 31?", "ann: in % terms?", "ann: in percent?"),
        ("lin: FB1月2号收多少，1月31号呢", "lin: 换算成百分比呢"),
        ("lin: FB1月2号收多少", "lin: 那1月31号呢", "lin: 相差多少"),
    ],
)
async def test_a_percentage_behind_two_prices_is_the_change_between_them(lines: tuple[str, ...]) -> None:
    answer = await said(Talk(), *lines)
    assert [part for part in _BETWEEN if part not in answer] == []
