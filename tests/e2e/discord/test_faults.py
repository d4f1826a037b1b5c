"""Faults: Discord answers late, wrongly or not at all; the database is down; the token is wrong."""

import asyncio

import pytest

from tests.e2e.chat_process import parley as run_parley
from tests.e2e.deployment import Deployment
from tests.e2e.discord_process import discord_system
from tests.e2e.invariants import assert_every_turn_answered_once
from tests.e2e.slack_process import outage
from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.faults import Kind

POST = "POST /channels/{}/messages"
OPEN = "POST /channels/{}/messages/{}/threads"
EDIT = "PATCH /channels/{}/messages/{}"
FAULTS: tuple[Kind, ...] = ("rate_limited", "server_error", "failed_answer", "lost_request", "lost_answer", "html")
SYMBOLS = ("AAPL", "GOOG", "IBM")
WRONG = "MTIzNDU2Nzg5.wrong.0123456789abcdefghijklmnopq"


@pytest.mark.faults
async def test_calls_go_wrong_in_every_way_then_each_reply_stands_once_and_in_order(deployment: Deployment) -> None:
    async with discord_system(deployment) as system:
        parley = await system.start(engine_seconds=1.2)
        system.discord.limits.set(POST, limit=3, per=1.0)
        for kind in FAULTS:
            system.discord.faults.add(route=POST, kind=kind, status=502, seconds=0.5)
        for kind in FAULTS[-3:]:
            system.discord.faults.add(route=OPEN, kind=kind, status=502)
        for kind in FAULTS:
            system.discord.faults.add(route=EDIT, kind=kind, status=502, seconds=0.5)
        decided = [system.asks("buy $800 of GOOG") for _ in range(3)]  # progress is posted, and edited to the answer
        asked = [system.asks("analyze MSFT") for _ in range(3)]
        threads = [await system.thread(each) for each in asked]
        for symbol in SYMBOLS:
            for thread in threads:
                system.ann.says(thread, f"analyze {symbol}")
        for each in decided:
            await system.answer(each, "Confirm")
        await system.settled()

        assert not [fault for fault in system.discord.faults.planned if fault.route == POST and not fault.happened]
        assert len(system.discord.called(EDIT)) > 2
        system.assert_each_message_shown_once()
        assert [len(system.app_messages(await system.thread(each))) for each in decided] == [1, 1, 1]
        for thread in threads:
            # An answer that had to wait is shown by editing the notice that it was queued.
            shown = sorted(system.app_messages(thread), key=lambda each: each.edited_at or each.at)
            said = [str(message.embeds) for message in shown]
            assert [symbol for text in said for symbol in SYMBOLS if f"{symbol} $" in text] == list(SYMBOLS)
        assert {each.kind for each in system.discord.violations} <= {
            "invalid_request"
        }  # looked for in an unopened thread
        assert_every_turn_answered_once(deployment)
        _, metrics = await parley.get("/metrics")
        assert 'parley_rate_limited_total{platform="discord"}' in metrics


@pytest.mark.faults
async def test_database_down_at_receipt_then_messages_wait_and_interactions_are_told_so(deployment: Deployment) -> None:
    async with discord_system(deployment) as system:
        parley = await system.start()
        card = await system.answer(system.asks("buy $800 of GOOG"), "Confirm")
        await system.settled()
        with outage(deployment):
            asked = system.asks("analyze AAPL")
            system.bob.uses_command(system.channel, "decide", symbol="IBM")
            system.ann.presses(card, "Confirm")
            await system.ephemeral_message(system.bob, "I could not make sure in time")
            await system.ephemeral_message(system.ann, "I could not make sure in time")
            status, body = await parley.get("/readyz")
            assert (status, '"database": "ok"' in body) == (503, False)
            assert (await parley.get("/healthz"))[0] == 200
        await system.answer(asked, "AAPL $455.49")
        await system.settled()
        await system.ready(parley)
        assert (
            max(system.count("opening"), system.count("trade_order")) <= 1
        )  # what came through late is carried out, once
        assert system.discord.violations == []
        system.assert_each_message_shown_once()
        assert_every_turn_answered_once(deployment)


async def test_token_is_wrong_then_it_ends_with_what_to_do_and_does_not_show_the_token(deployment: Deployment) -> None:
    async with FakeDiscord() as discord:
        api = {"DISCORD_TOKEN": WRONG, "DISCORD_API_URL": discord.api_url, "PORT": "0"}
        ended = await asyncio.to_thread(run_parley, deployment, "discord", **api)
    output = f"{ended.stdout}{ended.stderr}{deployment.logs()}"
    assert ended.returncode == 1, output
    assert "Reset Token" in ended.stderr
    assert "Traceback" not in output
    assert WRONG not in output
    assert discord.invalid_requests <= 2
