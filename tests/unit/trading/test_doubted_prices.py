"""What becomes of orders at prices that are doubted or stale, and who may release them."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from bot.domain.market.snapshot import QuoteKind, Staleness
from bot.domain.trading.decisions import DecisionStatus
from tests.fakes.core import Talk, button, sentence, text_of

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

    @pytest.mark.parametrize(("fields", "why"), UNFIT[:2] + UNFIT[4:])
    async def test_when_proposed_then_its_card_says_so(self, talk: Talk, fields: dict[str, Any], why: str) -> None:
        assert why
        talk.market.quotes["GOOG"] = fields
        assert "no fill" in text_of(await talk.say("ann", "buy 3 GOOG"))
        assert "成交" in text_of(await talk.say("bob", "买3股谷歌", thread="two"))


class TestRelease:
    async def test_by_an_admin_then_the_price_counts(self, talk: Talk) -> None:
        talk.market.doubted, talk.market.prices = {"GOOG"}, {"GOOG": D("530.10")}
        said = await talk.say("ann", "/release goog $530.10")
        assert text_of(said).startswith("Ann has released GOOG at $530.10")
        card = await talk.proposed("bob", text="buy 3 GOOG")
        assert text_of(await talk.press("bob", button(card, "confirm"))).startswith("Done: bought 3 GOOG at $530.10")
        assert "price_released" in {each.kind for each in talk.memory.state.audit.values()}

    async def test_then_a_price_far_from_it_is_held_all_the_same(self, talk: Talk) -> None:
        talk.market.doubted, talk.market.prices = {"GOOG"}, {"GOOG": D("530.10")}
        await talk.say("ann", "/release GOOG 530.10")
        talk.market.prices = {"GOOG": D("400")}
        assert "I don’t believe it" in text_of(await talk.say("ann", "buy 3 GOOG"))

    @pytest.mark.parametrize(
        ("text", "answer"),
        [
            ("/release GOOG 700", "Nothing was released"),
            ("/release GOOG", "Name the share and the price"),
            ("/release", "Name the share and the price"),
            ("/release IBM 203.07", "nothing to release"),
        ],
    )
    async def test_of_another_price_or_share_then_nothing_is_released(self, talk: Talk, text: str, answer: str) -> None:
        talk.market.doubted, talk.market.prices = {"GOOG"}, {"GOOG": D("530.10")}
        assert answer in text_of(await talk.say("ann", text))
        assert not talk.memory.state.price_releases

    async def test_by_somebody_else_then_refused(self, talk: Talk) -> None:
        talk.market.doubted, talk.people.not_admins = {"GOOG"}, {"U-ann"}
        assert text_of(await talk.say("ann", "/release GOOG 755.69")).startswith(sentence("release-not-allowed"))
        assert not talk.memory.state.price_releases
