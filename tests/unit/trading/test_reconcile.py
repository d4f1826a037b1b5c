"""While our books and the broker's differ, nothing is traded, and everybody who meets it is told what differs."""

from decimal import Decimal

import pytest

from bot.domain.conversation.replies import Reply
from bot.domain.text.locale import Language
from bot.domain.trading.broker import AccountKey
from bot.domain.trading.decisions import DecisionStatus
from bot.trading.reconcile import Reconciliation
from tests.fakes.core import Talk, button, text_of

D = Decimal
WHAT = "IBM: 10 shares here, 12 at the broker."


def reconciliation(talk: Talk) -> Reconciliation:
    return Reconciliation(talk.stores, talk.broker, talk.recovery.sweeper, talk.clock, pause_seconds=0)


def key(talk: Talk) -> AccountKey:
    return AccountKey(talk.account.tenant_id, talk.account.id)


@pytest.fixture
async def differing() -> Talk:
    """An account with 10 shares of IBM, of which the broker has 12, and a proposal of before."""
    talk = Talk()
    await talk.press("ann", button(await talk.proposed(text="buy 10 shares of IBM"), "confirm"))
    await talk.proposed()
    await talk.broker.add_shares(key(talk), "IBM", D(2))
    await reconciliation(talk).reconcile_due_accounts()
    return talk


def shown(talk: Talk) -> Reply:
    return next(each for each in reversed(list(talk.memory.state.replies.values())) if each.answer.buttons)


async def test_confirm_is_refused_with_what_differs_and_the_proposal_stays(differing: Talk) -> None:
    reply = await differing.press("ann", button(shown(differing), "confirm"))
    assert WHAT in text_of(reply)
    assert "cancel it, or ask again" not in text_of(reply)
    assert differing.decisions()[-1].status is DecisionStatus.PROPOSED
    assert differing.orders_carried_out == 1


async def test_typed_and_confirm_all_are_refused_too(differing: Talk) -> None:
    assert WHAT in text_of(await differing.say("ann", "yes, do it"))
    reply = await differing.proposed(text="buy 10 msft and 2 aapl", thread="two")
    assert WHAT in text_of(await differing.press("ann", button(reply, "confirm_all"), thread="two"))
    assert differing.orders_carried_out == 1


async def test_once_both_agree_again_it_can_be_confirmed(differing: Talk) -> None:
    await differing.broker.add_shares(key(differing), "IBM", D(-2))
    await reconciliation(differing).reconcile_due_accounts()
    assert "bought 3 GOOG" in text_of(await differing.press("ann", button(shown(differing), "confirm")))
    differing.check_invariants()


async def test_portfolio_and_new_proposals_say_it_first(differing: Talk) -> None:
    assert WHAT in (await differing.say("ann", "/portfolio")).answer.brief
    proposed = await differing.proposed(text="buy 2 shares of AAPL")
    assert WHAT in proposed.answer.brief.split("buy 2", 1)[0]
    held = await differing.say("ann", "analyze AAPL")
    assert WHAT not in text_of(held)


async def test_in_chinese(differing: Talk) -> None:
    reply = await differing.say("ann", "买2股苹果", thread="zh")
    assert reply.language is Language.CHINESE
    assert "IBM：本账簿 10 股，券商 12 股。" in text_of(reply)


async def test_both_sides_of_it_are_audited(differing: Talk) -> None:
    await differing.broker.add_shares(key(differing), "IBM", D(-2))
    await reconciliation(differing).reconcile_due_accounts()
    lines = [line for line in differing.memory.state.audit.values() if line.kind.startswith("account_")]
    assert [(line.kind, line.facts) for line in lines] == [
        ("account_differs", {"position IBM": "10 here, 12 there"}),
        ("account_agrees", {}),
    ]


async def test_an_order_left_unknown_is_settled_first_and_is_no_alarm() -> None:
    talk = Talk()
    talk.broker.lose_database = 1
    turn = await talk.hand_in_press("ann", button(await talk.proposed(), "confirm"))
    with pytest.raises(Exception, match="database"):
        await talk.presses.handle_press(turn)
    assert await reconciliation(talk).reconcile(key(talk)) is None
    await talk.presses.handle_press(turn)
    assert await reconciliation(talk).reconcile(key(talk)) == ()
