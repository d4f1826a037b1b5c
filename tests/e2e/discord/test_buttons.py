"""Presses that are late, by others or from before a restart; Adjust…, Stop; names and texts that try to ping all."""

import pytest

from adapters.discord.outbound.embeds import AMBER
from tests.e2e.deployment import Deployment
from tests.e2e.discord_process import DECISION_BUTTONS, discord_system, pressable, shown
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once
from tests.fakes.discord.invocations import press_data

ACCEPT = "Yes, buy 119 GOOG for $89,927.11"
SECONDARY, DANGER = 2, 4  # styles of buttons, as Discord numbers them
VOTES = ["👍", "👎"]
ALREADY = "That decision on GOOG has been carried out already"
HOSTILE = "analyze GOOG @everyone <@{}> <@&{}> @here [**x**](https://evil.example)"


async def test_beyond_a_cap_then_confirm_asks_and_the_second_button_does_it_after_a_restart(
    deployment: Deployment,
) -> None:
    async with discord_system(deployment) as system:
        parley = await system.start()
        thread = await system.thread(system.asks("buy 1000000 shares of GOOG"))
        card = await system.answer(thread, "Confirm")
        assert card.embeds[0]["title"] == "⚠ 4.5 × the cap of 20 % per position: 89.9 % of the account"
        assert card.embeds[0]["color"] == AMBER
        assert {each["label"]: each["style"] for each in card.buttons if each.get("label")} == {
            "Confirm": SECONDARY,
            "Cancel": DANGER,
            "Why?": SECONDARY,
            "Adjust…": SECONDARY,
        }

        system.ann.presses(card, "Confirm")
        asked = await system.answer(thread, ACCEPT)
        assert "89.9 % of the account, 4.5 × the cap of 20 %" in shown(asked)
        assert system.count("trade_order") == 0
        parley.end()
        await system.restart(parley)

        system.ann.presses(asked, ACCEPT)
        await system.answer(thread, "Done: bought 119 GOOG")
        await system.settled()
        assert system.count("trade_order") == 1
        assert pressable(asked) == []
        assert not system.discord.violations


@pytest.mark.faults
async def test_pressed_late_by_another_or_after_a_restart_then_each_is_told_what_is_so(deployment: Deployment) -> None:
    async with discord_system(deployment) as system:
        parley = await system.start()
        everybody = system.discord.add_person("@everyone")
        asked = system.asks(HOSTILE.format(system.bob.id, system.discord.guild.id), by=everybody)
        thread = await system.thread(asked)
        everybody.says(thread, "buy $800 of GOOG")
        first = await system.answer(thread, "Confirm")
        assert pressable(first) == [*DECISION_BUTTONS, *VOTES]
        system.bob.presses(first, "Confirm")
        await system.ephemeral_message(system.bob, "Only the person who asked may confirm")
        assert system.count("trade_order") == 0
        parley.end()
        await system.restart(parley)

        form = everybody.presses(first, "Adjust…")
        await system.until(lambda: form.modal, "the form")
        everybody.submits(form, {"amount": "$1,600", "note": "@everyone more <@1>"})
        card = await system.until(
            lambda: next(
                (each for each in system.app_messages(thread) if each is not first and "Confirm" in pressable(each)),
                None,
            ),
            "the new version",
        )
        await system.until(lambda: "Confirm" not in pressable(first), "the old version to be redrawn")
        held, old = press_data(card, "Confirm"), press_data(card, "Adjust…")
        presses = [everybody.presses(card, "Confirm"), system.bob.presses(card, "Why?")]
        await system.answer(thread, "Done: bought 2 GOOG")
        await system.until(lambda: pressable(card) == VOTES, "the card to be redrawn")
        await system.settled()
        seen = len(system.app_messages())
        assert all(press.acked for press in presses)
        assert "Confirmed by" in shown(card)
        assert pressable(first) == VOTES

        system.presses_late(everybody, card, held)
        system.presses_late(system.bob, card, held)
        await system.ephemeral_message(everybody, ALREADY)
        await system.until(lambda: len(system.bob.ephemerals) == 2, "the second refusal")
        late = system.presses_late(everybody, card, old)
        await system.until(lambda: late.acked, "an answer to the late Adjust…")
        assert late.modal is None
        await system.settled()

        suggested = [
            system.ann.autocompletes(system.channel, "analyze", "symbol", text) for text in ("app", "苹果", "a", "")
        ]
        await system.until(lambda: all(each.choices is not None for each in suggested), "suggestions")
        assert all(len(each.choices or ()) <= 25 for each in suggested)
        assert all("AAPL" in [choice["value"] for choice in each.choices or ()] for each in suggested[:2])

        assert len(system.app_messages()) == seen
        assert not system.discord.violations
        assert (system.count("trade_order"), deployment.value("SELECT count(DISTINCT id) FROM decision")) == (1, 1)
        system.assert_each_message_shown_once()
        assert_every_turn_answered_once(deployment)
        assert_books_balance(deployment)
