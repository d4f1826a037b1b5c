"""Unsigned requests, and what operators see: readiness, metrics, logs."""

import json
import re

from tests.e2e.deployment import Deployment
from tests.e2e.slack_process import SlackProcess, slack_system


async def test_socket_lost_then_not_ready_until_it_stands_again(deployment: Deployment) -> None:
    async with slack_system(deployment) as system:
        parley = await system.start()
        system.slack.faults.add(method="apps.connections.open", kind="server_error", times=2)
        system.slack.socket_mode.drop_all()
        await not_ready(parley)
        assert (await parley.get("/healthz"))[0] == 200
        await system.ready(parley)
        await system.answer(await system.asks("analyze AAPL"), "AAPL $455.49")


async def test_after_a_conversation_then_metrics_count_it(deployment: Deployment) -> None:
    async with slack_system(deployment) as system:
        parley = await system.start("http")
        asked = await system.asks("buy $800 of GOOG")
        card = await system.answer(asked, "Confirm")
        await system.ann.presses(card, "Confirm")
        await system.answer(asked, "Done: bought")
        await system.ann.types_command(system.channel, "/analyze", "AAPL")
        await system.settled()

        seen = await metrics(parley)
        assert seen['parley_accepted_total{kind="message",platform="slack"}'] == 2  # one of them the command's
        assert seen['parley_accepted_total{kind="press",platform="slack"}'] == 1
        assert seen['parley_accepted_total{kind="command",platform="slack"}'] == 1
        assert seen['parley_duplicates_total{platform="slack"}'] == 1  # the mention came as two events
        assert seen['parley_delivery_seconds_count{platform="slack"}'] == system.count("reply") == 3
        assert 0 < seen['parley_delivery_seconds_sum{platform="slack"}'] < 30
        acknowledged = sum(each.acked_at is not None for each in system.slack.parcels)
        assert seen['parley_acknowledgement_seconds_count{platform="slack"}'] == acknowledged
        assert 0 < seen['parley_acknowledgement_seconds_sum{platform="slack"}'] < 3 * acknowledged
        assert sum(value for name, value in seen.items() if name.startswith("parley_answer_seconds_count")) == 3
        assert seen["parley_unanswered_turns"] == seen["parley_undelivered_replies"] == 0
        assert seen["parley_backlog_up"] == 1


async def not_ready(parley: SlackProcess) -> None:
    while (answer := await parley.get("/readyz"))[0] != 503:
        assert answer[0] == 200
    assert json.loads(answer[1])["checks"]["slack"] != "ok"


async def metrics(parley: SlackProcess) -> dict[str, float]:
    """Return every series with its value."""
    _, text = await parley.get("/metrics")
    found = re.finditer(r"^(?P<name>[^#\s]\S*) (?P<value>\S+)$", text, re.MULTILINE)
    return {each["name"]: float(each["value"]) for each in found}
