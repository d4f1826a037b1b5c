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
    assert reply.answer.symbols == ("AAPL", "IBM")


async def test_in_chinese(talk: Talk) -> None:
    reply = await talk.say("ann", "苹果和谷歌哪个好")
    assert reply.answer.brief.startswith(
        "按规则 GOOG 优于 AAPL：买入 88% 对 卖出 53%\n\n2013-01-31 | GOOG | AAPL\n价格，$ | 755.69"
    )


async def test_with_the_share_talked_of(talk: Talk) -> None:
    await talk.say("ann", "analyze AAPL")
    assert (await talk.say("ann", "compare it with IBM")).answer.symbols == ("AAPL", "IBM")


async def test_when_none_is_to_be_bought_then_said(talk: Talk) -> None:
    await talk.say("ann", "hello")
    brief = (await talk.say("ann", "compare AAPL and MSFT")).answer.brief
    assert "They speak for buying none of them." in brief


@pytest.mark.parametrize(
    "text",
    [
        "compare AAPL and IBM",
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
