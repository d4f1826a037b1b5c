"""While our books and the broker's differ, nothing is traded, and everybody who meets it is told what differs."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from itertools import count

import pytest

from bot.domain.conversation.replies import Reply
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import Decision, DecisionStatus
from bot.domain.trading.execution.broker import AccountKey, Difference, DifferenceKind, key_of
from bot.domain.trading.execution.reconciliation import lasting_differences
from bot.trading.broker_calls import BROKER_SECONDS
from bot.trading.execute import Execute
from bot.trading.reconcile import Reconciliation
from tests.contract.store_sets import a_thread, fake_store_set
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
        ("account_differs", {"position IBM": "10 here, 12 at the broker"}),
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


class TestUnresolvedOrders:
    """An order whose outcome is not booked hides nothing but what it can have changed."""

    @pytest.fixture
    async def talk(self) -> Talk:
        """An order whose outcome is unknown: the broker never answers to it."""
        talk = Talk()
        talk.broker.silent_about_orders = True
        talk.broker.lose_answers = 1
        await talk.press("ann", button(await talk.proposed(), "confirm"))
        assert talk.decisions()[-1].status is DecisionStatus.UNKNOWN
        return talk

    @pytest.mark.parametrize("symbol", ["GOOG", "IBM"])
    async def test_what_a_new_one_cannot_explain_is_a_difference_at_once(self, talk: Talk, symbol: str) -> None:
        await talk.broker.add_shares(key(talk), symbol, D(1_000))
        held = 1_000 + (talk.decisions()[-1].proposal.shares if symbol == "GOOG" else 0)
        expected = (Difference(DifferenceKind.POSITION, symbol, D(0), D(held)),)
        assert await reconciliation(talk).reconcile(key(talk)) == expected

    async def test_what_a_new_one_may_explain_leaves_what_is_stored(self, talk: Talk) -> None:
        await talk.broker.add_shares(key(talk), "IBM", D(1_000))
        found = await reconciliation(talk).reconcile(key(talk))
        await talk.broker.add_shares(key(talk), "IBM", D(-1_000))
        assert await reconciliation(talk).reconcile(key(talk)) is None
        assert talk.account.differences == found

    async def test_for_a_while_it_is_no_difference_itself(self, talk: Talk) -> None:
        each = reconciliation(talk)
        assert await each.reconcile(key(talk)) is None
        talk.clock.advance(timedelta(minutes=6))
        shares = talk.decisions()[-1].proposal.shares
        assert await each.reconcile(key(talk)) == (Difference(DifferenceKind.UNRESOLVED, "GOOG", shares, D(0)),)
        assert "GOOG: what became of an order for 3 shares is not known." in text_of(
            await talk.say("ann", "/portfolio")
        )

    @pytest.mark.parametrize(
        ("symbol", "shares", "is_explained"), [("IBM", 1_000, False), ("GOOG", 1, False), ("GOOG", -2, True)]
    )
    async def test_what_it_cannot_explain_is_a_difference(
        self, talk: Talk, symbol: str, shares: int, *, is_explained: bool
    ) -> None:
        await talk.broker.add_shares(key(talk), symbol, D(shares))
        talk.clock.advance(timedelta(minutes=6))
        found = await reconciliation(talk).reconcile(key(talk)) or ()
        expected = [DifferenceKind.UNRESOLVED] if is_explained else [DifferenceKind.POSITION, DifferenceKind.UNRESOLVED]
        assert [each.kind for each in found] == expected

    @pytest.mark.parametrize(("cash", "is_explained"), [(-100, True), (-50_000, False), (50_000, False)])
    async def test_cash_beyond_its_amount_is_a_difference(self, talk: Talk, cash: int, *, is_explained: bool) -> None:
        async with talk.broker.books.change(key(talk)) as account:
            held = (await account.positions())["GOOG"]
            await account.save_holdings(cash=await account.cash() + cash, symbol="GOOG", shares=held)
        talk.clock.advance(timedelta(minutes=6))
        found = await reconciliation(talk).reconcile(key(talk)) or ()
        assert (DifferenceKind.CASH not in {each.kind for each in found}) is is_explained

    async def test_once_the_broker_answers_both_agree(self, talk: Talk) -> None:
        talk.clock.advance(timedelta(minutes=6))
        await reconciliation(talk).reconcile(key(talk))
        talk.broker.silent_about_orders = False
        await talk.recovery.finish_decisions()
        assert await reconciliation(talk).reconcile(key(talk)) == ()


async def test_a_figure_that_moves_is_a_difference(differing: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    steps, positions = count(1), differing.broker.positions

    async def moving(account: AccountKey) -> Mapping[str, Decimal]:
        return {**await positions(account), "IBM": D(12 + next(steps))}

    monkeypatch.setattr(differing.broker, "positions", moving)
    found = await reconciliation(differing).reconcile(key(differing))
    assert found == (Difference(DifferenceKind.POSITION, "IBM", D(10), D(14)),)


def test_what_differs_once_is_left_out_of_what_differs_twice() -> None:
    cash, ibm, more = (
        Difference(DifferenceKind.CASH, "", D(1), D(2)),
        Difference(DifferenceKind.POSITION, "IBM", D(1), D(2)),
        Difference(DifferenceKind.POSITION, "IBM", D(1), D(3)),
    )
    assert lasting_differences((cash, ibm), (more,)) == (more,)
    assert lasting_differences((ibm,), (cash, ibm)) == (ibm,)
    assert lasting_differences((cash,), (ibm,)) == ()


@pytest.mark.virtual_time
@pytest.mark.parametrize("call", ["open_orders", "cash", "positions", "find_order"])
async def test_a_broker_that_hangs_on_one_account_does_not_hold_up_the_others(
    call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = fake_store_set()
    orders = [await world.order(await world.turn(a_thread(n, workspace=f"w{n}"))) for n in range(9)]
    world.broker.holds_fills = True
    for order in orders:
        await world.trade(order)
        await world.broker.cancel(key_of(order), order.client_order_id)
        await world.broker.add_shares(key_of(order), "IBM", D(3))
    ask = getattr(world.broker, call)

    async def hang(account: AccountKey, *rest: str) -> object:
        if account == key_of(orders[0]):
            await asyncio.Event().wait()
        return await ask(account, *rest)

    monkeypatch.setattr(world.broker, call, hang)
    async with asyncio.timeout(4 * BROKER_SECONDS):
        await Reconciliation(world.stores, world.broker, world.sweeper, world.clock).reconcile_due_accounts()
    assert {key_of(each) for each in orders[1:]} <= set(await world.sweeper.differing_accounts())


async def test_what_was_confirmed_before_they_differed_is_not_sent_and_that_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    talk = Talk()
    reply = await talk.proposed()
    begin = Execute._begin  # noqa: SLF001 - the instant between confirmation and sending

    async def differ_first(self: Execute, decision: Decision) -> object:
        async with talk.stores.transaction(decision.tenant_id) as tx:
            found = Difference(DifferenceKind.POSITION, "IBM", D(0), D(2))
            await tx.accounts.store_comparison(decision.account_id, (found,), at=talk.clock.now())
        return await begin(self, decision)

    monkeypatch.setattr(Execute, "_begin", differ_first)
    told = text_of(await talk.press("ann", button(reply, "confirm")))
    assert "our books and the broker’s differ, so it was not sent" in told
    assert talk.decisions()[-1].status is DecisionStatus.REJECTED
    assert talk.orders_carried_out == 0
    assert "submit" not in talk.broker.calls


async def test_an_order_that_never_arrived_is_not_sent_again_while_they_differ() -> None:
    talk = Talk()
    talk.broker.is_down = True
    await talk.press("ann", button(await talk.proposed(), "confirm"))
    talk.broker.is_down = False
    account = talk.account
    differs = (Difference(DifferenceKind.POSITION, "IBM", D(0), D(2)),)
    talk.memory.state.accounts[account.id] = replace(account, differences=differs)
    (decision,) = talk.decisions()
    asked = len(talk.broker.calls)

    await talk.execute(decision)

    assert talk.broker.calls[asked:] == ["find_order"]
    assert talk.orders_carried_out == 0
