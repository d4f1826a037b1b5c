import asyncio
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest

from bot.domain.ids import DecisionId, TurnId, derive_id
from bot.domain.trading.decisions import Action, Decision, DecisionQuery, DecisionStatus
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.pending import PendingQuery
from bot.errors import ConcurrentUpdateError, DuplicateError, UnknownDecisionError
from bot.trading.decision_records import withdraw_decisions
from tests.contract.store_sets import ANN, CLOSE, StoreSet, a_proposal, a_thread, an_order


async def test_decision_comes_back_exactly(world: StoreSet) -> None:
    decision = await world.decision(await world.turn())
    bare = a_proposal(action=Action.HOLD, reasons=(), tags=(), stop_price=None, max_cash=None, fallback="no_model")
    hold = await world.decision(await world.turn(), proposal=bare)

    stored = await world.tx(decision.tenant_id).decisions.get(decision.id)

    assert (stored, (await world.tx(hold.tenant_id).decisions.get(hold.id)).proposal) == (decision, bare)
    assert str(stored.proposal.reasons[0].numbers["sma"]) == "577.1230"
    assert str(stored.proposal.price) == "455.49"


async def test_unknown_decision_is_said_to_be_unknown(world: StoreSet) -> None:
    decision = await world.decision(await world.turn())
    stranger = await world.turn(a_thread(1, workspace="elsewhere"))
    for tenant, wanted, version in (
        (decision.tenant_id, DecisionId(stranger.id), None),
        (decision.tenant_id, decision.id, 2),
        (stranger.tenant_id, decision.id, None),
    ):
        with pytest.raises(UnknownDecisionError):
            await world.tx(tenant).decisions.get(wanted, version=version)


async def test_new_version_needs_the_last_one_superseded(world: StoreSet) -> None:
    decision = await world.decision(await world.turn())
    second = replace(decision, version=2, proposal=a_proposal(price=Decimal("460.00")))

    with pytest.raises(DuplicateError):
        await world.tx(decision.tenant_id).decisions.add_decision(second)
    async with world.stores.transaction(decision.tenant_id) as tx:
        superseded = replace(decision, status=DecisionStatus.SUPERSEDED)
        assert await tx.decisions.save(superseded, expected_status=DecisionStatus.PROPOSED)
        await tx.decisions.add_decision(second)

    async with world.stores.transaction(decision.tenant_id) as tx:
        assert await tx.decisions.get(decision.id) == second
        assert await tx.decisions.get(decision.id, version=1) == superseded


async def test_a_hundred_concurrent_saves_change_it_once(world: StoreSet) -> None:
    decision = await world.decision(await world.turn())

    async def press(number: int) -> bool:
        status = DecisionStatus.CONFIRMED if number % 2 else DecisionStatus.CANCELLED
        decided = replace(decision, status=status, decided_by=f"U{number}", decided_at=world.clock.now())
        return await world.tx(decision.tenant_id).decisions.save(
            decided, expected_status=DecisionStatus.PROPOSED, unexpired_at=world.clock.now()
        )

    saved = await asyncio.gather(*map(press, range(100)))

    assert sum(saved) == 1
    stored = await world.tx(decision.tenant_id).decisions.get(decision.id)
    assert stored.decided_by == f"U{saved.index(True)}"


async def test_save_at_the_instant_of_expiry_is_too_late(world: StoreSet) -> None:
    decision = await world.decision(await world.turn())
    confirmed = replace(decision, status=DecisionStatus.CONFIRMED, decided_by=ANN.id, decided_at=decision.expires_at)
    just_before = decision.expires_at - timedelta(microseconds=1)

    async with world.stores.transaction(decision.tenant_id) as tx:
        assert not await tx.decisions.save(
            confirmed, expected_status=DecisionStatus.PROPOSED, unexpired_at=decision.expires_at
        )
        assert await tx.decisions.save(confirmed, expected_status=DecisionStatus.PROPOSED, unexpired_at=just_before)


async def test_save_of_another_version_or_tenant_changes_nothing(world: StoreSet) -> None:
    decision = await world.decision(await world.turn())
    stranger = await world.turn(a_thread(1, workspace="elsewhere"))
    cancelled = replace(decision, status=DecisionStatus.CANCELLED)

    assert not await world.tx(decision.tenant_id).decisions.save(
        replace(cancelled, version=2), expected_status=DecisionStatus.PROPOSED
    )
    assert not await world.tx(stranger.tenant_id).decisions.save(cancelled, expected_status=DecisionStatus.PROPOSED)

    assert (await world.tx(decision.tenant_id).decisions.get(decision.id)).status is DecisionStatus.PROPOSED


async def test_pending_is_what_can_still_be_confirmed_own_first_then_oldest_first(world: StoreSet) -> None:
    turn, elsewhere = await world.turn(a_thread(1)), await world.turn(a_thread(2))
    now = world.clock.now()
    older = await world.decision(turn, created_at=now - timedelta(minutes=5))
    newer = await world.decision(turn)
    other = await world.decision(elsewhere)
    await world.decision(turn, proposal=a_proposal(action=Action.HOLD))
    await world.decision(turn, expires_at=now - timedelta(seconds=1))
    await world.decision(turn, status=DecisionStatus.CANCELLED)

    of_bob = await world.decision(turn, asked_by="U2", created_at=now - timedelta(minutes=9))

    async with world.stores.transaction(turn.tenant_id) as tx:
        assert await tx.decisions.count_pending(turn.conversation_id, at=now) == 3
        page = await tx.decisions.pending_page(PendingQuery(at=now, person_id=ANN.id))
    assert page.decisions == (older, newer, other, of_bob)
    assert page.own == (older, newer, other)
    assert {each.asked_by for each in page.entries} == {ANN.name}
    assert (page.total, page.pages) == (4, 1)
    async with world.stores.read(turn.tenant_id) as tx:
        made_by = PendingQuery(at=now, person_id=ANN.id, made_by=now - timedelta(minutes=5))
        earlier = await tx.decisions.pending_page(made_by)
        none = await tx.decisions.pending_page(replace(made_by, made_by=now - timedelta(hours=1)))
    assert (earlier.decisions, earlier.total) == ((older, of_bob), 2)
    assert (none.decisions, none.total) == ((), 0)


async def test_a_sale_of_what_is_not_held_any_more_is_not_listed_as_pending(world: StoreSet) -> None:
    order = await world.order(await world.turn())
    await world.trade(order)
    turn, now = await world.turn(), world.clock.now()
    sale = a_proposal(
        action=Action.DECREASE, cash_change=Decimal("-4554.90"), target_cash_amount=Decimal(0), max_cash=None
    )
    of_held = await world.decision(turn, proposal=sale)
    await world.decision(turn, proposal=replace(sale, symbol="IBM"))

    async def listed() -> tuple[tuple[Decision, ...], int]:
        page = await world.tx(turn.tenant_id).decisions.pending_page(PendingQuery(at=now, person_id=ANN.id))
        return page.decisions, page.total

    assert await listed() == ((of_held,), 1)
    sold = await world.order(turn, Side.SELL, Decimal(10))
    await world.trade(sold)
    assert await listed() == ((), 0)


async def test_pending_comes_in_pages_of_ten(world: StoreSet) -> None:
    turn, now = await world.turn(), world.clock.now()
    made = [await world.decision(turn, created_at=now + timedelta(seconds=number)) for number in range(23)]

    async with world.stores.transaction(turn.tenant_id) as tx:
        pages = [
            await tx.decisions.pending_page(PendingQuery(at=now, person_id="U9", page=number)) for number in range(1, 5)
        ]
    assert [each.decisions for each in pages] == [tuple(made[:10]), tuple(made[10:20]), tuple(made[20:]), ()]
    assert {(each.total, each.pages) for each in pages} == {(23, 3)}
    assert [each.last for each in pages[:3]] == [10, 20, 23]


async def test_expire_returns_what_it_turned_and_leaves_the_rest(world: StoreSet) -> None:
    turn = await world.turn()
    at = world.clock.now()
    over = await world.decision(turn, expires_at=at)
    open_still = await world.decision(turn, expires_at=at + timedelta(seconds=1))
    await world.answer(turn)

    async with world.stores.transaction(turn.tenant_id) as tx:
        assert await tx.decisions.conversations_to_expire(at=at) == (turn.conversation_id,)
        expired = await tx.decisions.expire(turn.conversation_id, at=at)
        assert expired == (replace(over, status=DecisionStatus.EXPIRED),)
        assert await tx.decisions.expire(turn.conversation_id, at=at) == ()
        assert await tx.decisions.conversations_to_expire(at=at) == ()
        assert await tx.decisions.get(open_still.id) == open_still


async def test_expire_leaves_other_conversations(world: StoreSet) -> None:
    at = world.clock.now()
    here, elsewhere = await world.turn(), await world.turn()
    made = [await world.decision(turn, expires_at=at) for turn in (here, elsewhere)]
    async with world.stores.transaction(here.tenant_id) as tx:
        conversations = await tx.decisions.conversations_to_expire(at=at)
        assert set(conversations) == {here.conversation_id, elsewhere.conversation_id}
        assert [each.id for each in await tx.decisions.expire(here.conversation_id, at=at)] == [made[0].id]
        assert await tx.decisions.conversations_to_expire(at=at) == (elsewhere.conversation_id,)


class TestBeginConfirmation:
    async def test_of_several_one_begins_and_another_when_that_has_ended_or_long_ago(self, world: StoreSet) -> None:
        decision = await world.decision(await world.turn())
        assert [await begun(world, decision, name) for name in ("first", "second", "first")] == [True, False, True]
        for ended_by, is_free in (("other", False), ("first", True)):
            turn_id = TurnId(derive_id(decision.id, ended_by))
            await world.tx(decision.tenant_id).decisions.end_confirmation(decision, turn_id=turn_id)
            assert await begun(world, decision, "second") is is_free
        assert await begun(world, decision, "third", later=timedelta(seconds=10))
        await world.confirmed(decision)
        assert not await begun(world, decision, "third")

    async def test_who_has_begun_is_known_for_ten_seconds(self, world: StoreSet) -> None:
        decision = await world.decision(await world.turn())
        assert await begun_by(world, decision) is None
        await begun(world, decision, "first")
        assert await begun_by(world, decision) == derive_id(decision.id, "first")
        assert await begun_by(world, replace(decision, version=2)) is None
        assert await begun_by(world, decision, later=timedelta(seconds=10)) is None


async def begun_by(world: StoreSet, decision: Decision, *, later: timedelta = timedelta(0)) -> TurnId | None:
    return await world.reading(decision.tenant_id).decisions.confirmation_begun_by(
        decision, at=world.clock.now() + later
    )


async def begun(world: StoreSet, decision: Decision, name: str, *, later: timedelta = timedelta(0)) -> bool:
    async with world.stores.transaction(decision.tenant_id) as tx:
        turn_id = TurnId(derive_id(decision.id, name))
        return await tx.decisions.begin_confirmation(decision, turn_id=turn_id, at=world.clock.now() + later)


async def test_verdict_says_who_decided_through_what(world: StoreSet) -> None:
    turn, decision = await world.proposed()
    assert await world.tx(turn.tenant_id).decisions.resolution(decision.id) is None
    confirmed = await world.confirmed(decision)

    resolution = await world.tx(turn.tenant_id).decisions.resolution(decision.id)

    assert resolution is not None
    assert (resolution.person_name, resolution.at, resolution.is_answered) == (ANN.name, confirmed.decided_at, False)


async def test_withdrawn_by_a_person_then_it_says_who_and_can_be_confirmed_no_more(world: StoreSet) -> None:
    turn, decision = await world.proposed()
    withdrawn = replace(decision, decided_by=ANN.id, decided_at=world.clock.now())
    async with world.stores.transaction(turn.tenant_id) as tx:
        await withdraw_decisions(tx, (withdrawn,), turn_id=turn.id)
    async with world.stores.transaction(turn.tenant_id) as tx:
        assert await tx.decisions.get(decision.id) == replace(withdrawn, status=DecisionStatus.WITHDRAWN)
        resolution = await tx.decisions.resolution(decision.id)
        assert resolution is not None
        assert resolution.person_name == ANN.name
        with pytest.raises(ConcurrentUpdateError):
            await withdraw_decisions(tx, (withdrawn,), turn_id=turn.id)


async def test_a_decision_is_approved_once_and_a_press_approves_several(world: StoreSet) -> None:
    turn = await world.turn()
    first = await world.decision(turn)
    second = await world.decision(turn)
    press, another = await world.press(turn.thread), await world.press(turn.thread)

    async def approve(decision: Decision, press_id: object) -> None:
        decided = replace(decision, status=DecisionStatus.CONFIRMED, decided_by=ANN.id, decided_at=world.clock.now())
        await world.tx(turn.tenant_id).decisions.record_approval(decided, turn_id=press_id)  # type: ignore[arg-type] # a turn's id

    await approve(first, press.id)
    with pytest.raises(DuplicateError):
        await approve(first, another.id)
    await approve(second, press.id)
    with pytest.raises(DuplicateError):
        await approve(second, press.id)
    async with world.stores.read(turn.tenant_id) as tx:
        for decision in (first, second):
            assert (await tx.decisions.decided_by_turn(press.id, decision.id) or first).id == decision.id
            assert await tx.decisions.decided_by_turn(another.id, decision.id) is None


async def test_matching_gives_newest_versions_within_the_bounds(world: StoreSet) -> None:
    turn = await world.turn()
    old = await world.decision(turn, created_at=world.clock.now() - timedelta(days=8))
    goog = await world.decision(turn, proposal=a_proposal(symbol="GOOG", price_as_of=CLOSE + timedelta(days=1)))
    superseded = await world.decision(turn, status=DecisionStatus.SUPERSEDED)
    newest = await world.decision(turn, id=superseded.id, version=2)
    await world.decision(turn, proposal=a_proposal(action=Action.HOLD))
    another = await world.turn(a_thread(2))
    elsewhere = await world.decision(another, asked_by="ben", created_at=world.clock.now() - timedelta(days=9))
    week = world.clock.now() - timedelta(days=7)

    async def matching(**bounds: object) -> list[object]:
        query = replace(DecisionQuery(limit=5), **bounds)  # type: ignore[arg-type] # of the query's fields
        async with world.stores.transaction(turn.tenant_id) as tx:
            return [(each.id, each.version) for each in await tx.decisions.find_matching(query)]

    assert await matching() == [(newest.id, 2), (goog.id, 1), (old.id, 1), (elsewhere.id, 1)]
    assert await matching(conversation_id=another.conversation_id) == [(elsewhere.id, 1)]
    assert await matching(asked_by="ben") == [(elsewhere.id, 1)]
    assert await matching(limit=1) == [(newest.id, 2)]
    assert await matching(symbol="GOOG") == [(goog.id, 1)]
    assert await matching(made_since=week) == [(newest.id, 2), (goog.id, 1)]
    assert await matching(market="yahoo") == []
    assert await matching(market="sample", market_from=date(2013, 2, 1)) == [(goog.id, 1)]
    assert await matching(market_to=date(2013, 1, 31)) == [(newest.id, 2), (old.id, 1), (elsewhere.id, 1)]
    async with world.stores.read(turn.tenant_id) as tx:
        assert await tx.decisions.count_matching(DecisionQuery(limit=1)) == 4
        assert await tx.decisions.count_matching(DecisionQuery(limit=5, symbol="GOOG")) == 1
        assert await tx.decisions.count_matching(DecisionQuery(limit=5, market="yahoo")) == 0


async def test_what_was_carried_out_is_found_by_the_day_of_its_fill(world: StoreSet) -> None:
    turn = await world.turn()
    later = CLOSE + timedelta(days=1)
    await world.order(turn)  # at the close, and not carried out
    bought = await world.confirmed(await world.decision(turn))
    order = an_order(bought, side=Side.BUY, shares=Decimal(10), price=Decimal("455.49"))
    order = replace(order, reference_as_of=later)
    assert await world.tx(turn.tenant_id).accounts.add_order(order)
    await world.trade(order)

    found = await world.tx(turn.tenant_id).decisions.find_matching(DecisionQuery(limit=5, market_from=later.date()))
    assert [each.id for each in found] == [bought.id]


async def test_what_was_priced_later_than_the_clock_shows_is_not_found(world: StoreSet) -> None:
    turn = await world.turn()
    await world.decision(turn)
    hold = a_proposal(action=Action.HOLD, target_cash_amount=Decimal(0), cash_change=Decimal(0), shares=Decimal(0))
    kept = await world.decision(turn, proposal=replace(hold, price_as_of=CLOSE - timedelta(days=1)))
    async with world.stores.transaction(turn.tenant_id) as tx:
        before = DecisionQuery(limit=5, known_at=CLOSE - timedelta(hours=1))
        assert await tx.decisions.find_matching(before) == ()
        assert [d.id for d in await tx.decisions.find_matching(replace(before, include_holds=True))] == [kept.id]


async def test_message_may_decide_what_its_conversation_offers_of_another(world: StoreSet) -> None:
    turn, elsewhere = await world.turn(a_thread(1)), await world.turn(a_thread(2))
    offered, other = await world.decision(elsewhere), await world.decision(elsewhere)
    async with world.stores.transaction(turn.tenant_id) as tx:
        before = await tx.conversations.lock(turn.conversation_id)
        await tx.conversations.save(replace(before, offered=(offered.key,)))

    yes = await world.turn(a_thread(1))

    async with world.stores.read(turn.tenant_id) as tx:
        assert await tx.decisions.decidable_by(yes) == (offered,)
        assert (await tx.conversations.get(turn.conversation_id)).offered == (offered.key,)
        assert {each.id for each in await tx.decisions.decidable_by(elsewhere)} == {offered.id, other.id}


async def test_message_may_decide_what_is_pending_and_what_it_has_decided_before(world: StoreSet) -> None:
    turn = await world.turn(a_thread(1))
    first, second = await world.decision(turn), await world.decision(turn)
    elsewhere = await world.turn(a_thread(2))
    await world.decision(elsewhere)
    yes = await world.turn(a_thread(1))

    async with world.stores.read(turn.tenant_id) as tx:
        assert {each.id for each in await tx.decisions.decidable_by(yes)} == {first.id, second.id}
        assert await tx.decisions.count_pending(turn.conversation_id, at=world.clock.now()) == 2

    confirmed = replace(second, status=DecisionStatus.CONFIRMED, decided_by=ANN.id, decided_at=yes.accepted_at)
    async with world.stores.transaction(turn.tenant_id) as tx:
        assert await tx.decisions.save(confirmed, expected_status=DecisionStatus.PROPOSED)
        await tx.decisions.record_approval(confirmed, turn_id=yes.id)
    async with world.stores.read(turn.tenant_id) as tx:
        decidable = await tx.decisions.decidable_by(yes)
        assert sorted((each.id, each.status) for each in decidable) == sorted(
            [(first.id, DecisionStatus.PROPOSED), (confirmed.id, DecisionStatus.CONFIRMED)]
        )
        assert await tx.decisions.count_pending(turn.conversation_id, at=world.clock.now()) == 1
