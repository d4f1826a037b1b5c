"""Who administers a server, files and texts of messages, their links, and who can read a channel."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import MagicMock

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.discord.channel_contexts import ChannelContext, ChannelContexts, guild_context
from adapters.discord.files import files_of_command
from adapters.discord.message_text import MentionNames, ThreadTitles, thread_title, typed_text
from adapters.discord.outbound import render
from adapters.discord.outbound.transport import DiscordLinks
from adapters.discord.people import DiscordAdmins
from adapters.discord.rest import DiscordRest
from bot.domain.conversation.blocks import Quotation, Quotations
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.threads import Person, SharedFile, Thread
from bot.domain.conversation.turns import Turn
from bot.domain.memory.episodes import Visibility
from bot.errors import DeliveryError
from tests.fakes.console import make_reply
from tests.unit.console.test_inputs import TURN

MANAGES, MAY_READ, ADMINISTERS = str(0x20), str(0x400), str(0x8)
IN_CHANNEL = Thread("discord", "11", "22", "")
IN_THREAD = Thread("discord", "11", "22", "33")
VIEW = str(discord.Permissions(view_channel=True).value)
EVERYONE, MEMBERS = "1", "2"  # the role of everybody has the guild's id
CHANNEL = guild_context(0, 3, guild_id=1, parent_id=None)
PUBLIC_THREAD = guild_context(11, 8, guild_id=1, parent_id=3)
PRIVATE_THREAD = guild_context(12, 8, guild_id=1, parent_id=3)
DIRECT = ChannelContext("dm-4", "5")
NAMES = MentionNames(own=frozenset({"1", "9"}), users={"2": "Ann"}, roles={"3": "traders"}, channels={"4": "trading"})


class Rest:
    """Answers for one server; `roles` are those of the member."""

    def __init__(self, *, roles: tuple[str, ...] = (), error: Exception | None = None) -> None:
        self.roles, self.error = roles, error

    async def get_guild(self, guild: str) -> dict[str, Any]:
        if self.error:
            raise self.error
        rights = {guild: MAY_READ, "7": MANAGES, "8": ADMINISTERS, "9": MAY_READ}
        return {"owner_id": "1", "roles": [{"id": each, "permissions": right} for each, right in rights.items()]}

    async def get_member(self, guild: str, user: str) -> dict[str, Any]:  # noqa: ARG002 - one server
        return {"roles": list(self.roles)}


def a_turn(user: str, workspace: str = "5") -> Turn:
    return replace(TURN, person=Person(user, user), thread=Thread("discord", workspace, "6", ""))


async def is_admin(turn: Turn, **rest: Any) -> bool:  # noqa: ANN401 - of `Rest`
    return await DiscordAdmins(cast("DiscordRest", Rest(**rest))).is_admin(turn)


@pytest.mark.parametrize(
    ("user", "roles", "expected"),
    [("1", (), True), ("2", ("7",), True), ("2", ("9", "8"), True), ("2", ("9",), False), ("2", (), False)],
)
async def test_owner_and_who_may_manage_the_server(user: str, roles: tuple[str, ...], *, expected: bool) -> None:
    assert await is_admin(a_turn(user), roles=roles) is expected


async def test_nobody_while_discord_does_not_answer() -> None:
    assert not await is_admin(a_turn("1"), error=DeliveryError(why="closed"))


async def test_direct_messages_are_their_persons() -> None:
    assert await is_admin(a_turn("2", "dm-2"), error=DeliveryError())
    assert not await is_admin(a_turn("3", "dm-2"), error=DeliveryError())


def test_files_of_a_command() -> None:
    attached = {"1": {"filename": "mandate.pdf", "url": "https://cdn.discordapp.com/1", "size": 3}}
    for data, expected in (
        (
            {"resolved": {"attachments": attached}},
            (SharedFile(name="mandate.pdf", url="https://cdn.discordapp.com/1", size=3),),
        ),
        ({"name": "parley"}, ()),
        (None, ()),
    ):
        assert files_of_command(cast("Any", SimpleNamespace(data=data))) == expected


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


def contexts(
    *, everyone: str = VIEW, overwrites: tuple[dict[str, Any], ...] = (), roles: bool = True
) -> ChannelContexts:
    """A guild with one text channel, in the gateway client's cache."""
    role = {"id": EVERYONE, "name": "@everyone", "permissions": everyone, "position": 0, "color": 0, "colors": {}}
    role |= {"hoist": False, "managed": False, "mentionable": False, "flags": 0}
    data = {"id": "1", "name": "g", "owner_id": "7", "roles": [role] if roles else [], "emojis": [], "stickers": []}
    state = MagicMock(shard_count=1, self_id=99)
    guild = discord.Guild(data=cast("Any", data | {"features": []}), state=state)
    channel = {"id": "3", "type": 0, "name": "c", "position": 0, "permission_overwrites": list(overwrites)}
    text = discord.TextChannel(state=state, guild=guild, data=cast("Any", channel))
    found = ChannelContexts(cast("Any", None))
    found.client = cast("Any", SimpleNamespace(get_channel={3: text}.get))
    return found


def overwrite(target: str, *, allow: str = "0", deny: str = "0") -> dict[str, Any]:
    return {"id": target, "type": 0, "allow": allow, "deny": deny}


@pytest.mark.parametrize("context", [CHANNEL, PUBLIC_THREAD])
def test_what_everybody_may_view_is_public_and_so_are_its_public_threads(context: ChannelContext) -> None:
    assert contexts().visibility(context) is Visibility.PUBLIC
    hidden = contexts(overwrites=(overwrite(EVERYONE, deny=VIEW), overwrite(MEMBERS, allow=VIEW)))
    assert hidden.visibility(context) is Visibility.PRIVATE
    assert contexts(everyone="0").visibility(context) is Visibility.PRIVATE
    opened = contexts(everyone="0", overwrites=(overwrite(EVERYONE, allow=VIEW),))
    assert opened.visibility(context) is Visibility.PUBLIC


@pytest.mark.parametrize("context", [DIRECT, PRIVATE_THREAD])
def test_direct_messages_and_private_threads_are_private(context: ChannelContext) -> None:
    assert contexts().visibility(context) is Visibility.PRIVATE


def test_what_the_gateway_has_not_told_is_unknown() -> None:
    before = ChannelContexts(cast("Any", None))

    assert before.visibility(CHANNEL) is Visibility.UNKNOWN
    assert contexts(roles=False).visibility(CHANNEL) is Visibility.UNKNOWN
    assert contexts().visibility(guild_context(0, 9, guild_id=1, parent_id=None)) is Visibility.UNKNOWN


def test_a_private_thread_is_a_channel_of_its_own() -> None:
    assert (PRIVATE_THREAD.channel, PRIVATE_THREAD.thread, PRIVATE_THREAD.is_thread) == ("8", "", True)
    assert PRIVATE_THREAD.thread_for_message(7) == PRIVATE_THREAD.as_thread
    assert (PUBLIC_THREAD.is_thread, CHANNEL.is_thread) == (True, False)


def test_codes_are_told_in_words(subtests: pytest.Subtests) -> None:
    for content, said in [
        ("<@1> analyze AAPL", "analyze AAPL"),
        ("<@!1>, analyze AAPL", "analyze AAPL"),
        ("<@&9> analyze AAPL", "analyze AAPL"),
        ("analyze AAPL <@1>", "analyze AAPL"),
        ("hey <@1> what about AAPL", "hey what about AAPL"),
        ("<@1>", ""),
        ("<@1>：", ""),
        ("<@1> /analyze AAPL", "/analyze AAPL"),
        ("ask <@2> and <@5>", "ask @Ann and @someone"),
        ("<@&3> in <#4>, <#6>", "@traders in #trading, #a channel"),
        ("to the <:moon:123> <a:up:5>", "to the :moon: :up:"),
        ("at <t:1793638800:F>", "at 2026-11-02 17:00 UTC"),
        ("at <t:999999999999>", "at 999999999999"),
        ("use </analyze:77>", "use /analyze"),
        ("a < b > c", "a < b > c"),
        ("<@1> first line\nsecond", "first line\nsecond"),
        ("  plain  text ", "plain text"),
    ]:
        with subtests.test(f"{content!r}, {said!r}"):
            assert typed_text(content, NAMES) == said


@given(st.text())
def test_any_text_is_told_without_a_mention_of_us(content: str) -> None:
    assert "<@1>" not in typed_text(f"{content} <@1>", NAMES)


@pytest.mark.parametrize(
    ("text", "name", "made"),
    [
        ("/analyze AAPL", "Ann", "analyze AAPL · Ann"),
        ("", "Ann", "Ann"),
        ("", "", "Parley"),
        ("**AAPL** `x`\n~~y~~", "Ann", "AAPL x y · Ann"),
    ],
)
def test_title_says_what_and_who(text: str, name: str, made: str) -> None:
    assert thread_title(text, name) == made


@given(st.text(), st.text())
def test_title_is_what_discord_takes(text: str, name: str) -> None:
    made = thread_title(text, name)

    assert 1 <= len(made) <= 100
    assert made.strip() == made


def test_titles_are_kept_by_message() -> None:
    titles = ThreadTitles()
    titles.keep("1", text="analyze AAPL", name="Ann")

    assert titles.title_of("1") == "analyze AAPL · Ann"
    assert titles.title_of("2") is None
