"""Questions for a figure that leave out its span, day or sessions: those of the question before are meant."""

import pytest

from tests.fakes.core import Talk
from tests.references import said

_CLOSE = "ann: what did apple close at on jan 24"


@pytest.mark.parametrize(
    ("lines", "parts"),
    [
        ((_CLOSE, "ann: how big was the drop"), ("−12.36 %", "2013-01-24")),
        ((_CLOSE, "ann: how much is it down"), ("−0.29 %", "2013-01-31")),
        (("lin: 苹果1月24号收多少", "lin: 跌了多少"), ("−12.36%", "2013-01-24")),
        (("lin: 苹果1月24号收多少", "lin: 现在涨了多少"), ("−0.29%", "2013-01-31")),
        (("ann: price goog in october 2012?", "ann: and the average?"), ("$726.06", "2012-10-01 to 2012-10-31")),
        (("ann: price goog in october 2012?", "ann: highest close?"), ("$768.05 on 2012-10-04", "to 2012-10-31")),
        (("lin: 谷歌去年10月什么价位", "lin: 最高收盘是哪天"), ("2012-10-04，$768.05", "至 2012-10-31")),
        (("ann: goog 50 dma", "ann: how far above it are we"), ("6.3 %", "50-day average of $711.23")),
    ],
)
async def test_span_is_left_out_then_that_of_the_question_before(
    lines: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    answer = await said(Talk(), *lines)
    assert [part for part in parts if part not in answer] == [], answer


@pytest.mark.parametrize(
    ("lines", "answer_begins"),
    [
        (("ann: which one moved most today",), "MSFT moved most: −1.4 %"),
        (("lin: 今天谁异动最大",), "MSFT 变动最大：−1.4%"),
        (("ann: worst this week",), "FB did worst: −1.8 %"),
        (("ann: fb price", "ann: best day this year"), "FB, best day: +5.3 % on 2013-01-09"),
        (("lin: 脸书股价", "lin: 单日最大涨幅多少"), "FB 最好的一天：2012-10-24，+19.1%"),
    ],
)
async def test_extreme_of_shares_or_of_the_days_of_one(lines: tuple[str, ...], answer_begins: str) -> None:
    assert (await said(Talk(), *lines)).startswith(answer_begins)
