"""Questions that go on from the one before, of something else."""

import pytest

from tests.fakes.core import Talk
from tests.references import said


@pytest.mark.parametrize(
    ("lines", "parts"),
    [
        (("ann: what did ibm close at on 14 december?", "ann: and two weeks before that?"), ("190.07", "2012-11-30")),
        (("ann: how did goog do in january", "ann: msft?"), ("MSFT +2.77", "2012-12-31")),
        (("ann: what is rsi", "ann: and for google?"), ("GOOG RSI",)),
        (("ann: can we afford 20 ibm?", "ann: and 30?"), ("30 IBM", "6,092.10")),
        (("ann: what if ibm drops 10%", "ann: and 20%?"), ("IBM −20 %",)),
        (("ann: what if i own 20 goog and it goes to 800", "ann: what about if it was ibm, up 6%"), ("20 shares",)),
        (("lin: IBM 的股息率多少？", "lin: 那 MSFT 呢，哪个高"), ("3.35%", "1.67%")),
        (
            ("ann: msft change between jan 7 and 14", "ann: and ibm over the same stretch?"),
            ("IBM −0.27 %", "2013-01-07"),
        ),
        (("ann: goog close on 12 december", "ann: how much did it gain since that day"), ("+8.33 %", "$697.56")),
        (("ann: change of goog from 2012-09-21 to today", "ann: and the low?"), ("$636.00", "2012-11-16")),
        (
            ("ann: analyze aapl", "ann: how much has it lost this year compared with goog"),
            ("AAPL −14.4 %", "GOOG +6.8 %"),
        ),
        (("ann: how has google done since earnings?", "ann: since January 22, sorry"), ("GOOG +7.51 %", "2013-01-22")),
        (("ann: change of ibm in q4", "ann: and google over the same quarter?"), ("GOOG −6.25 %", "2012-09-28")),
        (("ann: rsi of msft on jan 15", "ann: is that overbought"), ("RSI(14) 52.5 (2013-01-15)",)),
        (("lin: FB波动率", "lin: 那30天的呢"), ("41.1%",)),
        (("ann: goog change since the 22nd", "ann: and the 15th?"), ("GOOG +4.24 %", "2013-01-15")),
        (("ann: fb close on jan 24", "ann: vs the day before?"), ("+0.84 %", "$30.82 → $31.08")),
        (("ann: aapl volume on jan 24", "ann: vs the day before?"), ("30,768,200 (2013-01-23)",)),
        (("ann: price of ibm", "ann: and the market?"), ("IBM −0.22 %", "the market −0.5 %")),
        (("ann: aapl ytd", "ann: vs the market?"), ("AAPL −14.41 %", "the market +3.5 %")),
        (("lin: IBM股价", "lin: 大盘呢"), ("大盘 −0.5%",)),
        (("lin: 苹果前天和昨天的收盘价",), ("$458.27", "$456.83")),
        (("lin: 苹果和谷歌今年谁涨得多", "lin: 那IBM呢"), ("IBM +6.01%", "2012-12-31")),
        (("lin: 2012年第四季度苹果涨了多少", "lin: 这期间最大回撤多少", "lin: 同期IBM呢"), ("IBM 最大回撤 12.1%",)),
    ],
)
async def test_what_is_named_takes_the_place_of_what_was_named(lines: tuple[str, ...], parts: tuple[str, ...]) -> None:
    answer = await said(Talk(), *lines)
    assert [part for part in parts if part not in answer] == []


@pytest.mark.parametrize("before", ["buy 5 goog", "haha"])
async def test_behind_what_asks_nothing_it_asks_for_a_view_and_orders_nothing(before: str) -> None:
    talk = Talk()
    await said(talk, f"ann: {before}")
    pending = len(talk.decisions())
    assert "IBM $203.07" in await said(talk, "ann: and ibm?")
    assert len(talk.decisions()) == pending


@pytest.mark.parametrize("question", ["ann: how much did it gain since that day", "ann: 谷歌那段时间最高多少"])
async def test_a_time_told_from_one_that_was_not_named_is_asked_for(question: str) -> None:
    answer = await said(Talk(), "ann: price of msft", question)
    assert "$" not in answer
    assert any(each in answer for each in ("Of which days?", "Since which day?", "您说的是哪几天？"))


async def test_which_of_the_three_means_those_talked_of_in_the_latest_answers() -> None:
    talk = Talk()
    answer = await said(
        talk, "ann: pe of msft", "ann: and ibm?", "ann: and goog?", "ann: which of the three has the lower P/E"
    )
    assert "IBM has the lowest P/E: 14.1; MSFT 15.0, GOOG 23.4" in answer
    assert "Which share" in await said(Talk(), "ann: pe of msft", "ann: which of the three has the lower P/E")


@pytest.mark.parametrize(
    ("lines", "parts"),
    [
        (("ann: what was the highest close of AAPL in january, and when",), ("$549.03 on 2013-01-02",)),
        (("lin: 苹果一月最高价是多少，是哪天",), ("2013-01-02",)),
    ],
)
async def test_when_beside_an_extreme_asks_for_its_day(lines: tuple[str, ...], parts: tuple[str, ...]) -> None:
    answer = await said(Talk(), *lines)
    assert [part for part in parts if part not in answer] == []
    assert "results" not in answer
    assert "财报" not in answer
