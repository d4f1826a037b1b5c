import asyncio
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from bot.domain.conversation.posting import PendingRefresh
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.turns import WorkerScope
from bot.domain.jobs import Job
from bot.domain.trading.decisions import Decision, DecisionStatus
from bot.domain.trading.execution.broker import BrokerOrder, Difference, DifferenceKind
from bot.domain.trading.execution.orders import LATE_ARRIVAL_WINDOW, OrderStatus, Rejection
from tests.contract.store_sets import CONSOLE, EXPIRED, HERE, LONG, StoreSet, a_job, a_thread, an_episode
from tests.contract.test_summaries import a_summary

NO_WAIT = timedelta(0)


async def take(world: StoreSet, *, ttl: timedelta = LONG, scope: WorkerScope = CONSOLE) -> Reply | None:
    found = await world.claim_delivery(scope=scope, ttl=ttl)
    assert not isinstance(found, PendingRefresh)
    return found


async def rejected(world: StoreSet, why: str) -> Decision:
    """A decision whose order is recorded as rejected."""
    order = await world.order(await world.turn())
    async with world.stores.transaction(order.tenant_id) as tx:
        decision = replace(await tx.decisions.get(order.decision_id), status=DecisionStatus.REJECTED)
        assert await tx.decisions.save(decision, expected_status=DecisionStatus.CONFIRMED)
    there = BrokerOrder(
        client_order_id=order.client_order_id,
        symbol=order.symbol,
        side=order.side,
        shares=order.shares,
        status=OrderStatus.REJECTED,
        rejection=Rejection(why),
    )
    await world.book(order, there)
    return decision


class TestDeliveries:
    async def test_replies_of_a_conversation_come_one_by_one_in_order(self, world: StoreSet) -> None:
        first = await world.answer(await world.turn(a_thread(1)))
        second = await world.answer(await world.turn(a_thread(1)))

        assert await take(world) == first
        assert await take(world) is None  # the conversation is being delivered to
        await world.deliveries.mark_delivered(first, platform_id="p1")
        assert await take(world) == second
        await world.deliveries.mark_delivered(second, platform_id=None)
        assert await take(world) is None

    async def test_private_replies_wait_for_those_before_them_and_nothing_waits_for_them(self, world: StoreSet) -> None:
        before, *private = [await world.turn(a_thread(1)) for _ in range(3)]
        first = await world.answer(before)
        asides = [await world.answer(turn, is_private=True) for turn in private]
        last = await world.answer(await world.turn(a_thread(1)))

        assert await take(world) == first
        assert await take(world) is None
        await world.deliveries.mark_delivered(first, platform_id="p1")
        assert [await take(world) for _ in range(4)] == [*asides, last, None]

    async def test_private_replies_do_not_wait_for_one_that_has_failed(self, world: StoreSet) -> None:
        turns = [await world.turn(a_thread(1)) for _ in range(4)]
        first, last = await world.answer(turns[0]), await world.answer(turns[1])
        aside = await world.answer(turns[2], is_private=True)
        assert await take(world) == first
        await world.deliveries.delivery_failed(first, why="away", retry_after=LONG)

        assert await take(world) == aside
        assert await take(world) is None
        later = await world.answer(turns[3], is_private=True)
        assert await take(world) == later
        await world.deliveries.give_up(first, why="away")
        assert await take(world) == last

    async def test_private_replies_wait_while_one_that_has_failed_is_tried_again(self, world: StoreSet) -> None:
        first = await world.answer(await world.turn(a_thread(1)))
        assert await take(world) == first
        await world.deliveries.delivery_failed(first, why="away", retry_after=timedelta(seconds=-1))
        aside = await world.answer(await world.turn(a_thread(1)), is_private=True)

        assert await take(world) == first
        assert await take(world) is None
        await world.deliveries.mark_delivered(first, platform_id="p1")
        assert await take(world) == aside

    async def test_conversations_do_not_wait_for_each_other(self, world: StoreSet) -> None:
        replies = [await world.answer(await world.turn(a_thread(n))) for n in range(3)]

        taken = await asyncio.gather(*(take(world) for _ in range(4)))

        assert sorted(each.id for each in taken if each) == sorted(each.id for each in replies)

    async def test_expired_lease_is_delivered_by_another(self, world: StoreSet) -> None:
        reply = await world.answer(await world.turn())
        assert await take(world, ttl=EXPIRED) == reply

        assert await take(world) == reply

        assert await take(world) is None

    async def test_a_terminal_leaves_to_another_what_that_took_in_unless_it_does_not_deliver(
        self, world: StoreSet
    ) -> None:
        reply = await world.answer(await world.turn())
        attached = WorkerScope(CONSOLE.platforms, {reply.thread.conversation_id})

        assert await world.claim_delivery("another terminal", attached) is None
        late = replace(world, deliveries=world.deliveries_after_grace)
        assert await late.claim_delivery("another terminal", attached, ttl=EXPIRED) == reply
        assert await world.claim_delivery(HERE, attached) == reply

    async def test_answers_that_any_process_delivered_are_told_to_who_asked_for_them(self, world: StoreSet) -> None:
        turns = [await world.turn(a_thread(number)) for number in range(3)]
        answers = [await world.answer(turn) for turn in turns[:2]]
        assert await world.deliveries.delivered_answers(turns) == ()
        await world.claim_delivery("another terminal")
        await world.deliveries.mark_delivered(answers[0], platform_id=None)

        assert await world.deliveries.delivered_answers(turns) == (answers[0],)
        assert await world.deliveries.delivered_answers(turns[1:]) == ()
        assert await world.deliveries.delivered_answers(()) == ()

    async def test_failed_delivery_waits_and_holds_up_what_comes_after(self, world: StoreSet) -> None:
        first = await world.answer(await world.turn(a_thread(1)))
        await world.answer(await world.turn(a_thread(1)))
        await take(world)

        await world.deliveries.delivery_failed(first, why="rate limited", retry_after=LONG)
        assert await take(world) is None

        await world.deliveries.delivery_failed(first, why="rate limited", retry_after=EXPIRED)
        assert await take(world) == first

    async def test_only_what_is_served_is_taken(self, world: StoreSet) -> None:
        reply = await world.answer(await world.turn(a_thread(1)))

        assert await take(world, scope=WorkerScope(frozenset({"slack"}))) is None
        assert await take(world, scope=WorkerScope(frozenset({"console"}), {a_thread(9).conversation_id})) is None
        assert await take(world, scope=WorkerScope(frozenset({"console"}), {reply.thread.conversation_id})) == reply


class TestRelay:
    async def job(self, world: StoreSet, key: str = "k") -> Job:
        turn = await world.turn()
        job = a_job(turn, id=world.new_id(), at=world.clock.now(), key=key)
        await world.tx(turn.tenant_id).outbox.add_job(job)
        return job

    async def test_due_job_is_taken_once_until_its_time_is_over(self, world: StoreSet) -> None:
        job = await self.job(world)

        assert await world.relay.claim_jobs(limit=5, ttl=EXPIRED) == (job,)
        assert await world.relay.claim_jobs(limit=5, ttl=LONG) == (job,)
        assert await world.relay.claim_jobs(limit=5, ttl=LONG) == ()

    async def test_concurrent_relays_take_each_job_once(self, world: StoreSet) -> None:
        jobs = [await self.job(world, key=str(n)) for n in range(12)]

        taken = await asyncio.gather(*(world.relay.claim_jobs(limit=5, ttl=LONG) for _ in range(4)))

        assert sorted(job.id for each in taken for job in each) == sorted(job.id for job in jobs)

    async def test_finished_job_is_gone_and_its_key_free(self, world: StoreSet) -> None:
        job = await self.job(world)
        await world.relay.claim_jobs(limit=5, ttl=NO_WAIT)

        await world.relay.job_finished(job.id)

        assert await world.relay.claim_jobs(limit=5, ttl=NO_WAIT) == ()
        again = await self.job(world)
        assert await world.relay.claim_jobs(limit=5, ttl=NO_WAIT) == (again,)

    async def test_job_that_fails_ten_times_is_given_up_and_frees_its_key(self, world: StoreSet) -> None:
        job = await self.job(world)
        for _ in range(10):
            await world.relay.job_failed(job.id, why="broken")
            assert await world.relay.claim_jobs(limit=5, ttl=NO_WAIT) == ()  # not due at once

        again = await self.job(world)

        assert await world.relay.claim_jobs(limit=5, ttl=LONG) == (again,)


class TestSweeper:
    async def test_confirmed_decisions_are_found_when_old_enough(self, world: StoreSet) -> None:
        turn = await world.turn()
        confirmed = await world.confirmed(await world.decision(turn))
        await world.decision(turn)

        assert await world.sweeper.unfinished_decisions(older_than=LONG) == ()
        assert await world.sweeper.unfinished_decisions(older_than=NO_WAIT) == (confirmed,)

    async def test_orders_given_up_as_too_late_are_found_for_a_while_and_while_the_account_differs(
        self, world: StoreSet
    ) -> None:
        await rejected(world, "insufficient_cash")
        late = await rejected(world, "too_late")
        assert await world.sweeper.unfinished_decisions(older_than=NO_WAIT) == (late,)
        world.clock.advance(LATE_ARRIVAL_WINDOW)
        assert await world.sweeper.unfinished_decisions(older_than=NO_WAIT) == ()
        async with world.stores.transaction(late.tenant_id) as tx:
            found = Difference(DifferenceKind.POSITION, "AAPL", Decimal(0), Decimal(10))
            await tx.accounts.store_comparison(late.account_id, (found,), at=world.clock.now())
        assert await world.sweeper.unfinished_decisions(older_than=NO_WAIT) == (late,)

    async def test_of_more_unfinished_decisions_than_are_returned_none_waits_for_the_others(
        self, world: StoreSet
    ) -> None:
        turn = await world.turn()
        for _ in range(101):
            await world.decided(await world.confirmed(await world.decision(turn)), DecisionStatus.SUBMITTED)
        seen = {each.id for _ in range(6) for each in await world.sweeper.unfinished_decisions(older_than=NO_WAIT)}
        assert len(seen) == 101

    async def test_tenants_with_expired_proposals_are_named_once(self, world: StoreSet) -> None:
        turn = await world.turn()
        past = world.clock.now() - timedelta(seconds=1)
        await world.decision(turn, expires_at=past)
        await world.decision(turn, expires_at=past)
        await world.decision(turn, expires_at=past, status=DecisionStatus.CANCELLED)
        await world.decision(await world.turn(a_thread(1, workspace="elsewhere")))

        assert await world.sweeper.tenants_with_expired_decisions() == (turn.tenant_id,)

    async def test_missing_jobs_are_written_once(self, world: StoreSet) -> None:
        turn, short, summarised = [await world.turn(a_thread(number)) for number in (1, 2, 3)]
        episode = an_episode(turn, id=world.new_id(), at=world.clock.now())
        async with world.stores.transaction(turn.tenant_id) as tx:
            await tx.episodes.add_episode(episode)
            for each, messages in ((turn, 10), (short, 9), (summarised, 14)):
                conversation = await tx.conversations.get(each.conversation_id)
                await tx.conversations.save(replace(conversation, message_count=messages))
            summary = a_summary(world, summarised.conversation_id)  # of four of the messages
            await tx.summaries.save(summary, expected_covered_count=0)

        assert await world.sweeper.add_missing_jobs() == 2
        assert await world.sweeper.add_missing_jobs() == 0

        due = await world.relay.claim_jobs(limit=5, ttl=LONG)
        assert {job.name: job.key for job in due} == {
            "index_episodes": str(turn.tenant_id),
            "summarise_conversation": str(turn.conversation_id),
        }
