"""Presses that must not trade, over signed HTTP: no order, and a trace of each in the audit, or in a metric."""

import json
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlencode

import aiohttp
import pytest

from tests.e2e.deployment import Deployment
from tests.e2e.slack_process import SlackSystem, slack_system
from tests.fakes.slack import FakeSlackMessage
from tests.fakes.slack.http_transport import signature

FORM = "application/x-www-form-urlencoded"
AUDITED = """
SELECT kind, p.person_id AS by, facts ->> 'button' AS button, facts ->> 'refused' AS refused
  FROM audit a JOIN person_reference p ON p.tenant_id = a.tenant_id AND p.reference = a.by
 WHERE kind IN ('pressed', 'press_repeated') ORDER BY at, id
"""
EXPIRE = "UPDATE decision SET expires_at = now() - interval '10 s' WHERE id = %s"
COUNTED = re.compile(r'^parley_errors_total\{kind="UnsignedRequestError"\} (\d+)', re.MULTILINE)

Press = Callable[[SlackSystem, FakeSlackMessage], Awaitable[None]]


async def forged(system: SlackSystem, card: FakeSlackMessage) -> None:
    assert await post(system, body_of(system, card), secret="another app's") == 401  # noqa: S106 - signs nothing real


async def unsigned(system: SlackSystem, card: FakeSlackMessage) -> None:
    assert await post(system, body_of(system, card), secret="") == 401


async def of_ten_minutes_ago(system: SlackSystem, card: FakeSlackMessage) -> None:
    assert await post(system, body_of(system, card), age=600) == 401


async def changed_on_the_way(system: SlackSystem, card: FakeSlackMessage) -> None:
    body = body_of(system, card)
    assert await post(system, body, signed=body.replace(b"confirm", b"cancel")) == 401


async def by_another_person(system: SlackSystem, card: FakeSlackMessage) -> None:
    await system.bob.acts(card, system.bob.finds(card, "Confirm"))
    await system.ephemeral_message(system.bob, "Only the person who asked may confirm")


async def after_its_expiry(system: SlackSystem, card: FakeSlackMessage) -> None:
    confirm = system.ann.finds(card, "Confirm")
    with system.deployment.database() as connection:
        connection.execute(EXPIRE, [confirm["action_id"].split(":")[1]])
    await system.ann.acts(card, confirm)
    await system.ephemeral_message(system.ann, "That decision expired")


async def of_an_older_version(system: SlackSystem, card: FakeSlackMessage) -> None:
    confirm = system.ann.finds(card, "Confirm")
    await system.ann.presses(card, "Adjust…")
    await system.ann.submits(await system.slack.wait_for_modal(system.ann), {"amount": "900"})
    await system.answer(system.slack.thread(system.channel, card.thread_ts or "")[0], "Ann adjusted the proposal")
    await system.ann.acts(card, confirm)
    await system.ephemeral_message(system.ann, "replaced by a newer version")


async def of_an_unknown_decision(system: SlackSystem, card: FakeSlackMessage) -> None:
    confirm = system.ann.finds(card, "Confirm")
    unknown = "confirm:00000000-0000-4000-8000-000000000000:1"
    await system.ann.acts(card, {**confirm, "action_id": unknown})
    await system.ephemeral_message(system.ann, "I know no such decision")


async def cancelled_before(system: SlackSystem, card: FakeSlackMessage) -> None:
    confirm = system.ann.finds(card, "Confirm")
    await system.ann.presses(card, "Cancel")
    await system.slack.wait_for(lambda: "Cancelled by Ann" in f"{card.blocks}", what="cancelled card")
    await system.ann.acts(card, confirm)
    await system.ephemeral_message(system.ann, "was cancelled")


REFUSED: dict[Press, str] = {  # -> why, as the audit names it; empty: no tenant is known, so it is counted
    forged: "",
    unsigned: "",
    of_ten_minutes_ago: "",
    changed_on_the_way: "",
    by_another_person: "NotYourDecisionError",
    after_its_expiry: "DecisionExpiredError",
    of_an_older_version: "StaleDecisionError",
    of_an_unknown_decision: "UnknownDecisionError",
    cancelled_before: "StaleDecisionError",
}


async def test_refused_then_no_order_and_each_leaves_a_trace(deployment: Deployment, subtests: pytest.Subtests) -> None:
    async with slack_system(deployment) as system:
        parley = await system.start("http")
        for press, why in REFUSED.items():
            with subtests.test(press.__name__):
                card = await system.answer(await system.asks("buy $800 of GOOG"), "Confirm")
                before, counted = refusals(deployment), await unsigned_requests(parley.get)
                await press(system, card)
                await system.settled()

                assert system.count("trade_order") == 0
                assert refusals(deployment)[len(before) :] == ([why] if why else [])
                assert await unsigned_requests(parley.get) - counted == (not why)
                assert not deployment.rows("SELECT id FROM audit WHERE kind = 'confirmed'")


async def test_replayed_then_one_order_and_the_repetition_is_audited(deployment: Deployment) -> None:
    async with slack_system(deployment) as system:
        await system.start("http")
        card = await system.answer(await system.asks("buy $800 of GOOG"), "Confirm")
        body, confirm = body_of(system, card), system.ann.finds(card, "Confirm")["action_id"]
        for _ in range(3):
            assert await post(system, body) == 200
        await system.slack.wait_for(lambda: "Confirmed by Ann" in f"{card.blocks}", what="confirmed card")
        await system.settled()
        assert await post(system, body) == 200  # after it was carried out
        await system.settled()

        assert system.count("trade_order") == 1
        kinds = sorted(row["kind"] for row in deployment.rows(AUDITED))
        assert kinds == ["press_repeated"] * 3 + ["pressed"]
        assert {(row["by"], row["button"]) for row in deployment.rows(AUDITED)} == {(system.ann.id, confirm)}


def refusals(deployment: Deployment) -> list[str]:
    return [row["refused"] for row in deployment.rows(AUDITED) if row["refused"]]


def body_of(system: SlackSystem, card: FakeSlackMessage) -> bytes:
    """The body of Ann's press on Confirm, as Slack posts it."""
    action: dict[str, Any] = system.ann.finds(card, "Confirm")
    container: dict[str, Any] = {
        "type": "message",
        "message_ts": card.ts,
        "channel_id": card.channel,
        "thread_ts": card.thread_ts,
    }
    user = {"id": system.ann.id, "username": "ann", "team_id": card.team}
    payload: dict[str, Any] = {"type": "block_actions", "user": user, "team": {"id": card.team}, "container": container}
    payload |= {"actions": [action], "trigger_id": "1.1.fake", "channel": {"id": card.channel}}
    return urlencode({"payload": json.dumps(payload)}).encode()


async def post(
    system: SlackSystem, body: bytes, *, secret: str | None = None, age: int = 0, signed: bytes | None = None
) -> int:
    at = str(int(time.time()) - age)
    made = signature(system.slack.app.signing_secret if secret is None else secret, at, signed or body)
    headers = {"Content-Type": FORM, "X-Slack-Request-Timestamp": at, "X-Slack-Signature": made if secret != "" else ""}
    url = system.parleys[0].request_url
    async with aiohttp.ClientSession() as session, session.post(url, data=body, headers=headers) as answer:
        return answer.status


async def unsigned_requests(get: Callable[[str], Awaitable[tuple[int, str]]]) -> int:
    _, metrics = await get("/metrics")
    found = COUNTED.search(metrics)
    return int(found[1]) if found else 0
