"""What is shown first is short, and the question's answer is its first line."""

from decimal import Decimal

import pytest
from wcwidth import wrap

from bot.domain.conversation.replies import Reply
from bot.domain.conversation.states import State
from tests.fakes.core import Talk, text_of

COLUMNS = 42  # of a phone


def lines(reply: Reply) -> list[str]:
    return [part for line in reply.answer.brief.split("\n") for part in wrap(line, COLUMNS) if part.strip()]


@pytest.mark.parametrize("symbol", ["AAPL", "FB", "GOOG", "IBM", "MSFT"])
@pytest.mark.parametrize("text", ["analyze {}", "分析一下 {}"])
async def test_an_analysis_fits_a_phone(talk: Talk, symbol: str, text: str) -> None:
    reply = await talk.say("ann", text.format(symbol))
    assert len(lines(reply)) <= 9  # and its button
    assert lines(reply)[0].startswith(f"{symbol} $")
    assert [each.label for each in reply.answer.buttons] in (["Details"], ["详情"])
    assert "50-day average" in text_of(reply) or "50 日均线" in text_of(reply)


@pytest.mark.parametrize("symbol", ["AAPL", "FB", "GOOG", "IBM", "MSFT"])
@pytest.mark.parametrize("text", ["should I buy {}?", "buy 3 shares of {}", "sell half of my {}", "{} 要不要买？"])
async def test_a_card_fits_a_phone(talk: Talk, symbol: str, text: str) -> None:
    reply = await talk.say("ann", text.format(symbol))
    assert len(lines(reply)) <= 9  # and its buttons


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("what's the price of AAPL?", "AAPL $455.49 (−0.29 %) · close 2013-01-31"),
        ("market value of AAPL", "AAPL market value $427.7 bn (2013-01-31)"),
        ("AAPL 52-week range", "AAPL 52 weeks $435.00–$705.07 (2013-01-31)"),
        ("price of AAPL on 2013-01-15", "AAPL $485.92 (−3.15 %) · close 2013-01-15"),
        ("谷歌的市盈率是多少", "GOOG 市盈率 23.4（2013-01-31）"),
    ],
)
async def test_a_single_figure_is_one_line(talk: Talk, text: str, answer: str) -> None:
    reply = await talk.say("ann", text)
    assert reply.answer.brief.split("\n")[0] == answer
    assert len(wrap(answer, COLUMNS)) == 1
    assert any(each in text_of(reply) for each in ("50-day average", "50 日均线"))  # all figures are details
    assert any(each in text_of(reply) for each in ("Sources of the figures of", "数据出处"))


@pytest.mark.parametrize("text", ["is that risky?", "what could go wrong?"])
async def test_the_risk_of_a_card_is_its_loss_its_weight_and_a_bad_day(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 15 GOOG")
    lines = (await talk.say("ann", text)).answer.brief.split("\n")
    assert lines[:2] == [
        "Buy 15 GOOG: $389.70 lost at the stop",
        "Buy 15 GOOG: 11.3 % of the account afterwards, 0.0 % now",
    ]
    assert "the worst of a year (−8.0 %), loses $907.59" in lines[2]


async def test_why_counts_each_argument_and_says_what_would_change_the_view(talk: Talk) -> None:
    proposed = await talk.proposed()
    why = (await talk.press("ann", proposed.answer.buttons[2].id)).answer.brief
    assert why.startswith("Why buy 3 GOOG: score +0.65 (buys from +0.25, sells from −0.25)")
    counted = [Decimal(line[2:7].replace("−", "-")) for line in why.split("\n") if line.startswith(("• +0", "• −0"))]
    assert sum(counted) == Decimal("0.65")
    assert "Would change the view:" in why


async def test_why_after_the_end_says_what_came_of_it(talk: Talk) -> None:
    proposed = await talk.proposed()
    await talk.press("ann", proposed.answer.buttons[1].id)
    reply = await talk.say("ann", "why google?")
    assert "cancelled" in reply.answer.brief
    assert "Would change the view" not in reply.answer.brief
    assert reply.state is not State.AWAITING_CONFIRM


@pytest.mark.parametrize("text", ["is that oversold?", "whens next earnings", "any news?", "太多了，少买点"])
async def test_a_question_that_is_not_understood_gets_no_table_of_moves(talk: Talk, text: str) -> None:
    await talk.say("ann", "analyze AAPL")
    reply = await talk.say("ann", text)
    assert "usual day" not in reply.answer.whole_text
    assert "通常波动" not in reply.answer.whole_text
    assert len(lines(reply)) <= 9


async def test_several_limits_that_are_kept_are_one_line(talk: Talk) -> None:
    for limit in ("never more than 15 % in one stock", "at most $15,000 per trade", "always keep $20,000 in cash"):
        await talk.say("ann", limit)
    reply = await talk.say("ann", "should I buy GOOG?")
    assert "Keeps your 3 limits" in reply.answer.brief
    assert len(lines(reply)) <= 9


async def test_details_of_a_what_if_are_reached_beside_a_pending_card(talk: Talk) -> None:
    await talk.proposed()
    reply = await talk.say("ann", "what if it drops 10 %?")
    assert [each.label for each in reply.answer.buttons] == ["Confirm", "Cancel", "Why?", "Adjust…", "Details"]


@pytest.mark.parametrize(
    ("limit", "order"), [("at most $500 per trade", "buy 3 IBM"), ("每笔不超过500美元", "买3股IBM")]
)
async def test_a_card_beyond_a_limit_fits_a_phone(talk: Talk, limit: str, order: str) -> None:
    await talk.say("ann", limit)
    reply = await talk.say("ann", order)
    assert len(lines(reply)) <= 10
    assert "$109.21" in lines(reply)[0]
    assert reply.answer.brief.index("$109.21") < reply.answer.brief.index("$609.21")


async def test_a_long_review_shows_the_newest_first_and_all_in_details(talk: Talk) -> None:
    for shares in (2, 3):
        for symbol in ("AAPL", "FB", "GOOG", "IBM", "MSFT"):
            await talk.say("ann", f"buy {shares} {symbol}")
            await talk.say("ann", "cancel")
    reply = await talk.say("ann", "review")
    assert len(lines(reply)) <= 10
    assert "4 more" in reply.answer.brief
    assert all(f"buy {shares} AAPL" in text_of(reply) for shares in (2, 3))
