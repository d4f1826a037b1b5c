"""Discord answers calls late, wrongly or not at all, the database is away, the token is wrong."""

import asyncio

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


async def test_calls_go_wrong_in_every_way_then_each_reply_stands_once_and_in_order(place: Deployment) -> None:
    async with discord_system(place) as at:
        parley = await at.start(engine_seconds=1.2)
        at.discord.limits.set(POST, limit=3, per=1.0)
        for kind in FAULTS:
            at.discord.faults.add(route=POST, kind=kind, status=502, seconds=0.5)
        for kind in FAULTS[-3:]:
            at.discord.faults.add(route=OPEN, kind=kind, status=502)
        for kind in FAULTS:
            at.discord.faults.add(route=EDIT, kind=kind, status=502, seconds=0.5)
        decided = [at.asks("buy $800 of GOOG") for _ in range(3)]  # progress is posted, and edited to the answer
        asked = [at.asks("analyze MSFT") for _ in range(3)]
        threads = [await at.thread(each) for each in asked]
        for symbol in SYMBOLS:
            for thread in threads:
                at.ann.says(thread, f"analyze {symbol}")
        for each in decided:
            await at.answer(each, "Confirm")
        await at.settled()

        assert not [fault for fault in at.discord.faults.planned if fault.route == POST and not fault.happened]
        assert len(at.discord.called(EDIT)) > 2
        at.assert_each_message_shown_once()
        assert [len(at.ours(await at.thread(each))) for each in decided] == [1, 1, 1]
        for thread in threads:
            said = [message.content for message in at.ours(thread)]
            assert [symbol for text in said for symbol in SYMBOLS if f"{symbol} · " in text] == list(SYMBOLS)
        assert {each.kind for each in at.discord.violations} <= {"invalid_request"}  # looked for in an unopened thread
        assert_every_turn_answered_once(place)
        _, metrics = await parley.get("/metrics")
        assert 'parley_rate_limited_total{platform="discord"}' in metrics


async def test_database_down_at_receipt_then_messages_wait_and_interactions_are_told_so(place: Deployment) -> None:
    async with discord_system(place) as at:
        parley = await at.start()
        card = await at.answer(at.asks("buy $800 of GOOG"), "Confirm")
        await at.settled()
        with outage(place):
            asked = at.asks("analyze AAPL")
            at.bob.uses_command(at.channel, "decide", symbol="IBM")
            at.ann.presses(card, "Confirm")
            await at.whispered(at.bob, "I could not make sure in time")
            await at.whispered(at.ann, "I could not make sure in time")
            status, body = await parley.get("/readyz")
            assert (status, '"database": "ok"' in body) == (503, False)
            assert (await parley.get("/healthz"))[0] == 200
        await at.answer(asked, "50-day average")
        await at.settled()
        await at.ready(parley)
        assert max(at.count("opening"), at.count("trade_order")) <= 1  # what came through late is carried out, once
        assert at.discord.violations == []
        at.assert_each_message_shown_once()
        assert_every_turn_answered_once(place)


async def test_token_is_wrong_then_it_ends_with_what_to_do_and_does_not_show_the_token(place: Deployment) -> None:
    async with FakeDiscord() as discord:
        api = {"DISCORD_TOKEN": WRONG, "DISCORD_API_URL": discord.api_url, "PORT": "0"}
        ended = await asyncio.to_thread(run_parley, place, "discord", **api)
    output = f"{ended.stdout}{ended.stderr}{place.logs()}"
    assert ended.returncode == 1, output
    assert "Reset Token" in ended.stderr
    assert "Traceback" not in output
    assert WRONG not in output
    assert discord.invalid_requests <= 2
