"""Presses: late, by another, of before a restart, Adjust…, Stop; and names and texts that try to ping everybody."""

import time

from tests.e2e.chat_process import full_rounds
from tests.e2e.deployment import Deployment
from tests.e2e.discord_process import DECISION_BUTTONS, discord_system, pressable, shown
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once
from tests.fakes.discord.invocations import press_data

SOON = 2.0  # seconds within which a Stop is heeded
ENGINE_SECONDS = full_rounds(few=3, all_of_them=5)
TOKEN_LIFE = 16 * 60.0  # seconds, and a little more
VOTES = ["👍", "👎"]
ALREADY = "That decision on GOOG has been carried out already"
HOSTILE = "analyze GOOG @everyone <@{}> <@&{}> @here [**x**](https://evil.example)"


async def test_pressed_late_by_another_or_after_a_restart_then_each_is_told_what_is_so(place: Deployment) -> None:
    async with discord_system(place) as at:
        parley = await at.start()
        everybody = at.discord.add_person("@everyone")
        asked = at.asks(HOSTILE.format(at.bob.id, at.discord.guild.id), by=everybody)
        thread = await at.thread(asked)
        everybody.says(thread, "buy $800 of GOOG")
        first = await at.answer(thread, "Confirm")
        assert pressable(first) == [*DECISION_BUTTONS, *VOTES]
        at.bob.presses(first, "Confirm")
        await at.whispered(at.bob, "Only the person who asked may confirm")
        assert at.count("trade_order") == 0
        parley.end()
        await at.restart(parley)

        form = everybody.presses(first, "Adjust…")
        await at.until(lambda: form.modal, "the form")
        everybody.submits(form, {"amount": "$1,600", "note": "@everyone more <@1>"})
        card = await at.until(
            lambda: next(
                (each for each in at.ours(thread) if each is not first and "Confirm" in pressable(each)), None
            ),
            "the new version",
        )
        await at.until(lambda: "Confirm" not in pressable(first), "the old version to be redrawn")
        held, old = press_data(card, "Confirm"), press_data(card, "Adjust…")
        presses = [everybody.presses(card, "Confirm"), at.bob.presses(card, "Why?")]
        await at.answer(thread, "Done: bought 2 GOOG")
        await at.until(lambda: pressable(card) == VOTES, "the card to be redrawn")
        await at.settled()
        seen = len(at.ours())
        assert all(press.acked for press in presses)
        assert "Confirmed by" in shown(card)
        assert pressable(first) == VOTES

        at.presses_late(everybody, card, held)
        at.presses_late(at.bob, card, held)
        await at.whispered(everybody, ALREADY)
        await at.until(lambda: len(at.bob.ephemerals) == 2, "the second refusal")
        late = at.presses_late(everybody, card, old)
        await at.until(lambda: late.acked, "an answer to the late Adjust…")
        assert late.modal is None
        await at.settled()

        suggested = [at.ann.autocompletes(at.channel, "analyze", "symbol", text) for text in ("app", "苹果", "a", "")]
        await at.until(lambda: all(each.choices is not None for each in suggested), "suggestions")
        assert all(len(each.choices or ()) <= 25 for each in suggested)
        assert all("AAPL" in [choice["value"] for choice in each.choices or ()] for each in suggested[:2])

        assert len(at.ours()) == seen
        assert not at.discord.violations
        assert (at.count("trade_order"), place.value("SELECT count(DISTINCT id) FROM decision")) == (1, 1)
        at.assert_each_message_shown_once()
        assert_every_turn_answered_once(place)
        assert_books_balance(place)


async def test_stop_pressed_then_progress_says_so_and_without_it_becomes_the_answer(place: Deployment) -> None:
    async with discord_system(place) as at:
        await at.start(engine_seconds=ENGINE_SECONDS)
        stopped, answered = at.asks("buy $800 of GOOG"), at.asks("buy $800 of GOOG")
        command = at.bob.uses_command(at.channel, "decide", symbol="IBM", amount="$500")
        line, other_line = await at.answer(stopped, "weighing"), await at.answer(answered, "weighing")
        assert pressable(line) == pressable(other_line) == ["Stop"]
        at.bob.presses(line, "Stop")
        await at.whispered(at.bob, "only who asked can stop")
        pressed_at = time.monotonic()
        at.ann.presses(line, "Stop")
        await at.answer(stopped, "Stopped, as you asked", within=SOON)
        assert time.monotonic() - pressed_at < SOON
        at.discord.clock.advance(TOKEN_LIFE)  # the command's token is dead by now

        card = await at.answer(answered, "Confirm")
        root = await at.until(lambda: command.original, "the message that the thread of the command hangs on")
        await at.answer(root, "Confirm")
        await at.settled()
        assert at.ours(await at.thread(stopped)) == [line]
        assert at.ours(await at.thread(answered)) == [other_line] == [card]
        assert "Stop" not in [*pressable(line), *pressable(card)]
        assert at.count("decision") == 2
        at.assert_each_message_shown_once()
        assert not at.discord.violations
