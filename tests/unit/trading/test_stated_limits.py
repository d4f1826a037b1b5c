"""A stated limit binds who stated it, on what it was stated for, until the trade it was meant for is done."""

from datetime import timedelta
from decimal import Decimal

import pytest

from bot.context.policy import Policy
from bot.domain.trading.decisions import Decision
from bot.trading.limits import stated_limits
from tests.fakes.core import LEASE, Talk, button, text_of

D = Decimal


async def asked(talk: Talk, name: str, text: str) -> Decision:
    (decision,) = (await talk.say(name, text)).answer.decisions
    return decision


@pytest.fixture
async def limited(talk: Talk) -> Talk:
    await talk.proposed()  # at most $3,000
    return talk


class TestWhileTheDecisionIsPending:
    @pytest.mark.parametrize("text", ["no limit", "forget the limit", "没有限额"])
    async def test_when_lifted_then_binds_no_more(self, limited: Talk, text: str) -> None:
        await limited.say("ann", text)
        assert not [s for s in limited.conversation().stated_limits if s.limits.max_cash is not None]
        assert (await asked(limited, "ann", "should I buy google?")).proposal.max_cash is None


class TestAfterIt:
    async def test_when_carried_out_and_others_decided_much_since_then_binds_nothing(
        self, limited: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(stated_limits, "_MAX_DECISIONS", 2)
        await limited.say("ann", "yes")
        for symbol in ("AAPL", "MSFT", "IBM"):
            await limited.say("bob", f"buy 1 {symbol}", thread="elsewhere")
        assert (await asked(limited, "ann", "should I buy google?")).proposal.max_cash is None

    async def test_when_expired_then_binds_the_same_share_only(self) -> None:
        talk = Talk(Policy(lease_ttl=LEASE, decision_ttl=timedelta(minutes=5)))
        await talk.proposed()
        talk.pass_time(timedelta(minutes=6))
        assert (await asked(talk, "ann", "should I buy IBM?")).proposal.max_cash is None
        assert (await asked(talk, "ann", "should I buy google?")).proposal.max_cash == 3_000


class TestConfirming:
    async def test_when_the_price_lies_within_then_the_commission_counts_too(self) -> None:
        talk = Talk(Policy(lease_ttl=LEASE, commission=D(5)))
        (goog,) = (await talk.say("ann", "should I buy google? at most $2,270")).answer.decisions
        assert goog.proposal.shares == 2  # three would cost 2,267.07 and the commission

    async def test_when_the_price_rises_beyond_it_then_refused(self, talk: Talk) -> None:
        proposed = await talk.proposed(text="should I buy google? at most $2,270")
        talk.market.prices["GOOG"] = D("757.00")
        assert "above the stated limit" in text_of(await talk.press("ann", button(proposed, "confirm")))
