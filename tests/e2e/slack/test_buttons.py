"""Stop, and presses that come too late or from another person."""

import time

from tests.e2e.deployment import Deployment
from tests.e2e.slack_process import pressable, slack_system

SOON = 2.0  # seconds within which a Stop is heeded
VOTES = ["👍", "👎"]
EXPIRE = "UPDATE decision SET expires_at = now() - interval '10 s' WHERE id = %s"
ALREADY = "That decision on GOOG has been carried out already"


async def test_stop_pressed_then_progress_says_so_and_without_it_becomes_the_answer(place: Deployment) -> None:
    async with slack_system(place) as at:
        await at.start(engine_seconds=4)
        stopped, answered = await at.asks("buy $800 of GOOG"), await at.asks("buy $800 of GOOG")
        line, other_line = await at.answer(stopped, "weighing"), await at.answer(answered, "weighing")
        assert pressable(line) == ["Stop"]
        assert "reading prices of GOOG … ✓" in line.text

        await at.bob.presses(line, "Stop")
        await at.whispered(at.bob, "only who asked can stop")
        now, later = (at.ann.finds(line, "Stop") for _ in range(2))
        pressed_at = time.monotonic()
        await at.ann.acts(line, now)
        await at.answer(stopped, "Stopped, as you asked", within=SOON)
        assert time.monotonic() - pressed_at < SOON

        await at.answer(answered, "Confirm")
        await at.settled()
        assert [message.ts for message in at.ours(stopped)] == [line.ts]
        assert [message.ts for message in at.ours(answered)] == [other_line.ts]
        assert "Stop" not in [*pressable(line), *pressable(other_line)]
        assert at.count("decision") == 1
        await at.ann.acts(line, later)
        await at.whispered(at.ann, "There is nothing to stop any more")
        at.assert_each_message_shown_once()
        assert not at.slack.violations


async def test_pressed_late_or_by_another_then_only_who_pressed_is_told(place: Deployment) -> None:
    async with slack_system(place) as at:
        await at.start()
        card, expiring = [await at.answer(await at.asks("buy $800 of GOOG"), "Confirm") for _ in range(2)]
        confirm, again, others, late = (person.finds(card, "Confirm") for person in (at.ann, at.ann, at.bob, at.bob))
        expired = at.ann.finds(expiring, "Confirm")
        assert pressable(card) == ["Confirm", "Cancel", "Why?", "Adjust…", *VOTES]
        with place.database() as connection:
            connection.execute(EXPIRE, [expired["action_id"].split(":")[1]])

        await at.bob.acts(card, others)
        await at.whispered(at.bob, "Only the person who asked may confirm")
        assert at.count("trade_order") == 0
        await at.ann.acts(card, confirm)
        await at.answer(at.slack.thread(at.channel, card.thread_ts or "")[0], "Done: bought 1 GOOG")
        await at.ann.acts(expiring, expired)
        await at.whispered(at.ann, "That decision expired")
        await at.start()  # which looks at once for what has expired
        await at.slack.wait_for(lambda: "Expired" in f"{expiring.blocks}", within=20, what="fate of the expired card")
        await at.settled()
        seen = len(at.slack.from_app(at.channel))
        await at.ann.acts(card, again)
        await at.whispered(at.ann, ALREADY)
        await at.bob.acts(card, late)
        await at.settled()

        assert "Confirmed by Ann" in f"{card.blocks}"
        assert pressable(card) == pressable(expiring) == VOTES
        assert len(at.slack.from_app(at.channel)) == seen
        assert [ALREADY in shown.text for shown in at.ann.ephemerals()] == [False, True]
        assert not [shown for shown in at.bob.ephemerals() if "Only the person who asked" not in shown.text]
        assert at.count("trade_order") == 1
        at.assert_each_message_shown_once()
        assert not at.slack.violations
