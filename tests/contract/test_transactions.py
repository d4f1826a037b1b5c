from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from bot.domain.conversation.states import Intent, State
from bot.domain.ids import ConversationId, TurnId
from bot.domain.text.locale import Language
from bot.domain.trading.trading_limits import Limits, LimitStatement
from bot.errors import DuplicateError
from tests.contract.store_sets import CLOSE, LONG, StoreSet, a_job, a_message, a_reply, a_thread

NONSENSE = ConversationId(a_thread(99).conversation_id)


async def test_conversation_comes_back_as_saved(world: StoreSet) -> None:
    turn = await world.turn()
    async with world.stores.transaction(turn.tenant_id) as tx:
        before = await tx.conversations.lock(turn.conversation_id)
        saved = replace(
            before,
            state=State.AWAITING_CONFIRM,
            focus=("GOOG", "AAPL"),
            history_tokens=1_234,
            stated_limits=(
                LimitStatement(
                    by="U-ann",
                    symbols=("GOOG",),
                    limits=Limits(max_cash=Decimal("3000.00"), stop=Decimal("700.5")),
                    at=world.clock.now(),
                ),
            ),
            language=Language.CHINESE,
            last_active_at=world.clock.now(),
            message_count=2,
        )
        await tx.conversations.save(saved)

    assert await world.tx(turn.tenant_id).conversations.get(turn.conversation_id) == saved


async def test_a_transaction_that_fails_leaves_nothing(world: StoreSet) -> None:
    turn = await world.turn()

    async def fail() -> None:
        async with world.stores.transaction(turn.tenant_id) as tx:
            await tx.turns.mark_answered(turn, at=world.clock.now())
            await tx.messages.add_message(a_message(turn, id=world.new_id(), at=world.clock.now()))
            await tx.replies.add_reply(a_reply(turn, at=world.clock.now()))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()

    async with world.stores.transaction(turn.tenant_id) as tx:
        assert await tx.turns.get(turn.id) == turn
        assert await tx.messages.last_messages(turn.conversation_id, count=6) == ()


async def test_what_does_not_exist_is_a_lookup_error(world: StoreSet) -> None:
    turn = await world.turn()
    with pytest.raises(LookupError):
        await world.tx(turn.tenant_id).conversations.get(NONSENSE)
    with pytest.raises(LookupError):
        await world.tx(turn.tenant_id).turns.get(TurnId(NONSENSE))


async def test_only_the_first_call_answers_a_turn(world: StoreSet) -> None:
    turn = await world.turn()
    async with world.stores.transaction(turn.tenant_id) as tx:
        assert (await tx.accounts.default(market="sample")).market_time is None
        await tx.accounts.default(market="yahoo")
        counts = await tx.turns.mark_answered(turn, at=world.clock.now())
        assert counts is not None
        assert counts.market_time is None
        assert not await tx.turns.mark_answered(turn, at=world.clock.now())


async def test_an_answer_is_told_the_clock_of_the_account_wherever_it_is_moved(world: StoreSet) -> None:
    thread, found = a_thread(1), []
    days = (3, 1, 20)
    for day in days:
        turn = await world.turn(thread)
        async with world.stores.transaction(turn.tenant_id) as tx:
            account = await tx.accounts.default(market="sample")
            await tx.accounts.set_market_time(account.id, CLOSE + timedelta(days=day))
            counts = await tx.turns.mark_answered(turn, at=world.clock.now())
            assert counts is not None
            found.append(counts.market_time)
    assert found == [CLOSE + timedelta(days=day) for day in days]


async def test_second_answer_to_a_turn_is_refused_and_undoes_its_transaction(world: StoreSet) -> None:
    turn = await world.turn()
    await world.answer(turn)

    async def answer_again() -> None:
        async with world.stores.transaction(turn.tenant_id) as tx:
            await tx.messages.add_message(a_message(turn, id=world.new_id(), at=world.clock.now()))
            await tx.replies.add_reply(replace(a_reply(turn, at=world.clock.now()), id=world.new_id()))

    with pytest.raises(DuplicateError):
        await answer_again()

    assert await world.tx(turn.tenant_id).messages.last_messages(turn.conversation_id, count=1) == ()


async def test_messages_keep_their_order_and_every_field(world: StoreSet) -> None:
    turn = await world.turn()
    messages = [
        a_message(turn, id=world.new_id(), at=world.clock.now(), text=f"第 {n} 条\n'\"\\%s {{}}") for n in range(5)
    ]
    messages[2] = replace(messages[2], intent=None, state_after=State.ERROR)
    messages[3] = replace(messages[3], intent=Intent.CONFIRM, market_time=CLOSE)
    async with world.stores.transaction(turn.tenant_id) as tx:
        for message in messages:
            await tx.messages.add_message(message)

    async with world.stores.transaction(turn.tenant_id) as tx:
        assert await tx.messages.last_messages(turn.conversation_id, count=6) == tuple(messages)
        assert await tx.messages.last_messages(turn.conversation_id, count=2) == tuple(messages[3:])
        assert await tx.messages.last_messages(turn.conversation_id, count=0) == ()
        assert await tx.messages.message_span(turn.conversation_id, first=1, last=3) == tuple(messages[1:3])


async def test_outbox_holds_one_unfinished_job_per_name_and_key(world: StoreSet) -> None:
    turn = await world.turn()
    stranger = await world.turn(a_thread(1, workspace="elsewhere"))
    first = a_job(turn, id=world.new_id(), at=world.clock.now())
    for owner, job in (
        (turn, first),
        (turn, a_job(turn, id=world.new_id(), at=world.clock.now())),
        (stranger, a_job(stranger, id=world.new_id(), at=world.clock.now())),
    ):
        await world.tx(owner.tenant_id).outbox.add_job(job)

    due = await world.relay.claim_jobs(limit=10, ttl=LONG)

    assert len(due) == 2
    assert due[0] == first
