"""`/portfolio` and single figures of the account, through whole turns in both languages."""

import unicodedata
from datetime import date
from decimal import Decimal

import pytest

from bot.context.policy import Policy
from bot.domain.market.price_history import ActionKind, CorporateAction
from bot.errors import MarketSourceError
from tests.fakes.core import LEASE, Talk, button, sentence, text_of

D = Decimal
COLUMNS = 42  # of a phone


async def trade(talk: Talk, text: str) -> None:
    await talk.press("ann", button(await talk.say("ann", text), "confirm"))


async def details(talk: Talk, text: str = "/portfolio") -> str:
    return (await talk.say("ann", text)).answer.whole_text


def lines_on_a_phone(text: str) -> int:
    widths = (sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in line) for line in text.split("\n"))
    return sum(max(1, -(-width // COLUMNS)) for width in widths)


class TestReport:
    async def test_first_line_is_the_answer_and_a_position_is_a_line(self, talk: Talk) -> None:
        await trade(talk, "buy 26 shares of GOOG")
        await trade(talk, "buy 10 shares of AAPL")
        await talk.say("ann", "/advance 10")
        assert (await talk.say("ann", "how are we doing?")).answer.brief.split("\n") == [
            "Account $100,972.88, +$972.88 (+0.97 %) since 2013-01-31",
            "Same money in all 5 shares: +0.03 %",
            "Cash $75,823.66",
            "$0.00 realised · $26.50 dividends",
            "GOOG 26 · $20,483.32 · 20.3 % · +$835.38",
            "AAPL 10 · $4,665.90 · 4.6 % · +$111.00",
        ]

    @pytest.mark.parametrize("ask", ["/portfolio", "持仓明细"])
    async def test_five_positions_take_ten_lines_of_a_phone_at_most(self, talk: Talk, ask: str) -> None:
        for text in (
            "26 shares of GOOG",
            "10 shares of AAPL",
            "20 shares of IBM",
            "300 shares of MSFT",
            "200 shares of FB",
        ):
            await trade(talk, f"buy {text}")
        await talk.say("ann", "/advance 20")
        assert lines_on_a_phone((await talk.say("ann", ask)).answer.brief) <= 10

    async def test_without_trades_says_so_and_no_win_rate(self, talk: Talk) -> None:
        text = await details(talk)
        assert text.startswith(
            "Account $100,000.00, $0.00 (0.00 %) since 2013-01-31\nSame money in all 5 shares: 0.00 %\n"
        )
        assert sentence("account-no-closed-trades") in text

    async def test_commissions_count_in_the_result(self) -> None:
        talk = Talk(Policy(lease_ttl=LEASE, commission=D("4.95")))
        await trade(talk, "buy 10 shares of AAPL")
        await talk.say("ann", "/advance 10")
        await trade(talk, "sell 5 shares of AAPL")
        text = await details(talk)
        assert "+$45.60 realised, +$55.50 unrealised, +$26.50 dividends: $100,127.60." in text
        assert "One closed trade, with a gain: +$48.08." in text  # 55.50 − 4.95 − half of 4.95

    async def test_begins_at_the_first_session_and_the_comparison_leaves_out_what_was_not_listed(
        self, talk: Talk
    ) -> None:
        await talk.say("ann", "hello")
        await talk.core.market_clock.set_date(talk.account.tenant_id, date(2012, 3, 1))
        text = await details(talk)
        assert text.startswith(
            "Account $100,000.00, $0.00 (0.00 %) since 2012-03-01\nSame money in all 4 shares: 0.00 %\n"
        )
        assert "equal parts of AAPL, GOOG, IBM, MSFT," in text

    async def test_when_the_comparison_cannot_be_read_then_said(
        self, talk: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await talk.say("ann", "hello")
        monkeypatch.setattr(talk.market, "history", _fails)
        text = await details(talk)
        assert "Same money" not in text
        assert sentence("account-no-benchmark") in text

    async def test_more_than_five_positions_are_counted(self, talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
        await trade(talk, "buy 1 GOOG")
        monkeypatch.setattr("bot.presentation.account.account_report._LINES", 0)
        assert (await talk.say("ann", "/portfolio")).answer.brief.split("\n")[-1] == "and one more position"


class TestSingleFigures:
    async def test_each_takes_one_line(self, talk: Talk, subtests: pytest.Subtests) -> None:
        await trade(talk, "buy 10 shares of AAPL")
        await talk.say("ann", "/advance 10")
        await trade(talk, "sell 4 shares of AAPL")
        for text, answer in (
            ("how much cash do we have?", "Cash: $97,337.96, 97.2 % of the account."),
            ("现金还有多少", "现金：$97,337.96，占账户 97.2%。"),
            ("what did I pay on average for apple?", "AAPL: $455.49 on average, 6 shares."),
            ("what did I pay on average?", "AAPL: $455.49 on average, 6 shares."),
            ("AAPL的平均成本是多少", "AAPL：6 股，平均每股成本 $455.49。"),
            ("how many AAPL shares do we have", "AAPL: 6 shares worth $2,799.54 (2.8 %)."),
            ("how much ibm do I have", "IBM: none, now or before."),
            ("how much are we up on AAPL", "AAPL: +$66.60 (+2.44 %) unrealised, +$44.40 realised, $26.50 dividends."),
            ("AAPL浮盈多少", "AAPL：浮动 +$66.60（+2.44%），已实现 +$44.40，股息 $26.50。"),
            ("did we get any dividends from AAPL?", "AAPL: $26.50 in dividends."),
            ("我们拿到多少股息", "股息合计 $26.50。\nAAPL：股息 $26.50。"),
            ("what share of the account is AAPL?", "AAPL: 6 shares worth $2,799.54 (2.8 %)."),
            ("苹果占我们账户多少", "AAPL：6 股，市值 $2,799.54，占账户 2.8%。"),
            ("Let me put it differently: how much cash is left?", "Cash: $97,337.96, 97.2 % of the account."),
            ("how much is invested?", "$2,799.54 is invested, 2.8 % of the account; $97,337.96 is cash."),
            ("what's our biggest position", "Largest position: AAPL 6 · $2,799.54 · 2.8 % · +$66.60"),
            ("最大的持仓是哪只", "最大持仓：AAPL 6 · $2,799.54 · 2.8% · +$66.60"),
            ("what's our win rate?", "One closed trade, with a gain: +$44.40."),
            ("how many shares do we have?", "AAPL: 6 shares worth $2,799.54 (2.8 %)."),
            ("what's our account worth", "Account $100,137.50, +$137.50 (+0.14 %) since 2013-01-31"),
        ):
            with subtests.test(text):
                reply = await talk.say("ann", text)
                assert (text_of(reply), reply.answer.details, reply.answer.buttons) == (answer, (), ())
        assert talk.orders_carried_out == 2

    async def test_of_what_has_no_price_the_value_at_the_last_good_one_is_told(self, talk: Talk) -> None:
        await trade(talk, "buy 1 share of GOOG")
        talk.market.without_price = {"GOOG"}
        answer = text_of(await talk.say("ann", "how many shares of GOOG do we have"))
        assert answer.startswith("GOOG: 1 share worth $755.69 (0.8 %).")
        assert "counted at the last good one: GOOG $755.69 (2013-01-31)" in answer

    async def test_without_a_share_named_all_positions_are_told(self, talk: Talk) -> None:
        await trade(talk, "buy 1 GOOG")
        await trade(talk, "buy 2 IBM")
        await talk.say("ann", "/reset")
        lines = text_of(await talk.say("ann", "what did we pay on average")).split("\n")
        assert [line.split(":")[0] for line in lines] == ["GOOG", "IBM"]


class TestAdvance:
    async def test_tells_dividends_and_splits_on_the_way(self, talk: Talk) -> None:
        await trade(talk, "buy 10 shares of AAPL")
        await trade(talk, "buy 3 shares of GOOG")
        dividend = CorporateAction("AAPL", date(2013, 2, 7), ActionKind.DIVIDEND, D("2.65"))
        split = CorporateAction("GOOG", date(2013, 2, 5), ActionKind.SPLIT, D("1.5"))
        talk.market.actions = (dividend, split)
        text = text_of(await talk.say("ann", "/advance 10"))
        assert "GOOG was split on 2013-02-05: 3 shares are now 4, and $253.0" in text
        assert "Dividend of AAPL on 2013-02-07: $26.50 for 10 shares.\n" in text


async def _fails(symbol: str, **_: object) -> None:
    raise MarketSourceError(symbol=symbol, source="yahoo", cause="timeout")
