"""An analysis by the committee in a conversation: asked for, read, argued, confirmed."""

from decimal import Decimal

from bot.domain.conversation.blocks import Card
from bot.domain.conversation.replies import Reply
from bot.domain.trading.decisions import DecisionKey, DecisionStatus
from bot.domain.trading.execution.orders import Rejection
from bot.engines.committee.engine import CommitteeEngine
from bot.engines.rules.engine import RulesEngine
from tests.fakes.clock import FixedClock, new_ids
from tests.fakes.core import Talk, button, text_of

D = Decimal


def talk() -> Talk:
    clock = FixedClock()
    return Talk(engines=(RulesEngine(), CommitteeEngine(client=None, clock=clock, new_id=new_ids(clock))))


def card_of(reply: Reply) -> Card:
    (card,) = [block for block in reply.answer.blocks if isinstance(block, Card)]
    return card


def engines_asked(talked: Talk) -> list[str]:
    return [decision.proposal.engine for decision in talked.decisions()]


async def test_asked_read_argued_and_confirmed() -> None:
    talked = talk()
    held = await talked.say("ann", "/analyze AAPL deep")
    assert card_of(held).lines[0] == "AAPL: the committee is undecided · conviction 51 %"
    assert "AAPL, market analyst: −0.81 of ±1" in text_of(held)
    proposed = await talked.say("ann", "dig deeper into GOOG")
    assert "Risk: a half-size trade; at the stop −$337.74" in proposed.answer.brief
    why = await talked.say("ann", "why?")
    assert "13 GOOG" in why.answer.brief
    assert "show the discussion" in text_of(why)
    discussion = text_of(await talked.say("ann", "/discussion"))
    discussion += text_of(await talked.say("ann", "/discussion 2"))
    assert "no model was asked" in discussion
    assert "a model’s words" not in discussion
    assert "Bull → Research judge:" in discussion
    await talked.say("ann", "yes")  # something else was read last: asked which trade that would be
    assert talked.position("GOOG") is None
    await talked.say("ann", "yes")
    position = talked.position("GOOG")
    assert position is not None
    assert (position.shares, talked.decisions()[-1].status) == (D(13), DecisionStatus.FILLED)
    assert engines_asked(talked) == ["committee", "committee"]
    aapl, goog = (state for kept in talked.memory.state.analysis_runs.values() for state in kept.run.fusion)
    assert (aapl.company_of_interest, aapl.execution_record) == ("AAPL", None)
    record = goog.execution_record
    assert record is not None
    assert DecisionKey(record.decision_id, record.version) == talked.decisions()[-1].key
    assert (record.status, record.filled_shares) == (DecisionStatus.FILLED, D(13))
    assert record.average_price == goog.current_price
    talked.check_invariants()


async def test_order_is_rejected_then_that_is_what_is_kept_of_its_execution() -> None:
    talked = talk()
    talked.broker.rejection = Rejection("fractional_shares")
    await talked.press("ann", button(await talked.say("ann", "dig deeper into GOOG"), "confirm"))
    (kept,) = talked.memory.state.analysis_runs.values()
    record = kept.run.fusion[0].execution_record
    assert record is not None
    assert (record.status, record.filled_shares, record.average_price) == (DecisionStatus.REJECTED, D(0), None)


async def test_in_chinese() -> None:
    talked = talk()
    reply = await talked.say("ann", "让大家讨论一下微软")
    assert card_of(reply).lines[0] == "MSFT：投委会没有定论 · 把握 77%"
    assert "MSFT 基本面分析师：−0.20（满分 ±1）" in text_of(reply)
    assert "没有询问模型" in text_of(await talked.say("ann", "/讨论"))


async def test_asked_again_while_pending_then_a_request_of_its_own_takes_its_place() -> None:
    talked = talk()
    await talked.proposed("ann", "buy 3 GOOG")
    reply = await talked.say("ann", "dig deeper into GOOG")
    first, second = talked.decisions()
    assert (first.status, second.status) == (DecisionStatus.SUPERSEDED, DecisionStatus.PROPOSED)
    assert (second.id, second.version) == (first.id, 2)
    assert engines_asked(talked) == ["rules", "committee"]
    assert second.proposal.shares == 3  # the size that was named before is the most that is proposed
    loss = 3 * (second.proposal.price - (second.proposal.stop_price or 0))
    assert f"at the stop −${loss:,.2f}" in reply.answer.brief


async def test_of_another_person_or_another_share_nothing_is_replaced() -> None:
    talked = talk()
    await talked.proposed("ann", "buy 3 GOOG")
    await talked.say("bob", "dig deeper into GOOG")
    await talked.say("ann", "dig deeper into IBM")
    assert [each.status for each in talked.decisions()] == [DecisionStatus.PROPOSED] * 3
    assert talked.decisions()[1].proposal.shares == 13  # what Ann has named does not bind Bob


async def test_an_order_for_the_committee_is_proposed_as_given_beside_its_view() -> None:
    talked = talk()
    await talked.say("ann", "/settings engine committee")
    reply = await talked.say("ann", "buy 5 AAPL")
    (decision,) = talked.decisions()
    assert (decision.proposal.shares, decision.proposal.engine) == (D(5), "committee")
    assert "committee_undecided_on_order" in {reason.code for reason in decision.proposal.reasons}
    assert "the committee is undecided" in reply.answer.brief


async def test_several_shares_then_a_card_of_each() -> None:
    talked = talk()
    reply = await talked.say("ann", "dig deeper into GOOG and IBM")
    cards = [block for block in reply.answer.blocks if isinstance(block, Card)]
    assert [card.lines[0].partition(":")[0] for card in cards] == ["GOOG", "IBM"]


async def test_set_as_the_engine_of_a_channel_then_it_answers_every_question_about_a_trade() -> None:
    talked = talk()
    assert "committee" in text_of(await talked.say("ann", "/settings engine committee"))
    assert "rules, committee" in text_of(await talked.say("ann", "/settings"))
    assert "IBM: the committee is for buying" in (await talked.say("ann", "should I buy IBM?")).answer.brief
    assert engines_asked(talked) == ["committee"]
    await talked.say("ann", "/analyze IBM")  # an ordinary analysis proposes nothing
    assert engines_asked(talked) == ["committee"]


async def test_without_depth_the_engine_that_is_set_answers() -> None:
    talked = talk()
    await talked.say("ann", "should I buy IBM?")
    await talked.say("ann", "/analyze IBM")
    await talked.say("ann", "analyze IBM, but not deep")
    assert engines_asked(talked) == ["rules"]


async def test_what_may_be_spent_said_alone_bounds_the_order_that_is_pending_and_makes_no_other() -> None:
    for words in ("spend at most $3,000", "最多花3000美元"):
        talked = talk()
        await talked.say("ann", "/settings engine committee")
        await talked.say("ann", "buy 5 GOOG")
        reply = await talked.say("ann", words)
        (decision,) = reply.answer.decisions
        assert (decision.proposal.symbol, decision.proposal.shares, decision.version) == ("GOOG", D(3), 2)
