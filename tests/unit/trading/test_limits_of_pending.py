"""What a person says of their pending decision binds it, whatever a model thinks of it or whether it answers at all."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from bot.domain.conversation.states import State
from bot.domain.market.features import Features
from bot.domain.text.locale import Language
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decisions import Action, Decision, DecisionStatus, Proposal
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.trading_limits import Limits, LimitStatement
from bot.engines.revisions import REASONS_OF_BEFORE, SAME_SIZE
from bot.engines.rules.engine import RulesEngine
from bot.errors import MarketSourceError
from tests.fakes.core import Talk, button, sentence, text_of
from tests.fakes.engine import ScriptedEngine, fallback_proposal, trade_proposal

D = Decimal


def once(features: Features, _: DecisionRequest, *, seen: set[str], then: str = "hold") -> Proposal:
    """Buy three at first; whenever asked again, hold, or fail."""
    if features.symbol not in seen:
        seen.add(features.symbol)
        return trade_proposal(features, 3)
    return fallback_proposal(features) if then == "fail" else trade_proposal(features, 0)


def wavering(then: str = "hold") -> ScriptedEngine:
    seen: set[str] = set()
    return ScriptedEngine(lambda features, question: once(features, question, seen=seen, then=then))


async def pending_google(engine: ScriptedEngine, text: str = "should I buy google?") -> Talk:
    talk = Talk(engines=(engine, RulesEngine()))
    await talk.say("ann", text)
    (decision,) = pending(talk)
    assert (decision.proposal.shares, decision.proposal.cash_change) == (D(3), D("2267.07"))
    return talk


def pending(talk: Talk) -> list[Decision]:
    return [d for d in talk.decisions() if d.status is DecisionStatus.PROPOSED and d.proposal.action is not Action.HOLD]


def codes(decision: Decision) -> list[str]:
    return [reason.code for reason in decision.proposal.reasons]


@pytest.fixture(params=["hold", "fail"])
def engine(request: pytest.FixtureRequest) -> ScriptedEngine:
    """What a model says when it is asked a second time."""
    return wavering(request.param)


class TestATighterLimit:
    @pytest.mark.parametrize(
        ("text", "language"), [("at most $1,600", Language.ENGLISH), ("最多1600美元", Language.CHINESE)]
    )
    async def test_cuts_the_pending_one_without_asking_the_model(
        self, engine: ScriptedEngine, text: str, language: Language
    ) -> None:
        talk = await pending_google(engine)
        reply = await talk.say("ann", text)

        (decision,) = pending(talk)
        p = decision.proposal
        assert (p.shares, p.cash_change, p.max_cash) == (D(2), D("1511.38"), D(1_600))
        assert (decision.version, p.engine, p.side) == (2, "dual", Side.BUY)
        assert codes(decision)[0] == "sized_by_max_cash"
        assert REASONS_OF_BEFORE in codes(decision)
        assert "The trend is up." in text_of(reply)
        assert sentence("replaces-pending", language, what=_bought(3, language)) in text_of(reply)
        assert len(engine.questions) == 1
        done = await talk.say("ann", "confirm")
        assert "bought 2 GOOG at $755.69" in text_of(done) or "2 股" in text_of(done)
        assert talk.account.cash == D("98488.62")

    async def test_when_it_cuts_nothing_then_it_binds_the_same_size(self, engine: ScriptedEngine) -> None:
        talk = await pending_google(engine)
        await talk.say("ann", "at most $2,300")
        (decision,) = pending(talk)
        assert (decision.proposal.shares, decision.proposal.max_cash) == (D(3), D(2_300))
        assert codes(decision)[0] == SAME_SIZE
        assert len(engine.questions) == 1

    async def test_when_not_enough_for_one_share_then_withdrawn(self, engine: ScriptedEngine) -> None:
        talk = await pending_google(engine)
        reply = await talk.say("ann", "at most $600")
        assert sentence("amend-withdrawn", what="buy 3 GOOG") in text_of(reply)
        assert sentence("pending-stays", what="buy 3 GOOG") not in text_of(reply)
        assert pending(talk) == []
        assert reply.state is State.IDLE
        assert [(d.version, d.proposal.action) for d in talk.decisions()] == [(1, Action.INCREASE), (2, Action.HOLD)]
        await talk.say("ann", "confirm")
        assert talk.orders_carried_out == 0

    async def test_when_said_in_a_question_that_the_model_answers_with_hold_then_withdrawn(
        self, engine: ScriptedEngine
    ) -> None:
        talk = await pending_google(engine)
        reply = await talk.say("ann", "should I buy google for at most $1,600?")
        assert len(engine.questions) == 2
        assert pending(talk) == []
        assert sentence("amend-withdrawn", what="buy 3 GOOG") in text_of(reply)

    async def test_when_the_pending_one_is_within_it_then_it_stays(self, engine: ScriptedEngine) -> None:
        talk = await pending_google(engine)
        reply = await talk.say("ann", "should I buy google for at most $3,000?")
        assert len(pending(talk)) == 1
        assert sentence("pending-stays", what="buy 3 GOOG") in text_of(reply)

    async def test_when_it_is_somebody_elses_then_theirs_stays(self, engine: ScriptedEngine) -> None:
        talk = await pending_google(engine)
        await talk.say("bob", "at most $1,600")
        assert [(d.asked_by, d.proposal.shares) for d in pending(talk)] == [("U-ann", D(3))]

    async def test_when_wider_then_the_model_is_asked_for_its_size(self) -> None:
        engine = ScriptedEngine()
        talk = await pending_google(engine, "should I buy google? at most $2,500")
        await talk.say("ann", "at most $5,000")
        assert len(engine.questions) == 2
        assert [d.proposal.max_cash for d in pending(talk)] == [D(5_000)]


class TestHalfAndStop:
    async def test_half_is_half_without_asking_the_model(self, engine: ScriptedEngine) -> None:
        talk = await pending_google(engine)
        reply = await talk.say("ann", "make it half")
        (decision,) = pending(talk)
        assert (decision.version, decision.proposal.shares, decision.proposal.engine) == (2, D(1), "dual")
        assert sentence("amend-halved", before=D(3)) in text_of(reply)
        assert len(engine.questions) == 1

    @pytest.mark.parametrize("text", ["with a stop at 700", "stop at 700"])
    async def test_a_stop_is_set_without_asking_the_model(self, engine: ScriptedEngine, text: str) -> None:
        talk = await pending_google(engine)
        await talk.say("ann", text)
        (decision,) = pending(talk)
        p = decision.proposal
        assert (p.shares, p.stop_price, p.stop_is_stated, p.cash_change) == (D(3), D(700), True, D("2267.07"))
        assert len(engine.questions) == 1

    async def test_an_unusable_stop_changes_nothing(self, engine: ScriptedEngine) -> None:
        talk = await pending_google(engine)
        reply = await talk.say("ann", "stop at 900")
        assert "not below the price" in text_of(reply)
        assert [d.version for d in talk.decisions()] == [1]

    async def test_half_of_a_sale_is_sold(self) -> None:
        engine = ScriptedEngine()
        talk = await pending_google(engine)
        await talk.say("ann", "confirm")
        engine.script = lambda features, _: _sold(features, 3)
        await talk.say("ann", "should I sell google?")
        engine.script = lambda features, _: trade_proposal(features, 0)
        await talk.say("ann", "make it half")
        (decision,) = pending(talk)
        assert (decision.proposal.action, decision.proposal.shares) == (Action.DECREASE, D(1))

    async def test_after_a_limit_both_bind(self, engine: ScriptedEngine) -> None:
        talk = await pending_google(engine)
        await talk.say("ann", "at most $1,600")
        await talk.say("ann", "stop at 700")
        (decision,) = pending(talk)
        p = decision.proposal
        assert (p.shares, p.max_cash, p.stop_price, decision.version) == (D(2), D(1_600), D(700), 3)
        assert codes(decision).count(REASONS_OF_BEFORE) == 1

    async def test_a_rules_decision_is_amended_by_the_rules(self) -> None:
        engine = ScriptedEngine()
        talk = Talk(engines=(engine, RulesEngine()))
        await talk.say("ann", "/settings engine rules")
        await talk.say("ann", "buy 4 GOOG")
        await talk.say("ann", "/settings engine dual")
        await talk.say("ann", "make it half")
        assert [(d.proposal.shares, d.proposal.engine) for d in pending(talk)] == [(D(2), "rules")]
        assert engine.questions == []

    async def test_a_size_is_taken_without_asking_the_model(self, engine: ScriptedEngine) -> None:
        talk = await pending_google(engine)
        await talk.say("ann", "make it 1 share")
        assert [d.proposal.shares for d in pending(talk)] == [D(1)]
        assert len(engine.questions) == 1


class TestAConfirmation:
    async def limited_since(self, talk: Talk, limit: D | None, *, by: str = "U-ann", symbol: str = "GOOG") -> None:
        """A limit that was said after the proposal, and has not reached the decision."""
        conversation = talk.conversation()
        stated = LimitStatement(by=by, symbols=(symbol,), limits=Limits(max_cash=limit), at=talk.clock.now())
        await self.remember(talk, (*conversation.stated_limits, stated))

    async def remember(self, talk: Talk, stated: tuple[LimitStatement, ...]) -> None:
        conversation = talk.conversation()
        async with talk.stores.transaction(conversation.tenant_id) as tx:
            await tx.conversations.save(replace(conversation, stated_limits=stated))

    async def test_above_a_limit_said_since_is_refused(self, talk: Talk) -> None:
        proposed = await talk.say("ann", "should I buy google?")
        talk.pass_time(timedelta(seconds=5))
        await self.limited_since(talk, D(1_600))
        reply = await talk.press("ann", button(proposed, "confirm"))
        assert "above the stated limit of $1,600.00" in text_of(reply)
        assert talk.orders_carried_out == 0
        assert len(pending(talk)) == 1

    @pytest.mark.parametrize(("by", "symbol"), [("U-bob", "GOOG"), ("U-ann", "IBM")])
    async def test_somebody_elses_or_another_shares_does_not_bind(self, talk: Talk, by: str, symbol: str) -> None:
        proposed = await talk.say("ann", "should I buy google?")
        talk.pass_time(timedelta(seconds=5))
        await self.limited_since(talk, D(1_600), by=by, symbol=symbol)
        await talk.press("ann", button(proposed, "confirm"))
        assert talk.orders_carried_out == 1

    async def test_one_that_was_lifted_does_not_bind(self, talk: Talk) -> None:
        proposed = await talk.say("ann", "should I buy google?")
        talk.pass_time(timedelta(seconds=5))
        await self.limited_since(talk, D(1_600))
        await talk.say("ann", "no limit")
        await talk.press("ann", button(proposed, "confirm"))
        assert talk.orders_carried_out == 1

    async def test_an_amount_adjusted_after_it_does_not_mind_it(self, talk: Talk) -> None:
        proposed = await talk.say("ann", "should I buy google?")
        talk.pass_time(timedelta(seconds=5))
        await self.limited_since(talk, D(1_600))
        talk.pass_time(timedelta(seconds=5))
        adjust = button(proposed, "adjust").id
        adjusted = await talk.press("ann", f"{adjust}:1900:")
        assert [d.proposal.shares for d in pending(talk)] == [D(2)], text_of(adjusted)
        await talk.press("ann", button(adjusted, "confirm"))
        assert talk.orders_carried_out == 1

    async def test_when_the_prices_fail_then_the_limit_binds_all_the_same(self, engine: ScriptedEngine) -> None:
        talk = await pending_google(engine)
        talk.market.error = MarketSourceError()
        await talk.say("ann", "at most $1,600")
        talk.market.error = None
        await talk.say("ann", "confirm")
        assert talk.orders_carried_out == 0


class TestALimitForSeveral:
    async def test_no_confirmations_together_exceed_it(self, talk: Talk) -> None:
        reply = await talk.say("ann", "should I buy google and ibm? at most $3,000")
        limits = [d.proposal.max_cash for d in reply.answer.decisions]
        assert sum(limit for limit in limits if limit is not None) <= 3_000
        for decision in reply.answer.decisions:
            p = decision.proposal
            assert p.max_cash is not None
            assert p.cash_change + talk.policy.commission <= p.max_cash < 3_000
            talk.market.prices[p.symbol] = p.price * D("1.009")
        for at in range(2):
            await talk.press("ann", button(reply, "confirm", at=at))
        assert D(100_000) - talk.account.cash <= 3_000

    async def test_the_only_one_bought_has_all_of_it(self) -> None:
        engine = ScriptedEngine(lambda features, _: trade_proposal(features, 3 if features.symbol == "GOOG" else 0))
        talk = Talk(engines=(engine, RulesEngine()))
        await talk.say("ann", "should I buy google and ibm? at most $3,000")
        assert [d.proposal.max_cash for d in pending(talk)] == [D(3_000)]

    async def test_one_asked_about_again_leaves_the_other_its_part(self, talk: Talk) -> None:
        await talk.say("ann", "should I buy google and ibm? at most $3,000")
        await talk.say("ann", "should I buy ibm?")
        limits = [d.proposal.max_cash for d in pending(talk)]
        assert len(limits) == 2
        assert sum(limit for limit in limits if limit is not None) <= 3_000


def _bought(shares: int, language: Language) -> str:
    return f"buy {shares} GOOG" if language is Language.ENGLISH else f"买入 {shares} 股 GOOG"


def _sold(features: Features, shares: int) -> Proposal:
    p = trade_proposal(features, 0)
    return replace(p, action=Action.CLOSE, shares=D(shares), cash_change=-shares * features.price)
