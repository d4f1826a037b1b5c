"""Messages that are edited or deleted on their platform after their answer, in memory and in PostgreSQL."""

from dataclasses import replace
from uuid import UUID

from bot.domain.conversation.history import Role
from bot.domain.conversation.states import Intent
from bot.domain.conversation.turns import Turn
from bot.domain.erasure import ERASED
from bot.domain.memory.episodes import Episode, EpisodeKind, EpisodeTerms
from tests.contract.store_sets import StoreSet, a_message, an_episode

ASKED = "banks look weak, what now?"


class Answered:
    """A message with an answer, in the history and in the index."""

    def __init__(self, world: StoreSet, turn: Turn) -> None:
        self.world, self.turn = world, turn
        self.exchange, self.decision, self.memo = (world.new_id() for _ in range(3))

    async def store(self) -> None:
        turn, at = self.turn, self.world.clock.now()
        message = a_message(turn, id=self.world.new_id(), at=at, text=turn.text)
        said = f"{turn.person.name}: {turn.text}\nParley: hold them"
        exchange = an_episode(turn, id=self.exchange, at=at, text=said, said_from=at)
        settled = f"2013-01-31 sell JPM 5 at 40: weak. {turn.text}\nResult: 3 %"
        decided = replace(exchange, id=self.decision, kind=EpisodeKind.DECISION, text=settled)
        memo = replace(exchange, id=self.memo, kind=EpisodeKind.MEMO, text="banks are weak")
        async with self.world.stores.transaction(turn.tenant_id) as tx:
            await tx.turns.mark_answered(turn, at=at)
            await tx.messages.add_message(message)
            await tx.messages.add_message(replace(message, id=self.world.new_id(), role=Role.ASSISTANT, text="hold"))
            for each in (exchange, decided, memo):
                await tx.episodes.add_episode(each)
        async with self.world.stores.transaction(turn.tenant_id) as tx:
            found = await tx.episodes.claim_unindexed(limit=9)
            await tx.episodes.store_terms([EpisodeTerms(each.id, {"bank": 1}, ()) for each in found], at=at)
            texts = {each.id: each.text for each in found}
            await tx.episodes.add_vectors("m", {each: [1.0, 0.5] for each in texts}, texts=texts)

    async def episode(self, episode_id: UUID) -> Episode | None:
        return await self.world.reading(self.turn.tenant_id).episodes.get(episode_id)

    async def history(self) -> list[tuple[str, Intent | None]]:
        found = await self.world.reading(self.turn.tenant_id).messages.last_messages(self.turn.conversation_id, count=9)
        return [(each.text, each.intent) for each in found]

    async def unindexed(self) -> set[UUID]:
        async with self.world.stores.transaction(self.turn.tenant_id) as tx:
            return {each.id for each in await tx.episodes.claim_unindexed(limit=9)}


async def answered(world: StoreSet) -> Answered:
    turn = await world.turn(text=ASKED)
    made = Answered(world, turn)
    await made.store()
    return made


async def test_deleted_after_its_answer_then_its_words_are_nowhere(world: StoreSet) -> None:
    said = await answered(world)

    assert await world.inbox.message_deleted(said.turn.thread, message_id=said.turn.platform_id) is None

    assert await said.history() == [(ERASED, None), ("hold", Intent.ANALYZE)]
    assert await said.episode(said.exchange) is None
    decided, memo = await said.episode(said.decision), await said.episode(said.memo)
    assert decided is not None
    assert decided.text == "2013-01-31 sell JPM 5 at 40: weak.\nResult: 3 %"
    assert memo is not None
    assert (memo.text, memo.link_message_id) == ("banks are weak", None)
    assert await said.unindexed() == {said.decision}
    async with world.stores.read(said.turn.tenant_id) as tx:
        assert (await tx.turns.get(said.turn.id)).text == ERASED
        assert (await tx.episodes.vector_counts()).by_model == {"m": 1}  # the memo's


async def test_edited_after_its_answer_then_the_new_words_are_found_without_the_answer(world: StoreSet) -> None:
    said = await answered(world)

    assert not await world.inbox.message_edited(said.turn.thread, message_id=said.turn.platform_id, text="lunch?")

    assert await said.history() == [("lunch?", Intent.ANALYZE), ("hold", Intent.ANALYZE)]
    exchange = await said.episode(said.exchange)
    assert exchange is not None
    assert exchange.text == "Ann: lunch?"
    assert await said.unindexed() == {said.exchange, said.decision}


async def test_edit_that_is_delivered_again_then_nothing_is_indexed_anew(world: StoreSet) -> None:
    said = await answered(world)
    await world.inbox.message_edited(said.turn.thread, message_id=said.turn.platform_id, text=ASKED)
    assert await said.unindexed() == set()


async def test_deleted_message_that_is_edited_late_stays_deleted(world: StoreSet) -> None:
    said = await answered(world)
    await world.inbox.message_deleted(said.turn.thread, message_id=said.turn.platform_id)
    await world.inbox.message_edited(said.turn.thread, message_id=said.turn.platform_id, text="late")
    assert (await said.history())[0] == (ERASED, None)


async def test_changed_while_it_is_answered_then_the_answer_is_stored_beside_the_new_words(world: StoreSet) -> None:
    turn = await world.turn(text=ASKED)
    await world.claim()
    await world.inbox.message_edited(turn.thread, message_id=turn.platform_id, text="lunch?")
    counts = await world.tx(turn.tenant_id).turns.mark_answered(turn, at=world.clock.now())
    assert counts is not None
    assert counts.text == "lunch?"


async def test_withdrawn_then_its_words_are_gone(world: StoreSet) -> None:
    turn = await world.turn(text=ASKED)
    assert await world.inbox.message_deleted(turn.thread, message_id=turn.platform_id) == turn.id
    assert (await world.reading(turn.tenant_id).turns.get(turn.id)).text == ERASED
