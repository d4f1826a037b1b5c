"""What an erasure does to what others keep, to work that is under way, and when it is done again."""

import asyncio
from dataclasses import replace

import pytest
from psycopg.types.json import Jsonb

from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.channels import OverheardMessage
from bot.domain.conversation.readings import PickedReading
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.threads import IncomingMessage, Person, Thread
from bot.domain.conversation.turns import Turn
from bot.domain.erasure import ERASED
from bot.domain.memory.episodes import EpisodeKind, EpisodeTerms, decision_episode_id
from bot.domain.memory.recall import EpisodeQuery
from bot.domain.memory.tool_calls import MemoryToolCall, ToolRefusal
from bot.domain.text.locale import Language
from bot.domain.trading.actual_result import SettledResult, result_line
from bot.domain.trading.decisions import DecisionStatus
from bot.errors import LeaseLostError
from bot.memory.core_memory import CoreMemoryBook
from bot.memory.memory_tools import MemoryTools
from bot.ports import EraseOutcome
from tests.contract.store_sets import StoreSet, a_message, a_reply, a_thread, an_episode
from tests.contract.test_actual_results import a_day_later, a_result
from tests.fakes.model_stores import a_model_call, a_request
from tests.integration.erasure.erasing import asked_for, confirmed, erase, service

DORA = Person("U77", "Dora Quill")
EVAN = Person("U88", "Evan")
SAID = "semiconductors look far too frothy this year"
HERE = a_thread(1)


async def said(world: StoreSet, text: str, *, by: Person = DORA, thread: Thread = HERE, answer: str = "Noted.") -> Turn:
    """Store a message with its answer, as the persisting step does."""
    message = IncomingMessage(thread, str(world.new_id()), by, text)
    turn = (await world.inbox.accept_message(message)).turn
    await answered(world, turn, answer=answer)
    return turn


async def answered(world: StoreSet, turn: Turn, *, answer: str = "Noted.") -> None:
    now = world.clock.now()
    async with world.stores.transaction(turn.tenant_id) as tx:
        await tx.turns.mark_answered(turn, at=now)
        conversation = await tx.conversations.get(turn.conversation_id)
        await tx.conversations.save(replace(conversation, message_count=conversation.message_count + 1))
        question = a_message(turn, id=world.new_id(), at=now, text=turn.text)
        await tx.messages.add_message(replace(question, author=turn.person.name))
        reply = replace(a_reply(turn, at=now), answer=Answer(blocks=(Paragraph(answer),)))
        await tx.replies.add_reply(reply)


async def shown(world: StoreSet, turn: Turn) -> str:
    answer = await world.reading(turn.tenant_id).replies.answer_to(turn.id)
    assert answer is not None
    return answer.brief


async def request(world: StoreSet) -> Turn:
    """Evan's message that asks to erase Dora."""
    return await said(world, "/forget @Dora Quill", by=EVAN, thread=a_thread(99), answer="Erase Dora Quill?")


async def text_of(world: StoreSet, turn: Turn) -> str:
    return (await world.reading(turn.tenant_id).turns.get(turn.id)).text


class TestWhatOthersKeep:
    async def test_quotations_go_and_what_only_resembles_them_stays(self, world: StoreSet) -> None:
        await said(world, f"I think {SAID}")
        quoting = await said(world, "what was said on chips?", by=EVAN, answer=f"Somebody wrote: {SAID}, in spring.")
        named = await said(world, "who likes chips?", by=EVAN, answer="Dora Quill does.")
        other = await said(world, "how are chips?", by=EVAN, answer="Semiconductors look fine this year.")
        asked = await said(world, "@Dora Quill and <@U77>, what of IBM?", by=EVAN)
        await erase(world, await request(world), DORA)
        assert [await shown(world, each) for each in (quoting, named, other)] == [
            ERASED,
            ERASED,
            "Semiconductors look fine this year.",
        ]
        assert await text_of(world, asked) == f"{ERASED} and {ERASED}, what of IBM?"

    async def test_what_the_person_said_goes_and_the_history_keeps_its_numbers(self, world: StoreSet) -> None:
        first = await said(world, f"I think {SAID}", answer="Noted, Dora Quill.")
        last = await said(world, "hello", by=EVAN)
        await erase(world, await request(world), DORA)
        async with world.stores.read(first.tenant_id) as tx:
            messages = await tx.messages.last_messages(first.conversation_id, count=10)
            turn = await tx.turns.get(first.id)
        assert [(each.author, each.text) for each in messages] == [(ERASED, ERASED), ("Evan", "hello")]
        assert turn.person.id.startswith("person:")
        assert (turn.person.name, turn.text, turn.platform_id) == (ERASED, ERASED, first.platform_id)
        assert await shown(world, first) == ERASED
        assert await shown(world, last) == "Noted."

    async def test_examples_in_the_persons_words_or_with_their_name_go_and_others_stay(self, world: StoreSet) -> None:
        own = await said(world, "hang goog on the corkboard")
        named = await said(world, "stick it where Dora Quill does", by=EVAN)
        other = await said(world, "yolo", by=EVAN)
        async with world.stores.transaction(own.tenant_id) as tx:
            for each in (own, named, other):
                await tx.picked_readings.add(PickedReading(each.id, each.text, "analyze"), at=world.clock.now())
        await erase(world, await request(world), DORA)
        async with world.stores.read(own.tenant_id) as tx:
            assert [each.text for each in await tx.picked_readings.newest()] == ["yolo"]

    async def test_talk_of_several_is_grouped_anew_without_the_person(self, world: StoreSet) -> None:
        turn = await said(world, "hello", by=EVAN)
        episode_id = world.new_id()
        lines = [
            OverheardMessage(thread=HERE, message_id=f"t{number}", person=who, text=text, said_at=world.clock.now())
            for number, (who, text) in enumerate([(DORA, SAID), (EVAN, "agreed"), (DORA, "thanks")])
        ]
        async with world.stores.transaction(turn.tenant_id) as tx:
            for line in lines:
                await tx.overheard.add(line)
            group = await tx.overheard.lock_ungrouped(turn.conversation_id, count=9)
            talk = replace(
                an_episode(turn, id=episode_id, at=world.clock.now()),
                kind=EpisodeKind.TALK,
                turn_id=None,
                text=f"Dora Quill: {SAID}\nEvan: agreed",
                speakers=(DORA.name, EVAN.name),
                speaker_ids=(DORA.id, EVAN.id),
            )
            await tx.episodes.add_episode(talk)
            await tx.overheard.set_episode(group, episode_id)
        await world.tx(turn.tenant_id).episodes.store_terms(
            [EpisodeTerms(episode_id, {"frothi": 1}, ("scope:x",))], at=world.clock.now()
        )
        await erase(world, await request(world), DORA)
        async with world.stores.transaction(turn.tenant_id) as tx:
            assert await tx.episodes.get(episode_id) is None
            left = await tx.overheard.lock_ungrouped(turn.conversation_id, count=9)
        assert [(each.person.name, each.text) for each in left] == [("Evan", "agreed")]
        assert await rows(world, turn, "SELECT term FROM episode_term_count WHERE term = 'frothi'") == []

    async def test_episode_of_a_decision_keeps_the_trade_and_loses_the_words(self, world: StoreSet) -> None:
        turn = await said(world, f"buy 10 AAPL though {SAID}")
        decision = await world.decision(turn)
        made = replace(
            an_episode(turn, id=world.new_id(), at=world.clock.now(), decision=decision),
            text=f"2013-01-31 increase AAPL 10 at 455.49: above_sma200; rsi_low. {turn.text}",
        )
        await world.tx(turn.tenant_id).episodes.add_episode(made)
        await erase(world, await request(world), DORA)
        found = await rows(world, turn, "SELECT text, speakers, speaker_ids, indexed_at FROM episode")
        assert found == [("2013-01-31 increase AAPL 10 at 455.49: above_sma200; rsi_low.", [], [], None)]

    async def test_result_of_a_decision_stays_and_is_settled_if_it_was_not(self, world: StoreSet) -> None:
        turn = await said(world, f"buy 10 AAPL though {SAID}")
        settled, open_one = await world.decision(turn), await world.decision(turn)
        async with world.stores.transaction(turn.tenant_id) as tx:
            for each in (settled, open_one):
                made = an_episode(turn, id=decision_episode_id(each.key), at=world.clock.now(), decision=each)
                text = f"2013-01-31 buy AAPL 10 at 455.49: rsi_low. {turn.text}"
                await tx.episodes.add_episode(replace(made, text=text))
            await tx.actual_results.settle([SettledResult(settled, each) for each in (a_day_later(), a_result())])
        await erase(world, await request(world), DORA)
        async with world.stores.transaction(turn.tenant_id) as tx:
            assert await tx.actual_results.find([settled.key, open_one.key]) == {
                settled.key: (a_day_later(), a_result())
            }
            kept = await tx.episodes.of_decision(settled.key)
            assert await tx.actual_results.settle([SettledResult(open_one, a_result())])
        lines = "\n".join(result_line(each, Language.ENGLISH) for each in (a_day_later(), a_result()))
        assert kept is not None
        assert kept.text == f"2013-01-31 buy AAPL 10 at 455.49: above_sma200; rsi_low.\n{lines}"


class TestLedgers:
    async def test_orders_and_decisions_stay_with_the_reference_of_the_audit_trail(self, world: StoreSet) -> None:
        turn = await said(world, "buy 10 AAPL")
        decision = replace(await world.decision(turn), asked_by=DORA.id)
        await world.tx(turn.tenant_id).audit.add_entry("confirmed", subject=decision.id, by=DORA.id, facts={})
        await run(world, turn, "UPDATE decision SET asked_by = 'U77'")
        await erase(world, await request(world), DORA)
        ((by,),) = await rows(world, turn, "SELECT by FROM audit WHERE kind = 'confirmed'")
        assert await rows(world, turn, "SELECT asked_by FROM decision") == [(by,)]
        assert await rows(world, turn, "SELECT 1 FROM person_reference WHERE person_id = 'U77'") == []

    async def test_pending_cards_are_cancelled_first(self, world: StoreSet) -> None:
        turn = await said(world, "buy 10 AAPL")
        decision = await world.decision(turn)
        assert decision.asked_by == DORA.id
        await erase(world, await request(world), DORA)
        after = await world.reading(turn.tenant_id).decisions.get(decision.id)
        assert after.status is DecisionStatus.CANCELLED
        assert after.decided_by == after.asked_by != DORA.id


class TestWorkUnderWay:
    async def test_what_is_not_answered_yet_is_waited_for(self, world: StoreSet) -> None:
        message = IncomingMessage(HERE, "slow", DORA, SAID)
        turn = (await world.inbox.accept_message(message)).turn
        asked = await request(world)
        erasure_id = await confirmed(world, asked, DORA)
        assert await service(world, seconds=0.1)(turn.tenant_id, erasure_id) is EraseOutcome.MORE
        assert await text_of(world, turn) == SAID
        assert await rows(world, turn, "SELECT name FROM outbox WHERE name = 'erase_person'")
        await answered(world, turn)
        assert await service(world)(turn.tenant_id, erasure_id) is EraseOutcome.FINISHED
        assert await text_of(world, turn) == ERASED

    async def test_turn_of_another_that_has_read_the_words_stores_nothing_and_begins_anew(
        self, world: StoreSet
    ) -> None:
        await said(world, SAID)
        message = IncomingMessage(a_thread(2), "reading", EVAN, "what was said?")
        turn = (await world.inbox.accept_message(message)).turn
        claim = await world.claimed()
        await erase(world, await request(world), DORA)
        with pytest.raises(LeaseLostError):
            await world.tx(turn.tenant_id).conversations.check_fence(claim)
        again = await world.claimed()
        assert (again.turn.id, again.turn.attempts) == (turn.id, 1)

    async def test_note_of_an_erased_message_is_dropped(self, world: StoreSet) -> None:
        turn = await said(world, SAID)
        await erase(world, await request(world), DORA)
        fact = Jsonb([])
        sql = """
        INSERT INTO core_memory (tenant_id, id, scope, subject, section, version, kind, facts, added, removed,
                                 person_id, person_name, changed_at, why, turn_id)
        VALUES (%(tenant_id)s, gen_random_uuid(), 'team', '', 'team', 1, 'noted', %(fact)s, %(fact)s, %(fact)s, 'U77',
                'Dora Quill', now(), 'late', %(noted)s)
        """
        await run(world, turn, sql, fact=fact, noted=turn.id)
        assert await rows(world, turn, "SELECT 1 FROM core_memory") == []

    @pytest.mark.parametrize("by", [DORA, EVAN])
    async def test_late_note_is_refused_once_and_leaves_nothing(self, world: StoreSet, by: Person) -> None:
        """It is not tried again, which would ask the model again, and the audit trail does not name the person anew."""
        turn = await said(world, SAID, by=by)
        await erase(world, await request(world), DORA)
        tools = MemoryTools(CoreMemoryBook(world.stores, world.clock), None, turn)
        call = MemoryToolCall("core_memory_update", {"section": "person.notes", "content": "finds chips frothy"})
        for _ in range(2):
            assert (await tools.execute(call)).refusal is ToolRefusal.ERASED
        assert await rows(world, turn, "SELECT 1 FROM core_memory") == []
        assert await rows(world, turn, "SELECT 1 FROM audit WHERE kind = 'memory_changed'") == []
        assert await rows(world, turn, "SELECT 1 FROM person_reference WHERE person_id = 'U77'") == []

    @pytest.mark.parametrize(
        ("by", "when", "is_kept"),
        [(DORA, "before", False), (EVAN, "before", False), (EVAN, "after", True), (EVAN, "unanswered", True)],
    )
    async def test_memo_that_a_model_makes_late_is_dropped(
        self, world: StoreSet, by: Person, when: str, *, is_kept: bool
    ) -> None:
        """Of the erased person's message, or of one that was answered before and may name them."""
        before, unanswered = await said(world, SAID, by=by), await world.turn()
        await erase(world, await request(world), DORA)
        after = await said(world, "we meet on Monday", by=EVAN)
        turn = {"before": before, "after": after, "unanswered": unanswered}[when]
        memo = an_episode(turn, id=world.new_id(), at=world.clock.now(), kind=EpisodeKind.MEMO)
        await world.tx(turn.tenant_id).episodes.add_episode(replace(memo, text="they find chips frothy"))
        assert len(await rows(world, turn, "SELECT 1 FROM episode WHERE kind = 'memo'")) == is_kept

    async def test_two_workers_do_it_once(self, world: StoreSet) -> None:
        turns = [await said(world, f"{SAID} {number}") for number in range(12)]
        asked = await request(world)
        erasure_id = await confirmed(world, asked, DORA)
        work = [service(world, size=2)(asked.tenant_id, erasure_id) for _ in range(2)]
        outcomes = await asyncio.gather(*work)
        if EraseOutcome.FINISHED not in outcomes:  # each has met the other
            await service(world)(asked.tenant_id, erasure_id)
        erasure = await world.reading(asked.tenant_id).erasures.get(erasure_id)
        assert erasure is not None
        assert erasure.counts["messages"] == len(turns)
        assert len(await rows(world, asked, "SELECT 1 FROM reply WHERE occasion LIKE 'erased:%%'")) == 1


class TestWithdrawing:
    async def test_only_what_is_not_confirmed_is_withdrawn(self, world: StoreSet) -> None:
        turn = await said(world, SAID)
        erasure_id = await asked_for(world, turn, DORA)
        async with world.stores.transaction(turn.tenant_id) as tx:
            assert await tx.erasures.withdraw(erasure_id)
            assert not await tx.erasures.withdraw(erasure_id)
        await confirmed(world, turn, DORA)
        assert not await world.tx(turn.tenant_id).erasures.withdraw(erasure_id)
        await run(world, turn, "DELETE FROM erasure")  # the app may not, whatever the statement
        assert len(await rows(world, turn, "SELECT 1 FROM erasure")) == 1


class TestAfterwards:
    async def test_what_is_said_later_is_new(self, world: StoreSet) -> None:
        await said(world, SAID)
        asked = await request(world)
        await erase(world, asked, DORA)
        later = await said(world, "I like banks")
        assert (await world.reading(later.tenant_id).turns.get(later.id)).person == DORA
        assert await text_of(world, later) == "I like banks"
        again = await said(world, "/forget @Dora Quill", by=EVAN, thread=a_thread(99))
        await erase(world, again, DORA)
        assert await text_of(world, later) == ERASED
        references = await rows(world, later, "SELECT DISTINCT reference FROM erasure")
        assert len(references) == 2, "a new person to the ledgers"

    async def test_result_is_told_once_and_names_nobody(self, world: StoreSet) -> None:
        await said(world, SAID)
        asked = await request(world)
        erasure_id = await erase(world, asked, DORA)
        for _ in range(2):
            assert await service(world)(asked.tenant_id, erasure_id) is EraseOutcome.FINISHED
        found = await rows(world, asked, "SELECT answer::text FROM reply WHERE occasion LIKE 'erased:%%'")
        assert len(found) == 1
        assert "Dora" not in str(found)
        assert "U77" not in str(found)

    async def test_cache_of_models_stays_empty_for_a_while(self, world: StoreSet) -> None:
        turn = await said(world, SAID)
        await erase(world, await request(world), DORA)
        sql = "INSERT INTO llm_cache VALUES (%(tenant_id)s, 'k', '{}', 'm', now(), now() + interval '1 hour')"
        await run(world, turn, sql)
        assert await rows(world, turn, "SELECT 1 FROM llm_cache") == []
        await run_as_owner(world, turn, "UPDATE erasure SET finished_at = now() - interval '11 minutes'")
        await run(world, turn, sql)
        assert await rows(world, turn, "SELECT 1 FROM llm_cache") == [(1,)]

    async def test_texts_of_prompts_are_deleted_and_none_is_kept_for_a_while(self, world: StoreSet) -> None:
        turn = await said(world, SAID)

        async def keep() -> None:
            call = a_model_call(id=world.new_id(), tenant_id=turn.tenant_id, turn_id=turn.id, at=world.clock.now())
            async with world.stores.transaction(turn.tenant_id) as tx:
                await tx.model_calls.add_call(call)
                await tx.model_calls.keep_prompt(call, a_request().messages)

        await keep()
        assert await rows(world, turn, "SELECT count(*) FROM llm_prompt_text") == [(1,)]
        await erase(world, await request(world), DORA)
        await keep()
        assert await rows(world, turn, "SELECT count(*) FROM llm_prompt_text") == [(0,)]
        assert await rows(world, turn, "SELECT count(*) FROM llm_call WHERE prompt_hash = ''") == [(2,)]

    async def test_sweeper_writes_the_job_of_an_erasure_that_was_lost(self, world: StoreSet) -> None:
        turn = await said(world, SAID)
        await confirmed(world, await request(world), DORA)
        assert await world.sweeper.add_missing_jobs() == 0
        await run(world, turn, "UPDATE erasure SET confirmed_at = confirmed_at - interval '6 minutes'")
        assert await world.sweeper.add_missing_jobs() == 1
        assert await world.sweeper.add_missing_jobs() == 0


async def rows(world: StoreSet, turn: Turn, sql: str, **parameters: object) -> list[tuple[object, ...]]:
    async with world.own_database.transaction(turn.tenant_id) as conn:
        cursor = await conn.execute(sql.encode(), {"tenant_id": turn.tenant_id, **parameters})
        return [tuple(row.values()) for row in await cursor.fetchall()]


async def run(world: StoreSet, turn: Turn, sql: str, **parameters: object) -> None:
    async with world.own_database.transaction(turn.tenant_id) as conn:
        await conn.execute(sql.encode(), {"tenant_id": turn.tenant_id, **parameters})


async def run_as_owner(world: StoreSet, turn: Turn, sql: str) -> None:
    async with world.own_database.transaction(turn.tenant_id) as conn:
        await conn.execute("SET LOCAL ROLE parley_erasure")
        await conn.execute(sql.encode())


async def test_confirmed_then_nobody_is_quoted_what_the_person_said_before_the_job_has_run(world: StoreSet) -> None:
    turn = await said(world, SAID)
    other = await said(world, "semiconductors are cheap", by=EVAN)
    async with world.stores.transaction(turn.tenant_id) as tx:
        for each in (turn, other):
            person = each.person
            await tx.episodes.add_episode(
                replace(
                    an_episode(each, id=world.new_id(), at=world.clock.now()),
                    text=f"{person.name}: {each.text}",
                    speakers=(person.name,),
                    speaker_ids=(person.id,),
                )
            )
    query = EpisodeQuery(
        conversation_id=turn.conversation_id, channel=turn.thread.channel, terms={"semiconductor": 1.0}, unindexed=9
    )

    async def found() -> list[str]:
        async with world.stores.read(turn.tenant_id) as tx:
            searched, latest = await tx.episode_search.search(query), await tx.episode_search.latest(query)
        assert {each.episode.id for each in searched} == {each.episode.id for each in latest}
        return sorted(name for each in searched for name in each.episode.speakers)

    assert await found() == [DORA.name, EVAN.name]
    await confirmed(world, await request(world), DORA)
    assert await found() == [EVAN.name]
