"""How each search for what was said before is counted."""

from dataclasses import dataclass, field

import pytest

from bot.domain.memory.recall import RecallPolicy, RecallQuestion
from bot.errors import StoreUnavailableError
from bot.memory.question_embedders import QuestionEmbedders
from bot.memory.recall import Recall
from bot.ports import NoMeter
from bot.ports.meter import RecallOutcome
from tests.contract.store_sets import StoreSet, fake_store_set


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


async def counted(world: StoreSet, text: str, *, error: Exception | None = None) -> list[RecallOutcome]:
    turn, meter = await world.turn(text="we like banks"), RecallMeter()
    embedders = QuestionEmbedders(stores=world.stores, configured=Embedder(error), others=())  # type: ignore[arg-type]
    recall = Recall(stores=world.stores, embedders=embedders, policy=RecallPolicy(), clock=world.clock, meter=meter)
    async with world.stores.read(turn.tenant_id) as tx:
        conversation = await tx.conversations.get(turn.conversation_id)
    await recall(turn, conversation, RecallQuestion(text=text))
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

    embedders = QuestionEmbedders(stores=world.stores, configured=Embedder(), others=())  # type: ignore[arg-type]
    recall = Recall(stores=world.stores, embedders=embedders, policy=RecallPolicy(), clock=world.clock, meter=meter)
    async with world.stores.read(turn.tenant_id) as tx:
        conversation = await tx.conversations.get(turn.conversation_id)
    monkeypatch.setattr(Recall, "_search", away)

    with pytest.raises(StoreUnavailableError):
        await recall(turn, conversation, RecallQuestion(text="what about railways?"))
    assert meter.seen == [RecallOutcome.ERROR]
