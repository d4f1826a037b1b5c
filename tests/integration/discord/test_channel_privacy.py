"""A channel of Discord that turns private is noted at once: when it changes, and at the start of a session."""

import pytest

from bot.domain.conversation.threads import Thread
from tests.fakes.discord import DiscordPerson, FakeDiscord
from tests.fakes.discord.events import GatewayEvent, GatewayIntent, channel_event
from tests.fakes.discord.permissions import Permission
from tests.integration.discord.harness import started

VIEW = int(Permission.VIEW_CHANNEL)


@pytest.fixture(autouse=True)
def everybody_may_view(fake: FakeDiscord) -> None:
    fake.channel.overwrites[fake.guild.id] = (VIEW, 0)


def hide(fake: FakeDiscord) -> None:
    fake.channel.overwrites[fake.guild.id] = (0, VIEW)
    fake.channel.overwrites[fake.bot.id] = (VIEW, 0)


def noted(fake: FakeDiscord) -> tuple[object, str]:
    return Thread("discord", str(fake.guild.id), "", "").tenant_id, str(fake.channel.id)


async def test_channel_that_is_made_private_is_noted_before_anybody_speaks(fake: FakeDiscord) -> None:
    async with started(fake) as bot:
        assert bot.memory.private == set()
        hide(fake)
        fake.state.dispatch(channel_event("CHANNEL_UPDATE", fake.channel, fake.bot))
        await fake.until(lambda: noted(fake) in bot.memory.private)


async def test_role_of_everybody_that_may_no_longer_view_makes_channels_private(fake: FakeDiscord) -> None:
    del fake.channel.overwrites[fake.guild.id]
    everyone = {"id": str(fake.guild.id), "name": "@everyone", "position": 0, "color": 0, "colors": {}, "flags": 0}
    everyone |= {"hoist": False, "managed": False, "mentionable": False}

    def role_event(permissions: int) -> GatewayEvent:
        data = {"guild_id": str(fake.guild.id), "role": everyone | {"permissions": str(permissions)}}
        return GatewayEvent(name="GUILD_ROLE_UPDATE", data=data, intent=GatewayIntent.GUILDS, guild_id=fake.guild.id)

    async with started(fake) as bot:
        fake.state.dispatch(role_event(VIEW))
        await fake.until(lambda: bot.client is not None and bot.client.guilds[0].default_role.permissions.view_channel)
        bot.memory.private.clear()
        assert bot.handlers is not None
        bot.handlers.guilds.intake._private.clear()  # noqa: SLF001 - as after a minute
        fake.state.dispatch(role_event(0))
        await fake.until(lambda: noted(fake) in bot.memory.private)


async def test_channel_that_turned_private_while_nobody_listened_is_noted_at_the_start(fake: FakeDiscord) -> None:
    hide(fake)
    async with started(fake) as bot:
        await fake.until(lambda: noted(fake) in bot.memory.private)


async def test_word_to_nobody_in_a_private_channel_notes_it(fake: FakeDiscord, ann: DiscordPerson) -> None:
    hide(fake)
    async with started(fake) as bot:
        await fake.until(lambda: noted(fake) in bot.memory.private)
        bot.memory.private.clear()
        assert bot.handlers is not None
        bot.handlers.guilds.intake._private.clear()  # noqa: SLF001 - as after a minute
        fake.channel.overwrites[ann.id] = (VIEW, 0)
        ann.says(fake.channel, "lunch?")
        await fake.until(lambda: noted(fake) in bot.memory.private)

    assert bot.memory.texts == []
