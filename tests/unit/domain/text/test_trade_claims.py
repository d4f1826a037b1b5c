"""What a model says it has done or will do; what it only says about trades is no claim."""

import pytest

from bot.domain.text.trade_claims import claims_action

CLAIMS = (
    "I've bought 3 shares of GOOG.",
    "I have just placed the order.",
    "We sold half of it.",
    "Order placed.",
    "Your order has been submitted.",
    "The trade is now confirmed.",
    "Done! It is in your account.",
    "I'll alert you when it drops.",
    "I will keep an eye on it.",
    "I am monitoring the price.",
    "An alert has been set.",
    "I've set a reminder for you.",
    "I will let you know.",
    "已下单。",
    "我已经为您买入3股。",
    "已帮您确认这笔交易。",
    "订单已提交。",
    "下单成功！",
    "我会提醒您。",
    "我会持续关注股价。",
    "到时候我会通知您。",
    "已为您设置提醒。",
)
NO_CLAIMS = (
    "You bought it in January.",
    "I have not bought anything.",
    "I haven't placed an order.",
    "Nothing was traded.",
    "I would buy on weakness.",
    "I will not trade for you.",
    "The order was not placed.",
    "Whoever wants a trade asks for one.",
    "Investors have bought the dip.",
    "The decision waits for a confirmation.",
    "Insiders sold shares.",
    "I can't set an alert.",
    "没有下单。",
    "尚未买入。",
    "我不会替您下单。",
    "您可以确认或取消。",
    "如果您确认，才会交易。",
    "建议关注财报。",
)


def test_claims_are_found(subtests: pytest.Subtests) -> None:
    for text in CLAIMS:
        with subtests.test(text):
            assert claims_action(text)


def test_what_is_no_claim_is_left_alone(subtests: pytest.Subtests) -> None:
    for text in NO_CLAIMS:
        with subtests.test(text):
            assert not claims_action(text)
