"""Recall on an account whose clock was moved back tells nothing of the market that is later."""

from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

import pytest

from bot.domain.ids import TenantId
from bot.domain.memory.episodes import Episode, EpisodeKind, as_known, decision_episode_id
from bot.domain.memory.recall import RecallPolicy, RecallQuestion
from bot.domain.text.locale import Language
from bot.domain.trading.actual_result import HORIZONS, SettledResult, result_line, with_result_lines
from bot.memory.question_embedders import QuestionEmbedders
from bot.memory.recall import Recall
from tests.contract.store_sets import CLOSE, an_episode, fake_store_set
from tests.contract.test_actual_results import a_result
from tests.unit.memory.test_recall_metrics import Embedder

RESULT = a_result()
WITH_RESULT = f"buy AAPL: uptrend.\n{result_line(RESULT, Language.ENGLISH)}"


@pytest.mark.parametrize(
    ("known_at", "texts"),
    [
        (None, [WITH_RESULT]),
        (RESULT.as_of, [WITH_RESULT]),
        (RESULT.as_of - timedelta(seconds=1), ["buy AAPL: uptrend."]),
        (CLOSE, ["buy AAPL: uptrend."]),
        (CLOSE - timedelta(days=1), []),
    ],
)
async def test_what_is_later_than_the_clock_is_left_out(known_at: datetime | None, texts: list[str]) -> None:
    world = fake_store_set()
    turn = await world.turn()
    decision = await world.decision(turn)
    made = an_episode(turn, id=decision_episode_id(decision.key), at=world.clock.now(), decision=decision)
    async with world.stores.transaction(turn.tenant_id) as tx:
        await tx.episodes.add_episode(replace(made, text="buy AAPL: uptrend."))
        await tx.actual_results.settle([SettledResult(decision, RESULT)])
        conversation = await tx.conversations.get(turn.conversation_id)
    embedders = QuestionEmbedders(stores=world.stores, configured=Embedder(), others=())  # type: ignore[arg-type]
    recall = Recall(stores=world.stores, embedders=embedders, policy=RecallPolicy(), clock=world.clock)

    found = await recall(turn, conversation, RecallQuestion(text="AAPL uptrend", known_at=known_at))

    assert [each.episode.text for each in found] == texts
    assert [each.episode.actual_results for each in found] == [
        (RESULT,) if text == WITH_RESULT else () for text in texts
    ]


def test_at_any_market_time_an_episode_tells_exactly_the_results_known_by_then() -> None:
    results = tuple(a_result(sessions=each, as_of=CLOSE + timedelta(days=each)) for each in HORIZONS)
    text = with_result_lines("buy AAPL: uptrend.", results, Language.ENGLISH)
    times = [CLOSE + timedelta(days=days, seconds=seconds) for days in range(25) for seconds in (-1, 0, 1)][1:]
    Random(1).shuffle(times)  # noqa: S311 - the clock goes back and forth
    for at in times:
        episode = replace(as_told(text), actual_results=results)
        known = as_known(episode, at)
        assert known is not None
        told = [each for each in results if each.as_of <= at]
        assert known.text.split("\n") == ["buy AAPL: uptrend.", *(result_line(each, Language.ENGLISH) for each in told)]
        assert list(known.actual_results) == told


def as_told(text: str) -> Episode:
    """An episode of a decision priced at `CLOSE`."""
    return Episode(
        id=UUID(int=1),
        tenant_id=TenantId(UUID(int=2)),
        kind=EpisodeKind.DECISION,
        text=text,
        channel="c",
        said_from=CLOSE,
        said_until=CLOSE,
        created_at=CLOSE,
        market_time=CLOSE,
        language=Language.ENGLISH,
    )
