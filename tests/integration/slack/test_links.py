"""Addresses of messages on Slack, asked for over its real protocol."""

import asyncio
from dataclasses import replace

import pytest

from adapters.slack.outbound import transport
from adapters.slack.outbound.transport import SlackLinks
from bot.domain.conversation.threads import Thread
from bot.ports import MessageLinks
from tests.fakes.slack import FakeSlack, FakeSlackChannel, SlackPerson
from tests.integration.slack.harness import LONG, SlackAdapterProcess

PERMALINK = "chat.getPermalink"


@pytest.fixture(autouse=True)
def no_hurry_for_links(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "_LINK_SECONDS", LONG)


@pytest.fixture
def links(bot: SlackAdapterProcess) -> MessageLinks:
    return SlackLinks(bot.api)


@pytest.fixture
async def thread(bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson) -> Thread:
    return bot.thread(channel.id, (await ann.says(channel, "hello")).ts)


def address(thread: Thread, ts: str) -> str:
    return f"https://acme.slack.com/archives/{thread.channel}/p{ts.replace('.', '')}"


async def test_a_message_in_a_thread_and_the_one_that_opened_it(
    links: MessageLinks, channel: FakeSlackChannel, ann: SlackPerson, thread: Thread
) -> None:
    reply = await ann.says(channel, "banks?", thread_ts=thread.thread)
    of_thread = f"?thread_ts={thread.thread}&cid={thread.channel}"
    assert await links.link_to(thread, reply.ts) == address(thread, reply.ts) + of_thread
    assert await links.link_to(thread, thread.thread) == address(thread, thread.thread)


async def test_a_command_leads_to_the_thread_that_it_opened(links: MessageLinks, thread: Thread) -> None:
    trigger = "13345224609.738474920.8088930838d88f008e0"
    assert await links.link_to(thread, trigger) == address(thread, thread.thread)
    assert await links.link_to(replace(thread, thread=""), trigger) is None


async def test_asked_once_while_it_is_remembered_and_several_at_once(
    slack: FakeSlack, links: MessageLinks, channel: FakeSlackChannel, ann: SlackPerson, thread: Thread
) -> None:
    stamps = [(await ann.says(channel, f"message {number}")).ts for number in range(5)]
    for _ in range(2):
        found = await asyncio.gather(*(links.link_to(thread, each) for each in stamps))
        assert found == [address(thread, each) for each in stamps]
    assert len(slack.called(PERMALINK)) == len(stamps)


@pytest.mark.parametrize(
    "kind", ["ratelimited", "server_error", "server_error_after", "lost_answer", "lost_request", "garbage", "error"]
)
async def test_a_failure_is_no_link_and_is_not_remembered(
    slack: FakeSlack, links: MessageLinks, thread: Thread, kind: str
) -> None:
    slack.faults.add(kind=kind, method=PERMALINK, times=None)
    assert await links.link_to(thread, thread.thread) is None
    slack.faults.clear()
    assert await links.link_to(thread, thread.thread) == address(thread, thread.thread)


async def test_a_late_answer_is_no_link(
    slack: FakeSlack, links: MessageLinks, thread: Thread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "_LINK_SECONDS", 0.05)
    slack.faults.add(kind="slow", method=PERMALINK, seconds=LONG)
    assert await links.link_to(thread, thread.thread) is None


async def test_a_message_that_is_gone_or_never_was_has_no_link(links: MessageLinks, thread: Thread) -> None:
    assert await links.link_to(thread, "1.000001") is None
    assert await links.link_to(replace(thread, channel="C0NONE", thread="x"), "m1") is None
