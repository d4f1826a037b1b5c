"""What becomes of orders at prices that are doubted or stale, and who may release them."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from bot.domain.conversation.replies import Reply
from bot.domain.market.snapshot import QuoteKind, Staleness
from bot.domain.trading.decisions import DecisionStatus
from tests.fakes.core import Talk, button, text_of

D = Decimal
OPENS = datetime(2013, 2, 4, 14, 30, tzinfo=UTC)
UNFIT: list[tuple[dict[str, Any], str]] = [
    ({"staleness": Staleness.OLD_TRADE}, "The last trade of GOOG"),
    ({"staleness": Staleness.NO_TRADE_YET}, "no trade of GOOG in this session yet"),
    ({"staleness": Staleness.MISSING_SESSION}, "not of the last session"),
    ({"kind": QuoteKind.INDICATIVE}, "only indicative"),
    ({"opens_at": OPENS}, "The exchange is closed until 2013-02-04 14:30 UTC"),
]


class TestDoubted:
    async def test_then_nothing_is_proposed_and_why_is_said(self, talk: Talk) -> None:
        talk.market.doubted, talk.market.prices = {"GOOG"}, {"GOOG": D("7.55")}
        for text in ("buy 3 GOOG", "should I buy google?", "analyze GOOG", "price of google"):
            said = text_of(await talk.say("ann", text))
            assert "GOOG: the source says $7.55" in said, text
            assert "“/release GOOG 7.55”" in said
        assert not talk.decisions()

    async def test_since_it_was_proposed_then_confirm_fills_nothing_and_the_card_stays(self, talk: Talk) -> None:
        card = await talk.proposed(text="buy 3 GOOG")
        talk.market.doubted = {"GOOG"}
        assert "I don’t believe it" in text_of(await talk.press("ann", button(card, "confirm")))
        assert [each.status for each in talk.decisions()] == [DecisionStatus.PROPOSED]
        talk.market.doubted = ()
        assert text_of(await talk.press("ann", button(card, "confirm"), press_id="again")).startswith("Done")

    async def test_of_what_is_held_then_others_are_traded(self, talk: Talk) -> None:
        await talk.press("ann", button(await talk.proposed(text="buy 3 GOOG"), "confirm"))
        talk.market.doubted = {"GOOG"}
        card = await talk.say("ann", "buy 1 IBM")
        assert "GOOG counted at the last price (2013-01-31)" in text_of(card)
        assert text_of(await talk.press("ann", button(card, "confirm"))).startswith("Done: bought 1 IBM")

    async def test_then_watch_list_portfolio_and_alerts_say_why_and_what_to_do(self, talk: Talk) -> None:
        await talk.press("ann", button(await talk.proposed(text="buy 3 GOOG"), "confirm"))
        await talk.say("ann", "/watch GOOG")
        talk.market.doubted, talk.market.prices = {"GOOG"}, {"GOOG": D("7.55")}
        for text in ("/watch", "how are we doing?", "/portfolio", "/alert GOOG < 5"):
            said = text_of(await talk.say("ann", text))
            assert "GOOG: the source says $7.55, further from its last good close" in said, text
            assert "“/release GOOG 7.55”" in said


class TestSeveralOrders:
    async def test_then_the_others_get_their_cards(self, talk: Talk) -> None:
        talk.market.doubted = {"GOOG"}
        reply = await talk.say("ann", "buy 3 GOOG and 2 AAPL and 4 IBM")
        assert "GOOG: the source says" in text_of(reply)
        assert [each.proposal.symbol for each in reply.answer.decisions] == ["AAPL", "IBM"]


class TestStale:
    async def test_then_an_unclear_yes_is_not_asked_for_a_confirmation(self, talk: Talk) -> None:
        await talk.proposed(text="buy 3 GOOG")
        await talk.say("ann", "analyze IBM")
        talk.market.quotes["GOOG"] = {"opens_at": OPENS}
        assert text_of(await talk.say("ann", "yes")).startswith("The exchange is closed until")

    @pytest.mark.parametrize(("fields", "why"), UNFIT)
    async def test_then_confirm_fills_nothing_and_says_why(self, talk: Talk, fields: dict[str, Any], why: str) -> None:
        card = await talk.proposed(text="buy 3 GOOG")
        talk.market.quotes["GOOG"] = fields
        assert why in text_of(await talk.press("ann", button(card, "confirm")))
        assert [each.status for each in talk.decisions()] == [DecisionStatus.PROPOSED]
        assert talk.orders_carried_out == 0

    @pytest.mark.parametrize(("fields", "why"), UNFIT[:2])
    async def test_when_proposed_then_its_card_says_so(self, talk: Talk, fields: dict[str, Any], why: str) -> None:
        assert why
        talk.market.quotes["GOOG"] = fields
        assert "no fill" in text_of(await talk.say("ann", "buy 3 GOOG"))
        assert "成交" in text_of(await talk.say("bob", "买3股谷歌", thread="two"))


class TestClosed:
    async def test_then_a_card_waits_for_the_opening_in_the_zone_of_the_channel(self, talk: Talk) -> None:
        opens = talk.clock.now() + timedelta(hours=10)
        talk.market.quotes["GOOG"] = {"opens_at": opens}
        card = await talk.proposed(text="buy 3 GOOG")
        assert f"confirm after {opens:%Y-%m-%d %H:%M} UTC, when it opens" in text_of(card)
        assert card.answer.decisions[0].expires_at == opens + timedelta(minutes=30)
        assert "nothing was traded. Confirm the GOOG order" in text_of(await talk.press("ann", button(card, "confirm")))
        talk.market.quotes.clear()
        talk.clock.advance(timedelta(hours=10, minutes=5))
        done = await talk.press("ann", button(card, "confirm"), press_id="opened")
        assert text_of(done).startswith("Done: bought 3 GOOG")


async def released(talk: Talk, price: str = "530.10") -> Reply:
    """Let GOOG stand at a doubted price, and release that; return the answer to the press."""
    talk.market.doubted, talk.market.prices = {"GOOG"}, {"GOOG": D(price)}
    card = await talk.say("ann", f"/release goog ${price}")
    return await talk.press("ann", button(card, "holding_confirm"))


class TestRelease:
    async def test_is_read_back_and_confirmed_once_then_the_price_counts(self, talk: Talk) -> None:
        talk.market.doubted, talk.market.prices = {"GOOG"}, {"GOOG": D("530.10")}
        card = await talk.say("ann", "/release goog $530.10")
        assert "Let GOOG at $530.10 be used?" in text_of(card)
        assert "further from its last good close" in text_of(card)
        assert "I don’t believe it" in text_of(await talk.say("bob", "buy 3 GOOG", thread="two"))
        said = await talk.press("ann", button(card, "holding_confirm"))
        assert text_of(said).startswith("Ann has released GOOG at $530.10")
        again = await talk.press("ann", button(card, "holding_confirm"), press_id="again")
        assert "confirmed that already" in text_of(again)
        order = await talk.proposed("bob", text="buy 3 GOOG")
        assert "Doubted price, released by Ann at" in text_of(order)
        assert text_of(await talk.press("bob", button(order, "confirm"))).startswith("Done: bought 3 GOOG at $530.10")
        assert [each.kind for each in talk.memory.state.audit.values()].count("price_release_booked") == 1

    async def test_is_cancelled_or_pressed_by_another_admin_then_the_price_is_held(self, talk: Talk) -> None:
        talk.market.doubted, talk.market.prices = {"GOOG"}, {"GOOG": D("530.10")}
        card = await talk.say("ann", "/release goog 530.10")
        by_bob = await talk.press("bob", button(card, "holding_confirm"))
        assert text_of(by_bob).startswith("Only the administrator who asked")
        await talk.press("ann", button(card, "holding_cancel"))
        await talk.press("ann", button(card, "holding_confirm"), press_id="late")
        assert "I don’t believe it" in text_of(await talk.say("ann", "buy 3 GOOG"))

    async def test_price_has_changed_since_it_was_read_back_then_nothing_is_released(self, talk: Talk) -> None:
        talk.market.doubted, talk.market.prices = {"GOOG"}, {"GOOG": D("530.10")}
        card = await talk.say("ann", "/release goog 530.10")
        talk.market.prices = {"GOOG": D("545")}
        pressed = await talk.press("ann", button(card, "holding_confirm"))
        assert "not the price that the source gives" in text_of(pressed)
        assert "No released price is in force" in text_of(await talk.say("ann", "/release"))

    async def test_then_a_price_far_from_it_is_held_all_the_same(self, talk: Talk) -> None:
        await released(talk)
        talk.market.prices = {"GOOG": D("400")}
        assert "I don’t believe it" in text_of(await talk.say("ann", "buy 3 GOOG"))
        assert "No released price is in force" in text_of(await talk.say("ann", "/release"))

    @pytest.mark.parametrize("words", ["undo", "撤销"])
    async def test_is_listed_and_undone_then_the_price_is_doubted_again(self, talk: Talk, words: str) -> None:
        await released(talk)
        assert "GOOG $530.10, session of 2013-01-31: released by Ann at" in text_of(await talk.say("bob", "/release"))
        card = await talk.say("ann", f"/release GOOG {words}")
        assert "GOOG" in text_of(await talk.press("ann", button(card, "holding_undo")))
        assert "I don’t believe it" in text_of(await talk.say("ann", "buy 3 GOOG"))
        assert text_of(await talk.say("ann", "/release GOOG undo")).startswith("There is no release to undo")

    async def test_then_alerts_are_set_at_it(self, talk: Talk) -> None:
        await released(talk)
        said = text_of(await talk.say("ann", "/alert GOOG < 520"))
        assert "$530.10" in said
        assert "/release" not in said

    async def test_then_an_analysis_a_price_and_a_watch_list_say_who_released_it(self, talk: Talk) -> None:
        await released(talk)
        await talk.say("ann", "/watch GOOG")
        for text in ("analyze GOOG", "price of google?", "/watch"):
            assert "released by Ann" in text_of(await talk.say("ann", text)), text

    @pytest.mark.parametrize(
        ("text", "answer"),
        [
            ("/release GOOG 700", "Nothing was released"),
            ("/release GOOG", "name the share and the price"),
            ("/release IBM 203.07", "nothing to release"),
        ],
    )
    async def test_of_another_price_or_share_then_nothing_is_released(self, talk: Talk, text: str, answer: str) -> None:
        talk.market.doubted, talk.market.prices = {"GOOG"}, {"GOOG": D("530.10")}
        assert answer in text_of(await talk.say("ann", text))
        assert not talk.memory.state.corrections

    async def test_by_somebody_else_then_refused(self, talk: Talk) -> None:
        talk.market.doubted, talk.people.not_admins = {"GOOG"}, {"U-ann"}
        assert text_of(await talk.say("ann", "/release GOOG 755.69")).startswith("Only an administrator")
        assert not talk.memory.state.corrections
