"""Explanations and reviews: the reasons of then, the price since, and no other decision than was asked for."""

from datetime import date, timedelta

import pytest

from bot.context.policy import Policy
from bot.domain.conversation.states import State
from bot.domain.text.locale import Language
from bot.turns.handlers import explain
from tests.fakes.core import LEASE, Talk, button, sentence, text_of


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
