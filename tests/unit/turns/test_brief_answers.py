"""What is shown first is short, and the question's answer is its first line."""

from decimal import Decimal

import pytest
from wcwidth import wrap

from bot.domain.conversation.replies import Reply
from bot.domain.conversation.states import State
from tests.fakes.core import Talk, button, sentence, text_of

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


async def test_a_card_of_a_sale_argues_for_the_sale(talk: Talk) -> None:
    await talk.press("ann", (await talk.say("ann", "buy 3 AAPL")).answer.buttons[0].id)
    brief = (await talk.say("ann", "sell 1 AAPL")).answer.brief
    assert "For: 22.5 % below its 200-day average" in brief
    assert "Against: P/E 10.3, below 15" in brief


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


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "how has IBM done this month?",
            "IBM +6.01 %, close of 2012-12-31 to 2013-01-31: $191.55 → $203.07 (lowest close $192.32, highest $204.97)",
        ),
        (
            "苹果今年跌了多少",
            "AAPL −14.41%，2012-12-31 至 2013-01-31 收盘：$532.17 → $455.49（收盘最低 $439.88，最高 $549.03）",
        ),
        ("price of IBM in 1990", "IBM: I have no prices from 1990-01-01 to 1990-12-31."),
        ("what was the price of AAPL on 2013-01-15", "AAPL $485.92 (−3.15 %) · close 2013-01-15"),
    ],
)
async def test_of_days_that_are_named_the_price_is_told(talk: Talk, text: str, line: str) -> None:
    await talk.say("ann", "hello")
    assert (await talk.say("ann", text)).answer.brief == line


async def test_a_figure_that_is_missing_is_said(talk: Talk) -> None:
    brief = (await talk.say("ann", "what's the P/E of FB?")).answer.brief
    assert brief.startswith("FB P/E: not meaningful, earnings are only $0.01 a share")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("is GOOG overbought?", "GOOG is neither overbought nor oversold: RSI(14) 66.0 (2013-01-31)"),
        ("is RSI of MSFT above 70?", "No: MSFT RSI(14) 51.8 (2013-01-31)"),
        ("is AAPL cheap?", "AAPL is cheap by earnings: P/E 10.3 is below 15 (2013-01-31)"),
        ("is IBM above its 200-day average?", "Yes: IBM is 3.2 % above its 200-day average of $196.84 (2013-01-31)"),
        ("谷歌贵吗", "按盈利 GOOG 不便宜也不贵：市盈率 23.4（2013-01-31）"),
        ("ATR of GOOG", "GOOG ATR(14) $12.99 (2013-01-31)"),
        ("stop of IBM", "IBM has no stop: you hold none. A purchase now would have about $198.07"),
    ],
)
async def test_whether_a_figure_is_high_in_one_line(talk: Talk, text: str, line: str) -> None:
    await talk.say("ann", "hello")
    assert (await talk.say("ann", text)).answer.brief == line


async def test_the_stop_of_what_is_held(talk: Talk) -> None:
    await talk.press("ann", button(await talk.proposed(text="buy 3 shares of GOOG"), "confirm"))
    await talk.proposed(text="sell half of GOOG")
    for text in ("what's my stop on GOOG?", "where's the stop?"):
        reply = await talk.say("ann", text)
        assert reply.answer.brief == "GOOG stop $729.71, 3.4 % below the price; a level, not an order"


async def test_a_figure_that_is_not_known_and_which_are(talk: Talk) -> None:
    await talk.say("ann", "hello")
    brief = (await talk.say("ann", "beta of GOOG")).answer.brief
    assert brief.startswith("I do not know the beta of GOOG. I know price, changes, P/E")


async def test_a_question_for_a_figure_leaves_the_pending_decision_and_a_yes_is_read_back(talk: Talk) -> None:
    await talk.proposed()
    reply = await talk.say("ann", "what's the P/E?")
    assert reply.answer.brief == "GOOG P/E 23.4 (2013-01-31)"
    assert reply.answer.decisions == ()
    await talk.say("ann", "yes")
    assert talk.orders_carried_out == 0
    assert [each.status.value for each in talk.decisions()] == ["proposed"]


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


@pytest.mark.parametrize("text", ["make it 2k instead", "换成五千", "make it 5 shares", "10股就行"])
async def test_a_size_that_changes_nothing_makes_no_card(talk: Talk, text: str) -> None:
    await talk.press("ann", (await talk.say("ann", "buy 20 AAPL")).answer.buttons[0].id)
    await talk.say("ann", "analyze AAPL")
    reply = await talk.say("ann", text)
    assert reply.answer.decisions == ()
    assert len(talk.decisions()) == 1


@pytest.mark.parametrize("text", ["buy 2k of it", "buy it for $1,500", "sell it", "买10股"])
async def test_after_a_comparison_no_share_is_chosen_for_the_person(talk: Talk, text: str) -> None:
    await talk.say("ann", "compare IBM and MSFT")
    reply = await talk.say("ann", text)
    assert reply.answer.decisions == ()
    assert talk.decisions() == []


async def test_with_several_pending_a_trade_without_a_share_is_asked_back(talk: Talk) -> None:
    await talk.say("ann", "buy 10 msft and 5 goog")
    reply = await talk.say("ann", "sell it")
    assert reply.answer.decisions == ()
    assert len(talk.decisions()) == 2


@pytest.mark.parametrize("text", ["rises to 800, then sell", "goog drops to 700 then buy 5", "涨到800再卖"])
async def test_an_order_for_later_without_an_if_makes_no_card(talk: Talk, text: str) -> None:
    await talk.press("ann", (await talk.say("ann", "buy 5 GOOG")).answer.buttons[0].id)
    reply = await talk.say("ann", text)
    assert reply.answer.decisions == ()
    assert len(talk.decisions()) == 1


@pytest.mark.parametrize("text", ["can you bring it down to $1,000?", "how about up to $1,000?", "能降到1000美元吗？"])
async def test_a_size_asked_for_is_no_supposed_price(talk: Talk, text: str) -> None:
    await talk.proposed()
    reply = await talk.say("ann", text)
    assert [each.proposal.shares for each in reply.answer.decisions] == [1]


async def test_after_a_comparison_a_figure_is_that_of_each_share(talk: Talk) -> None:
    await talk.say("ann", "compare IBM and MSFT")
    reply = await talk.say("ann", "what's the P/E?")
    assert reply.answer.brief == "P/E: IBM 14.1, MSFT 15.0 (2013-01-31)"


@pytest.mark.parametrize("text", ["is that oversold?", "whens next earnings", "any news?", "太多了，少买点"])
async def test_a_question_that_is_not_understood_gets_no_table_of_moves(talk: Talk, text: str) -> None:
    await talk.say("ann", "analyze AAPL")
    reply = await talk.say("ann", text)
    assert "usual day" not in reply.answer.whole_text
    assert "通常波动" not in reply.answer.whole_text
    assert len(lines(reply)) <= 9


async def test_a_share_that_cannot_be_compared_is_said_and_not_replaced(talk: Talk) -> None:
    await talk.say("ann", "analyze MSFT")
    reply = await talk.say("ann", "compare AAPL and TSLA")
    assert "MSFT over" not in reply.answer.whole_text
    assert "TSLA" in reply.answer.brief


async def test_several_limits_that_are_kept_are_one_line(talk: Talk) -> None:
    for limit in ("never more than 15 % in one stock", "at most $15,000 per trade", "always keep $20,000 in cash"):
        await talk.say("ann", limit)
    reply = await talk.say("ann", "should I buy GOOG?")
    assert "Keeps your 3 limits" in reply.answer.brief
    assert len(lines(reply)) <= 9


async def test_details_of_another_conversation_are_not_shown(talk: Talk) -> None:
    analysis = await talk.say("ann", "analyze AAPL")
    shown = await talk.press("bob", analysis.answer.buttons[0].id, thread="elsewhere")
    assert shown.answer.brief == sentence("details-none")


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
