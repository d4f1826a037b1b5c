"""Comparisons through whole turns: one verdict, one table, and no card."""

import pytest

from bot.domain.conversation.blocks import Table
from bot.domain.conversation.states import Intent
from tests.fakes.core import Talk
from tests.fakes.phone import COLUMNS, phone_lines

_BETWEEN = 3  # columns between two columns of a table


def width(table: Table) -> int:
    rows = (table.columns, *table.rows)
    return sum(max(len(row[at]) for row in rows) + _BETWEEN for at in range(len(table.columns))) - _BETWEEN


async def test_the_verdict_then_one_table(talk: Talk) -> None:
    reply = await talk.say("ann", "compare AAPL and IBM")
    assert reply.answer.brief.splitlines() == [
        "IBM over AAPL by the rules: buy 70 % against sell 53 %",
        "",
        "2013-01-31 | IBM | AAPL",
        "Price, $ | 203.07 | 455.49",
        "Rules | buy 70 % | sell 53 %",
        "120 days | +1.6 % | −26.6 %",
        "To 200-day | +3.2 % | −22.5 %",
        "RSI(14) | 66.6 | 35.2",
        "P/E | 14.1 | 10.3",
    ]
    assert "at the close of 2013-01-31 (sample market)" in reply.answer.whole_text
    assert reply.answer.symbols == ("IBM", "AAPL")


async def test_with_the_share_talked_of(talk: Talk) -> None:
    await talk.say("ann", "analyze AAPL")
    assert (await talk.say("ann", "compare it with IBM")).answer.symbols == ("IBM", "AAPL")


async def test_when_none_is_to_be_bought_then_said(talk: Talk) -> None:
    await talk.say("ann", "hello")
    brief = (await talk.say("ann", "compare AAPL and MSFT")).answer.brief
    assert "They speak for buying none of them." in brief


@pytest.mark.parametrize(
    "text",
    [
        "which is better, apple, google or IBM?",
        "compare apple, google, facebook, ibm and msft",
        "苹果、谷歌、IBM哪个好",
    ],
)
async def test_fits_a_phone_and_makes_no_card(talk: Talk, text: str) -> None:
    await talk.say("ann", "hello")
    reply = await talk.say("ann", text)
    assert len(phone_lines(reply.answer.brief)) <= 10
    assert all(width(block) <= COLUMNS for block in reply.answer.blocks if isinstance(block, Table))
    assert reply.intent is Intent.ANALYZE
    assert not reply.answer.decisions


class TestByFigure:
    @pytest.mark.parametrize(
        ("text", "first"),
        [
            (
                "who pays the higher dividend, IBM or MSFT",
                "MSFT has the higher dividend yield: 3.35 %; IBM 1.67 % (2013-01-31)",
            ),
            ("P/E of MSFT vs IBM", "P/E: MSFT 15.0, IBM 14.1 (2013-01-31)"),
            ("微软和IBM谁的股息更高", "MSFT 的股息率较高：3.35%；IBM 1.67%（2013-01-31）"),
        ],
    )
    async def test_the_first_line_answers_what_was_asked(self, talk: Talk, text: str, first: str) -> None:
        await talk.say("ann", "hello")
        reply = await talk.say("ann", text)
        assert reply.answer.brief.splitlines()[0] == first
        assert len(phone_lines(reply.answer.brief)) <= 10

    async def test_of_the_two_talked_of(self, talk: Talk, subtests: pytest.Subtests) -> None:
        await talk.say("ann", "compare AAPL and IBM")
        for text in (
            "which of the two is cheaper on earnings?",
            "这两只谁的市盈率更低",
            "which of these has the lowest P/E?",
        ):
            with subtests.test(text):
                reply = await talk.say("ann", text)
                assert set(reply.answer.symbols) == {"AAPL", "IBM"}
                assert "10.3" in reply.answer.brief.splitlines()[0]


class TestRanking:
    @pytest.mark.parametrize(
        "text",
        [
            "which of the five looks most promising?",
            "which is the best buy right now?",
            "五只里面哪只最值得买",
        ],
    )
    async def test_by_the_rules_and_never_a_card(self, talk: Talk, text: str) -> None:
        await talk.say("ann", "analyze MSFT")
        reply = await talk.say("ann", text)
        lines = reply.answer.brief.splitlines()
        assert "GOOG" in lines[0]
        assert [line.split()[1] for line in lines[1:6]] == ["GOOG", "IBM", "FB", "MSFT", "AAPL"]
        assert reply.intent is Intent.ANALYZE
        assert not reply.answer.decisions
        assert len(phone_lines(reply.answer.brief)) <= 10

    @pytest.mark.parametrize(
        ("text", "line"),
        [
            (
                "which has been the most volatile?",
                "FB has the highest volatility: 50.2 %; AAPL 44.9 %, GOOG 20.7 %, MSFT 20.5 %, IBM 15.2 % (2013-01-31)",
            ),
            (
                "哪只股票波动最大",
                "FB 的波动率最高：50.2%；AAPL 44.9%、GOOG 20.7%、MSFT 20.5%、IBM 15.2%（2013-01-31）",
            ),
        ],
    )
    async def test_by_a_figure_in_one_line(self, talk: Talk, text: str, line: str) -> None:
        await talk.say("ann", "hello")
        assert (await talk.say("ann", text)).answer.brief == line

    async def test_of_what_is_held(self, talk: Talk) -> None:
        assert (await talk.say("ann", "which of my shares is the cheapest?")).answer.brief.startswith(
            "You hold no shares"
        )


class TestWithoutPartner:
    @pytest.mark.parametrize("text", ["compare IBM and Toyota", "IBM vs the market", "IBM和丰田比怎么样"])
    async def test_said_first(self, talk: Talk, text: str) -> None:
        await talk.say("ann", "hello")
        brief = (await talk.say("ann", text)).answer.brief
        assert not brief.startswith("IBM")
        assert "IBM $203.07" in brief
        assert len(phone_lines(brief)) <= 10
