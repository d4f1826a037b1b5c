"""Inputs while the database is down: Slack is asked to retry, and people are told what to do."""

import asyncio

import pytest

from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_every_turn_answered_once
from tests.e2e.slack_process import outage, slack_system

BUSY_SECONDS = 20.0  # Parley waits 1.5 s itself; a busy machine adds to that


@pytest.mark.faults
async def test_database_down_at_receipt_then_answered_after_the_retry(deployment: Deployment) -> None:
    async with slack_system(deployment) as system:
        parley = await system.start("http")
        card = await system.answer(await system.asks("buy $800 of GOOG"), "Confirm")
        await system.settled()
        system.slack.pace.ack_seconds = BUSY_SECONDS
        system.slack.pace.retry_factor = 0.03  # after 0, 1.8 and 9 s
        with outage(deployment):
            asked = await system.asks("analyze AAPL")
            command, press = await asyncio.gather(
                system.ann.types_command(system.channel, "/decide", "IBM"), system.ann.presses(card, "Confirm")
            )
            status, body = await parley.get("/readyz")  # which shows the same for a second
            await system.slack.wait_for(lambda: len(system.slack.violations) >= 5, within=10, what="refused deliveries")

            assert command.ok
            assert "I could not make sure in time" in f"{command.payload}"
            assert not press.ok
            await system.ephemeral_message(system.ann, "I could not make sure in time")
            assert status == 503, body
            assert '"database": "ok"' not in body
            assert (await parley.get("/healthz"))[0] == 200
            refused = [each for each in system.slack.violations if each.kind == "bad_status"]
            assert refused, system.slack.violations
            assert all("503" in each.detail for each in refused)
        await system.answer(asked, "AAPL $455.49")
        await system.settled()
        await system.ready(parley)
        assert (await parley.get("/healthz"))[0] == 200
        assert (
            max(system.count("opening"), system.count("trade_order")) <= 1
        )  # what came through late is carried out, once
        system.assert_each_message_shown_once()
        assert_every_turn_answered_once(deployment)
