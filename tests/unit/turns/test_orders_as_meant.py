"""Conversations after which exactly the orders that were meant are on cards: nothing unasked, nothing replaced."""

from decimal import Decimal

import pytest

from bot.domain.text.locale import Language
from bot.domain.trading.decisions import Action, DecisionStatus
from tests.fakes.core import Talk, sentence, text_of

NOTHING: tuple[str, ...] = ()
UNASKED = (
    ("price of IBM", "when did I buy IBM"),
    ("buy 1 GOOG", "cancel", "who is selling GOOG"),
    ("analyze AAPL", "外资在卖出苹果吗"),
    ("analyze AAPL", "should I steer clear of it?"),
    ("price of MSFT", "invest $10,000"),
    ("price of MSFT", "deploy a third of our cash"),
    ("analyze MSFT", "put $3,000 to work"),
    ("analyze MSFT", "投资5000美元"),
    ("analyze MSFT", "拿5000美元入市"),
    ("analyze MSFT and GOOG", "put $1,000 in one of them"),
    ("analyze GOOG", "buy 200 of IBM", "ok buy"),
    ("analyze GOOG", "buy 5 samsung electronics", "ok, buy it"),
    ("analyze GOOG", "which of my shares should I buy more of?"),
)
ASKED = (
    (("analyze MSFT", "buy $2,000"), ("buy 72 MSFT",)),
    (("analyze GOOG", "买5股试试"), ("buy 5 GOOG",)),
    (("买3股谷歌玩玩呗",), ("buy 3 GOOG",)),
    (("buy 300 of FB", "300 shares"), ("buy 300 FB",)),
    (("buy 300 of FB", "shares, sorry"), ("buy 300 FB",)),
    (("buy 300 of FB", "dollars"), ("buy 9 FB",)),
    (("buy 300 of FB", "$400"), ("buy 12 FB",)),
    (("buy 5 googel", "yes"), ("buy 5 GOOG",)),
    (("buy 2 GOOG and 400 IBM", "shares"), ("buy 2 GOOG", "buy 400 IBM")),
    (("analyze google and IBM", "两个各买一千美元"), ("buy 1 GOOG", "buy 4 IBM")),
    (("analyze google, FB and IBM", "buy 5 of each"), ("buy 5 GOOG", "buy 5 FB", "buy 5 IBM")),
    (("analyze google, FB and IBM", "buy both, 5 shares each"), NOTHING),
    (("buy 20, no, 30 IBM",), ("buy 30 IBM",)),
    (("再买50股脸书，不对，是30股",), ("buy 30 FB",)),
    (("buy $3,000 of IBM, sorry, $2,000",), ("buy 9 IBM",)),
    (("buy $3,000 of FB", "no, Microsoft instead, same money"), ("buy 109 MSFT",)),
    (("buy $3,000 of FB", "不了，还是买微软，同样多的钱"), ("buy 109 MSFT",)),
    (("should I buy google?", "no, IBM instead, same money"), ("buy 96 IBM",)),
    (("buy 9 FB", "IBM instead, same number of shares"), ("buy 9 IBM",)),
    (("buy 10 GOOG", "太贵了,买一半吧"), ("buy 5 GOOG",)),
    (("buy 10 GOOG", "too expensive, buy half of that"), ("buy 5 GOOG",)),
    (("buy 10 GOOG", "too risky. make it 4"), ("buy 4 GOOG",)),
    (("buy 10 GOOG", "风险太大，减半"), ("buy 5 GOOG",)),
    (("should I buy google?", "10"), ("buy 10 GOOG",)),
    (("should I buy google?", "reduce google to 10 shares"), ("buy 10 GOOG",)),
    (("should I buy google?", "make it 5000", "dollars"), ("buy 6 GOOG",)),
    (("buy 10 IBM", "hmm, that's pricey, can we do 4 instead?"), ("buy 4 IBM",)),
    (("buy 5 IBM", "不买IBM了，换微软，金额不变"), ("buy 36 MSFT",)),
    (("I heard Berkshire bought IBM, should I?",), ("buy 98 IBM",)),
    (("大家都在买谷歌，我要不要买",), ("buy 26 GOOG",)),
    (("invest $2,000", "IBM"), ("buy 9 IBM",)),
    (("analyze IBM and GOOG", "buy $2,000", "IBM please"), ("buy 9 IBM",)),
    (("一万块够买几股谷歌", "好 那就买吧"), ("buy 13 GOOG",)),
    (("can I afford 3 IBM", "ok do that then"), ("buy 3 IBM",)),
    (("what if i had 5 GOOG and it fell 10 %", "ok buy that"), ("buy 5 GOOG",)),
    (("can I afford 3 IBM", "buy goog"), ("buy 26 GOOG",)),
    (("买200股FB", "刚才买的卖一半"), ("buy 200 FB",)),
    (("buy 200 FB", "yes", "sell half of what i just bought"), ("sell 100 FB",)),
    (("买8股微软", "确认", "全卖了", "等等 别全卖 留5股"), ("sell 3 MSFT",)),
    (("买8股微软", "确认", "全卖了", "别全卖"), ("sell 8 MSFT",)),
    (("buy 8 msft", "yes", "sell all msft", "wait don't sell everything, leave 5"), ("sell 3 MSFT",)),
    (("buy 8 msft", "yes", "hm 8 feels like a lot. can we sell 3 of those"), ("sell 3 MSFT",)),
    (("buy 20 msft", "yes", "shit meant 15 msft not 20, fix"), ("sell 5 MSFT",)),
    (("买200股微软", "确认", "不对，20股，多打了个0"), ("sell 180 MSFT",)),
    (("买200股微软", "不对，20股，多打了个0"), ("buy 20 MSFT",)),
    (("buy 16 aapl", "yes", "same again w goog"), ("buy 16 GOOG",)),
    (("buy 2 googel", "hm ok then 2"), ("buy 2 GOOG",)),
    (("buy 2 GOOGL", "ok google then, 2 of em"), ("buy 2 GOOG",)),
    (("买10谷哥", "啊打错 是5股"), ("buy 5 GOOG",)),
    (("buy 10 googel", "sell 5 ibm"), NOTHING),
    (("goog 10股 msft 200股 买，快",), ("buy 10 GOOG", "buy 200 MSFT")),
    (("buy 54 msft", "ok confirm 54 please"), NOTHING),
    (("buy 54 msft", "yes 50"), ("buy 50 MSFT",)),
    (("buy 54 msft", "ok confirm $54 please"), ("buy 1 MSFT",)),
    (("can I afford 3 IBM", "yes"), NOTHING),
    (("buy 80 IBM", "那我改成 1 万以内", "buy GOOG"), ("buy 49 IBM", "buy 26 GOOG")),
)


STOPS = (
    (("买100股FB 然后30块止损",), "100 at 30"),
    (("buy 100 FB, stop loss 29 dollars",), "100 at 29"),
    (("buy 100 FB and risk 30 dollars",), "12 at 28.61"),
    (("buy 100 FB and risk 30 dollars", "no i mean stop at 30"), "100 at 30"),
    (("买100股FB，最多亏30块", "我是说止损价30块，不是亏30"), "100 at 30"),
)


def open_orders(talk: Talk) -> tuple[str, ...]:
    """Return the proposed trades, oldest first: "buy 5 GOOG"."""
    proposed = [each for each in talk.decisions() if each.status is DecisionStatus.PROPOSED]
    return tuple(
        f"{each.proposal.side} {each.proposal.shares} {each.proposal.symbol}"
        for each in proposed
        if each.proposal.action is not Action.HOLD
    )


async def say_all(talk: Talk, lines: tuple[str, ...]) -> str:
    """Say the lines; return the text of the last answer."""
    for line in lines[:-1]:
        await talk.say("ann", line)
    return text_of(await talk.say("ann", lines[-1]))


@pytest.mark.parametrize("lines", UNASKED, ids=" → ".join)
async def test_when_nothing_was_ordered_then_no_card(talk: Talk, lines: tuple[str, ...]) -> None:
    await say_all(talk, lines)
    assert open_orders(talk) == NOTHING


@pytest.mark.parametrize(("lines", "orders"), ASKED, ids=" → ".join)
async def test_when_ordered_then_a_card_for_that(talk: Talk, lines: tuple[str, ...], orders: tuple[str, ...]) -> None:
    await say_all(talk, lines)
    assert open_orders(talk) == orders


async def test_a_card_confirmed_with_its_own_size_is_carried_out_once(talk: Talk) -> None:
    await say_all(talk, ("buy 54 msft", "ok confirm 54 please", "ok confirm 54 please"))
    assert talk.orders_carried_out == 1


@pytest.mark.parametrize(
    ("lines", "part"),
    [
        (("i have 1500 dollars. what can i buy", "ok how many apple would that be"), "3 AAPL"),
        (("price of apple", "i only have like 1500 to spend", "how many would that be"), "3 AAPL"),
        (("我手上就有1500美元", "那能买几股苹果"), "3 股 AAPL"),
        (("buy 10 msft", "if microsoft go down 5 percents, how much i am losing?"), "−5 %"),
        (("买200股FB", "刚才买的卖一半"), "没有持有 FB"),
        (("买5股IBM，再把FB加自选，顺便看看我账户",), "现金"),
    ],
    ids=str,
)
async def test_what_was_said_before_is_counted_on(talk: Talk, lines: tuple[str, ...], part: str) -> None:
    assert part in await say_all(talk, lines)


async def test_a_bound_said_for_a_card_binds_no_order_after_it(talk: Talk) -> None:
    text = await say_all(talk, ("买80股IBM", "那我改成 1 万以内", "买50股IBM"))
    assert "10,000" not in text
    assert "10,000" not in await say_all(talk, ("/limits",))


@pytest.mark.parametrize(("lines", "expected"), STOPS, ids=str)
async def test_an_amount_is_a_stop_near_the_price_and_else_what_may_be_lost(
    talk: Talk, lines: tuple[str, ...], expected: str
) -> None:
    await say_all(talk, lines)
    (proposal,) = [each.proposal for each in talk.decisions() if each.status is DecisionStatus.PROPOSED]
    assert f"{proposal.shares} at {proposal.stop_price}" == expected


async def test_when_another_answers_the_question_then_the_order_is_not_completed(talk: Talk) -> None:
    await talk.say("ann", "buy 300 of FB")
    await talk.say("bob", "shares")
    assert open_orders(talk) == NOTHING


async def test_when_something_came_between_then_the_order_is_not_completed(talk: Talk) -> None:
    await say_all(talk, ("buy 300 of FB", "price of IBM", "shares"))
    assert open_orders(talk) == NOTHING


@pytest.mark.parametrize("change", ["make it 10 zork 26", "a bit less"])
async def test_when_a_change_was_not_understood_then_yes_says_so_and_trades_nothing(talk: Talk, change: str) -> None:
    text = await say_all(talk, ("should I buy google?", change, "ok yes"))
    assert text.startswith(sentence("confirm-change-unread"))
    assert talk.orders_carried_out == 0


async def test_when_asked_how_to_buy_then_the_way(talk: Talk) -> None:
    assert sentence("lead-on-ordering", symbol="IBM") in await say_all(talk, ("how can I buy IBM",))


REVOKED = (
    "sorry, forget the whole order",
    "please delete that order",
    "i've changed my mind about IBM",
    "cancel it, maybe later",
    "算了，都不要了",
    "no no no stop!!",
    "actually no, forget about it, it was just a thought",
)
PAUSED = ("hold off for now", "先别买，我考虑一下", "not today thanks")
NEITHER = ("I don't want to buy IBM, I want to buy MSFT", "I don't agree", "never mind the price, why IBM?")


@pytest.mark.parametrize("text", REVOKED)
async def test_when_the_one_order_is_taken_back_then_cancelled(talk: Talk, text: str) -> None:
    await say_all(talk, ("buy 5 IBM", text))
    assert [each.status for each in talk.decisions()] == [DecisionStatus.CANCELLED]


@pytest.mark.parametrize("text", PAUSED)
async def test_when_put_off_then_it_waits_and_yes_is_read_back(talk: Talk, text: str) -> None:
    reply = await say_all(talk, ("buy 5 IBM", text))
    assert any(reply.startswith(sentence("confirm-paused", each, names="")[:3]) for each in Language)
    await talk.say("ann", "yes")
    assert open_orders(talk) == ("buy 5 IBM",)


@pytest.mark.parametrize("text", NEITHER)
async def test_when_more_is_said_then_not_cancelled(talk: Talk, text: str) -> None:
    await say_all(talk, ("buy 5 IBM", text))
    assert DecisionStatus.CANCELLED not in {each.status for each in talk.decisions()}


async def test_when_two_are_pending_then_asked_which_to_cancel(talk: Talk) -> None:
    await say_all(talk, ("buy 5 GOOG and 3 IBM", "I was just asking"))
    assert open_orders(talk) == ("buy 5 GOOG", "buy 3 IBM")


@pytest.mark.parametrize("text", ["Thank you dear, go ahead and buy them", "Right, yes.", "yh go"])
async def test_when_confirmed_straight_after_the_card_then_traded(talk: Talk, text: str) -> None:
    await say_all(talk, ("buy 5 IBM", text))
    assert talk.orders_carried_out == 1


async def test_when_the_one_of_two_was_read_back_then_yes_means_it(talk: Talk) -> None:
    await say_all(talk, ("buy 5 GOOG and 3 IBM", "price of FB", "confirm the google one", "yes"))
    assert open_orders(talk) == ("buy 3 IBM",)


async def test_when_another_card_came_after_the_first_then_yes_means_neither(talk: Talk) -> None:
    await say_all(talk, ("buy 5 GOOG", "buy 3 IBM", "yes"))
    assert talk.orders_carried_out == 0


async def test_when_plainly_no_confirmation_then_that_is_not_said(talk: Talk) -> None:
    text = await say_all(talk, ("buy 5 IBM", "blue is my favourite colour"))
    assert sentence("not-understood-pending") not in text
    assert "Still pending: buy 5 IBM" in text or sentence("not-understood-open") in text


NOT_DONE = (
    ("buy 5 IBM tomorrow", "problem-scheduled"),
    ("那明天早上开盘自动买10股IBM", "problem-scheduled"),
)


@pytest.mark.parametrize(("text", "problem"), NOT_DONE)
async def test_when_it_cannot_be_done_then_a_clear_no(talk: Talk, text: str, problem: str) -> None:
    reply = await talk.say("ann", text)
    assert text_of(reply).startswith(sentence(problem, reply.language))
    assert open_orders(talk) == NOTHING


@pytest.mark.parametrize("text", ["Can I buy a bit of gold?", "买点黄金"])
async def test_when_no_share_then_not_covered_and_not_the_share_talked_of(talk: Talk, text: str) -> None:
    await say_all(talk, ("price of IBM", text))
    assert open_orders(talk) == NOTHING


@pytest.mark.parametrize("text", ["sell IBM", "sell half my IBM", "sell 5 IBM", "卖掉一半IBM", "should I sell my IBM?"])
async def test_when_none_is_held_then_one_sentence_and_no_card(talk: Talk, text: str) -> None:
    reply = await talk.say("ann", text)
    assert text_of(reply).startswith(sentence("nothing-to-sell", reply.language, symbols="IBM", symbol="IBM"))
    assert talk.decisions() == []


class TestLimits:
    RULES = ("never put more than 10% into one stock", "my limit is $2,000 per trade")

    async def test_when_several_are_in_force_then_asked_which(self, talk: Talk) -> None:
        text = await say_all(talk, (*self.RULES, "remove the limit"))
        assert text.startswith(sentence("limits-which"))
        assert "1." in await say_all(talk, ("/limits",))
        assert "2." in await say_all(talk, ("/limits",))

    async def test_when_one_is_thread_wide_then_asked_all_the_same(self, talk: Talk) -> None:
        text = await say_all(talk, ("my limit is $2,000 per trade", "I can only spend $3,000", "remove the limit"))
        assert text.startswith(sentence("limits-which"))

    @pytest.mark.parametrize(
        ("words", "left"),
        [
            ("drop the $2,000 rule again", "10 %"),
            ("把那个一成的限制取消掉", "$2,000"),
        ],
    )
    async def test_when_named_by_its_number_then_that_one_ends(self, talk: Talk, words: str, left: str) -> None:
        await say_all(talk, (*self.RULES, words))
        listed = await say_all(talk, ("What rules are you currently following for us?",))
        assert left in listed
        assert "2. " not in listed.partition("“")[0]

    @pytest.mark.parametrize(
        "words", ["Set a maximum of $2,000 per trade for just today", "每笔不超过2000美元，仅限今天"]
    )
    async def test_when_for_a_time_then_nothing_is_noted(self, talk: Talk, words: str) -> None:
        reply = await talk.say("ann", words)
        assert text_of(reply).startswith(sentence("limit-problem-expiry", reply.language))
        assert sentence("limits-none", reply.language) in await say_all(talk, ("/limits",))

    async def test_when_a_stop_was_named_before_then_the_card_says_so(self, talk: Talk) -> None:
        text = await say_all(talk, ("should I buy google?", "stop at 700", "cancel", "buy 3 google"))
        assert sentence("stop-as-said", stop=700) in text

    async def test_when_a_bound_was_named_before_then_the_card_says_so(self, talk: Talk) -> None:
        text = await say_all(talk, ("should I buy google? at most $3,000", "cancel", "should I buy google?"))
        assert sentence("cap-as-said", limit=3000) in text


@pytest.mark.parametrize(
    "text",
    [
        "do I have the cash to grab 20 GOOG?",
        "can i afford 200 google shares",
        "how many shares of GOOG can I buy?",
        "买100股苹果要多少钱",
        "may I sell 2 GOOG?",
    ],
)
async def test_whether_the_account_suffices_is_told_and_nothing_proposed(talk: Talk, text: str) -> None:
    reply = await talk.say("ann", text)
    assert reply.answer.decisions == ()
    assert talk.decisions() == []


async def test_without_a_share_the_cash_is_told(talk: Talk) -> None:
    assert (await talk.say("ann", "/afford")).answer.brief == "Cash: $100,000.00."


async def test_how_much_the_cash_buys_is_right(talk: Talk) -> None:
    assert (await talk.say("ann", "can I afford 200 shares of GOOG?")).answer.brief.startswith(
        "No: 200 GOOG cost $151,138.00 at $755.69; an order gets 119: 10 % stays in cash."
    )
    assert (await talk.say("ann", "我够钱买20股谷歌吗")).answer.brief.startswith(
        "够：20 股 GOOG 按 $755.69 需 $15,113.80"
    )


@pytest.mark.parametrize(
    "text", ["sell 5 IBM, wait, 2 days late", "sell 5 IBM, sorry, 10 minutes late", "卖5股IBM，等等，3天后有财报"]
)
async def test_a_number_that_counts_something_else_takes_no_size_back(talk: Talk, text: str) -> None:
    await talk.press("ann", (await talk.say("ann", "buy 20 IBM")).answer.buttons[0].id)
    reply = await talk.say("ann", text)
    assert [each.proposal.shares for each in reply.answer.decisions] in ([], [5])


async def test_another_person_corrects_nothing(talk: Talk) -> None:
    await talk.say("ann", "buy 5 AAPL")
    reply = await talk.say("bob", "actually IBM")
    assert reply.answer.decisions == ()
    assert len(talk.decisions()) == 1


@pytest.mark.parametrize("text", ["no. what about AAPL?", "no, what about AAPL?"])
async def test_a_question_behind_a_no_replaces_nothing(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 5 IBM")
    await talk.say("ann", text)
    assert [each.proposal.symbol for each in talk.decisions()] == ["IBM"]


@pytest.mark.parametrize("text", ["do it, but with ibm instead", "ok scrap it, buy some ibm instead"])
async def test_another_share_instead_takes_the_place_at_the_same_size(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 9 goog")
    (decision,) = (await talk.say("ann", text)).answer.decisions
    assert (decision.proposal.symbol, int(decision.proposal.shares)) == ("IBM", 9)
    assert [each.status.value for each in talk.decisions() if each.proposal.symbol == "GOOG"] == ["superseded"]


@pytest.mark.parametrize("text", ["the same for IBM", "buy IBM, same size as AAPL"])
async def test_a_size_is_not_made_up_for_the_same(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 5 AAPL")
    assert (await talk.say("ann", text)).answer.decisions == ()


@pytest.mark.parametrize("text", ["don't cancel it", "I never said cancel", "don't sell it", "我不卖"])
async def test_what_is_not_taken_back_stays_pending(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 5 IBM")
    await talk.say("ann", text)
    assert [each.status.value for each in talk.decisions()] == ["proposed"]


@pytest.mark.parametrize(
    "text", ["要不要买3股IBM", "what if I never buy more than 3 IBM", "if I always keep $20,000 in cash?"]
)
async def test_a_question_or_a_supposition_is_no_limit(talk: Talk, text: str) -> None:
    await talk.say("ann", text)
    listed = await talk.say("ann", "/limits")
    assert sentence("limits-none", listed.language) in listed.answer.brief


@pytest.mark.parametrize(
    "text",
    ["get rid of my GOOG in the morning", "sell half my GOOG by the end of the week", "get rid of goog in an hour"],
)
async def test_an_order_for_later_makes_no_card(talk: Talk, text: str) -> None:
    await talk.press("ann", (await talk.say("ann", "buy 4 GOOG")).answer.buttons[0].id)
    assert (await talk.say("ann", text)).answer.decisions == ()


@pytest.mark.parametrize(
    ("text", "shares"), [("sell a third of microsoft", 10), ("把微软卖三分之二", 20), ("sell 1/3 of msft", 10)]
)
async def test_a_third_of_thirty_is_ten(talk: Talk, text: str, shares: int) -> None:
    await talk.press("ann", (await talk.say("ann", "buy 30 MSFT shares")).answer.buttons[0].id)
    (decision,) = (await talk.say("ann", text)).answer.decisions
    assert decision.proposal.shares == shares


async def test_why_of_a_decision_elsewhere_has_no_buttons(talk: Talk) -> None:
    await talk.say("ann", "buy 5 IBM", thread="one")
    reply = await talk.say("ann", "why did we buy IBM?", thread="two")
    assert {each.id.partition(":")[0] for each in reply.answer.buttons} == {"details"}
    assert "pending in another conversation" in reply.answer.brief


@pytest.mark.parametrize(
    "text",
    [
        "I was going to buy 3 IBM",
        "buying 3 IBM was dumb",
        "buy 3 IBM? no",
        "should I buy IBM? never",
        "买IBM？才不",
        "buy 10 IBM. Actually no.",
        "我差点买3股IBM",
        *("hold MSFT", "继续拿着微软"),  # kept, not bought
    ],
)
async def test_what_is_no_order_in_the_end_makes_no_card(talk: Talk, text: str) -> None:
    assert (await talk.say("ann", text)).answer.decisions == ()


@pytest.mark.parametrize("text", ["remove all limits", "取消所有限额"])
async def test_all_limits_end_where_all_are_meant(talk: Talk, text: str) -> None:
    await talk.say("ann", "at most $2000 per trade")
    await talk.say("ann", "never more than 10 % in one stock")
    await talk.say("ann", text)
    listed = await talk.say("ann", "/limits")
    assert sentence("limits-none", listed.language) in listed.answer.brief


@pytest.mark.parametrize("text", ["buy IBM and AAPL for $5000 in total", "buy GOOG and IBM for $5000 total"])
async def test_a_size_for_several_together_is_divided_and_no_limit(talk: Talk, text: str) -> None:
    said = await talk.say("ann", text)
    assert len(said.answer.decisions) == 2
    assert sum(abs(each.proposal.cash_change) for each in said.answer.decisions) <= 5000
    assert sentence("limits-none") in (await talk.say("ann", "/limits")).answer.brief


UNDO = ("undo that last trade", "please reverse it", "撤回刚才那笔", "麻烦撤回刚才那笔交易")


@pytest.mark.parametrize("text", UNDO)
async def test_when_an_executed_trade_is_to_be_undone_then_its_opposite_is_named(talk: Talk, text: str) -> None:
    said = await say_all(talk, ("buy 5 IBM", "yes", text))
    assert any(sentence("undo-executed", each, side="buy", shares=5, symbol="IBM") in said for each in Language)
    assert [each.status for each in talk.decisions()] == [DecisionStatus.FILLED]


@pytest.mark.parametrize("text", UNDO)
async def test_when_only_a_card_can_be_undone_then_it_stays_and_the_way_is_said(talk: Talk, text: str) -> None:
    said = await say_all(talk, ("buy 5 IBM", text))
    assert any(sentence("undo-pending", each, what="", symbol="IBM")[-12:] in said for each in Language)
    assert open_orders(talk) == ("buy 5 IBM",)
    await talk.say("ann", "yes")
    assert talk.orders_carried_out == 0


async def test_when_a_trade_followed_the_card_then_the_trade_is_meant(talk: Talk) -> None:
    said = await say_all(talk, ("buy 5 IBM", "buy 2 FB", "confirm FB", "undo"))
    assert sentence("undo-executed", side="buy", shares=2, symbol="FB") in said
    assert open_orders(talk) == ("buy 5 IBM",)


async def test_when_there_is_nothing_to_undo_then_said(talk: Talk) -> None:
    assert sentence("undo-nothing") in await say_all(talk, ("undo",))


@pytest.mark.parametrize(("text", "shares"), [("sell 2 MSFT, sorry 5", 5), ("sell 9 MSFT, I mean 8", 8)])
async def test_a_corrected_or_shortened_number_is_on_the_card(talk: Talk, text: str, shares: int) -> None:
    await talk.press("ann", (await talk.say("ann", "buy 30 MSFT shares")).answer.buttons[0].id)
    (decision,) = (await talk.say("ann", text)).answer.decisions
    assert (decision.proposal.symbol, decision.proposal.shares) == ("MSFT", Decimal(shares))


@pytest.mark.parametrize(
    "text",
    [
        "sell MSFT because FB is cheaper",
        "舍不得卖微软",
        "sell almost all MSFT",
        "Lee: sell 3 MSFT",
    ],
)
async def test_words_that_are_not_explained_make_no_sale(talk: Talk, text: str) -> None:
    await talk.press("ann", (await talk.say("ann", "buy 30 MSFT shares")).answer.buttons[0].id)
    reply = await talk.say("ann", text)
    assert reply.answer.decisions == ()
    assert talk.orders_carried_out == 1


async def test_a_bound_in_a_refused_message_is_not_remembered(talk: Talk) -> None:
    await talk.say("ann", "buy IBM for at most $1,000 tomorrow")
    assert sentence("limits-none") in (await talk.say("ann", "/limits")).answer.brief


async def test_no_to_the_pending_share_withdraws_nothing_unsaid(talk: Talk) -> None:
    await talk.say("ann", "buy 3 IBM")
    await talk.say("ann", "no IBM")
    assert "buy 3 IBM" in text_of(await talk.say("ann", "/pending"))


async def test_half_of_the_cash_buys_half_as_many(talk: Talk) -> None:
    reply = await talk.say("ann", "how many FB can we get for half our cash")
    assert "$50,000.00" in reply.answer.brief


@pytest.mark.parametrize("text", ["can we put 50% of the account in google?", "买50%仓位的谷歌行不行"])
async def test_a_size_that_is_asked_about_is_cut_then_the_card_says_so(talk: Talk, text: str) -> None:
    reply = await talk.say("ann", text)
    assert len(reply.answer.decisions) == 1
    assert sentence("card-size-cut", reply.language, named=66, why="").strip() in reply.answer.brief


async def test_a_bound_that_is_asked_about_is_not_reached_then_no_cut_is_told(talk: Talk) -> None:
    reply = await talk.say("ann", "should I buy GOOG? at most $50,000")
    assert "Cut from" not in reply.answer.brief


async def test_somebody_else_spoke_of_another_share_since_then_which_one_is_asked() -> None:
    talk = Talk()
    for person, text in (("ann", "price of GOOG"), ("bob", "how is MSFT?"), ("ann", "whats the pe of GOOG")):
        await talk.say(person, text)
    await talk.say("bob", "buy 5")
    assert talk.decisions() == []
    await talk.say("ann", "buy 5")
    assert [each.proposal.symbol for each in talk.decisions()] == ["GOOG"]
