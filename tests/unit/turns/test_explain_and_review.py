"""Explanations and reviews: the reasons of then, the price since, and no other decision than was asked for."""

from datetime import date, timedelta

import pytest

from bot.context.policy import Policy
from bot.domain.conversation.states import State
from bot.domain.text.locale import Language
from bot.turns.handlers import explain
from tests.fakes.core import LEASE, Talk, button, sentence, text_of
from tests.fakes.phone import phone_lines


async def trade(talk: Talk, text: str) -> None:
    await talk.press("ann", button(await talk.proposed(text=text), "confirm"))


class TestExplain:
    async def test_when_pending_then_its_reasons_and_it_stays(self, talk: Talk) -> None:
        await talk.proposed()
        reply = await talk.say("ann", "why not just wait?")
        assert "Proposed: buy 3 GOOG at $755.69" in text_of(reply)
        assert "Trades 14.4 % above its 200-day average of 660.85." in text_of(reply)
        assert "stays pending until 17:30 UTC" in text_of(reply)
        assert [b.label for b in reply.answer.buttons] == ["Confirm", "Cancel", "Why?", "Adjust…", "Details"]
        assert reply.state is State.AWAITING_CONFIRM

    async def test_when_past_then_the_reasons_of_that_day_and_the_price_since(self, talk: Talk) -> None:
        await trade(talk, "buy 3 shares of GOOG")
        await talk.say("ann", "/advance 20")
        talk.pass_time(timedelta(days=30))

        text = text_of(await talk.say("ann", "why did we buy google?"))

        assert "at the close of 2013-01-31" in text
        assert "Trades 14.4 % above its 200-day average of 660.85." in text
        assert sentence("status-filled") in text
        assert "755.69 → 806.19 at the close of 2013-03-01 (sample market), +6.7 %: right after 20 sessions." in text

    async def test_when_a_side_is_named_then_the_decision_on_that_side(self, talk: Talk) -> None:
        await trade(talk, "buy 3 shares of GOOG")
        await trade(talk, "sell 1 share of GOOG")
        assert "Proposed: buy 3 GOOG" in text_of(await talk.say("ann", "why did we buy google?"))
        assert "Proposed: sell 1 GOOG" in text_of(await talk.say("ann", "why did we sell google?"))

    async def test_that_trade_is_the_latest_on_the_share_talked_of_with_what_it_made(self, talk: Talk) -> None:
        await trade(talk, "buy 3 shares of GOOG")
        await talk.say("ann", "/advance 5")
        await trade(talk, "sell 1 share of GOOG")
        await trade(talk, "buy 2 shares of IBM")
        await talk.say("ann", "/advance 5")
        await talk.say("ann", "price of goog?")
        told = (await talk.say("ann", "how did that trade do")).answer.brief
        assert "sell 1 GOOG" in told
        assert "IBM" not in told
        assert "$773.95 → $787.82 on 2013-02-14 (+1.8 %): kept, the 1 sold would have made +$13.87" in told
        bought = (await talk.say("ann", "how did buying goog turn out")).answer.brief
        assert "$755.69 → $787.82 on 2013-02-14 (+4.3 %): +$96.39 on the 3 bought" in bought

    async def test_of_an_order_against_the_rules_says_that_it_was_ordered(self, talk: Talk) -> None:
        await talk.press("ann", button(await talk.say("ann", "buy 3 GOOG"), "confirm"))
        await talk.press("ann", button(await talk.say("ann", "sell 2 GOOG"), "confirm"))
        why = (await talk.say("ann", "why did we sell GOOG?")).answer.brief
        assert why.startswith("Why sell 2 GOOG: it was ordered so. The rules’ score is +0.65")
        assert (await talk.say("ann", "为什么卖谷歌")).answer.brief.startswith("卖出 2 股 GOOG：按指令；规则评分 +0.65")

    @pytest.mark.parametrize("text", ["why google?", "What speaks against google then?", "谷歌评分0.65，凭什么？"])
    async def test_of_a_view_never_shows_a_card_of_somebody_else(self, talk: Talk, text: str) -> None:
        await talk.say("bob", "buy 7 shares of GOOG", thread="elsewhere")
        await talk.say("ann", "analyze GOOG")
        answer = (await talk.say("ann", text)).answer
        assert answer.decisions == ()
        assert "0.65" in answer.brief
        assert "+0.20" in answer.brief

    async def test_of_a_view_that_was_shown_since_is_no_more_of_the_own_trade(self, talk: Talk) -> None:
        await trade(talk, "buy 3 shares of GOOG")
        await talk.say("ann", "analyze GOOG")
        assert (await talk.say("ann", "why?")).answer.decisions == ()

    async def test_against_comes_first_where_it_is_asked_for(self, talk: Talk) -> None:
        await talk.say("ann", "analyze IBM")
        lines = (await talk.say("ann", "what speaks against IBM then?")).answer.brief.splitlines()
        assert lines[1] == "• −0.10 50-day below 200-day average"

    @pytest.mark.parametrize("text", ["为什么只给26股？我说了十万块", "why only 26 shares?"])
    async def test_of_a_size_names_what_bounds_it(self, talk: Talk, text: str) -> None:
        await talk.say("ann", "should i buy goog? i have $100,000")
        reply = await talk.say("ann", text)
        first = reply.answer.brief.splitlines()[0]
        assert sentence("reason-named-size-cut", reply.language, named=132) in first

    async def test_when_others_decided_much_since_then_still_the_one_of_this_conversation(
        self, talk: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(explain, "_LATEST", 2)
        await trade(talk, "buy 3 shares of GOOG")
        for number in range(3):
            await talk.say("bob", f"buy {number + 5} shares of GOOG", thread="elsewhere")
        assert "Proposed: buy 3 GOOG" in text_of(await talk.say("ann", "why did we buy google?"))
        assert "Proposed: buy 7 GOOG" in text_of(await talk.say("ann", "why buy google?", thread="new"))

    async def test_when_nothing_was_decided_then_an_analysis(self, talk: Talk) -> None:
        assert "455.49" in text_of(await talk.say("ann", "why AAPL?"))

    async def test_when_another_share_is_pending_then_not_taken_for_it(self, talk: Talk) -> None:
        await talk.proposed()
        assert "no data for TSLA" in text_of(await talk.say("ann", "why not TSLA?"))
        assert "Hong Kong" in text_of(await talk.say("ann", "why not 0700.HK?"))

    async def test_when_the_price_since_is_not_known_then_said(self, talk: Talk) -> None:
        from bot.errors import MarketSourceError  # noqa: PLC0415 - only here

        await trade(talk, "buy 3 shares of GOOG")
        talk.market.error = MarketSourceError(symbol="GOOG")
        text = text_of(await talk.say("ann", "why did we buy google?"))
        assert sentence("since-unknown", symbol="GOOG") in text


class TestReview:
    async def test_each_decision_with_its_reasons_and_the_price_since(self, talk: Talk) -> None:
        await trade(talk, "buy 3 shares of GOOG")
        await talk.say("ann", "/advance 20")

        reply = await talk.say("ann", "回顾一下之前的决策")

        assert reply.language is Language.CHINESE
        assert "755.69 → 806.19" in text_of(reply)
        assert "+6.7%：20 个交易日后，判断正确。" in text_of(reply)
        assert "已执行" in text_of(reply)

    async def test_when_no_session_has_closed_then_too_early(self, talk: Talk) -> None:
        await trade(talk, "buy 3 shares of GOOG")
        assert sentence("verdict-too-early") in text_of(await talk.say("ann", "/review"))

    async def test_by_default_the_last_seven_days_of_the_market(self, talk: Talk) -> None:
        await trade(talk, "buy 3 shares of GOOG")
        talk.pass_time(timedelta(days=30))  # no market day
        assert (await talk.say("ann", "/review")).answer.symbols == ("GOOG",)
        await talk.say("ann", "/advance 6")
        await trade(talk, "buy 3 shares of IBM")

        reply = await talk.say("ann", "/review")

        assert reply.answer.symbols == ("IBM",)
        assert "Made in the last 7 days of the market, 2013-02-01 to 2013-02-08. All" in reply.answer.brief

    async def test_when_the_last_days_have_none_then_the_earlier_ones_are_said_to_be_such(self, talk: Talk) -> None:
        await trade(talk, "buy 3 shares of GOOG")
        await talk.say("ann", "/advance 10")
        reply = await talk.say("ann", "/review")
        assert reply.answer.symbols == ("GOOG",)
        assert "None was made in the last 7 days of the market, 2013-02-07 to 2013-02-14" in reply.answer.brief

    async def test_a_line_each_after_the_count_and_the_results(self, talk: Talk) -> None:
        await trade(talk, "buy 26 shares of GOOG")
        await talk.press("ann", button(await talk.proposed(text="buy 3 shares of IBM"), "cancel"))
        await talk.say("ann", "/advance 3")
        reply = await talk.say("ann", "/review")
        assert reply.answer.brief.splitlines() == [
            "2 decisions: 1 right, 1 not carried out",
            "• 01-31 buy 3 IBM −0.1 % · cancelled",
            "• 01-31 buy 26 GOOG +1.3 % · right so far",
            "",
            "Made in the last 7 days of the market, 2013-01-29 to 2013-02-05. All: /review all",
        ]
        assert len(phone_lines(reply.answer.brief)) <= 6

    async def test_all_of_them_page_by_page(self, talk: Talk) -> None:
        for count in range(1, 24):
            await trade(talk, f"buy {count} shares of MSFT")

        first = await talk.say("ann", "/review")
        assert [d.proposal.shares for d in first.answer.decisions] == list(range(23, 13, -1))
        assert first.answer.brief.startswith("23 decisions, 1–10: 23 too early to tell\n")
        assert "More: “next page” (of 3)." in first.answer.brief
        second = await talk.say("ann", "next page")
        assert [d.proposal.shares for d in second.answer.decisions] == list(range(13, 3, -1))
        last = await talk.say("ann", "下一页")
        assert [d.proposal.shares for d in last.answer.decisions] == [3, 2, 1]
        assert "23 项决策，第 21–23 项" in last.answer.brief
        assert "下一页" not in last.answer.brief
        back = await talk.say("ann", "page 2")
        assert back.answer.decisions == second.answer.decisions
        past = await talk.say("ann", "/review page 4")
        assert past.answer.brief == sentence("review-no-such-page", count=23, pages=3)

    async def test_when_no_list_was_shown_last_then_there_is_no_next_page(self, talk: Talk) -> None:
        await trade(talk, "buy 3 shares of GOOG")
        await talk.say("ann", "/review")
        await talk.say("ann", "analyze AAPL")
        assert (await talk.say("ann", "more")).answer.brief == sentence("review-no-list")

    async def test_pages_keep_share_and_dates(self) -> None:
        talk = Talk(Policy(lease_ttl=LEASE, review_items=1))
        for text in ("buy 3 shares of GOOG", "buy 3 shares of IBM", "buy 4 shares of GOOG"):
            await trade(talk, text)
        await talk.say("ann", "review our decisions on google of 2013-01-31")
        second = await talk.say("ann", "next page")
        assert second.answer.symbols == ("GOOG",)
        assert [d.proposal.shares for d in second.answer.decisions] == [3]
        assert "2 decisions, 2–2" in second.answer.brief

    async def test_span_and_count_are_settings(self) -> None:
        talk = Talk(Policy(lease_ttl=LEASE, review_items=1, review_span=timedelta(days=1)))
        await trade(talk, "buy 3 shares of GOOG")
        await trade(talk, "buy 3 shares of IBM")
        reply = await talk.say("ann", "/review")
        assert reply.answer.symbols == ("IBM",)
        assert "2 decisions, 1–1" in text_of(reply)
        assert "in the last day of the market" in text_of(reply)

    async def test_by_symbol(self, talk: Talk) -> None:
        await trade(talk, "buy 3 shares of GOOG")
        await trade(talk, "buy 3 shares of IBM")
        await trade(talk, "buy 3 shares of MSFT")
        assert (await talk.say("ann", "review google")).answer.symbols == ("GOOG",)
        assert (await talk.say("ann", "review our decisions on GOOG and MSFT")).answer.symbols == ("MSFT", "GOOG")

    async def test_by_market_dates(self, talk: Talk) -> None:
        await trade(talk, "buy 3 shares of GOOG")
        await talk.say("ann", "/advance 5")
        await trade(talk, "buy 3 shares of IBM")
        reply = await talk.say("ann", "review our decisions of 2013-01-31")
        assert reply.answer.symbols == ("GOOG",)
        assert sentence("span-day", day="2013-01-31") in text_of(reply)
        both = await talk.say("ann", "review our decisions from 2013-01-31 to 2013-02-07")
        assert both.answer.symbols == ("IBM", "GOOG")

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("/review google", "No decision on GOOG was made in the last 7 days of the market"),
            ("review 2012-01-05", "No decision was made on 2012-01-05."),
            ("/review $QQQQQ", "no instrument called"),
        ],
    )
    async def test_when_there_is_none_then_said(self, talk: Talk, text: str, expected: str) -> None:
        assert expected in text_of(await talk.say("ann", text))

    async def test_dates_of_another_year_than_the_markets_have_it(self, talk: Talk) -> None:
        await talk.say("ann", "hello")
        await talk.core.market_clock.set_date(talk.account.tenant_id, date(2012, 12, 20))
        await talk.say("ann", "buy 3 IBM")
        assert "• 12-20 buy 3 IBM" in text_of(await talk.say("ann", "/review"))
        await talk.core.market_clock.set_date(talk.account.tenant_id, date(2013, 1, 31))
        assert "• 2012-12-20 buy 3 IBM" in text_of(await talk.say("ann", "/review all"))

    async def test_cancelled_and_expired_ones_are_shown_as_such(self, talk: Talk) -> None:
        await talk.press("ann", button(await talk.proposed(), "cancel"))
        await talk.proposed(text="buy 3 shares of IBM")
        talk.pass_time(timedelta(hours=1))
        await talk.recovery.expire_decisions()
        text = text_of(await talk.say("ann", "/review"))
        assert "buy 3 IBM +0.0 % · expired" in text
        assert "buy 3 GOOG +0.0 % · cancelled" in text

    @pytest.mark.parametrize(
        ("text", "actions"),
        [
            ("what did we sell?", ["sell"]),
            ("我们卖了什么", ["sell"]),
            ("review our purchases", ["buy", "buy"]),
            ("how many decisions did we make?", ["buy", "sell", "buy"]),
        ],
    )
    async def test_only_the_side_that_is_asked_for(self, talk: Talk, text: str, actions: list[str]) -> None:
        await talk.press("ann", button(await talk.say("ann", "buy 2 GOOG"), "confirm"))
        await talk.press("ann", button(await talk.say("ann", "sell 1 GOOG"), "confirm"))
        await talk.say("ann", "buy 3 IBM")
        found = (await talk.say("ann", text)).answer.decisions
        assert [each.proposal.side for each in found] == actions

    async def test_a_hold_is_no_decision_to_review(self, talk: Talk) -> None:
        await talk.say("ann", "should I buy AAPL?")
        assert not (await talk.say("ann", "/review")).answer.decisions


class TestWhatIf:
    async def test_when_pending_then_counted_on_its_shares_and_still_pending(self, talk: Talk) -> None:
        await talk.proposed()
        reply = await talk.say("ann", "what if the market falls tomorrow?")
        assert "3 shares" in text_of(reply)
        assert "Stop $729.71" in text_of(reply)
        assert sentence("what-if-pending", what="buy 3 GOOG") in text_of(reply)
        assert reply.state is State.AWAITING_CONFIRM

    async def test_when_nothing_is_held_then_for_one_share(self, talk: Talk) -> None:
        reply = await talk.say("ann", "what if AAPL falls tomorrow?")
        assert "(you hold none)" in text_of(reply)
