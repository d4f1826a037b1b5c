"""Questions about the account: the report, and single figures of it; none of them is a trade."""

import pytest

from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.language.understand import understand
from tests.labelled_utterances import MARKET, TODAY

ASKED = (
    ("portfolio", (), "how are we doing"),
    ("portfolio", (), "How are we doing?"),
    ("portfolio", (), "how's our portfolio"),
    ("portfolio", (), "P&L"),
    ("portfolio", (), "pnl"),
    ("portfolio", (), "what's our p&l?"),
    ("portfolio", (), "my positions"),
    ("portfolio", (), "@parley how are we doing"),
    ("portfolio", (), "/pnl"),
    ("result", (), "how's my account doing today?"),
    ("portfolio", (), "what is our current P&L"),
    ("portfolio", (), "are we making any money"),
    ("portfolio", (), "what's in the account"),
    ("portfolio", (), "我们的持仓现在怎么样"),
    ("portfolio", (), "目前收益如何？"),
    ("portfolio", (), "现在浮盈多少"),
    ("portfolio", (), "现在浮盈多少？"),
    ("portfolio", (), "持仓明细"),
    ("portfolio", (), "我们赚了多少"),
    ("portfolio", (), "盈亏"),
    ("cash", (), "how much cash do we have?"),
    ("cash", (), "how much cash"),
    ("cash", (), "现金还有多少"),
    ("cash", (), "还有多少现金？"),
    ("cash", (), "what's our cash level right now"),
    ("cash", (), "手头还有多少钱"),
    ("worth", (), "what's our account worth"),
    ("worth", (), "总资产"),
    ("cost", (), "what did I pay on average?"),
    ("cost", (), "平均成本是多少"),
    ("cost", ("GOOG",), "what did I pay on average for GOOG?"),
    ("cost", ("GOOG",), "what did we pay for google on average"),
    ("cost", ("AAPL",), "average cost of my AAPL shares"),
    ("cost", ("AAPL",), "what's apple's cost basis"),
    ("cost", ("GOOG",), "谷歌的平均成本是多少"),
    ("cost", ("GOOG",), "GOOG 我们的成本价多少"),
    ("cost", ("GOOG",), "average price of my goog shares"),
    ("held", ("IBM",), "how much ibm do I have"),
    ("held", ("GOOG",), "do i still own goog"),
    ("held", ("IBM",), "how many shares of IBM do we hold?"),
    ("held", ("AAPL",), "do we own any apple"),
    ("held", ("IBM",), "IBM现在有多少股"),
    ("held", ("AAPL",), "我们还有多少苹果"),
    ("gain", ("GOOG",), "how much have we made on GOOG so far?"),
    ("gain", ("AAPL",), "AAPL浮盈多少"),
    ("gain", (), "how much are we up on it?"),
    ("result", (), "pnl for this month pls"),
    ("result", (), "how much did we make today?"),
    ("result", (), "我们这个月赚了多少"),
    ("portfolio", (), "did I make money?"),
    ("portfolio", (), "have we lost money overall"),
    ("trades", (), "what's our win rate?"),
    ("trades", (), "how many of my trades made money"),
    ("trades", (), "赚钱的交易占多少？"),
    ("dividends", (), "how much have we received in dividends so far?"),
    ("dividends", ("IBM",), "did we get any dividends from IBM?"),
    ("dividends", (), "我们拿到多少股息"),
    ("worst", (), "which of our shares lost the most?"),
    ("worst", (), "what's my worst position"),
    ("worst", (), "我持仓里哪只亏得最多"),
    ("best", (), "which position has done best?"),
    ("best", (), "what was our best trade"),
    ("best", (), "我们哪只股票赚得最多"),
    ("largest", (), "what's my biggest position?"),
    ("largest", (), "how concentrated are we"),
    ("largest", (), "最大的持仓是哪只"),
    ("invested", (), "how much is invested?"),
    ("invested", (), "我们一共投了多少钱"),
    ("held", (), "how many shares do we have?"),
    ("held", ("FB",), "what's FB's weight in our portfolio"),
    ("held", ("FB",), "脸书现在占我多少仓位"),
    ("cash", (), "Good evening! How much cash have we got to spend?"),
    ("worth", (), "Sorry to bother you. What's the whole pot worth?"),
    ("trades", (), "你好，那胜率多少"),
)
NOT_ASKED = (
    "buy 10 shares of IBM",
    "should we buy IBM",
    "what would it cost to buy 10 GOOG",
    "what if GOOG drops to 400",
    "how much IBM can I buy",
    "how much ibm do I have to sell",
    "sell half of what we have in IBM",
    "how much GOOG should I own",
    "review my trades",
    "GOOG的成本是不是太高了",
    "卖掉IBM的持仓",
    "IBM该持有多少",
    "what did we decide on IBM",
    "what is P&L?",
    "what is buying power",
    "what is a position",
    "AAPL average price",
    "盈亏是什么",
    "we made money",
    "the portfolio is down",
    "we have cash",
    "I lost on IBM",
    "我们亏了",
    "how many shares of GOOG can I buy?",
    "how much did IBM make last year",
    "which one should we sell",
    "what's up",
    "how do I make money",
    "Sell IBM. How much cash do we have?",
    "有分红吗",
    "dividend yield of IBM",
    "how much did we make on IBM this month",
    "which trades did we make this week?",
    "how have our picks done since january?",
    "when did we buy IBM",
    "how much did we get in dividends last year",
)


@pytest.mark.parametrize("pending", [0, 1])
def test_is_recognised_whatever_is_pending(pending: int, subtests: pytest.Subtests) -> None:
    for command, symbols, text in ASKED:
        with subtests.test(text):
            found = understand(text, Surroundings(MARKET, TODAY, focus=("MSFT",), pending=pending))
            assert (found.intent, found.command, found.entities.symbols) == (Intent.UNKNOWN, command, symbols)
            assert (found.correction, found.confidence) == (None, 1.0)


def test_other_messages_are_left_to_others(subtests: pytest.Subtests) -> None:
    names = {command for command, _, _ in ASKED}
    for text in NOT_ASKED:
        with subtests.test(text):
            assert understand(text, Surroundings(MARKET, TODAY, focus=("GOOG",))).command not in names
