"""Indexing, embedding, hiding and pruning of episodes, in batches."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.conversation.threads import IncomingMessage
from bot.domain.conversation.turns import Turn
from bot.domain.ids import TenantId
from bot.domain.memory.episodes import EpisodeKind, EpisodeRetention, VectorCounts, Visibility, public_scope
from bot.domain.memory.summaries.summary import Summary
from bot.memory.episode_upkeep import JOB_SHARE, EmbedEpisodes, HideChannel, IndexEpisodes, PruneEpisodes
from bot.memory.question_embedders import QuestionEmbedders
from bot.model_errors import ModelUnreachableError
from tests.contract.store_sets import ANN, StoreSet, a_thread, an_episode, fake_store_set
from tests.fakes.memory import InMemoryDatabase


class LengthEmbedder:
    """The length of a text is its meaning."""

    dimensions = 1

    def __init__(self, model: str = "length") -> None:
        self.model = model
        self.calls: list[int] = []
        self.is_away = False

    async def embed(self, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        if self.is_away:
            raise ModelUnreachableError
        self.calls.append(len(texts))
        return tuple((float(len(text)),) for text in texts)


class World:
    def __init__(self) -> None:
        self.memory = InMemoryDatabase()
        self.stores: StoreSet = fake_store_set(self.memory)
        self.embedder = LengthEmbedder()

    async def with_episodes(self, count: int, *, text: str = "we bought pears") -> Turn:
        message = IncomingMessage(a_thread(), "m", ANN, "hi", visibility=Visibility.PUBLIC)
        turn = (await self.stores.inbox.accept_message(message)).turn
        async with self.stores.stores.transaction(turn.tenant_id) as tx:
            for _ in range(count):
                episode = an_episode(turn, id=self.stores.new_id(), at=self.stores.clock.now())
                await tx.episodes.add_episode(replace(episode, text=text))
        return turn

    async def index(self, turn: Turn, *, longest: timedelta = JOB_SHARE) -> int:
        return await self._run(IndexEpisodes, turn, longest)

    async def embed(self, turn: Turn, *, longest: timedelta = JOB_SHARE) -> int:
        return await self._run(EmbedEpisodes, turn, longest)

    async def _run(self, job: type[IndexEpisodes | EmbedEpisodes], turn: Turn, longest: timedelta) -> int:
        stores, clock, new_id = self.stores.stores, self.stores.clock, self.stores.new_id
        made = job(stores=stores, embedder=self.embedder, clock=clock, new_id=new_id, batch=2, longest=longest)
        return await made(turn.tenant_id)

    def jobs(self) -> list[str]:
        return [row.job.name for row in self.memory.state.outbox.values()]

    async def counts(self, turn: Turn) -> VectorCounts:
        async with self.stores.stores.read(turn.tenant_id) as tx:
            return await tx.episodes.vector_counts()


async def test_all_are_indexed_in_batches_with_one_call_of_the_embedder_each() -> None:
    world = World()
    turn = await world.with_episodes(5)

    assert [await world.index(turn), await world.index(turn)] == [5, 0]

    assert world.embedder.calls == [2, 2, 1]
    assert await world.counts(turn) == VectorCounts(5, {"length": 5})


async def test_too_much_for_one_job_is_left_to_another() -> None:
    world = World()
    turn = await world.with_episodes(5)

    assert await world.index(turn, longest=timedelta(0)) == 2
    world.embedder = LengthEmbedder("new")
    assert await world.embed(turn, longest=timedelta(0)) == 2
    assert world.jobs() == ["index_episodes", "embed_episodes"]
    assert [await world.index(turn), await world.embed(turn)] == [3, 0]
    assert len(world.jobs()) == 2


async def test_shares_are_found_by_their_symbols_too_and_speakers_by_name() -> None:
    world = World()
    turn = await world.with_episodes(1, text="Ann: pears, pears")
    await world.index(turn)

    (terms,) = world.memory.state.episode_terms.values()
    assert terms.counts["aapl"] == 1
    assert "ann" in terms.counts
    assert public_scope(turn.tenant_id) in terms.scopes


async def test_embedder_is_away_then_words_are_found_and_vectors_come_later() -> None:
    world = World()
    turn = await world.with_episodes(3)
    world.embedder.is_away = True
    with pytest.raises(ModelUnreachableError):
        await world.index(turn)
    assert await world.counts(turn) == VectorCounts(2, {})

    world.embedder.is_away = False
    await world.index(turn)
    assert await world.embed(turn) == 2
    assert await world.counts(turn) == VectorCounts(3, {"length": 3})


async def test_another_embedder_then_the_old_vectors_stay_until_all_are_made_anew() -> None:
    world = World()
    turn = await world.with_episodes(5)
    await world.index(turn)
    world.embedder = LengthEmbedder("new")

    assert not (await world.counts(turn)).is_complete("new")
    assert [await world.embed(turn), await world.embed(turn)] == [5, 0]

    assert await world.counts(turn) == VectorCounts(5, {"length": 5, "new": 5})
    assert (await world.counts(turn)).is_complete("new")


async def test_another_embedder_then_summaries_are_embedded_anew_too() -> None:
    world = World()
    turn = await world.with_episodes(1)
    others = [(await world.stores.turn(a_thread(number))).conversation_id for number in range(3)]
    async with world.stores.stores.transaction(turn.tenant_id) as tx:
        for each in others:
            now = world.stores.clock.now()
            summary = Summary(conversation_id=each, text="pears", covered_count=1, increments=0, updated_at=now)
            await tx.summaries.save(summary, expected_covered_count=0)
            await tx.summaries.set_embedding(summary, embedding=(5.0,), model="old")
    await world.index(turn)

    assert await world.embed(turn) == 0

    assert [key[1] for key in world.memory.state.summary_vectors if key[0] == "length"] == others
    assert world.embedder.calls == [1, 2, 1]


async def test_questions_are_embedded_by_the_model_that_has_most_vectors() -> None:
    world = World()
    turn = await world.with_episodes(3)
    old, new = world.embedder, LengthEmbedder("new")
    await world.index(turn)

    async def answering(*others: LengthEmbedder) -> str:
        embedders = QuestionEmbedders(stores=world.stores.stores, configured=new, others=others)
        return (await embedders.for_tenant(turn.tenant_id)).model

    world.embedder = new
    assert [await answering(), await answering(old)] == ["new", "length"]
    await world.embed(turn)
    assert await answering(old) == "new"


async def test_a_channel_is_hidden_in_batches() -> None:
    world = World()
    turn = await world.with_episodes(5)
    await world.index(turn)
    message = IncomingMessage(turn.thread, "m2", ANN, "hush", visibility=Visibility.PRIVATE)
    await world.stores.inbox.accept_message(message)

    hide = HideChannel(stores=world.stores.stores, batch=2)
    assert [await hide(turn.tenant_id, turn.thread.channel) for _ in range(2)] == [5, 0]

    assert not any(each.is_public for each in world.memory.state.episodes.values())
    assert public_scope(turn.tenant_id) not in {s for t in world.memory.state.episode_terms.values() for s in t.scopes}


MONTH = EpisodeRetention(age=timedelta(days=30))


async def with_episodes(world: StoreSet, *days_ago: int, kind: EpisodeKind = EpisodeKind.EXCHANGE) -> TenantId:
    """Store episodes; return the tenant's id."""
    turn = await world.turn()
    async with world.stores.transaction(turn.tenant_id) as tx:
        for days in days_ago:
            at = world.clock.now() - timedelta(days=days)
            episode = an_episode(turn, id=world.new_id(), at=at)
            await tx.episodes.add_episode(replace(episode, kind=kind, said_until=at))
    return turn.tenant_id


def job(world: StoreSet, retention: EpisodeRetention | None, **limits: object) -> PruneEpisodes:
    return PruneEpisodes(
        stores=world.stores,
        clock=world.clock,
        new_id=world.new_id,
        retention=retention,
        **limits,  # type: ignore[arg-type]
    )


async def test_in_batches_and_nothing_is_left_for_a_second_run() -> None:
    world = fake_store_set()
    tenant_id = await with_episodes(world, 50, 45, 40, 35, 32, 20, 0)

    assert [await job(world, MONTH, batch=2)(tenant_id) for _ in range(2)] == [5, 0]


async def test_without_the_setting_everything_is_kept() -> None:
    world = fake_store_set()

    assert await job(world, None)(await with_episodes(world, 3_000)) == 0


@pytest.mark.parametrize(
    ("kind", "includes_decisions", "pruned"),
    [
        (EpisodeKind.TALK, False, 1),
        (EpisodeKind.DECISION, False, 0),
        (EpisodeKind.DECISION, True, 1),
        (EpisodeKind.PASSAGE, True, 0),
    ],
)
async def test_decisions_only_if_asked_for_and_passages_never(
    kind: EpisodeKind, *, includes_decisions: bool, pruned: int
) -> None:
    world = fake_store_set()
    tenant_id = await with_episodes(world, 100, kind=kind)

    assert await job(world, replace(MONTH, includes_decisions=includes_decisions))(tenant_id) == pruned
