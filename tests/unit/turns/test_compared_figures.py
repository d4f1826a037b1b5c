"""Whether a figure is high or low, cheaper than before, and what is new of a share."""

import pytest

from tests.fakes.core import Talk
from tests.references import said
from tests.unit.reading import sample_figures as s


def _lower_volumes() -> int:
    volumes = [row.volume for row in s.rows("MSFT")[-252:]]
    return sum(each < volumes[-1] for each in volumes)


@pytest.mark.parametrize(
    ("lines", "parts"),
    [
        (("ann: is msft volume high today",), ("No: MSFT volume 50,530,000", f"on {_lower_volumes()} of the 252")),
        (("ann: is ibm's p/e high",), ("No: IBM P/E 14.1", "below 14.9, the middle of AAPL 10.3, GOOG 23.4")),
        (("lin: ibm的市盈率高吗",), ("否：IBM 市盈率 14.1", "低于中位数 14.9", "IBM 2012-01-31 14.7")),
        (("ann: is goog cheaper than a year ago?",), ("No: GOOG P/E 23.4 now, 19.5 on 2012-01-31", "$580.11 on")),
        (("lin: 谷歌比一年前便宜吗",), ("否：GOOG 市盈率现在 23.4，2012-01-31 为 19.5", "价格现在 $755.69")),
        (("ann: is fb's yield higher than a year ago?",), ("FB dividend yield 0.00 % now, – on 2012-01-31",)),
        (("ann: is the market cap of fb high?",), ("No: FB market value", "the middle of AAPL")),
        (("ann: is ibm far from its high",), ("4.1 % below its 52-week high",)),
    ],
)
async def test_whether_a_figure_is_high_then_yes_or_no_and_what_it_is_compared_with(
    lines: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    answer = await said(Talk(), *lines)
    assert [part for part in parts if part not in answer] == [], answer


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("ann: anything happening with apple", ("AAPL $455.49 (−0.29 %)", "Volume 11,404,800, 0.51 ×", "2013-01-23")),
        ("ann: whats up with msft today", ("MSFT $27.45 (−1.44 %)", "0.93 ×", "Microsoft reports Q2 FY2013")),
        ("lin: 苹果有什么动静", ("AAPL $455.49（−0.29%）", "为 20 日均量的 0.51 倍", "下次财报：没有日期")),
    ],
)
async def test_what_is_new_then_price_volume_headline_and_results_in_three_lines(
    text: str, parts: tuple[str, ...]
) -> None:
    lines = (await said(Talk(), text)).splitlines()[:3]
    assert [part for part in parts if part not in "\n".join(lines)] == [], lines
    assert len(list(filter(None, lines))) == 3
