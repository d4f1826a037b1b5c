from dataclasses import replace
from datetime import date, timedelta

import pytest

from bot.domain.conversation.threads import IncomingMessage
from bot.domain.ids import derive_id
from bot.domain.memory.episodes import Visibility
from bot.domain.memory.summaries.summary import StatementKind, Summary, SummaryContent, SummaryMethod, statement
from bot.domain.text.locale import Language
from tests.contract.store_sets import ANN, CLOSE, EXPIRED, LONG, StoreSet, a_message, a_reply, a_thread

CONTENT = SummaryContent(
    statements=(
        statement(
            kind=StatementKind.WANTS, by="王伟", text="偏好 '高股息' \\ %s", messages=[3, 1], on=date(2026, 3, 2)
        ),
        statement(kind=StatementKind.OPEN, by="Ann", text="asks about rates", messages=[2], on=date(2026, 3, 3)),
    ),
    symbols=("IBM", "BRK.B"),
)


def a_summary(world: StoreSet, turn_conversation: object) -> Summary:
    return Summary(
        conversation_id=turn_conversation,  # type: ignore[arg-type] # an id of the caller's
        text=str(CONTENT),
        covered_count=4,
        increments=0,
        updated_at=world.clock.now(),
        content=CONTENT,
        language=Language.CHINESE,
        method=SummaryMethod.MODEL,
        model="light",
        quality=0.75,
        version=3,
    )


async def test_summary_comes_back_as_saved(world: StoreSet) -> None:
    turn = await world.turn()
    first = a_summary(world, turn.conversation_id)
    second = replace(
        first, covered_count=9, version=4, method=SummaryMethod.RULES, model=None, quality=1.0, content=SummaryContent()
    )
    async with world.stores.transaction(turn.tenant_id) as tx:
        for summary, covered in ((first, 0), (second, 4)):
            assert await tx.summaries.save(summary, expected_covered_count=covered)
            assert await tx.summaries.get(turn.conversation_id) == summary


async def test_a_summary_is_of_the_latest_market_time_of_the_messages_that_it_covers(world: StoreSet) -> None:
    turn = await world.turn()
    days = (None, 3, None, 8, 1, 20)  # the clock was moved back twice
    summary = a_summary(world, turn.conversation_id)
    covered, found = 0, []
    async with world.stores.transaction(turn.tenant_id) as tx:
        for day in days:
            message = a_message(turn, id=world.new_id(), at=world.clock.now())
            at = None if day is None else CLOSE + timedelta(days=day)
            await tx.messages.add_message(replace(message, market_time=at))
    async with world.stores.transaction(turn.tenant_id) as tx:
        for count in range(1, len(days) + 1):
            assert await tx.summaries.save(replace(summary, covered_count=count), expected_covered_count=covered)
            stored, covered = await tx.summaries.get(turn.conversation_id), count
            assert stored is not None
            found.append(stored.market_time and (stored.market_time - CLOSE).days)
    assert found == [None, 3, 3, 8, 8, 20]


async def test_older_summary_never_replaces_a_newer_one(world: StoreSet) -> None:
    turn = await world.turn()
    first = a_summary(world, turn.conversation_id)
    second = replace(first, covered_count=9, increments=1, text="newer")
    async with world.stores.transaction(turn.tenant_id) as tx:
        assert await tx.summaries.get(turn.conversation_id) is None
        assert not await tx.summaries.save(second, expected_covered_count=4)
        assert await tx.summaries.save(first, expected_covered_count=0)
        assert not await tx.summaries.save(first, expected_covered_count=0)
        assert await tx.summaries.save(second, expected_covered_count=4)
        assert not await tx.summaries.save(replace(first, covered_count=8), expected_covered_count=4)
        assert not await tx.summaries.save(replace(first, covered_count=8), expected_covered_count=9)
        assert not await tx.summaries.save(replace(first, covered_count=12), expected_covered_count=4)
        assert await tx.summaries.get(turn.conversation_id) == second


async def test_one_run_at_a_time_writes_a_summary(world: StoreSet) -> None:
    turn, other = await world.turn(), await world.turn()
    mine, yours = world.new_id(), world.new_id()
    async with world.stores.transaction(turn.tenant_id) as tx:
        assert await tx.summaries.lease(turn.conversation_id, token=mine, owner="a", ttl=LONG)
        assert await tx.summaries.lease(other.conversation_id, token=yours, owner="b", ttl=LONG)
        assert not await tx.summaries.lease(turn.conversation_id, token=yours, owner="b", ttl=LONG)
        assert not await tx.summaries.lease(turn.conversation_id, token=mine, owner="a", ttl=LONG)
        await tx.summaries.release(turn.conversation_id, token=yours)
        assert not await tx.summaries.lease(turn.conversation_id, token=yours, owner="b", ttl=LONG)
        await tx.summaries.release(turn.conversation_id, token=mine)
        assert await tx.summaries.lease(turn.conversation_id, token=yours, owner="b", ttl=EXPIRED)
        assert await tx.summaries.lease(turn.conversation_id, token=mine, owner="a", ttl=LONG)
        await tx.summaries.release(turn.conversation_id, token=yours)  # it has lost it
        assert not await tx.summaries.lease(turn.conversation_id, token=yours, owner="b", ttl=LONG)


async def test_nearest_summaries_of_the_channels_that_are_searched(world: StoreSet) -> None:
    near, far, elsewhere = [await world.turn(replace(a_thread(n), channel=f"C{n % 2}")) for n in (1, 3, 2)]
    stranger = await world.turn(replace(a_thread(1, workspace="elsewhere"), channel="C1"))
    for turn, vector in ((near, (1.0, 0.1)), (far, (0.5, 1.0)), (elsewhere, (1.0, 0.0)), (stranger, (1.0, 0.0))):
        summary = a_summary(world, turn.conversation_id)
        async with world.stores.transaction(turn.tenant_id) as tx:
            await tx.summaries.save(summary, expected_covered_count=0)
            await tx.summaries.set_embedding(summary, embedding=vector, model="hash-1")
            await tx.summaries.set_embedding(replace(summary, version=2), embedding=(0.0, 1.0), model="hash-1")
            await tx.summaries.set_embedding(summary, embedding=(1.0, 0.0, 0.0), model="other")

    async with world.stores.transaction(near.tenant_id) as tx:
        found = await tx.summaries.nearest((1.0, 0.0), model="hash-1", channels=["C1"], limit=5)
        assert [each.conversation_id for each in found] == [near.conversation_id, far.conversation_id]
        assert len(await tx.summaries.nearest((1.0, 0.0), model="hash-1", channels=["C0", "C1"], limit=2)) == 2
        assert await tx.summaries.nearest((1.0, 0.0), model="hash-1", channels=[], limit=5) == ()
        assert await tx.summaries.nearest((1.0, 0.0), model="hash-1", channels=[], with_public=True, limit=5) == ()
        assert await tx.summaries.nearest((1.0, 0.0), model="unknown", channels=["C1"], limit=5) == ()


async def test_summaries_without_a_vector_of_a_model(world: StoreSet) -> None:
    turns = [await world.turn(a_thread(n)) for n in range(3)]
    embedded, empty, missing = [a_summary(world, each.conversation_id) for each in turns]
    async with world.stores.transaction(turns[0].tenant_id) as tx:
        for each in (embedded, replace(empty, text=""), missing):
            await tx.summaries.save(each, expected_covered_count=0)
        await tx.summaries.set_embedding(embedded, embedding=(1.0, 0.0), model="new")
        await tx.summaries.set_embedding(missing, embedding=(1.0, 0.0), model="old")

        (found,) = await tx.summaries.without_vector("new", limit=5)
        assert (found.conversation_id, found.text) == (missing.conversation_id, missing.text)
        assert len(await tx.summaries.without_vector("unknown", limit=1)) == 1


async def test_vector_of_another_text_than_the_stored_one_is_not_stored(world: StoreSet) -> None:
    """A summary that was deleted by an erasure, and made anew, has an older version again."""
    turn = await world.turn(replace(a_thread(1), channel="C1"))
    made_anew = a_summary(world, turn.conversation_id)
    async with world.stores.transaction(turn.tenant_id) as tx:
        await tx.summaries.save(made_anew, expected_covered_count=0)
        late = replace(made_anew, text="what was erased", version=5)
        await tx.summaries.set_embedding(late, embedding=(1.0, 0.0), model="hash-1")
        assert await tx.summaries.nearest((1.0, 0.0), model="hash-1", channels=["C1"], limit=5) == ()
        await tx.summaries.set_embedding(made_anew, embedding=(1.0, 0.0), model="hash-1")
        assert len(await tx.summaries.nearest((1.0, 0.0), model="hash-1", channels=["C1"], limit=5)) == 1


async def test_symbols_of_the_answers_to_messages(world: StoreSet) -> None:
    thread = a_thread(1)
    symbols = (("IBM", "AAPL"), (), ("GOOG",))
    turns = [await world.turn(thread) for _ in symbols]
    async with world.stores.transaction(turns[0].tenant_id) as tx:
        for turn, each in zip(turns, symbols, strict=True):
            reply = a_reply(turn, at=world.clock.now())
            await tx.replies.add_reply(replace(reply, answer=replace(reply.answer, symbols=each)))
            later = replace(reply, id=derive_id(turn.id, "later"), occasion="filled:x")
            await tx.replies.add_reply(replace(later, answer=replace(reply.answer, symbols=("FB",))))
            for _ in range(2):
                await tx.messages.add_message(a_message(turn, id=world.new_id(), at=world.clock.now()))
    conversation = turns[0].conversation_id
    async with world.stores.read(turns[0].tenant_id) as tx:
        assert await tx.messages.symbols_of_span(conversation, first=0, last=9) == (
            (0, ("IBM", "AAPL")),
            (1, ("IBM", "AAPL")),
            (4, ("GOOG",)),
            (5, ("GOOG",)),
        )
        assert await tx.messages.symbols_of_span(conversation, first=1, last=4) == ((1, ("IBM", "AAPL")),)


@pytest.mark.parametrize("visibility", Visibility)
async def test_summaries_of_public_channels_are_found_elsewhere(world: StoreSet, visibility: Visibility) -> None:
    thread = replace(a_thread(1), channel="C1")
    await world.inbox.accept_message(IncomingMessage(thread, "m1", ANN, "hello", visibility=visibility))
    summary = a_summary(world, thread.conversation_id)
    async with world.stores.transaction(thread.tenant_id) as tx:
        await tx.summaries.save(summary, expected_covered_count=0)
        await tx.summaries.set_embedding(summary, embedding=(1.0, 0.0), model="hash-1")
        found = await tx.summaries.nearest((1.0, 0.0), model="hash-1", channels=["C2"], with_public=True, limit=5)
        assert bool(found) is (visibility is Visibility.PUBLIC)
        assert await tx.summaries.nearest((1.0, 0.0), model="hash-1", channels=["C2"], limit=5) == ()
