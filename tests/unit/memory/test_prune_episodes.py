"""Old episodes are pruned, as the setting says."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.ids import TenantId
from bot.domain.memory.episodes import EpisodeKind, EpisodeRetention
from bot.memory.episode_upkeep import PruneEpisodes
from tests.contract.store_sets import StoreSet, an_episode, fake_store_set

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
