"""Addresses of messages on Discord, which are computed."""

import pytest

from adapters.discord.outbound import render
from adapters.discord.outbound.transport import DiscordLinks
from bot.domain.conversation.blocks import Quotation, Quotations
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.threads import Thread
from tests.fakes.console import make_reply

IN_CHANNEL = Thread("discord", "11", "22", "")
IN_THREAD = Thread("discord", "11", "22", "33")


@pytest.mark.parametrize(
    ("thread", "message", "path"),
    [
        (IN_CHANNEL, "44", "11/22/44"),
        (IN_THREAD, "44", "11/33/44"),
        (IN_THREAD, "33", "11/22/33"),  # the message from which the thread was opened is not in it
        (Thread("discord", "dm-7", "22", ""), "44", "@me/22/44"),
    ],
)
async def test_address_by_where_the_message_is(thread: Thread, message: str, path: str) -> None:
    link = await DiscordLinks().link_to(thread, message)
    assert link == f"https://discord.com/channels/{path}"
    answer = Answer(blocks=(Quotations((Quotation("Bob", "12 Mar", "banks", link),)),))
    (shown,) = render.answer(make_reply(answer))
    assert f"Bob, [12 Mar](<{link}>): “banks”" in shown.content


@pytest.mark.parametrize(
    ("thread", "message"),
    [
        (IN_THREAD, ""),
        (IN_THREAD, "m1"),
        (IN_THREAD, "４４"),
        (Thread("discord", "x", "22", ""), "44"),
        (Thread("discord", "11", "", ""), "44"),
        (Thread("discord", "11", "22", "33)"), "44"),
    ],
)
async def test_what_is_no_id_has_no_address(thread: Thread, message: str) -> None:
    assert await DiscordLinks().link_to(thread, message) is None
