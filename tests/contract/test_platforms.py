"""What platforms need of the stores: openings, postings, refreshes, votes, stops, edits."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from uuid import uuid4

import pytest

from bot.domain.conversation.blocks import Bullets, Button, ButtonQuestion, Paragraph
from bot.domain.conversation.buttons import ButtonAction, ButtonRef, Vote
from bot.domain.conversation.dialogue import AskedSlot, Dialogue, ObjectKind, ShownAnswer, ShownObject, ValueUnit
from bot.domain.conversation.posting import MessageMark
from bot.domain.conversation.replies import Answer, ButtonPlace, LastShown
from bot.domain.conversation.threads import IncomingCommand, Person
from bot.domain.conversation.turns import InputStatus
from bot.domain.ids import DecisionId, derive_id
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import DecisionStatus
from bot.errors import DuplicateError, UnknownDecisionError
from db.messaging.threads import PostgresPendingThreads
from tests.contract.store_sets import ANN, CONSOLE, EXPIRED, LONG, StoreSet, a_reply, a_thread
from tests.fakes.clock import FixedClock

NOW = timedelta(0)


class TestOpenings:
    async def test_delivered_twice_then_stored_once(self, world: StoreSet) -> None:
        command = IncomingCommand(a_thread(), "c1", ANN, "/analyze AAPL")
        first = await world.inbox.accept_command(command)
        again = await world.inbox.accept_command(replace(command, text="/analyze MSFT"))

        assert again == replace(first, is_new=False)
        assert (first.text, first.person, first.is_opened) == ("/analyze AAPL", ANN, False)

    async def test_abandoned_until_opened(self, world: StoreSet) -> None:
        place = replace(a_thread(), thread="")
        pending = await world.inbox.accept_command(IncomingCommand(place, "c1", ANN, "/analyze AAPL"))
        assert await world.openings.abandoned_threads(scope=CONSOLE, older_than=LONG) == ()
        assert await world.openings.abandoned_threads(scope=CONSOLE, older_than=NOW) == (
            replace(pending, is_new=False),
        )

        await world.openings.mark_opened(pending)

        assert await world.openings.abandoned_threads(scope=CONSOLE, older_than=NOW) == ()
        assert (await world.inbox.accept_command(IncomingCommand(place, "c1", ANN, "x"))).is_opened

    async def test_the_newest_first(self, world: StoreSet) -> None:
        place = replace(a_thread(), thread="")
        for number in range(3):
            await world.inbox.accept_command(IncomingCommand(place, f"c{number}", ANN, "/analyze AAPL"))
        found = await world.openings.abandoned_threads(scope=CONSOLE, older_than=NOW)
        assert [each.command_id for each in found] == ["c2", "c1", "c0"]

    async def test_given_up_after_an_hour(self, real: StoreSet) -> None:
        place = replace(a_thread(), thread="")
        pending = await real.inbox.accept_command(IncomingCommand(place, "c1", ANN, "/analyze AAPL"))
        for minutes, is_found in ((59, True), (60, False)):
            then = FixedClock(pending.accepted_at + timedelta(minutes=minutes))
            found = await PostgresPendingThreads(real.own_database, clock=then).abandoned_threads(
                scope=CONSOLE, older_than=LONG
            )
            assert bool(found) == is_found


class TestPostings:
    async def test_first_attempt_is_new_and_while_it_lasts_the_second_waits(self, world: StoreSet) -> None:
        turn = await world.turn()
        mark = MessageMark(turn.id, 2)
        first = await world.postings.begin_attempt(turn.thread, mark, is_final=True)
        second = await world.postings.begin_attempt(turn.thread, mark, is_final=True)
        assert (first.is_new, first.is_under_way, first.platform_id) == (True, False, None)
        assert (second.is_new, second.is_under_way, second.attempt_ends_at) == (False, True, first.attempt_ends_at)

    async def test_ended_then_one_alone_begins_again(self, world: StoreSet) -> None:
        turn = await world.turn()
        mark = MessageMark(turn.id)
        first = await world.postings.begin_attempt(turn.thread, mark, is_final=True)
        await world.postings.attempt_ended(turn.thread, mark)
        in_doubt = await world.postings.begin_attempt(turn.thread, mark, is_final=True)
        assert not in_doubt.is_under_way
        assert not await world.postings.retry_attempt(first, turn.thread)  # it knows of an older attempt only
        assert await world.postings.retry_attempt(in_doubt, turn.thread)
        assert not await world.postings.retry_attempt(in_doubt, turn.thread)
        assert (await world.postings.begin_attempt(turn.thread, mark, is_final=True)).is_under_way

    async def test_posted_then_found_by_its_id(self, world: StoreSet) -> None:
        turn = await world.turn()
        mark = MessageMark(turn.id)
        await world.postings.begin_attempt(turn.thread, mark, is_final=True)
        await world.postings.mark_posted(turn.thread, mark, platform_id="17.1")
        assert (await world.postings.begin_attempt(turn.thread, mark, is_final=True)).platform_id == "17.1"

    async def test_shown_until_something_else_is_to_be_shown(self, world: StoreSet) -> None:
        turn = await world.turn()
        mark = MessageMark(turn.id)

        async def is_shown(digest: bytes) -> bool:
            posting = await world.postings.begin_attempt(turn.thread, mark, is_final=True, digest=digest)
            return posting.is_shown

        assert not await is_shown(b"1")
        await world.postings.mark_posted(turn.thread, mark, platform_id="17.1", digest=b"1")
        assert [await is_shown(b"1"), await is_shown(b"2"), await is_shown(b"1")] == [True, False, False]

    async def test_two_edits_at_once_then_neither_is_taken_for_what_is_shown(self, world: StoreSet) -> None:
        turn = await world.turn()
        mark = MessageMark(turn.id)
        for digest in (b"1", b"2", b"2"):
            await world.postings.begin_attempt(turn.thread, mark, is_final=True, digest=digest)
        edited = [
            await world.postings.mark_posted(turn.thread, mark, platform_id="17.1", digest=each)
            for each in (b"1", b"2")
        ]
        assert edited == [False, False]
        again = await world.postings.begin_attempt(turn.thread, mark, is_final=True, digest=b"2")
        assert not again.is_shown
        assert await world.postings.mark_posted(turn.thread, mark, platform_id="17.1", digest=b"2")

    async def test_final_then_no_live_line_any_more(self, world: StoreSet) -> None:
        turn = await world.turn()
        mark = MessageMark(turn.id)
        assert not (await world.postings.begin_attempt(turn.thread, mark, is_final=False)).is_final
        assert (await world.postings.begin_attempt(turn.thread, mark, is_final=True)).is_final
        assert (await world.postings.begin_attempt(turn.thread, mark, is_final=False)).is_final

    async def test_live_until_it_is_final(self, world: StoreSet) -> None:
        turn = await world.turn()
        mark = MessageMark(turn.id)
        begun = [
            (await world.postings.begin_attempt(turn.thread, mark, is_final=is_final)).was_live
            for is_final in (False, False, True, True)
        ]
        assert begun == [False, True, True, False]

    async def test_removed_then_neither_new_nor_there_and_one_alone_posts_again(self, world: StoreSet) -> None:
        turn = await world.turn()
        mark = MessageMark(turn.id)
        await world.postings.begin_attempt(turn.thread, mark, is_final=True)
        await world.postings.mark_posted(turn.thread, mark, platform_id="17.1")
        await world.postings.mark_removed(turn.thread, mark)
        again = await world.postings.begin_attempt(turn.thread, mark, is_final=False)
        assert (again.is_new, again.is_under_way, again.is_final, again.platform_id) == (False, False, True, None)
        assert [await world.postings.retry_attempt(again, turn.thread) for _ in range(2)] == [True, False]

    async def test_parts_are_those_that_are_there(self, world: StoreSet) -> None:
        turn = await world.turn()
        assert await world.postings.count_parts(turn.thread, turn.id) == 0
        for part in (1, 2, 3):
            await world.postings.begin_attempt(turn.thread, MessageMark(turn.id, part), is_final=True)
        for part in (1, 2):
            await world.postings.mark_posted(turn.thread, MessageMark(turn.id, part), platform_id=f"17.{part}")
        assert await world.postings.count_parts(turn.thread, turn.id) == 2

    async def test_withdrawn_then_new_again(self, world: StoreSet) -> None:
        turn = await world.turn()
        await world.postings.begin_attempt(turn.thread, MessageMark(turn.id), is_final=True)
        await world.postings.mark_withdrawn(turn.thread, MessageMark(turn.id))
        assert (await world.postings.begin_attempt(turn.thread, MessageMark(turn.id), is_final=True)).is_new


class TestRedrawing:
    async def test_decided_then_the_reply_that_shows_it_is_drawn_anew(self, world: StoreSet) -> None:
        decision, reply = await world.shown()
        assert await world.claim_refresh() is None

        await world.decided(decision, DecisionStatus.CANCELLED)
        redrawing = await world.claim_refresh()

        assert redrawing is not None
        assert redrawing.reply == reply
        assert await world.claim_refresh() is None

    async def test_changed_while_drawn_then_drawn_once_more(self, world: StoreSet) -> None:
        decision, _ = await world.shown()
        in_doubt = await world.decided(await world.confirmed(decision), DecisionStatus.UNKNOWN)
        first = await world.claim_refresh()
        await world.decided(in_doubt, DecisionStatus.FILLED)
        assert first is not None

        await world.deliveries.mark_refreshed(first)
        second = await world.claim_refresh()
        assert second is not None
        await world.deliveries.mark_refreshed(second)

        assert second.change_number > first.change_number
        assert await world.claim_refresh() is None

    async def test_on_its_way_to_an_outcome_then_drawn_with_that_once(self, world: StoreSet) -> None:
        decision, _ = await world.shown()

        submitted = await world.decided(await world.confirmed(decision), DecisionStatus.SUBMITTED)
        assert await world.claim_refresh() is None
        await world.decided(submitted, DecisionStatus.FILLED)
        drawn = await world.claim_refresh()

        assert drawn is not None
        await world.deliveries.mark_refreshed(drawn)
        assert await world.claim_refresh() is None

    async def test_named_in_words_only_then_drawn_anew_too(self, world: StoreSet) -> None:
        turn, decision = await world.proposed()
        reply = a_reply(turn, at=world.clock.now())
        said = Paragraph("Still pending: buy 3 GOOG", while_pending=(decision.key,))
        reply = replace(reply, answer=replace(reply.answer, blocks=(said,)))
        await world.tx(turn.tenant_id).replies.add_reply(reply)
        await world.deliveries.mark_delivered(reply, platform_id="17.1")

        await world.decided(decision, DecisionStatus.CANCELLED)

        drawn = await world.claim_refresh()
        assert drawn is not None
        assert drawn.reply == reply

    async def test_undelivered_or_given_up_then_not_drawn(self, world: StoreSet) -> None:
        turn, decision = await world.proposed()
        reply = await world.answer(turn, shows=decision)
        await world.decided(decision, DecisionStatus.CANCELLED)
        assert await world.claim_delivery() == reply

        await world.deliveries.give_up(reply, why="gone")

        assert await world.claim_refresh() is None

    async def test_claim_ran_out_then_somebody_else_draws(self, world: StoreSet) -> None:
        decision, _ = await world.shown()
        await world.decided(decision, DecisionStatus.CANCELLED)
        assert await world.claim_refresh(EXPIRED) is not None
        assert await world.claim_refresh() is not None

    async def test_asked_to_wait_then_left_alone_for_that_long(self, world: StoreSet) -> None:
        decision, _ = await world.shown()
        await world.decided(decision, DecisionStatus.CANCELLED)
        redrawing = await world.claim_refresh(EXPIRED)
        assert redrawing is not None
        await world.deliveries.postpone_refresh(redrawing, retry_after=LONG)
        assert await world.claim_refresh() is None
        await world.deliveries.postpone_refresh(redrawing, retry_after=EXPIRED)
        assert await world.claim_refresh() is not None

    async def test_expired_then_drawn_anew(self, world: StoreSet) -> None:
        decision, _ = await world.shown(expires_at=world.clock.now())
        decisions = world.tx(decision.tenant_id).decisions
        assert await decisions.expire(decision.conversation_id, at=world.clock.now())
        assert await world.claim_refresh() is not None


class TestReplies:
    async def test_given_up_then_the_next_one_is_delivered(self, world: StoreSet) -> None:
        first, second = await world.turn(a_thread()), await world.turn(a_thread())
        reply, next_one = await world.answer(first), await world.answer(second)
        await world.deliveries.give_up(reply, why="gone")
        claimed = await world.claim_delivery()
        assert claimed == next_one

    async def test_one_per_turn_and_occasion(self, world: StoreSet) -> None:
        turn = await world.turn()
        await world.answer(turn)
        notice = replace(a_reply(turn, at=world.clock.now()), id=derive_id(turn.id, "notice"), occasion="expired:1")
        await world.tx(turn.tenant_id).replies.add_reply(notice)
        with pytest.raises(DuplicateError):
            await world.tx(turn.tenant_id).replies.add_reply(replace(notice, id=derive_id(turn.id, "again")))

    async def test_vote_counts_once_per_person(self, world: StoreSet) -> None:
        turn = await world.turn()
        reply = await world.answer(turn, shows=await world.decision(turn))
        async with world.stores.transaction(turn.tenant_id) as tx:
            assert await tx.replies.store_vote(reply.id, Vote.UP, turn=turn, at=world.clock.now())
            assert await tx.replies.store_vote(reply.id, Vote.DOWN, turn=turn, at=world.clock.now())
            assert not await tx.replies.store_vote(turn.id, Vote.DOWN, turn=turn, at=world.clock.now())


class TestEngines:
    """A vote is stored with the engines whose views it is about."""

    @pytest.mark.parametrize(
        ("engine", "shows", "stored"),
        [
            ("rules", False, ["rules"]),
            (None, True, ["rules"]),
            ("rules", True, ["rules"]),
            ("another", True, ["another", "rules"]),
            (None, False, []),
        ],
    )
    async def test_of_the_answer_and_of_its_decisions_each_once(
        self, real: StoreSet, *, engine: str | None, shows: bool, stored: list[str]
    ) -> None:
        turn = await real.turn()
        reply = a_reply(turn, at=real.clock.now())
        decisions = (await real.decision(turn), await real.decision(turn)) if shows else ()
        reply = replace(reply, answer=replace(reply.answer, engine=engine, decisions=decisions))
        async with real.stores.transaction(turn.tenant_id) as tx:
            await tx.replies.add_reply(reply)
            assert await tx.replies.store_vote(reply.id, Vote.UP, turn=turn, at=real.clock.now())
        async with real.own_database.transaction(turn.tenant_id) as conn:
            row = await (await conn.execute("SELECT engines FROM feedback")).fetchone()
        assert row is not None
        assert row["engines"] == stored


async def test_latest_details_are_those_of_the_last_public_answer_that_has_some(world: StoreSet) -> None:
    figures, secret = (Paragraph("P/E 10.3"), Bullets("Sources", ("10-K",))), (Paragraph("private"),)
    first_thread = a_thread(1)
    first = await world.turn(first_thread)
    for turn, details, is_private in (
        (first, figures, False),
        (await world.turn(first_thread), (), False),
        (await world.turn(first_thread), secret, True),
    ):
        reply = a_reply(turn, at=world.clock.now())
        answer = replace(reply.answer, details=details, is_private=is_private)
        await world.tx(turn.tenant_id).replies.add_reply(replace(reply, answer=answer))

    found = await world.reading(first.tenant_id).replies.latest_details(first.conversation_id)
    assert (found.blocks, found.is_of_latest) == (figures, False)
    third = await world.turn(first_thread)
    async with world.stores.transaction(third.tenant_id) as tx:
        reply = a_reply(third, at=world.clock.now())
        await tx.replies.add_reply(replace(reply, answer=replace(reply.answer, details=figures)))
    assert (await world.reading(first.tenant_id).replies.latest_details(first.conversation_id)).is_of_latest
    stranger = await world.turn(a_thread(workspace="elsewhere"))
    assert (await world.reading(stranger.tenant_id).replies.latest_details(first.conversation_id)).blocks == ()


async def test_answer_to_a_turn_as_first_shown_within_its_tenant(world: StoreSet) -> None:
    turn, stranger = await world.turn(), await world.turn(a_thread(workspace="elsewhere"))
    assert await world.tx(turn.tenant_id).replies.answer_to(turn.id) is None
    reply = await world.answer(turn)
    await world.tx(turn.tenant_id).replies.add_reply(
        replace(reply, id=stranger.id, occasion="expired:1", answer=Answer(blocks=()))
    )
    assert await world.tx(turn.tenant_id).replies.answer_to(turn.id) == reply.answer
    assert await world.tx(stranger.tenant_id).replies.answer_to(turn.id) is None


async def test_the_dialogue_is_what_answers_and_notices_show_to_all_within_their_tenant(world: StoreSet) -> None:
    turn, stranger = await world.turn(), await world.turn(a_thread(workspace="elsewhere"))
    assert await world.reading(turn.tenant_id).replies.dialogue(turn.conversation_id) == Dialogue()
    reply = await world.answer(turn)
    alert = ShownObject(kind=ObjectKind.ALERT, id="3", symbols=("FB",), value=Decimal("29.5"), unit=ValueUnit.PRICE)
    notice = Answer(blocks=(Paragraph("told"),), shows=(alert,), asks=AskedSlot.UNIT)
    private = Answer(blocks=(), is_private=True, shows=(alert,))
    for number, answer in enumerate((notice, private)):
        async with world.stores.transaction(turn.tenant_id) as tx:
            other = replace(reply, id=uuid4(), occasion=f"alert:{number}", answer=answer)
            await tx.replies.add_reply(other)
    async with world.stores.read(turn.tenant_id) as tx:
        told, answered = (await tx.replies.dialogue(turn.conversation_id)).answers
        shown = ShownAnswer(turn_id=turn.id, asked_by=turn.person.id, objects=(alert,), asks=AskedSlot.UNIT)
        assert told == shown
        assert answered == ShownAnswer(turn_id=turn.id, asked_by=turn.person.id, symbols=reply.answer.symbols)
    assert await world.reading(stranger.tenant_id).replies.dialogue(turn.conversation_id) == Dialogue()


async def test_last_shown_of_those_with_a_button_that_decides(world: StoreSet) -> None:
    turn = await world.turn()
    reply = await world.answer(turn)
    deciding = Answer(blocks=(), buttons=(Button(f"erase:{turn.id}", "Erase"), Button(f"details:{turn.id}", "Details")))
    others = (deciding, replace(deciding, buttons=deciding.buttons[1:]), Answer(blocks=()))
    for number, answer in enumerate(others):
        await world.tx(turn.tenant_id).replies.add_reply(
            replace(reply, id=uuid4(), occasion=f"brief:{number}", answer=answer)
        )
    async with world.stores.read(turn.tenant_id) as tx:
        shown = await tx.replies.last_shown(turn.conversation_id, decided_by=("erase", "confirm"))
        assert shown == LastShown(turn.id, deciding)
        assert await tx.replies.last_shown(turn.conversation_id, decided_by=("confirm",)) is None


class TestLanguages:
    async def test_of_an_answer_within_its_tenant(self, world: StoreSet) -> None:
        turn, stranger = await world.turn(), await world.turn(a_thread(workspace="elsewhere"))
        reply = await world.answer(turn)
        async with world.stores.transaction(turn.tenant_id) as tx:
            assert await tx.replies.reply_language(reply.id) is Language.CHINESE
            assert await tx.replies.reply_language(turn.id) is None
        assert await world.tx(stranger.tenant_id).replies.reply_language(reply.id) is None

    async def test_of_the_latest_answer_to_a_person_here(self, world: StoreSet) -> None:
        turn, elsewhere = await world.turn(), await world.turn(a_thread(2))
        await world.answer(turn)
        async with world.stores.read(turn.tenant_id) as tx:
            here = await tx.conversations.get_in_channel(turn.conversation_id, person_id=turn.person.id)
            assert here.person_language is Language.CHINESE
            stranger = await tx.conversations.get_in_channel(turn.conversation_id, person_id="U-nobody")
            assert stranger.person_language is None
            other = await tx.conversations.get_in_channel(elsewhere.conversation_id, person_id=turn.person.id)
            assert other.person_language is None

    async def test_shown_in_the_conversation_of_an_answer_that_has_it_and_in_no_other(self, world: StoreSet) -> None:
        here, elsewhere = await world.turn(), await world.turn(a_thread(2))
        decision = await world.decision(here)
        answer = replace(a_reply(here, at=world.clock.now()).answer, decisions=(decision,))
        answer = replace(answer, buttons=(Button(f"confirm:{decision.id}:1", "Confirm"),))
        async with world.stores.transaction(here.tenant_id) as tx:
            await tx.replies.add_reply(replace(a_reply(here, at=world.clock.now()), answer=answer))
            confirm = ButtonRef(ButtonAction.CONFIRM, decision.id, 1)
            assert await tx.replies.shows_button(here.conversation_id, confirm)
            assert not await tx.replies.shows_button(elsewhere.conversation_id, confirm)
            assert not await tx.replies.shows_button(here.conversation_id, replace(confirm, version=2))
            assert not await tx.replies.shows_button(here.conversation_id, replace(confirm, action=ButtonAction.CANCEL))

    async def test_of_the_first_answer_with_the_button_and_its_thread(self, world: StoreSet) -> None:
        first, second, stranger = (
            await world.turn(),
            await world.turn(),
            await world.turn(a_thread(workspace="elsewhere")),
        )
        decision = await world.decision(first)
        await world.answer(first, shows=decision)
        confirm = Button(f"confirm:{decision.id}:1", "Confirm")
        later = a_reply(second, at=world.clock.now())
        answer = replace(later.answer, decisions=(decision,), buttons=(confirm,))
        async with world.stores.transaction(first.tenant_id) as tx:
            await tx.replies.add_reply(replace(later, language=Language.ENGLISH, answer=answer))
            shown = ButtonPlace(first.thread, Language.CHINESE)
            assert await tx.replies.find_button(ButtonRef(ButtonAction.CONFIRM, decision.id, 1)) == shown
            assert await tx.replies.find_button(ButtonRef(ButtonAction.CONFIRM, decision.id, 2)) is None
            assert await tx.replies.find_button(ButtonRef(ButtonAction.CANCEL, decision.id, 1)) is None
        assert (
            await world.tx(stranger.tenant_id).replies.find_button(ButtonRef(ButtonAction.CONFIRM, decision.id, 1))
            is None
        )

    async def test_of_the_first_answer_with_the_question_that_leads_to_the_button(self, world: StoreSet) -> None:
        turn, decision = await world.proposed()
        accepted = ButtonRef(ButtonAction.CONFIRM_BEYOND_CAP, decision.id, 1)
        question = ButtonQuestion("4.5 × the cap", "Do you mean that?", "Yes", "No", str(accepted))
        reply = a_reply(turn, at=world.clock.now())
        confirm = Button(f"confirm:{decision.id}:1", "Confirm", question)
        answer = replace(reply.answer, decisions=(decision,), buttons=(confirm,))
        async with world.stores.transaction(turn.tenant_id) as tx:
            await tx.replies.add_reply(replace(reply, answer=answer))
            assert await tx.replies.find_button(accepted) == ButtonPlace(turn.thread, reply.language)
            assert await tx.replies.find_button(replace(accepted, version=2)) is None


class TestStops:
    async def test_only_by_who_asked_and_only_while_unanswered(self, world: StoreSet) -> None:
        turn = await world.turn()
        async with world.stores.transaction(turn.tenant_id) as tx:
            assert not await tx.turns.request_stop(turn.id, by="U2")
            assert not await tx.turns.is_stopped(turn.id)
            assert await tx.turns.request_stop(turn.id, by=turn.person.id)
            assert await tx.turns.is_stopped(turn.id)
        await world.answer(turn)
        assert not await world.tx(turn.tenant_id).turns.request_stop(turn.id, by=turn.person.id)

    async def test_answered_by_the_person_as_now_known(self, world: StoreSet) -> None:
        turn = await world.turn()
        known = replace(turn, person=Person(turn.person.id, "Ann Lee", turn.person.language))
        async with world.stores.transaction(turn.tenant_id) as tx:
            assert await tx.turns.mark_answered(known, at=world.clock.now())
            assert (await tx.turns.get(turn.id)).person.name == "Ann Lee"


class TestEdits:
    async def test_before_it_has_begun_then_says_the_new_text(self, world: StoreSet) -> None:
        turn = await world.turn(text="buy 5 MSFT")
        assert await world.inbox.message_edited(turn.thread, message_id=turn.platform_id, text="buy 6 MSFT")
        claim = await world.claimed()
        assert claim.turn.text == "buy 6 MSFT"

    async def test_after_it_has_begun_then_stays(self, world: StoreSet) -> None:
        turn = await world.turn(text="buy 5 MSFT")
        await world.claim()
        assert not await world.inbox.message_edited(turn.thread, message_id=turn.platform_id, text="buy 6 MSFT")
        assert not await world.inbox.message_deleted(turn.thread, message_id=turn.platform_id)
        stored = await world.tx(turn.tenant_id).turns.get(turn.id)
        assert (stored.text, stored.status) == ("buy 5 MSFT", InputStatus.ACCEPTED)

    async def test_deleted_before_it_has_begun_then_never_answered(self, world: StoreSet) -> None:
        turn = await world.turn()
        assert await world.inbox.message_deleted(turn.thread, message_id=turn.platform_id)
        assert await world.claim() is None

    async def test_of_a_message_that_is_not_ours_then_nothing(self, world: StoreSet) -> None:
        turn = await world.turn()
        assert not await world.inbox.message_edited(turn.thread, message_id="never", text="x")
        assert not await world.inbox.message_deleted(a_thread(workspace="elsewhere"), message_id=turn.platform_id)


async def test_takes_part_only_where_it_was_spoken_to(world: StoreSet) -> None:
    turn = await world.turn()
    assert await world.inbox.is_participant(turn.thread)
    assert not await world.inbox.is_participant(replace(turn.thread, thread="another"))


async def test_is_first_until_somebody_was_answered_in_the_channel(world: StoreSet) -> None:
    turn = await world.turn()
    elsewhere = await world.turn(replace(a_thread(99), channel="another"))
    async with world.stores.transaction(turn.tenant_id) as tx:
        conversation = await tx.conversations.get(turn.conversation_id)
        assert (await tx.conversations.get_in_channel(turn.conversation_id)).is_first_in_channel
        await tx.conversations.save(replace(conversation, message_count=2))
        assert not (await tx.conversations.get_in_channel(turn.conversation_id)).is_first_in_channel
        read = await tx.conversations.get_in_channel(elsewhere.conversation_id)
    assert read.is_first_in_channel
    assert read.conversation.thread == elsewhere.thread


async def test_thread_of_a_decision_within_its_tenant(world: StoreSet) -> None:
    turn, stranger = await world.turn(), await world.turn(a_thread(workspace="elsewhere"))
    decision = await world.decision(turn)
    assert await world.inbox.decision_thread(turn.tenant_id, decision.id) == turn.thread
    for tenant_id, decision_id in ((stranger.tenant_id, decision.id), (turn.tenant_id, DecisionId(turn.id))):
        with pytest.raises(UnknownDecisionError):
            await world.inbox.decision_thread(tenant_id, decision_id)


async def test_thread_of_a_turn_within_its_tenant(world: StoreSet) -> None:
    turn, stranger = await world.turn(), await world.turn(a_thread(workspace="elsewhere"))
    assert await world.inbox.turn_thread(turn.tenant_id, turn.id) == turn.thread
    with pytest.raises(UnknownDecisionError):
        await world.inbox.turn_thread(stranger.tenant_id, turn.id)
