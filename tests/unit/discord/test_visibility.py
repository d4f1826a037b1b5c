"""Who can read a channel of Discord, as the gateway client knows it."""

from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import MagicMock

import discord
import pytest

from adapters.discord.channel_contexts import ChannelContext, ChannelContexts, guild_context
from bot.domain.memory.episodes import Visibility

VIEW = str(discord.Permissions(view_channel=True).value)
EVERYONE, MEMBERS = "1", "2"  # the role of everybody has the guild's id
CHANNEL = guild_context(0, 3, guild_id=1, parent_id=None)
PUBLIC_THREAD = guild_context(11, 8, guild_id=1, parent_id=3)
PRIVATE_THREAD = guild_context(12, 8, guild_id=1, parent_id=3)
DIRECT = ChannelContext("dm-4", "5")


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
