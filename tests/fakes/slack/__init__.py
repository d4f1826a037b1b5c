"""A fake Slack on loopback, for the unmodified slack_sdk and slack_bolt.

    async with FakeSlack() as slack:
        channel, ann = slack.add_channel("trading"), slack.add_person("ann", locale="zh-CN")
        client = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url)
        slack.receive_at("http://127.0.0.1:3000/slack/events")  # without it: Socket Mode with slack.app.app_token
        asked = await ann.says(channel, f"{slack.workspace.mention} decide AAPL")
        card = await slack.wait_for_message(channel, "AAPL", thread_ts=asked.ts)
        await ann.presses(card, "Confirm")
        slack.faults.add(method="chat.postMessage", kind="lost_answer", times=1)
        slack.faults.add(event="message", kind="duplicate", copies=4)
        await slack.settle()
        assert not slack.violations

Elsewhere than on an event loop: `with running_slack() as running: running.call(ann.says(channel, "hello"))`.
Faults of calls also go by the names "response_url" and "upload", those of deliveries by an event's type,
"slash_commands" and "interactive".
"""

from .delivery import AttemptOutcome, DeliveryAttempt, SlackViolation
from .model import Ephemeral, FakeSlackChannel, FakeSlackMessage, View, Workspace
from .person import SlackPerson
from .server import FakeSlack
from .threaded import RunningSlack, running_slack

__all__ = [
    "AttemptOutcome",
    "DeliveryAttempt",
    "Ephemeral",
    "FakeSlack",
    "FakeSlackChannel",
    "FakeSlackMessage",
    "RunningSlack",
    "SlackPerson",
    "SlackViolation",
    "View",
    "Workspace",
    "running_slack",
]
