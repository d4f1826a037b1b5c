"""Whose decisions are pending, what a typed word does to them, and what replaces them."""

from datetime import timedelta
from decimal import Decimal
from itertools import combinations

import pytest

from bot.context.policy import Policy
from bot.domain.conversation.states import State
from bot.domain.trading.decisions import Action, DecisionStatus
from tests.fakes.core import LEASE, Talk, button, sentence, text_of

D = Decimal


async def hold(talk: Talk, *symbols: str) -> None:
    for symbol in symbols:
        await talk.press("ann", button(await talk.proposed(text=f"buy 5 shares of {symbol}"), "confirm"))


class TestTyped:
    @pytest.mark.parametrize("before", ["analyze AAPL", "why AAPL?", "hello", "should I buy AAPL?"])
    async def test_when_nothing_is_pending_then_there_is_nothing_to_cancel(self, talk: Talk, before: str) -> None:
        await talk.say("ann", before)
        reply = await talk.say("ann", "cancel")
        assert text_of(reply).startswith(sentence("refused-nothing-to-cancel"))
        assert "cancel" not in text_of(reply).partition("Possible now")[2]
        assert reply.state is State.IDLE

    async def test_when_ones_own_has_expired_and_anothers_is_open_then_says_expired(self, talk: Talk) -> None:
        await talk.proposed("ann")
        talk.pass_time(talk.policy.decision_ttl - timedelta(minutes=1))
        await talk.proposed("bob", text="buy 5 shares of IBM")
        talk.pass_time(timedelta(minutes=2))
        reply = await talk.say("ann", "yes")
        assert text_of(reply).startswith("That decision expired at")
        assert reply.state is State.AWAITING_CONFIRM

    async def test_when_another_came_after_the_expired_one_then_not_about_that(self, talk: Talk) -> None:
        await talk.proposed()
        talk.pass_time(talk.policy.decision_ttl)
        await hold(talk, "IBM")
        assert text_of(await talk.say("ann", "yes")).startswith(sentence("refused-nothing-pending"))


class TestStatus:
    async def test_when_nothing_is_pending_then_neither_confirm_nor_cancel_is_offered(self, talk: Talk) -> None:
        await talk.say("ann", "analyze AAPL")
        possible = text_of(await talk.say("ann", "/status")).partition("Possible now")[2]
        assert "cancel" not in possible
        assert "confirm" not in possible

    async def test_when_only_anothers_is_pending_then_neither_is_offered(self, talk: Talk) -> None:
        await talk.proposed("ann")
        assert "confirm" not in text_of(await talk.say("bob", "/status")).partition("Possible now")[2]
        assert "confirm" in text_of(await talk.say("ann", "/status")).partition("Possible now")[2]


class TestShown:
    async def test_who_asked_stands_beside_each(self, talk: Talk) -> None:
        await talk.proposed("ann")
        await talk.proposed("bob", text="buy 5 shares of IBM")
        reply = await talk.say("bob", "/pending")
        assert "buy 3 GOOG · $755.69 · Ann" in text_of(reply)
        assert [b.label for b in reply.answer.buttons] == [
            "Confirm · buy 5 IBM",
            "Cancel · buy 5 IBM",
            "Why? · buy 5 IBM",
            "Adjust… · buy 5 IBM",
        ]

    async def test_when_there_is_a_commission_then_on_the_card(self) -> None:
        talk = Talk(Policy(lease_ttl=LEASE, commission=D("1.50")))
        assert "Commission | $1.50" in text_of(await talk.proposed())


class TestSellEverything:
    @pytest.mark.parametrize("text", ["sell everything", "全部清仓"])
    async def test_then_one_decision_per_position(self, talk: Talk, text: str) -> None:
        await hold(talk, "GOOG", "IBM")
        decisions = (await talk.say("ann", text)).answer.decisions
        assert [(d.proposal.symbol, d.proposal.action) for d in decisions] == [
            ("GOOG", Action.CLOSE),
            ("IBM", Action.CLOSE),
        ]


class TestAnotherDay:
    async def test_when_it_is_today_then_proposed(self, talk: Talk) -> None:
        await talk.proposed(text="buy 3 shares of GOOG today")


class TestAHoldingWithoutAPrice:
    @pytest.fixture
    async def delisted(self, talk: Talk) -> Talk:
        await hold(talk, "GOOG", "IBM")
        talk.market.without_price = {"IBM"}
        return talk

    async def test_then_others_can_be_analysed_and_explained(self, delisted: Talk) -> None:
        assert "455.49" in text_of(await delisted.say("ann", "analyze AAPL"))
        assert "Proposed: buy 5 GOOG" in text_of(await delisted.say("ann", "why did we buy google?"))
        assert "one day would mean" in text_of(await delisted.say("ann", "what if google falls tomorrow?"))

    async def test_then_the_portfolio_counts_it_at_its_last_good_price(self, delisted: Talk) -> None:
        text = (await delisted.say("ann", "/portfolio")).answer.whole_text
        assert text.startswith("Account $100,000.00")
        assert "GOOG | 5 | $755.69 | $755.69" in text
        assert "No believed price now, so counted at the last good one: IBM $203.07 (2013-01-31). Only trades" in text

    async def test_then_only_its_own_trades_wait(self, delisted: Talk) -> None:
        said = text_of(await delisted.say("ann", "sell 2 IBM"))
        assert "no price of IBM now" in said
        assert "its last good one, $203.07 of 2013-01-31" in said
        card = await delisted.say("ann", "buy 1 AAPL")
        assert "IBM counted at the last price (2013-01-31)" in text_of(card)
        done = await delisted.press("ann", button(card, "confirm"))
        assert text_of(done).startswith("Done: bought 1 AAPL")

    async def test_when_nothing_else_is_held_and_a_session_passes_then_others_are_traded(self, talk: Talk) -> None:
        await hold(talk, "IBM")
        talk.market.without_price = {"IBM"}
        await talk.say("ann", "/advance 1")
        done = await talk.press("ann", button(await talk.say("ann", "buy 1 AAPL"), "confirm"))
        assert text_of(done).startswith("Done: bought 1 AAPL")

    async def test_when_a_session_passes_then_an_admin_can_still_write_it_off(self, talk: Talk) -> None:
        await hold(talk, "GOOG", "IBM")
        talk.market.without_price = {"IBM"}
        await talk.say("ann", "/advance 1")
        card = await talk.say("ann", "/holding IBM write off")
        await talk.press("ann", button(card, "holding_confirm"))
        assert talk.position("IBM") is None

    @pytest.mark.parametrize("known", ["AAPL", "FB", "GOOG", "IBM", "MSFT"])
    async def test_for_any_share_with_a_price_it_is_bought_and_sold_whatever_others_lack_one(
        self, talk: Talk, known: str
    ) -> None:
        shares = ("AAPL", "FB", "GOOG", "IBM", "MSFT")
        await hold(talk, *shares)
        others = [each for each in shares if each != known]
        await talk.say("ann", "/advance 1")
        for number, unknown in enumerate(subset for n in range(1, 5) for subset in combinations(others, n)):
            talk.market.without_price = unknown
            if number == 3:
                await talk.say("ann", "/advance 1")
            text = f"{('buy', 'sell')[number % 2]} 1 {known}"
            done = await talk.press("ann", button(await talk.say("ann", text), "confirm"))
            assert text_of(done).startswith("Done"), unknown


async def test_when_replaced_by_the_other_side_then_said(talk: Talk) -> None:
    await hold(talk, "GOOG")
    await talk.proposed(text="buy 2 shares of GOOG")
    reply = await talk.say("ann", "sell 1 share of GOOG")
    assert sentence("replaces-pending", what="buy 2 GOOG") in text_of(reply)
    assert [d.status for d in talk.decisions()][-2:] == [DecisionStatus.SUPERSEDED, DecisionStatus.PROPOSED]
