"""Presses that are late, by others or from before a restart; Adjust…, Stop; names and texts that try to ping all."""

from adapters.discord.outbound.embeds import AMBER
from tests.e2e.deployment import Deployment
from tests.e2e.discord_process import discord_system, pressable, shown

ACCEPT = "Yes, buy 119 GOOG for $89,927.11"
SECONDARY, DANGER = 2, 4  # styles of buttons, as Discord numbers them


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
