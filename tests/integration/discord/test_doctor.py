"""`parley doctor` about Discord: each fault says what to click."""

from pathlib import Path

from adapters.discord.install.doctor import Check, check_setup
from adapters.discord.install.permissions import PERMISSION_NAMES, PERMISSIONS, invite_url
from tests.fakes.discord import FakeDiscord, Permission, deny
from tests.integration.discord.harness import refused, started


def about(found: list[Check], what: str) -> Check:
    (one,) = [each for each in found if each.what == what]
    return one


async def looked(fake: FakeDiscord) -> list[Check]:
    return await check_setup(fake.token, api_url=fake.api_url)


async def test_everything_in_order_is_all_good(fake: FakeDiscord) -> None:
    async with started(fake):
        pass
    found = await looked(fake)

    assert [each for each in found if not each.ok] == []
    assert "need no mention" in about(found, "Discord message content").detail
    assert str(PERMISSIONS.value) in about(found, "Discord servers").detail


async def test_wrong_token_says_where_to_take_another(fake: FakeDiscord) -> None:
    (found,) = await check_setup("wrong", api_url=fake.api_url)
    refused(fake, "0")

    assert not found.ok
    assert "Reset Token" in found.detail
    assert "wrong" not in found.detail.split()


async def test_no_network_is_told_as_such() -> None:
    (found,) = await check_setup("token", api_url="http://127.0.0.1:9")

    assert not found.ok
    assert "does not answer" in found.detail


async def test_without_message_content_it_says_what_works_and_what_to_click(fake: FakeDiscord) -> None:
    fake.application.message_content = False
    found = about(await looked(fake), "Discord message content")

    assert found.ok
    assert "Message Content Intent" in found.detail


async def test_missing_permission_and_commands_are_named(fake: FakeDiscord) -> None:
    fake.guild.members[fake.bot.id].permissions &= ~Permission.EMBED_LINKS
    found = await looked(fake)

    assert "Embed Links" in about(found, "Discord server Desk").detail
    assert [each.what for each in found if not each.ok] == ["Discord server Desk"]
    assert "does so when it starts" in about(found, "Discord commands").detail


async def test_channel_that_does_not_allow_everything_is_named(fake: FakeDiscord) -> None:
    deny(fake.bot, fake.channel, Permission.SEND_MESSAGES)
    found = about(await looked(fake), "Discord server Desk")

    assert found.ok
    assert "#trading" in found.detail


async def test_bot_in_no_server_is_a_fault_with_the_invitation(fake: FakeDiscord) -> None:
    del fake.guild.members[fake.bot.id]
    found = about(await looked(fake), "Discord servers")

    assert not found.ok
    assert invite_url(fake.application.id) in found.detail


def test_invitation_asks_for_just_what_is_needed() -> None:
    address = invite_url(1)

    assert f"permissions={PERMISSIONS.value}" in address
    assert "scope=bot+applications.commands" in address
    assert PERMISSIONS.value.bit_count() == len(PERMISSION_NAMES)


def test_documentation_names_the_permissions_that_are_asked_for() -> None:
    text = (Path(__file__).parents[3] / "docs" / "discord.md").read_text(encoding="utf-8")

    assert text.count(str(PERMISSIONS.value)) == 2
    for name in PERMISSION_NAMES.values():
        assert f"| {name} |" in text
