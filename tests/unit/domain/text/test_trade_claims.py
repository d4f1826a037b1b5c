"""What a model says it has done or will do; what it only says about trades is no claim."""

import pytest

from bot.domain.text.trade_claims import claims_action


def lines_of(text: str) -> tuple[str, ...]:
    return tuple(each for line in text.strip().splitlines() for each in line.split(" | "))


# The model, the system, or an order in the passive: was done, is being done, or will be; watches and tells.
CLAIMS = lines_of("""
I've bought 3 shares of GOOG. | I have just placed the order. | We sold half of it. | Order placed.
Your order has been submitted. | The trade is now confirmed. | Done! It is in your account.
I'll alert you when it drops. | I will keep an eye on it. | I am monitoring the price. | An alert has been set.
I've set a reminder for you. | I will let you know. | We have liquidated the stake. | I went ahead with it.
I just tightened your stop. | Parley has cancelled it. | I have lowered the limit on IBM. | I've put the order in.
I booked it for you. | I did sell. | I’ve executed. | The system has now opened a position.
I have, as agreed, sold IBM. | I made a note of it. | I've sent it to them. | I am queueing the order.
We're executing it now. | Submitting the order now. | Sending it right away. | I'm on it. | I shall cancel the order.
I'm about to sell. | I will make sure to sell below that. | I'll raise your limit. | Let me cancel that.
I hereby confirm the sale. | Consider it done. | You're all set. | Sure, done. | I'll nudge you then.
I'll email you when it turns. | I'm keeping a close eye on it. | I will track the price.
I have noted it and will ping you. | You'll receive an alert. | You will hear from me. | Expect a message from me.
The alert will go off below that. | Parley will watch IBM. | I'll check back on Monday. | I’ll keep tabs on it.
The stake has been sold. | Your stop is now set. | A limit order has been placed. | The order is live.
The purchase went through. | It has been cancelled. | Your account was debited. | Position closed. | Sale complete.
You now hold IBM. | Shares sold at the open. | The trade is through. | If you look: I have sold it.
GOOG has been added to your portfolio. | The buy went through. | You're now the owner of IBM. | I've taken profits.
已下单。 | 我已经为您买入3股。 | 已帮您确认这笔交易。 | 订单已提交。 | 下单成功！ | 我会提醒您。 | 我会持续关注股价。
到时候我会通知您。 | 已为您设置提醒。 | 我这边已经卖出。 | 单已下。 | 我刚刚卖出了IBM。 | 系统已经减仓。
已替您撤单。 | 帮你把IBM卖了。 | 我这就挂单。 | 正在提交。 | 提交完毕。 | 单子已经撤了。 | 您的止损单已生效。
限额已上调。 | 止盈设好了。 | 卖好了。 | 你已经拥有IBM。 | 我调整了止损。 | 有变化我会第一时间叫你。 | 届时会告知您。
系统会随时监控。 | 我一直在跟踪。 | Parley 会发通知。 | 我来帮您清仓。 | 已為您賣出。 | 我會通知您。 | 訂單已經成交。
倉位已調整。 | 我們已經買進。
""")
# A condition, a question, history, others, and words that are no deeds.
NO_CLAIMS = lines_of("""
You bought it in January. | I have not bought anything. | I haven't placed an order. | Nothing was traded.
I would buy on weakness. | I will not trade for you. | The order was not placed. | Whoever wants a trade asks for one.
Investors have bought the dip. | The decision waits for a confirmation. | Insiders sold shares.
I can't set an alert. | After you confirm, the sale is placed. | When you press Confirm, I will sell it.
Will I sell it? I'll sell it? | The order was cancelled by Ann. | The trade was filled on 2013-01-28.
Your order was executed last week. | Shares were bought by insiders. | The stake was sold by the fund.
You sold it in January. | Bob placed the order. | I reviewed your position. | I have weighed the limit.
I'd set the stop lower. | I would have sold it. | I have raised the question of debt. | I will tell you why.
I'm not buying that argument. | We see no reason to sell. | Sales have increased. | The dividend was raised.
The position is reduced because of the trend. | It is sold worldwide. | A stop at {goog.stop} limits the loss.
The stop is set at {goog.stop}. | The order needs a confirmation. | I sold myself on growth too early.
We traded off growth for value. | I'll confirm that the trend is up. | This is confirmed by the volume.
Confirm the card to place the order. | The market is closed. | I follow the rules.
没有下单。 | 尚未买入。 | 我不会替您下单。 | 您可以确认或取消。 | 如果您确认，才会交易。 | 建议关注财报。
管理层已取消指引。 | 董事会已批准回购。 | 微软已提交申请。 | 如果您同意，我会下单。 | 您确认后，系统会自动执行。
此前已卖出IBM。 | 订单已由Bob取消。 | 我提醒您注意风险。 | 我建议减仓。 | 我无法为您下单。 | 我们卖出的理由是估值。
我会关注业绩。 | 财报会告诉我们答案。 | 我调整观点。 | 可以帮您分析。 | 是否已经下单？ | 公司订单已取消。
""")


def test_claims_are_found(subtests: pytest.Subtests) -> None:
    for text in CLAIMS:
        with subtests.test(text):
            assert claims_action(text)


def test_what_is_no_claim_is_left_alone(subtests: pytest.Subtests) -> None:
    for text in NO_CLAIMS:
        with subtests.test(text):
            assert not claims_action(text)
