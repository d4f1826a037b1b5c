"""A message that names only a stop, a half or a size is about the pending decision, and keeps the rest of it."""

from decimal import Decimal

import pytest

from bot.domain.text.locale import Language
from bot.domain.trading.decisions import DecisionStatus, Proposal
from bot.domain.trading.execution.orders import Side
from tests.fakes.core import Talk, sentence, text_of

D = Decimal


async def proposed(talk: Talk, text: str) -> Proposal:
    (decision,) = (await talk.say("ann", text)).answer.decisions
    return decision.proposal


def pending(talk: Talk) -> list[tuple[str, D]]:
    return [(d.proposal.symbol, d.proposal.shares) for d in talk.decisions() if d.status is DecisionStatus.PROPOSED]


class TestAStopAlone:
    @pytest.mark.parametrize("text", ["stop at 190", "set a stop at 190", "IBM stop at 190", "止损190"])
    async def test_when_a_size_was_named_then_it_stays(self, talk: Talk, text: str) -> None:
        await talk.say("ann", "buy 2 IBM")
        p = await proposed(talk, text)
        assert (p.symbol, p.side, p.shares, p.stop_price, p.stop_is_stated) == ("IBM", Side.BUY, D(2), D(190), True)
        assert pending(talk) == [("IBM", D(2))]

    async def test_when_the_model_is_against_the_trade_then_it_is_kept_all_the_same(self, talk: Talk) -> None:
        await talk.say("ann", "buy 10 AAPL")
        p = await proposed(talk, "set a stop at 400")
        assert (p.side, p.shares, p.stop_price) == (Side.BUY, D(10), D(400))

    async def test_when_the_model_chose_the_size_then_it_stays_and_nobody_is_said_to_have_named_it(
        self, talk: Talk
    ) -> None:
        before = await proposed(talk, "should I buy google? at most $3,000")
        p = await proposed(talk, "stop at 700")
        assert (p.shares, p.max_cash, p.stop_price) == (before.shares, D(3_000), D(700))
        assert "sized_by_named_shares" not in {reason.code for reason in p.reasons}

    async def test_when_a_size_above_an_older_limit_was_named_then_it_is_not_cut(self, talk: Talk) -> None:
        await talk.say("ann", "should I buy google? at most $3,000")
        await talk.say("ann", "buy 10 shares of GOOG")
        assert (await proposed(talk, "stop at 700")).shares == 10

    async def test_when_not_below_the_price_then_said_and_nothing_changes(self, talk: Talk) -> None:
        await talk.say("ann", "buy 2 IBM")
        reply = await talk.say("ann", "stop at 300")
        assert "not below the price" in text_of(reply)
        assert sentence("amend-unchanged", what="buy 2 IBM") in text_of(reply)
        assert [d.version for d in talk.decisions()] == [1]
        assert (await proposed(talk, "buy 3 IBM")).stop_price != 300

    async def test_when_several_of_the_talk_are_pending_then_asks_which(self, talk: Talk) -> None:
        await talk.say("ann", "should I buy google or IBM?")
        assert len(pending(talk)) == 2
        assert text_of(await talk.say("ann", "stop at 150")).startswith(sentence("amend-which", symbol="IBM"))


class TestASizeThatWasNamed:
    async def test_when_cut_by_a_limit_that_is_lifted_then_as_named(self, talk: Talk) -> None:
        assert (await proposed(talk, "buy 10 shares of GOOG, at most $3,000")).shares == 3
        assert (await proposed(talk, "no limit")).shares == 10

    async def test_when_somebody_else_asks_then_theirs_is_their_own(self, talk: Talk) -> None:
        await talk.say("ann", "buy 2 IBM")
        (theirs,) = (await talk.say("bob", "should I buy IBM?")).answer.decisions
        assert theirs.proposal.shares > 2


class TestHalf:
    @pytest.mark.parametrize(
        "text",
        [
            "halve it",
            "cut it in half",
            "half of that",
            "改成一半",
            "Halve it, please.",
        ],
    )
    async def test_when_one_is_pending_then_half_of_it(self, talk: Talk, text: str) -> None:
        await talk.say("ann", "buy 9 AAPL")
        reply = await talk.say("ann", text)
        (half,) = reply.answer.decisions
        language = Language.ENGLISH if text.isascii() else Language.CHINESE
        assert (half.proposal.side, half.proposal.shares) == (Side.BUY, D(4))
        assert sentence("amend-halved", language, before=D(9)) in text_of(reply)

    async def test_when_a_sale_is_pending_then_half_of_the_sale(self, talk: Talk) -> None:
        await talk.say("ann", "buy 10 AAPL")
        await talk.say("ann", "yes")
        await talk.say("ann", "sell 6 AAPL")
        p = await proposed(talk, "make it half")
        assert (p.side, p.shares) == (Side.SELL, D(3))

    @pytest.mark.parametrize(("text", "shares"), [("make that two thirds", 10), ("make it half", 7), ("halve it", 2)])
    async def test_when_a_part_of_what_is_held_is_pending_then_another_part_of_that(
        self, talk: Talk, text: str, shares: int
    ) -> None:
        await talk.say("ann", "buy 15 AAPL")
        await talk.say("ann", "yes")
        await talk.say("ann", "sell a third of my AAPL")
        assert (await proposed(talk, text)).shares == shares


class TestAnotherSize:
    @pytest.mark.parametrize(("text", "shares"), [("make it 1 share", 1), ("make it $500", 1), ("改成3股", 3)])
    async def test_when_one_is_pending_then_the_same_trade_of_that_size(
        self, talk: Talk, text: str, shares: int
    ) -> None:
        await talk.say("ann", "buy 10 AAPL")
        p = await proposed(talk, text)
        assert (p.side, p.shares) == (Side.BUY, D(shares))

    async def test_when_the_engine_had_chosen_and_it_may_be_dollars_or_shares_then_asked(self, talk: Talk) -> None:
        await talk.proposed("ann", "should I buy google?")
        before = pending(talk)
        reply = await talk.say("ann", "make it 800")
        assert text_of(reply).startswith("Dollars or shares? Say “$500” or “5 shares”.")
        assert pending(talk) == before
