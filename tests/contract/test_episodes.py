"""Episodes: stored, indexed and hidden, in memory and in PostgreSQL."""

from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

import pytest

from bot.domain.conversation.threads import IncomingCommand, IncomingMessage, Thread
from bot.domain.conversation.turns import Turn
from bot.domain.memory.episodes import (
    Episode,
    EpisodeKind,
    EpisodeTerms,
    UnindexedEpisode,
    VectorCounts,
    Visibility,
    channel_scope,
    public_scope,
    scopes_of,
)
from tests.contract.store_sets import ANN, StoreSet, a_thread, an_episode, overheard

MODEL = "hash-1"
PUBLIC, PRIVATE, UNKNOWN = Visibility.PUBLIC, Visibility.PRIVATE, Visibility.UNKNOWN


async def store(world: StoreSet, *episodes: Episode) -> None:
    async with world.stores.transaction(episodes[0].tenant_id) as tx:
        for each in episodes:
            await tx.episodes.add_episode(each)


async def stored(world: StoreSet, turn: Turn, **changes: object) -> Episode:
    """An episode of a turn, as the store returns it."""
    made = an_episode(turn, id=world.new_id(), at=world.clock.now(), **changes)  # type: ignore[arg-type] # the fields are the caller's business
    await store(world, made)
    return await get(world, made)


async def get(world: StoreSet, episode: Episode) -> Episode:
    found = await world.reading(episode.tenant_id).episodes.get(episode.id)
    assert found is not None
    return found


async def index(world: StoreSet, turn: Turn, *, limit: int = 100) -> tuple[UnindexedEpisode, ...]:
    async with world.stores.transaction(turn.tenant_id) as tx:
        claimed = await tx.episodes.claim_unindexed(limit=limit)
        terms = [
            EpisodeTerms(
                each.id, {"buy": 2, each.text: 1}, scopes_of(turn.tenant_id, each.channel, is_public=each.is_public)
            )
            for each in claimed
        ]
        await tx.episodes.store_terms(terms, at=world.clock.now())
    return claimed


async def embed(world: StoreSet, turn: Turn, *episode_ids: UUID, model: str = MODEL) -> None:
    async with world.stores.transaction(turn.tenant_id) as tx:
        found = [await tx.episodes.get(each) for each in episode_ids]
        texts = {each.id: each.text for each in found if each is not None}
        await tx.episodes.add_vectors(model, {each: [1.0, 0.5] for each in texts}, texts=texts)


async def counts(world: StoreSet, turn: Turn) -> VectorCounts:
    return await world.reading(turn.tenant_id).episodes.vector_counts()


async def term_counts(world: StoreSet, turn: Turn) -> dict[str, int]:
    """How many episodes have each term or scope; of the database, whose triggers count, or counted in memory."""
    if world.database is None:
        return {}
    async with world.database.read(turn.tenant_id) as conn:
        terms = (
            "SELECT term, episodes FROM episode_term_count UNION ALL SELECT scope, episodes FROM episode_scope_count"
        )
        rows = await (await conn.execute(terms)).fetchall()
    return {row["term"]: row["episodes"] for row in rows if row["episodes"]}


async def said(world: StoreSet, text: str, thread: Thread, visibility: Visibility) -> Turn:
    message = IncomingMessage(thread, text, ANN, text, visibility=visibility)
    return (await world.inbox.accept_message(message)).turn


class TestStoring:
    async def test_all_of_an_episode_is_kept_and_a_second_one_with_its_id_is_not(self, world: StoreSet) -> None:
        turn, decision = await world.proposed()
        exchange = an_episode(turn, id=world.new_id(), at=world.clock.now())
        decided = an_episode(turn, id=world.new_id(), at=world.clock.now(), decision=decision)

        await store(world, exchange, decided, replace(exchange, text="a second one"))

        assert [await get(world, each) for each in (exchange, decided)] == [exchange, decided]

    async def test_talk_needs_no_turn_and_a_passage_no_conversation(self, world: StoreSet) -> None:
        turn = await world.turn()
        talk = await stored(world, turn, kind=EpisodeKind.TALK, turn_id=None, messages=None)
        passage = replace(
            talk, id=world.new_id(), kind=EpisodeKind.PASSAGE, conversation_id=None, channel="", is_public=True
        )

        await store(world, passage)

        assert await get(world, passage) == passage


class TestIndexing:
    async def test_the_oldest_come_first_and_each_once(self, world: StoreSet) -> None:
        turn = await world.turn()
        new, old = [
            await stored(world, turn, created_at=world.clock.now() - timedelta(days=days), text=f"{days} days")
            for days in (1, 2)
        ]

        assert [each.id for each in await index(world, turn, limit=1)] == [old.id]
        (second,) = await index(world, turn)
        assert second == UnindexedEpisode(
            new.id,
            new.text,
            new.channel,
            new.speakers,
            new.speaker_ids,
            new.symbols,
            is_public=False,
            said_from=new.said_from,
        )
        assert await index(world, turn) == ()
        assert await counts(world, turn) == VectorCounts(2, {})

    async def test_terms_and_scopes_are_counted_once_however_often_they_are_stored(self, world: StoreSet) -> None:
        turn = await world.turn()
        for text in ("apples", "pears"):
            await stored(world, turn, text=text)
        claimed = await index(world, turn)

        async with world.stores.transaction(turn.tenant_id) as tx:
            again = [EpisodeTerms(each.id, {"again": 1}, ()) for each in claimed]
            await tx.episodes.store_terms(again, at=world.clock.now())

        here = channel_scope(turn.tenant_id, turn.thread.channel)
        expected = {"buy": 2, "apples": 1, "pears": 1, here: 2, "scope:all": 2}
        assert await term_counts(world, turn) in ({}, expected)

    @pytest.mark.parametrize(
        "term", ["scope:all", "it's", "back\\slash", "a:1", "' OR 1", "苹果", "\ud800", "nul\x00", "w" * 9_000]
    )
    async def test_any_word_can_be_stored_and_none_becomes_a_scope(self, world: StoreSet, term: str) -> None:
        turn = await world.turn()
        episode = await stored(world, turn)
        await world.tx(turn.tenant_id).episodes.store_terms(
            [EpisodeTerms(episode.id, {term: 70_000, "": 1}, ())], at=world.clock.now()
        )

        found = await term_counts(world, turn)
        assert found.pop("scope:all", 1) == 1
        assert len(found) <= 1
        assert not [each for each in found if each.startswith("scope:")]

    async def test_vectors_are_added_once_per_model(self, world: StoreSet) -> None:
        turn = await world.turn()
        first, second = [(await stored(world, turn)).id for _ in range(2)]
        await index(world, turn)

        await embed(world, turn, first)
        await embed(world, turn, first, second, world.new_id())
        await embed(world, turn, first, model="other")

        found = await counts(world, turn)
        assert found == VectorCounts(2, {MODEL: 2, "other": 1})
        assert found.is_complete(MODEL)
        assert not found.is_complete("other")
        assert not found.is_complete("unknown")

    async def test_what_has_no_vector_is_read_in_the_order_of_ids(self, world: StoreSet) -> None:
        turn = await world.turn()
        ids = sorted([(await stored(world, turn)).id for _ in range(4)])
        await index(world, turn)
        await stored(world, turn)  # not indexed
        await embed(world, turn, ids[1])

        async with world.stores.read(turn.tenant_id) as tx:
            found = await tx.episodes.without_vector(MODEL, after=None, limit=2)
            rest = await tx.episodes.without_vector(MODEL, after=found[-1][0], limit=2)

        assert found == ((ids[0], "should I buy?"), (ids[2], "should I buy?"))
        assert [each for each, _ in rest] == ids[3:]


class TestVisibility:
    @pytest.mark.parametrize(
        ("told", "is_public"),
        [
            ([("1", "terminal", PUBLIC)], True),
            ([("1", "terminal", PRIVATE)], False),
            ([("1", "terminal", UNKNOWN)], False),
            ([("1", "terminal", PUBLIC), ("2", "terminal", UNKNOWN)], True),  # not named again
            ([("1", "terminal", PUBLIC), ("2", "other", UNKNOWN)], False),
            (
                [("1", "terminal", PUBLIC), ("2", "terminal", PRIVATE), ("1", "terminal", PUBLIC)],
                False,
            ),  # repeated late
            ([("1", "terminal", UNKNOWN), ("1", "terminal", PUBLIC)], True),  # told by the repetition
        ],
    )
    async def test_an_episode_is_as_public_as_its_channel_was_told_to_be(
        self, world: StoreSet, told: list[tuple[str, str, Visibility]], *, is_public: bool
    ) -> None:
        turns = [
            await said(world, text, Thread("console", "home", channel, text), seen) for text, channel, seen in told
        ]

        assert (await stored(world, turns[-1])).is_public is is_public

    async def test_a_command_or_talk_tells_it_too(self, world: StoreSet) -> None:
        place = Thread("console", "home", "commands", "")
        await world.inbox.register_workspace(place)
        await world.inbox.accept_command(IncomingCommand(place, "c1", ANN, "/analyze AAPL", PUBLIC))
        by_command = await said(world, "one", place, UNKNOWN)
        talk = await said(world, "two", Thread("console", "home", "talk", "t"), UNKNOWN)
        await world.tx(talk.tenant_id).overheard.add(
            overheard(talk.thread, "lunch?", id="h", at=world.clock.now(), visibility=PUBLIC)
        )

        assert [(await stored(world, each)).is_public for each in (by_command, talk)] == [True, True]

    async def test_a_channel_turned_private_hides_what_was_said_there_from_then_on(self, world: StoreSet) -> None:
        turn = await said(world, "one", a_thread(1), PUBLIC)
        episodes = [await stored(world, turn) for _ in range(3)]
        await index(world, turn)
        unindexed = await stored(world, turn)
        elsewhere = await stored(world, await said(world, "far", Thread("console", "home", "far", "t"), PUBLIC))

        later = await stored(world, await said(world, "two", a_thread(2), PRIVATE))
        async with world.stores.transaction(turn.tenant_id) as tx:
            hidden = [await tx.episodes.hide_channel(turn.thread.channel, limit=3) for _ in range(3)]
            await tx.episodes.store_terms([], at=world.clock.now())

        assert hidden == [3, 1, 0]
        assert not later.is_public
        assert not any([(await get(world, each)).is_public for each in (*episodes, unindexed)])
        assert (await get(world, elsewhere)).is_public
        assert (await term_counts(world, turn)).get(public_scope(turn.tenant_id), 0) == 0

    async def test_a_channel_noted_as_private_hides_what_was_said_there(self, world: StoreSet) -> None:
        turn = await said(world, "one", a_thread(1), PUBLIC)
        elsewhere = await said(world, "far", Thread("console", "home", "far", "t"), PUBLIC)
        episodes = [await stored(world, turn), await stored(world, elsewhere)]
        await index(world, turn)

        await world.inbox.note_private(turn.tenant_id, ["unheard-of", turn.thread.channel])

        assert (await jobs(world))["hide_channel"] == {"tenant_id": str(turn.tenant_id), "channel": "terminal"}
        assert await world.tx(turn.tenant_id).episodes.hide_channel(turn.thread.channel, limit=3) == 1
        assert [(await get(world, each)).is_public for each in episodes] == [False, True]
        later = await said(world, "two", Thread("console", "home", "unheard-of", "t"), PUBLIC)
        assert (await stored(world, later)).is_public

    async def test_noting_a_private_channel_again_keeps_since_when_it_is(self, world: StoreSet) -> None:
        await said(world, "one", a_thread(1), PRIVATE)
        turn = await said(world, "two", a_thread(2), UNKNOWN)

        await world.inbox.note_private(turn.tenant_id, [turn.thread.channel])

        assert "hide_channel" not in await jobs(world)

    async def test_what_was_said_in_private_stays_private_when_the_channel_is_opened(self, world: StoreSet) -> None:
        turn = await said(world, "one", a_thread(1), PRIVATE)
        before = await stored(world, turn)
        after = await said(world, "two", a_thread(2), PUBLIC)

        assert (await stored(world, after)).is_public
        assert not (await get(world, before)).is_public
        assert not (await stored(world, turn)).is_public  # said before, stored late


class TestTalk:
    @staticmethod
    async def overhear(world: StoreSet, turn: Turn, *texts: str, at: datetime, channel: str = "terminal") -> None:
        thread = replace(turn.thread, channel=channel)
        async with world.stores.transaction(turn.tenant_id) as tx:
            for number, text in enumerate(texts):
                said_at = at + timedelta(seconds=number)
                await tx.overheard.add(overheard(thread, text, id=text or "…", at=said_at))

    async def test_each_message_becomes_part_of_one_episode(self, world: StoreSet) -> None:
        turn = await world.turn()
        await self.overhear(world, turn, "one", "two", "", "three", at=world.clock.now() - timedelta(minutes=20))
        episode_id = world.new_id()

        async with world.stores.transaction(turn.tenant_id) as tx:
            found = await tx.overheard.lock_ungrouped(turn.conversation_id, count=2)
            await tx.overheard.set_episode(found, episode_id)
        rest = await world.tx(turn.tenant_id).overheard.lock_ungrouped(turn.conversation_id, count=2)

        assert [[each.text for each in part] for part in (found, rest)] == [["one", "two"], ["three"]]

    async def test_an_edited_or_deleted_message_takes_its_episode_with_it(self, world: StoreSet) -> None:
        turn = await world.turn()
        for change in ("edited", "deleted"):
            await self.overhear(world, turn, change, f"with {change}", at=world.clock.now())
            async with world.stores.transaction(turn.tenant_id) as tx:
                messages = await tx.overheard.lock_ungrouped(turn.conversation_id, count=9)
                talk = an_episode(turn, id=world.new_id(), at=world.clock.now())
                await tx.episodes.add_episode(talk)
                await tx.overheard.set_episode(messages, talk.id)
            await index(world, turn)
            await embed(world, turn, talk.id)

            if change == "edited":
                await world.inbox.message_edited(turn.thread, message_id=change, text="something else")
            else:
                await world.inbox.message_deleted(turn.thread, message_id=change)

            async with world.stores.transaction(turn.tenant_id) as tx:
                assert await tx.episodes.get(talk.id) is None, change
                left = await tx.overheard.lock_ungrouped(turn.conversation_id, count=9)
                assert left[-1].text == f"with {change}"
                await tx.overheard.set_episode(left, talk.id)
        assert await counts(world, turn) == VectorCounts(0, {})
        assert await term_counts(world, turn) == {}


class TestSweeper:
    async def test_what_is_left_is_found_until_it_is_done(self, world: StoreSet) -> None:
        turn = await said(world, "hi", a_thread(1), PUBLIC)
        episode = await stored(world, turn)
        assert await jobs(world) == {"index_episodes": {"tenant_id": str(turn.tenant_id)}}
        await index(world, turn)
        assert await jobs(world) == {"embed_episodes": {"tenant_id": str(turn.tenant_id)}}
        await embed(world, turn, episode.id)
        assert await jobs(world) == {}

        await said(world, "hush", a_thread(1), PRIVATE)
        assert await jobs(world) == {"hide_channel": {"tenant_id": str(turn.tenant_id), "channel": "terminal"}}
        await world.tx(turn.tenant_id).episodes.hide_channel("terminal", limit=9)
        assert await jobs(world) == {}

    @pytest.mark.parametrize(("messages", "minutes", "is_due"), [(7, 14, False), (8, 0, True), (1, 15, True)])
    async def test_talk_is_due_in_full_or_after_a_quiet_time(
        self, world: StoreSet, messages: int, minutes: int, *, is_due: bool
    ) -> None:
        turn = await world.turn()
        texts = [f"message {number}" for number in range(messages)]
        await TestTalk.overhear(
            world, turn, *texts, "", at=world.clock.now() - timedelta(minutes=minutes, seconds=messages)
        )

        arguments = {"tenant_id": str(turn.tenant_id), "conversation_id": str(turn.conversation_id)}
        assert await jobs(world) == ({"group_talk": arguments} if is_due else {})


class TestPruning:
    async def test_what_is_too_old_goes_with_its_terms_and_vectors(self, world: StoreSet) -> None:
        turn = await world.turn()
        now = world.clock.now()
        said = [now - timedelta(days=days) for days in (40, 30, 20, 1)]
        episodes = [await stored(world, turn, said_from=at, said_until=at, created_at=at) for at in said]
        await index(world, turn)
        await world.tx(turn.tenant_id).episodes.add_vectors(
            MODEL, {each.id: [1.0] for each in episodes}, texts={each.id: each.text for each in episodes}
        )

        pruned = [await self.prune(world, turn, said_before=now - timedelta(days=10), limit=2) for _ in range(3)]

        assert pruned == [2, 1, 0]
        async with world.stores.read(turn.tenant_id) as tx:
            left = [each.id for each in episodes if await tx.episodes.get(each.id) is not None]
            assert left == [episodes[3].id]
            assert await tx.episodes.vector_counts() == VectorCounts(1, {MODEL: 1})
        if world.database is not None:  # in memory, nothing is counted
            assert (await term_counts(world, turn))["buy"] == 1

    async def test_other_kinds_and_other_tenants_are_kept(self, world: StoreSet) -> None:
        turn, foreign = await world.turn(), await world.turn(replace(a_thread(2), workspace="other"))
        kept = [
            await stored(world, turn, kind=EpisodeKind.PASSAGE, conversation_id=None, turn_id=None),
            await stored(world, foreign),
        ]
        gone = await stored(world, turn)

        assert await self.prune(world, turn, said_before=world.clock.now() + timedelta(days=1), limit=9) == 1

        assert [(await get(world, each)).id for each in kept] == [each.id for each in kept]
        assert await world.reading(turn.tenant_id).episodes.get(gone.id) is None

    @staticmethod
    async def prune(world: StoreSet, turn: Turn, *, said_before: datetime, limit: int) -> int:
        return await world.tx(turn.tenant_id).episodes.prune(
            [EpisodeKind.EXCHANGE], said_before=said_before, limit=limit
        )


async def jobs(world: StoreSet) -> dict[str, dict[str, str]]:
    """The missing jobs by name, each taken out of the outbox again."""
    await world.sweeper.add_missing_jobs()
    claimed = await world.relay.claim_jobs(limit=9, ttl=timedelta(minutes=1))
    for job in claimed:
        await world.relay.job_finished(job.id)
    return {job.name: job.arguments for job in claimed}


class TestMemos:
    async def test_latest_of_the_channel_first(self, world: StoreSet) -> None:
        turn = await world.turn(a_thread(1))
        early = await stored(world, turn, kind=EpisodeKind.MEMO, text="we met Acme")
        late = await stored(
            world, turn, kind=EpisodeKind.MEMO, text="六月审计", said_until=early.said_until + timedelta(hours=1)
        )
        await stored(world, turn, text="no memo")
        await stored(world, turn, kind=EpisodeKind.MEMO, channel="C9")
        async with world.stores.read(turn.tenant_id) as tx:
            assert [each.id for each in await tx.episodes.memos(turn.thread.channel, limit=5)] == [late.id, early.id]
            assert len(await tx.episodes.memos(turn.thread.channel, limit=1)) == 1

    @pytest.mark.parametrize("is_indexed", [True, False])
    async def test_put_away_then_neither_listed_nor_indexed_again_and_kept(
        self, world: StoreSet, *, is_indexed: bool
    ) -> None:
        turn = await world.turn(a_thread(1))
        memo = await stored(world, turn, kind=EpisodeKind.MEMO)
        if is_indexed:
            await index(world, turn)
        assert await archive(world, turn, memo)
        assert not await archive(world, turn, memo)
        assert await world.reading(turn.tenant_id).episodes.memos(turn.thread.channel, limit=5) == ()
        assert await index(world, turn) == ()
        assert await get(world, memo) == memo

    async def test_no_memo_or_that_of_another_channel_or_workspace_is_left_alone(self, world: StoreSet) -> None:
        turn = await world.turn(a_thread(1))
        memo, other = await stored(world, turn, kind=EpisodeKind.MEMO), await stored(world, turn)
        stranger = await world.turn(Thread("slack", "T9", turn.thread.channel, "t1"))
        elsewhere = replace(memo, channel="C9")
        assert not await archive(world, turn, other)
        assert not await archive(world, turn, elsewhere)
        assert not await archive(world, stranger, memo)
        assert await archive(world, turn, memo)


async def archive(world: StoreSet, turn: Turn, memo: Episode) -> bool:
    return await world.tx(turn.tenant_id).episodes.archive_memo(memo.id, channel=memo.channel, at=world.clock.now())
