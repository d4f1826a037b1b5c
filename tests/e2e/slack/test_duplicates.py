"""Everything is delivered several times, or only at the second try: answered, and once."""

import asyncio

import pytest

from tests.e2e.chat_process import full_rounds
from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once
from tests.e2e.slack_process import Way, slack_system

COPIES = 4
ALL_WAYS: list[tuple[Way, bool]] = [("http", False), ("sockets", True), ("http", True), ("sockets", False)]
WAYS = ALL_WAYS[: full_rounds(few=2, all_of_them=4)]


@pytest.mark.parametrize(("over", "mention_first"), WAYS)
async def test_everything_delivered_four_times_to_two_processes_then_each_done_once(
    place: Deployment, over: Way, *, mention_first: bool
) -> None:
    async with slack_system(place) as at:
        await asyncio.gather(at.start(over), at.start(over))
        at.slack.world.mention_first = mention_first
        for event in ("app_mention", "message", "slash_commands", "interactive"):
            at.slack.faults.add(event=event, kind="duplicate", copies=COPIES, times=None)

        asked = [await at.asks("buy $800 of GOOG"), await at.asks("analyze AAPL")]
        card = await at.answer(asked[0], "Confirm")
        await at.answer(asked[1], "50-day average")
        await at.asks("why?", thread=asked[0])
        await at.ann.types_command(at.channel, "/decide", "IBM at most $500")
        await at.ann.presses(card, "Confirm")
        await at.answer(asked[0], "Done: bought 1 GOOG")
        await at.settled()

        assert not at.slack.violations
        assert (at.count("turn"), at.count("reply")) == (5, 5)  # three messages, a command, a press
        assert at.count("opening") == 1
        assert at.count("trade_order") == 1
        at.assert_each_message_shown_once()
        assert len(at.ours(asked[0])) == 3  # the card, the reasons, the fill
        assert len(at.ours(asked[1])) == 1
        assert len(at.slack.from_app(at.channel)) == 6  # and the command's thread with its answer
        assert not at.slack.ephemerals
        assert_every_turn_answered_once(place)
        assert_books_balance(place)


async def test_first_attempt_never_arrives_then_the_retry_is_answered(place: Deployment) -> None:
    async with slack_system(place) as at:
        await at.start("http")
        for event in ("app_mention", "message"):
            at.slack.faults.add(event=event, kind="retry_only")
        await at.answer(await at.asks("analyze AAPL"), "50-day average")
        await at.settled()
        by_ann = [each for each in at.slack.parcels if each.payload["event"]["user"] == at.ann.id]
        assert [parcel.retry for parcel in by_ann] == [1, 1]
        assert (at.count("turn"), at.count("reply")) == (1, 1)
        at.assert_each_message_shown_once()
