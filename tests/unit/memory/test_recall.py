"""Recall: what is counted, what is left out, and what is later than the clock of the account."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

import pytest

from adapters.embeddings.sentences import SentenceEmbedder
from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.conversation.threads import Thread
from bot.domain.conversation.turns import Turn
from bot.domain.ids import TenantId
from bot.domain.memory.episodes import Episode, EpisodeKind, as_known, decision_episode_id
from bot.domain.memory.recall import RecalledEpisode, RecallPolicy, RecallQuestion
from bot.domain.text.locale import Language
from bot.domain.trading.actual_result import HORIZONS, SettledResult, result_line, with_result_lines
from bot.errors import StoreUnavailableError
from bot.memory.question_embedders import QuestionEmbedders
from bot.memory.recall import Recall
from bot.ports import NoMeter
from bot.ports.meter import RecallOutcome
from tests.contract.store_sets import CLOSE, StoreSet, an_episode, fake_store_set
from tests.contract.test_actual_results import a_result
from tests.unit.domain.memory.messages import overheard


@dataclass
class RecallMeter(NoMeter):
    seen: list[RecallOutcome] = field(default_factory=list)

    def recalled(self, outcome: RecallOutcome, seconds: float) -> None:
        assert seconds >= 0
        self.seen.append(outcome)


class Embedder:
    model = "hash-1"
    dimensions = 1

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error

    async def embed(self, texts: list[str]) -> list[list[float]]:
        if self.error:
            raise self.error
        return [[1.0] for _ in texts]


async def recalled(
    world: StoreSet,
    turn: Turn,
    question: RecallQuestion,
    *,
    embedder: Embedder | SentenceEmbedder | None = None,
    meter: NoMeter | None = None,
) -> tuple[RecalledEpisode, ...]:
    embedders = QuestionEmbedders(stores=world.stores, configured=embedder or Embedder())  # type: ignore[arg-type]
    recall = Recall(
        stores=world.stores, embedders=embedders, policy=RecallPolicy(), clock=world.clock, meter=meter or NoMeter()
    )
    async with world.stores.read(turn.tenant_id) as tx:
        conversation = await tx.conversations.get(turn.conversation_id)
    return await recall(turn, conversation, question)


async def counted(world: StoreSet, text: str, *, error: Exception | None = None) -> list[RecallOutcome]:
    meter, turn = RecallMeter(), await world.turn(text="we like banks")
    await recalled(world, turn, RecallQuestion(text=text), embedder=Embedder(error), meter=meter)
    return meter.seen


async def test_nothing_found_and_no_vector_and_nothing_to_look_for() -> None:
    world = fake_store_set()

    assert await counted(world, "what about railways?") == [RecallOutcome.NOTHING]
    assert await counted(world, "what about railways?", error=TimeoutError()) == [RecallOutcome.WITHOUT_VECTORS]
    assert await counted(world, "") == []


async def test_an_error_is_counted_and_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    world, meter = fake_store_set(), RecallMeter()
    turn = await world.turn()

    async def away(*_: object, **_bounds: object) -> None:
        raise StoreUnavailableError(store="PostgreSQL")

    monkeypatch.setattr(Recall, "_search", away)

    with pytest.raises(StoreUnavailableError):
        await recalled(world, turn, RecallQuestion(text="what about railways?"), meter=meter)
    assert meter.seen == [RecallOutcome.ERROR]


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

    found = await recalled(world, turn, RecallQuestion(text="AAPL uptrend", known_at=known_at))

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


async def test_talk_of_this_conversation_since_then_is_left_out() -> None:
    world = fake_store_set()
    now = world.clock.now()
    here = await world.turn(Thread("slack", "T1", "C1", "here"))
    there = await world.turn(Thread("slack", "T1", "C1", "there"))
    async with world.stores.transaction(here.tenant_id) as tx:
        for turn, text, hours in ((here, "early", 2), (here, "late", 1), (there, "elsewhere", 1)):
            at = now - timedelta(hours=hours)
            talk = replace(an_episode(turn, id=world.new_id(), at=at), kind=EpisodeKind.TALK, turn_id=None)
            said = replace(talk, text=f"Bob: banks look dear, {text} words", speakers=("Bob",), messages=None)
            await tx.episodes.add_episode(
                replace(said, said_from=at, said_until=at, conversation_id=turn.conversation_id)
            )
    question = RecallQuestion(text="banks dear?", talk_shown_since=now - timedelta(hours=1))

    found = await recalled(world, here, question)

    assert {each.episode.text.split()[-2] for each in found} == {"early", "elsewhere"}


def test_what_a_prompt_tells_begins_with_its_window_and_the_first_that_was_overheard() -> None:
    first, second = overheard("one"), replace(overheard("two"), said_at=overheard("two").said_at + timedelta(hours=1))
    known = ConversationContext(first_shown=4, overheard=(first, second))

    question = known.without_shown(RecallQuestion(text="banks?"))

    assert (question.first_shown, question.talk_shown_since) == (4, first.said_at)
    assert ConversationContext().without_shown(question) == RecallQuestion(text="banks?")


SAID = ("Dan: no trading on friday afternoons", "Mia: what is for lunch", "Dan: 季末最后一周谁都不许卖")


@pytest.mark.parametrize(
    ("question", "found"),
    [
        (RecallQuestion(text="sell something late in the day on fridays"), SAID[0]),
        (RecallQuestion(text="quarter end selling", is_of_nearest=True), SAID[2]),
        (RecallQuestion(text="who audits the fund", is_of_nearest=True), None),
    ],
)
async def test_words_are_compared_by_their_meaning(question: RecallQuestion, found: str | None) -> None:
    world = fake_store_set()
    turn = await world.turn()
    async with world.stores.transaction(turn.tenant_id) as tx:
        talk = replace(an_episode(turn, id=world.new_id(), at=world.clock.now()), kind=EpisodeKind.TALK, turn_id=None)
        texts = ("\n".join(SAID),) if question.is_of_nearest else SAID
        for text in texts:
            said = replace(talk, id=world.new_id(), text=text, speakers=("Dan", "Mia"), messages=None)
            await tx.episodes.add_episode(said)

    told = await recalled(world, turn, question, embedder=SentenceEmbedder())

    assert [each.episode.text for each in told[:1]] == ([found] if found else [])
