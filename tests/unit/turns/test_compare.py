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


class TestWithoutPartner:
    @pytest.mark.parametrize("text", ["compare IBM and Toyota", "IBM和丰田比怎么样"])
    async def test_said_first(self, talk: Talk, text: str) -> None:
        await talk.say("ann", "hello")
        brief = (await talk.say("ann", text)).answer.brief
        assert not brief.startswith("IBM")
        assert "IBM $203.07" in brief
        assert len(phone_lines(brief)) <= 10
