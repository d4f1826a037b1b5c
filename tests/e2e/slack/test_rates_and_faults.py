"""Slack answers late, wrongly or not at all: every message is posted once and in order."""

import pytest

from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_every_turn_answered_once
from tests.e2e.slack_process import slack_system

FAULTS = ("server_error", "server_error_after", "lost_answer", "lost_request", "garbage")
SYMBOLS = ("AAPL", "GOOG", "IBM")
THREADS = 3
TOO_OFTEN = {"ok": False, "error": "ratelimited"}


@pytest.mark.faults
async def test_told_to_wait_then_replies_of_several_threads_come_later_in_order(deployment: Deployment) -> None:
    async with slack_system(deployment) as system:
        await system.start()
        system.slack.rates.enforced = True  # one post a second and channel, after the first five
        system.slack.faults.add(method="chat.postMessage", kind="ratelimited", times=THREADS, retry_after=1)
        threads = [await system.asks(f"analyze {SYMBOLS[0]}") for _ in range(THREADS)]
        for symbol in SYMBOLS[1:]:
            for thread in threads:
                await system.asks(f"analyze {symbol}", thread=thread)
            await system.slack.settle()  # what is sent at the same instant may come in either order
        await system.settled()

        assert len([call for call in system.slack.called("chat.postMessage") if call.fault]) == THREADS
        assert len([call for call in system.slack.called("chat.postMessage") if call.response == TOO_OFTEN]) > 0
        system.assert_each_message_shown_once()
        assert_every_turn_answered_once(deployment)
        for thread in threads:
            # An answer that had to wait is shown by editing the notice that it was queued.
            shown = sorted(system.app_messages(thread), key=lambda each: each.edited["ts"] if each.edited else each.ts)
            said = [message.text for message in shown]
            assert [symbol for text in said for symbol in SYMBOLS if f"{symbol} $" in text] == list(SYMBOLS)
        assert not system.slack.violations
        _, metrics = await system.parleys[0].get("/metrics")
        assert 'parley_rate_limited_total{platform="slack"}' in metrics


@pytest.mark.faults
async def test_posting_and_updating_go_wrong_in_every_way_then_each_answer_stands_once(deployment: Deployment) -> None:
    async with slack_system(deployment) as system:
        await system.start(engine_seconds=1.2)
        for kind in FAULTS:
            system.slack.faults.add(method="chat.postMessage", kind=kind)
        asked = [await system.asks("analyze AAPL") for _ in FAULTS]  # answered at once: a post
        await system.slack.wait_for(lambda: len(system.slack.called("chat.postMessage")) >= len(FAULTS), what="posts")
        for kind in FAULTS:
            system.slack.faults.add(method="chat.update", kind=kind)
        asked += [
            await system.asks("buy $800 of GOOG") for _ in FAULTS
        ]  # progress is posted, and updated to the answer
        for each in asked:
            await system.answer(each, "Confirm" if "buy" in each.text else "AAPL $455.49")
        await system.settled()
        assert {call.fault for call in system.slack.called("chat.update")} == {*FAULTS, ""}
        assert {call.fault for call in system.slack.called("chat.postMessage")} == {*FAULTS, ""}
        system.assert_each_message_shown_once()
        assert [len(system.app_messages(each)) for each in asked] == [1] * len(asked)
        assert_every_turn_answered_once(deployment)
