"""Watch lists and subscriptions to briefs are kept per tenant, in memory and in PostgreSQL."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer, Reply
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.threads import Person, Thread
from bot.domain.conversation.turns import Turn
from bot.domain.ids import TenantId, derive_id
from bot.domain.market.sessions import SessionPhase
from bot.domain.text.locale import Language
from bot.domain.watching.briefs import BOTH_PHASES, BRIEF_OCCASION, BriefChange, BriefSubscription
from bot.domain.watching.watch_lists import WatchedShare, WatchListChange, WatchListKey, WatchListKind
from tests.contract.store_sets import ANN, CLOSE, StoreSet, a_reply, a_thread

OURS = WatchListKey(WatchListKind.CHANNEL, "C1")
ANNS = WatchListKey(WatchListKind.PERSON, ANN.id)


def watched(world: StoreSet, symbol: str, key: WatchListKey = OURS, *, minutes: int = 0) -> WatchedShare:
    return WatchedShare(
        key=key,
        symbol=symbol,
        added_by=Person(ANN.id, ANN.name),
        added_at=world.clock.now() + timedelta(minutes=minutes),
        market="sample",
        market_time=CLOSE,
    )


async def add(world: StoreSet, tenant_id: TenantId, *shares: WatchedShare) -> None:
    async with world.stores.transaction(tenant_id) as tx:
        for share in shares:
            await tx.watch_lists.change(WatchListChange(key=share.key, added=(share,)))


async def listed(world: StoreSet, tenant_id: TenantId, key: WatchListKey = OURS) -> tuple[WatchedShare, ...]:
    return await world.tx(tenant_id).watch_lists.listed(key)


async def subscribe(world: StoreSet, turn: Turn, subscription: BriefSubscription | None, channel: str) -> None:
    await world.tx(turn.tenant_id).briefs.change(BriefChange(channel=channel, subscription=subscription))


async def subscriptions(world: StoreSet, turn: Turn) -> tuple[BriefSubscription, ...]:
    return await world.tx(turn.tenant_id).briefs.all_subscriptions()


def subscription(world: StoreSet, turn: Turn, channel: str = "C1") -> BriefSubscription:
    return BriefSubscription(
        thread=Thread(turn.thread.platform, turn.thread.workspace, channel, ""),
        turn_id=turn.id,
        person=Person(ANN.id, ANN.name),
        language=Language.CHINESE,
        phases=BOTH_PHASES,
        subscribed_at=world.clock.now(),
    )


async def test_shares_are_listed_in_the_order_in_which_they_were_added(world: StoreSet) -> None:
    turn = await world.turn()
    shares = watched(world, "MSFT"), watched(world, "AAPL", minutes=1)
    await add(world, turn.tenant_id, *shares, watched(world, "MSFT", minutes=5))  # again: it stays as it was
    assert await listed(world, turn.tenant_id) == shares


async def test_a_list_is_neither_another_ones_nor_another_tenants(world: StoreSet) -> None:
    turn, other = await world.turn(), await world.turn(a_thread(1, workspace="elsewhere"))
    await add(world, turn.tenant_id, watched(world, "AAPL"), watched(world, "IBM", ANNS))
    assert [each.symbol for each in await listed(world, turn.tenant_id, ANNS)] == ["IBM"]
    assert await listed(world, turn.tenant_id, WatchListKey(WatchListKind.PERSON, OURS.owner)) == ()
    assert await listed(world, other.tenant_id) == ()


async def test_shares_are_taken_off_one_list_only(world: StoreSet) -> None:
    turn = await world.turn()
    await add(world, turn.tenant_id, watched(world, "AAPL"), watched(world, "AAPL", ANNS), watched(world, "IBM"))
    await world.tx(turn.tenant_id).watch_lists.change(WatchListChange(key=OURS, removed=("AAPL", "MSFT")))
    assert [each.symbol for each in await listed(world, turn.tenant_id)] == ["IBM"]
    assert [each.symbol for each in await listed(world, turn.tenant_id, ANNS)] == ["AAPL"]


async def test_a_subscription_comes_back_and_its_channel_is_a_conversation(world: StoreSet) -> None:
    turn = await world.turn()
    new = subscription(world, turn)
    await subscribe(world, turn, new, "C1")
    async with world.stores.transaction(turn.tenant_id) as tx:
        assert await tx.briefs.find_subscription("C1") == new
        assert await tx.briefs.find_subscription("C2") is None
        assert (await tx.conversations.get(new.thread.conversation_id)).thread == new.thread
    changed = replace(new, phases=frozenset({SessionPhase.PRE_OPEN}), language=Language.ENGLISH)
    await subscribe(world, turn, changed, "C1")
    assert await subscriptions(world, turn) == (changed,)


async def test_a_subscription_ends_in_its_channel_and_tenant_only(world: StoreSet) -> None:
    turn, other = await world.turn(), await world.turn(a_thread(1, workspace="elsewhere"))
    for channel in ("C1", "C2", "C3"):
        await subscribe(world, turn, subscription(world, turn, channel), channel)
    await subscribe(world, other, subscription(world, other, "C2"), "C2")
    await subscribe(world, turn, None, "C2")
    assert [each.thread.channel for each in await subscriptions(world, turn)] == ["C1", "C3"]
    assert len(await subscriptions(world, other)) == 1


async def test_a_brief_is_delivered_in_the_channel_itself_and_found_again(world: StoreSet) -> None:
    turn = await world.turn(a_thread(1))
    new = subscription(world, turn, turn.thread.channel)
    await subscribe(world, turn, new, turn.thread.channel)
    reply = a_brief(world, turn, new)
    await world.tx(turn.tenant_id).replies.add_reply(reply)
    assert await world.tx(turn.tenant_id).replies.find_stored([reply.id, world.new_id()]) == {reply.id}
    delivered = await world.claim_delivery()
    assert isinstance(delivered, Reply)
    assert (delivered.id, delivered.thread, delivered.occasion) == (reply.id, new.thread, reply.occasion)


def a_brief(world: StoreSet, turn: Turn, subscribed: BriefSubscription) -> Reply:
    return Reply(
        id=derive_id(turn.id, f"{BRIEF_OCCASION}2013-01-31/post_close"),
        thread=subscribed.thread,
        turn_number=turn.number,
        turn_id=turn.id,
        person=turn.person,
        intent=Intent.UNKNOWN,
        confidence=Decimal(1),
        state=State.IDLE,
        language=Language.ENGLISH,
        answer=Answer(blocks=(Paragraph("nothing new"),)),
        created_at=world.clock.now(),
        occasion=f"{BRIEF_OCCASION}2013-01-31/post_close",
    )


@pytest.mark.parametrize("occasion", ["brief:2013-02-01/post_close", "alert:7:1"])
async def test_a_notice_counts_until_the_decision_is_shown_again(world: StoreSet, occasion: str) -> None:
    turn, other = await world.turn(), await world.turn(a_thread(2))
    decision = await world.decision(turn)

    async def is_noticed(at: Turn) -> bool:
        return await world.reading(turn.tenant_id).replies.has_notice_since(at.conversation_id, [decision.id])

    async def tell(at: Turn, about: str) -> None:
        async with world.stores.transaction(turn.tenant_id) as tx:
            reply = a_reply(at, at=world.clock.now())
            await tx.replies.add_reply(replace(reply, id=world.new_id(), occasion=about))

    assert not await is_noticed(turn)
    await world.answer(turn, shows=decision)
    await tell(turn, f"filled:{decision.id}")
    await tell(other, occasion)
    assert not await is_noticed(turn)
    await tell(turn, occasion)
    assert await is_noticed(turn)
    async with world.stores.transaction(turn.tenant_id) as tx:
        named = Answer(blocks=(Paragraph("Still pending: buy 3 GOOG", while_pending=(decision.key,)),))
        reply = replace(a_reply(turn, at=world.clock.now()), id=world.new_id(), occasion="expired:1")
        await tx.replies.add_reply(replace(reply, answer=named))
    assert await is_noticed(turn)
    await world.answer(await world.turn(turn.thread), shows=decision)
    assert not await is_noticed(turn)


async def test_what_was_told_until_when_is_kept_while_a_subscription_lasts(world: StoreSet) -> None:
    turn = await world.turn()
    mine = subscription(world, turn)
    await subscribe(world, turn, mine, "C1")
    async with world.stores.transaction(turn.tenant_id) as tx:
        for until in (CLOSE, CLOSE - timedelta(days=1)):  # of two runs the later one may come first
            await tx.briefs.mark_told("C1", until=until)
        await tx.briefs.mark_told("C2", until=CLOSE)
    await subscribe(world, turn, replace(mine, language=Language.ENGLISH), "C1")
    assert [each.told_until for each in await subscriptions(world, turn)] == [CLOSE]
    for changed in (None, mine):
        await subscribe(world, turn, changed, "C1")
    assert [each.told_until for each in await subscriptions(world, turn)] == [None]


async def test_share_is_replaced_on_every_list_that_has_it(world: StoreSet) -> None:
    turn = await world.turn()
    await add(world, turn.tenant_id, watched(world, "FB"), watched(world, "FB", ANNS), watched(world, "META", ANNS))
    async with world.stores.transaction(turn.tenant_id) as tx:
        assert await tx.watch_lists.replace_share("FB", "META", market="sample") == 2
        assert await tx.watch_lists.replace_share("FB", "META", market="sample") == 0
        assert await tx.watch_lists.replace_share("META", "FB", market="yahoo") == 0
    assert [each.symbol for each in await listed(world, turn.tenant_id)] == ["META"]
    assert [each.symbol for each in await listed(world, turn.tenant_id, ANNS)] == ["META"]
