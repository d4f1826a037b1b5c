"""A message that names only a stop, a half or a size is about the pending decision, and keeps the rest of it."""

from decimal import Decimal

from bot.domain.trading.decisions import DecisionStatus, Proposal
from tests.fakes.core import Talk, sentence, text_of

D = Decimal


async def proposed(talk: Talk, text: str) -> Proposal:
    (decision,) = (await talk.say("ann", text)).answer.decisions
    return decision.proposal


def pending(talk: Talk) -> list[tuple[str, D]]:
    return [(d.proposal.symbol, d.proposal.shares) for d in talk.decisions() if d.status is DecisionStatus.PROPOSED]


class TestAStopAlone:
    async def test_when_the_model_chose_the_size_then_it_stays_and_nobody_is_said_to_have_named_it(
        self, talk: Talk
    ) -> None:
        before = await proposed(talk, "should I buy google? at most $3,000")
        p = await proposed(talk, "stop at 700")
        assert (p.shares, p.max_cash, p.stop_price) == (before.shares, D(3_000), D(700))
        assert "sized_by_named_shares" not in {reason.code for reason in p.reasons}

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
    async def test_when_somebody_else_asks_then_theirs_is_their_own(self, talk: Talk) -> None:
        await talk.say("ann", "buy 2 IBM")
        (theirs,) = (await talk.say("bob", "should I buy IBM?")).answer.decisions
        assert theirs.proposal.shares > 2


class TestAnotherSize:
    async def test_when_the_engine_had_chosen_and_it_may_be_dollars_or_shares_then_asked(self, talk: Talk) -> None:
        await talk.proposed("ann", "should I buy google?")
        before = pending(talk)
        reply = await talk.say("ann", "make it 800")
        assert text_of(reply).startswith("Dollars or shares? Say “$500” or “5 shares”.")
        assert pending(talk) == before
