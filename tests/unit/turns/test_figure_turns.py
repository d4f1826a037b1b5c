"""Questions for figures in a conversation: of whose card, whose list and which time."""

import pytest

from tests.fakes.core import Talk, text_of
from tests.references import said
from tests.unit.reading import sample_figures as s


@pytest.mark.parametrize(
    ("text", "is_known"),
    [
        ("how much cash did we have on jan 8", False),
        ("what was the account worth on jan 8", False),
        ("which holding had the largest weight in 2011", False),
        ("how much did we make on MSFT yesterday", True),
        ("how much cash do we have today", True),
        ("昨天我们有多少现金", False),
        ("我们现在有多少现金", True),
    ],
)
async def test_figures_of_today_are_not_given_as_those_of_another_time(talk: Talk, text: str, is_known: bool) -> None:  # noqa: FBT001
    await talk.say("ann", "buy 4 MSFT")
    await talk.say("ann", "yes")
    line = (await talk.say("ann", text)).answer.brief
    assert ("as of now only" not in line and "只知道现在" not in line) is is_known, line


@pytest.mark.parametrize(
    ("before", "text", "lines"),
    [
        ("buy 19 IBM", "what would our cash be once this goes through", ("$96,141.67 afterwards, $100,000.00 now",)),
        ("buy 19 IBM", "what weight is that", ("Buy 19 IBM: 3.9 % of the account afterwards",)),
        ("买 26 股 GOOG", "现在手里现金是多少", ("$100,000.00", "之后现金 $80,352.06")),
        (
            "IBM's close on december 14?",
            "how much is it up since then",
            ("+5.90 %, close of 2012-12-14 to 2013-01-31",),
        ),
        ("how is IBM", "how much is GOOG up since then", ("Since which day?",)),
        ("how is IBM", "谷歌财报之后那天涨了多少？", ("您说的是哪几天？",)),
        ("how is IBM", "how's Microsoft done since Christmas?", ("MSFT", "close of 2012-12-24 to 2013-01-31")),
        ("how is IBM", "FB since it went public", ("2012-05-18",)),
        ("hello", "compare IBM and MSFT since 14 December", ("IBM did better: +5.9 %; MSFT +2.4 %", "(2012-12-14 –")),
        ("how is IBM", "2012年全年IBM和微软哪个涨得多？", ("IBM", "2011-12-30")),
        (
            "how is IBM",
            "goog and ibm: which had the worst single day in 2012",
            ("GOOG, worst day: −8.4 % on 2012-01-20", "IBM, worst day: −4.9 % on 2012-10-17"),
        ),
        ("how is IBM", "when did IBM last close below 190", ("last on 2012-12-28, $189.83",)),
        ("老板说单只最多 10%，以后都按这个来", "/limits", ("10%",)),
    ],
)
async def test_a_figure_says_of_when_and_of_what_it_is(
    talk: Talk, before: str, text: str, lines: tuple[str, ...]
) -> None:
    await talk.say("ann", before)
    shown = text_of(await talk.say("ann", text))
    assert all(each in shown for each in lines), shown


def _lower_volumes() -> int:
    volumes = [row.volume for row in s.rows("MSFT")[-252:]]
    return sum(each < volumes[-1] for each in volumes)


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
        (("lin: 脸书股价", "lin: 哪天涨得最多"), "FB 最好的一天：2012-10-24，+19.1%"),
    ],
)
async def test_extreme_of_shares_or_of_the_days_of_one(lines: tuple[str, ...], answer_begins: str) -> None:
    assert (await said(Talk(), *lines)).startswith(answer_begins)
