"""A stated limit binds who stated it, on what it was stated for, until the trade it was meant for is done."""

from datetime import timedelta
from decimal import Decimal

import pytest

from bot.context.policy import Policy
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import Decision
from bot.trading.limits import stated_limits
from tests.fakes.core import LEASE, Talk, button, sentence, text_of

D = Decimal


async def asked(talk: Talk, name: str, text: str) -> Decision:
    (decision,) = (await talk.say(name, text)).answer.decisions
    return decision


@pytest.fixture
async def limited(talk: Talk) -> Talk:
    await talk.proposed()  # at most $3,000
    return talk


class TestWhileTheDecisionIsPending:
    async def test_when_the_same_share_is_asked_about_then_binds(self, limited: Talk) -> None:
        await limited.say("ann", "why?")
        assert (await asked(limited, "ann", "should I buy google?")).proposal.max_cash == 3_000

    async def test_when_another_share_is_asked_about_then_binds(self, limited: Talk) -> None:
        assert (await asked(limited, "ann", "should I buy IBM?")).proposal.max_cash == 3_000

    async def test_when_somebody_else_asks_then_does_not_bind(self, limited: Talk) -> None:
        assert (await asked(limited, "bob", "should I buy google?")).proposal.max_cash is None
        assert (await asked(limited, "bob", "should I buy IBM?")).proposal.max_cash is None

    @pytest.mark.parametrize("text", ["no limit", "forget the limit", "没有限额"])
    async def test_when_lifted_then_binds_no_more(self, limited: Talk, text: str) -> None:
        await limited.say("ann", text)
        assert not [s for s in limited.conversation().stated_limits if s.limits.max_cash is not None]
        assert (await asked(limited, "ann", "should I buy google?")).proposal.max_cash is None


class TestAfterIt:
    async def test_when_carried_out_then_binds_nothing(self, limited: Talk) -> None:
        await limited.say("ann", "yes")
        assert (await asked(limited, "ann", "should I buy IBM?")).proposal.max_cash is None
        assert (await asked(limited, "ann", "should I buy google?")).proposal.max_cash is None

    async def test_when_carried_out_and_others_decided_much_since_then_binds_nothing(
        self, limited: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(stated_limits, "_MAX_DECISIONS", 2)
        await limited.say("ann", "yes")
        for symbol in ("AAPL", "MSFT", "IBM"):
            await limited.say("bob", f"buy 1 {symbol}", thread="elsewhere")
        assert (await asked(limited, "ann", "should I buy google?")).proposal.max_cash is None

    async def test_when_cancelled_then_binds_the_same_share_only(self, limited: Talk) -> None:
        await limited.say("ann", "cancel")
        assert (await asked(limited, "ann", "should I buy IBM?")).proposal.max_cash is None
        assert (await asked(limited, "ann", "should I buy google?")).proposal.max_cash == 3_000

    async def test_when_expired_then_binds_the_same_share_only(self) -> None:
        talk = Talk(Policy(lease_ttl=LEASE, decision_ttl=timedelta(minutes=5)))
        await talk.proposed()
        talk.pass_time(timedelta(minutes=6))
        assert (await asked(talk, "ann", "should I buy IBM?")).proposal.max_cash is None
        assert (await asked(talk, "ann", "should I buy google?")).proposal.max_cash == 3_000


class TestBeforeAnyDecision:
    async def test_when_stated_with_an_analysis_then_binds(self, talk: Talk) -> None:
        await talk.say("ann", "analyze google, at most $3,000")
        assert (await asked(talk, "ann", "should I buy it?")).proposal.max_cash == 3_000

    async def test_when_stated_before_a_share_was_named_then_binds(self, talk: Talk) -> None:
        await talk.say("ann", "should I buy? at most $3,000")
        assert (await asked(talk, "ann", "should I buy google?")).proposal.max_cash == 3_000

    async def test_when_the_answer_was_a_hold_then_binds_the_next_share(self, talk: Talk) -> None:
        await talk.say("ann", "should I buy AAPL? at most $3,000")
        assert (await asked(talk, "ann", "should I buy google?")).proposal.max_cash == 3_000

    async def test_when_a_new_one_is_stated_then_that(self, limited: Talk) -> None:
        assert (await asked(limited, "ann", "should I buy google? at most $5,000")).proposal.max_cash == 5_000
        assert (await asked(limited, "ann", "should I buy google?")).proposal.max_cash == 5_000


class TestASizeThatIsNamed:
    async def test_when_of_another_share_then_not_cut(self, limited: Talk) -> None:
        reply = await limited.say("ann", "buy 100 shares of IBM")
        (ibm,) = reply.answer.decisions
        assert (ibm.proposal.shares, ibm.proposal.max_cash) == (D(100), None)
        assert "at most" not in text_of(reply)

    @pytest.mark.parametrize(
        ("text", "language"), [("buy 10 shares of GOOG", Language.ENGLISH), ("买入10股谷歌", Language.CHINESE)]
    )
    async def test_when_of_the_same_share_then_not_cut_and_said(
        self, limited: Talk, text: str, language: Language
    ) -> None:
        reply = await limited.say("ann", text)
        (goog,) = reply.answer.decisions
        assert (goog.proposal.shares, goog.proposal.max_cash) == (D(10), None)
        said = sentence("above-limit-before", language, limit=D(3_000), amount=D("7556.90"))
        assert said in text_of(reply)

    async def test_when_the_limit_is_in_the_same_message_then_cut_and_said_by_what(self, talk: Talk) -> None:
        reply = await talk.say("ann", "buy 10 shares of GOOG, at most $3,000")
        (goog,) = reply.answer.decisions
        assert goog.proposal.shares == 3
        assert "within your limit of $3,000" in text_of(reply)
        assert "less than the 10 shares" in text_of(reply)


class TestConfirming:
    async def test_when_the_price_lies_within_then_the_commission_counts_too(self) -> None:
        talk = Talk(Policy(lease_ttl=LEASE, commission=D(5)))
        (goog,) = (await talk.say("ann", "should I buy google? at most $2,270")).answer.decisions
        assert goog.proposal.shares == 2  # three would cost 2,267.07 and the commission

    async def test_when_the_price_rises_beyond_it_then_refused(self, talk: Talk) -> None:
        proposed = await talk.proposed(text="should I buy google? at most $2,270")
        talk.market.prices["GOOG"] = D("757.00")
        assert "above the stated limit" in text_of(await talk.press("ann", button(proposed, "confirm")))
