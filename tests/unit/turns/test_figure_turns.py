"""Questions for figures in a conversation: of whose card, whose list and which time."""

import pytest

from tests.fakes.core import Talk, text_of


@pytest.fixture(name="talk")
def _talk() -> Talk:
    return Talk()


@pytest.mark.parametrize(
    ("text", "is_known"),
    [
        ("how much cash did we have on jan 8", False),
        ("what was the account worth on jan 8", False),
        ("which holding was the largest in 2011", False),
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
        ("how is IBM", "MSFT 跌到 25 的话股息率变成多少", ("价格为 $25.00 时股息率 3.68%", "现在 股息率 3.35%")),
        ("老板说单只最多 10%，以后都按这个来", "/limits", ("10%",)),
        (
            "how is IBM",
            "IBM's P/E if it earned 20 dollars a share?",
            ("P/E 10.2 with earnings of $20.00", "now P/E 14.1"),
        ),
    ],
)
async def test_a_figure_says_of_when_and_of_what_it_is(
    talk: Talk, before: str, text: str, lines: tuple[str, ...]
) -> None:
    await talk.say("ann", before)
    shown = text_of(await talk.say("ann", text))
    assert all(each in shown for each in lines), shown
