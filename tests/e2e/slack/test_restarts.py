"""A process ends in mid-answer; messages are edited and deleted before their turn has come."""

from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once
from tests.e2e.slack_process import slack_system


async def test_restarted_in_mid_answer_then_the_same_message_becomes_the_answer(place: Deployment) -> None:
    async with slack_system(place) as at:
        parley = await at.start(engine_seconds=2)
        asked = await at.asks("buy $800 of GOOG")
        line = await at.answer(asked, "weighing")
        parley.end()
        await at.restart(parley)
        await at.answer(asked, "Confirm")
        await at.settled()
        assert [message.ts for message in at.ours(asked)] == [line.ts]
        assert at.count("decision") == 1
        at.assert_each_message_shown_once()
        assert_every_turn_answered_once(place)
        assert_books_balance(place)


async def test_edited_or_deleted_behind_a_slow_turn_then_the_new_text_is_answered_or_nothing(place: Deployment) -> None:
    async with slack_system(place) as at:
        await at.start(engine_seconds=2)
        first = await at.asks("buy $800 of GOOG")
        await at.answer(first, "weighing")
        edited = await at.asks("analyze AAPL", thread=first)
        deleted = await at.asks("analyze MSFT", thread=first)
        await at.slack.settle()
        await at.ann.edits(edited, "analyze IBM")
        await at.ann.deletes(deleted)
        await at.settled()
        await at.ann.edits(first, "buy $80,000 of GOOG")  # too late: noted, and nothing else
        await at.settled()

        said = " ".join(message.text for message in at.ours(first))
        assert "IBM · " in said
        assert "AAPL" not in said.replace("real prices of AAPL", "")
        assert "MSFT · " not in said
        assert "queued behind" not in said.lower()
        assert (at.count("turn"), at.count("reply"), at.count("decision")) == (3, 2, 1)
