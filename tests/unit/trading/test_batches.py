"""Several shares in one question: one limit for all, and no guess at what one size means for several."""

from decimal import Decimal

from bot.domain.trading.decisions import Action, DecisionStatus
from tests.fakes.core import Talk


async def test_one_limit_binds_all_together(talk: Talk) -> None:
    reply = await talk.say("ann", "should I buy google and IBM? at most $3,000")

    spent = [d.proposal.cash_change for d in reply.answer.decisions]
    assert [d.proposal.symbol for d in reply.answer.decisions] == ["GOOG", "IBM"]
    assert spent[0] == Decimal("2267.07")
    assert sum(spent) <= Decimal(3000)
    assert all(d.proposal.action is Action.INCREASE for d in reply.answer.decisions)


async def test_a_limit_for_several_leaves_the_later_question_what_the_others_have_not_taken(talk: Talk) -> None:
    await talk.say("ann", "should I buy google and IBM? at most $5,000 together")
    later = await talk.say("ann", "should we buy more IBM?")

    pending = [
        d for d in talk.decisions() if d.status is DecisionStatus.PROPOSED and d.proposal.action is Action.INCREASE
    ]
    assert [d.proposal.symbol for d in later.answer.decisions] == ["IBM"]
    assert {d.proposal.symbol for d in pending} == {"GOOG", "IBM"}
    assert sum(d.proposal.cash_change for d in pending) <= Decimal(5000)
