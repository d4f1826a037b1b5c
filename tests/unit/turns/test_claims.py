"""Arguing with the rules' view: what the figures say, what they count, and that nothing is ordered by it."""

from decimal import Decimal

import pytest

from bot.domain.conversation.blocks import Card
from bot.domain.conversation.replies import Reply
from bot.domain.trading.decisions import DecisionStatus
from tests.fakes.core import Talk, button, text_of
from tests.unit.reading import sample_figures as s

VIEWS = {"AAPL": "score −0.45", "FB": "score +0.08", "GOOG": "score +0.65", "IBM": "score +0.47", "MSFT": "score −0.22"}


def away(symbol: str, sessions: int) -> str:
    return s.percent(s.close(symbol) / s.average(symbol, sessions) - 1, signed=False)


def half_year(symbol: str) -> str:
    rows = s.rows(symbol)
    return s.percent(rows[-1].close / rows[-121].close - 1, 2)


def volume_ratio(symbol: str) -> str:
    rows = s.rows(symbol)
    return s.plain(Decimal(rows[-1].volume) * 20 / sum(row.volume for row in rows[-20:]), 2)


async def said_after(talk: Talk, before: str, text: str) -> str:
    await talk.say("ann", before)
    return (await talk.say("ann", text)).answer.brief


@pytest.mark.parametrize(
    ("symbol", "text", "expected"),
    [
        ("IBM", "but the pe is only 10 thats cheap", f"Not 10: IBM P/E {s.plain(s.close('IBM') / Decimal('14.37'))}"),
        ("IBM", "volume dried up though", f"That is so: IBM volume {volume_ratio('IBM')} × average"),
        ("IBM", "it fell 5% yesterday", f"Not −5 %: IBM {s.percent(s.daily('IBM', '2013-01-30')[0][0], 2)} %"),
        ("AAPL", "the rsi is above 70", f"Not above 70: AAPL RSI(14) {s.plain(s.rsi('AAPL'))}"),
        ("AAPL", "it's too risky", f"That is so: AAPL volatility {s.percent(s.volatility('AAPL'), signed=False)} %"),
        ("MSFT", "but it's below its 50 day", f"That is not so: MSFT is {away('MSFT', 50)} % above its 50-day average"),
        ("MSFT", "isn't it too expensive for that?", "Not quite: MSFT P/E 15.0"),
        ("MSFT", "I disagree, MSFT is overvalued", "Not quite: MSFT P/E 15.0"),
        ("FB", "it's overvalued", "That is so: FB P/E: not meaningful, earnings are only $0.01 a share"),
        ("AAPL", "the news is terrible", "That is not so: AAPL, news of 30 days with figures: 1 good, 0 bad"),
        ("IBM", "the ceo just quit", "latest headline on it: “Virginia Rometty to succeed Samuel Palmisano as CEO"),
        ("IBM", "their buybacks are a joke", "headlines I have is about it"),
        ("FB", "everyone's bullish on it", f"RSI(14) {s.plain(s.rsi('FB'))}, 0.00 in the rules’ score"),
        ("IBM", "margins are shrinking and the ceo quit", "no data on margins, the management"),
        ("GOOG", "可是市盈率才二十几倍", "确实如此：GOOG 市盈率 23."),
        ("IBM", "可是快到前高了", f"确实如此：IBM 低于 52 周高点 {s.usd(s.high('IBM').high)}"),
        ("AAPL", "可是已经跌了很多", f"确实如此：AAPL {half_year('AAPL')}%"),
    ],
)
async def test_the_point_is_taken_up_with_the_figure_and_its_weight(
    talk: Talk, symbol: str, text: str, expected: str
) -> None:
    assert expected in await said_after(talk, f"analyze {symbol}", text)


@pytest.mark.parametrize("symbol", VIEWS)
async def test_a_topic_changes_no_view(talk: Talk, symbol: str) -> None:
    brief = await said_after(talk, f"analyze {symbol}", "but their management is weak")
    assert brief.endswith(f"{VIEWS[symbol]}.")


async def test_the_same_point_again_is_never_the_same_card(talk: Talk) -> None:
    first = await talk.say("ann", "thoughts on apple")
    for text in ("margins are shrinking though", "可是毛利在降", "but it's overvalued"):
        reply = await talk.say("ann", text)
        assert not [block for block in reply.answer.blocks if isinstance(block, Card)]
        assert reply.answer.brief != first.answer.brief


class TestBelowACard:
    async def test_it_stays_as_it_is_and_a_yes_is_asked_about(self, talk: Talk) -> None:
        await talk.say("ann", "buy 5 IBM")
        reply = await talk.say("ann", "but the pe is over 20")
        assert "Still pending: buy 5 IBM" in reply.answer.brief
        asked = await talk.say("ann", "yes")
        assert talk.orders_carried_out == 0
        assert [(each.version, each.status) for each in talk.decisions()] == [(1, DecisionStatus.PROPOSED)]
        await talk.press("ann", button(asked, "confirm"))
        assert talk.orders_carried_out == 1

    async def test_several_wait_then_all_of_them_are_named(self, talk: Talk) -> None:
        await talk.say("ann", "buy 2 MSFT and 1 GOOG")
        reply = await talk.say("ann", "but they're overvalued")
        assert "Still pending: buy 2 MSFT, buy 1 GOOG" in reply.answer.brief
        await talk.say("ann", "yes")
        assert talk.orders_carried_out == 0

    async def test_of_somebody_else_then_no_yes_of_theirs_counts(self, talk: Talk) -> None:
        await talk.say("ann", "should I buy google? at most $3,000")
        reply = await talk.say("bob", "but it ran up a lot")
        assert "Still pending: buy 3 GOOG" in reply.answer.brief
        await talk.say("bob", "yes")
        assert talk.orders_carried_out == 0

    @pytest.mark.parametrize(
        "text", ["ok but margins are shrinking", "yes but the pe is only 10", "sure but it's risky"]
    )
    async def test_what_begins_like_a_yes_confirms_nothing(self, talk: Talk, text: str) -> None:
        await talk.say("ann", "buy 5 IBM")
        reply = await talk.say("ann", text)
        assert reply.intent == "FOLLOWUP"
        assert talk.orders_carried_out == 0

    async def test_no_it_is_too_expensive_declines_it_as_before(self, talk: Talk) -> None:
        await talk.say("ann", "buy 5 IBM")
        assert (await talk.say("ann", "no, too expensive")).intent != "FOLLOWUP"

    async def test_it_makes_no_card_where_the_rules_guessed_an_order(self, talk: Talk) -> None:
        await talk.say("ann", "analyze IBM")
        await talk.say("ann", "it pays no dividend")
        assert not talk.decisions()


class TestWhatIsArguedWith:
    async def test_nothing_was_shown_then_it_is_no_argument(self, talk: Talk) -> None:
        for text in ("margins are shrinking", "but the pe is only 10"):
            assert "no data on" not in (await talk.say("ann", text)).answer.brief

    async def test_another_share_than_those_shown_is_the_one_that_is_meant(self, talk: Talk) -> None:
        brief = await said_after(talk, "analyze IBM", "MSFT's margins are shrinking")
        assert "MSFT: I have no data on margins" in brief

    async def test_the_share_named_of_several_shown(self, talk: Talk) -> None:
        brief = await said_after(talk, "compare IBM and AAPL", "but aapl is cheap")
        assert "AAPL P/E 10.3" in brief
        assert "IBM" not in brief

    async def test_each_share_of_several_shown(self, talk: Talk) -> None:
        brief = await said_after(talk, "compare IBM and AAPL", "but the pe is under 12")
        assert "Not below 12: IBM P/E 14.1" in brief
        assert "That is so: AAPL P/E 10.3" in brief

    async def test_the_view_of_an_earlier_day_with_the_figures_of_that_day(self, talk: Talk) -> None:
        high = max((row for row in s.rows("IBM") if f"{row.day}" <= "2012-06-15"), key=lambda row: row.high)
        brief = await said_after(talk, "analyze IBM as of 2012-06-15", "but it's near its high")
        assert f"52-week high of {s.usd(high.high)}" in brief

    async def test_a_few_answers_later_it_is_still_meant(self, talk: Talk) -> None:
        await talk.say("ann", "analyze IBM")
        await talk.say("ann", "/status")
        assert "no data on margins" in (await talk.say("ann", "margins are shrinking")).answer.brief


async def test_where_a_committee_ruled_it_hears_the_point(talk: Talk) -> None:
    await talk.say("ann", "/analyze AAPL deep")
    reply: Reply = await talk.say("bob", "the ceo just quit")
    assert "Bob’s point is noted in the debate" in text_of(reply)


async def test_what_is_claimed_before_another_share_is_named_is_of_the_share_talked_of(talk: Talk) -> None:
    await talk.say("ann", "analyze IBM")
    brief = (await talk.say("ann", "市盈率14哪里贵了，微软才多少")).answer.brief
    assert "IBM 市盈率 14.1" in brief
    assert "15.0" not in brief
