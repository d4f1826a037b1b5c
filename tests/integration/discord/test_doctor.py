"""`parley doctor` about Discord: each fault says what to click."""

from pathlib import Path

import pytest

from adapters.discord.install import doctor
from adapters.discord.install.doctor import Check, check_setup
from adapters.discord.install.permissions import PERMISSION_NAMES, PERMISSIONS, invite_url
from tests.fakes.discord import FakeDiscord, Permission, deny
from tests.fakes.discord.model import RestCall
from tests.fakes.discord.ratelimits import Kind
from tests.fakes.discord.rest import Rest
from tests.fakes.discord.routing import Answer, Handler
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


async def test_channels_are_named_with_what_they_lack_and_many_are_summed_up(fake: FakeDiscord) -> None:
    for number in range(8):
        deny(fake.bot, fake.add_channel(f"desk-{number}"), Permission.CREATE_PUBLIC_THREADS, Permission.EMBED_LINKS)
    found = about(await looked(fake), "Discord server Desk")

    assert found.ok
    assert "8 of 9 text channels" in found.detail
    assert "#desk-0 lacks Create Public Threads, Embed Links; #desk-1" in found.detail
    assert "#desk-5" not in found.detail
    assert "3 more" in found.detail


ROUTES = (
    "GET /users/@me",
    "GET /oauth2/applications/@me",
    "GET /applications/@me",
    "GET /users/@me/guilds",
    "GET /guilds/{}",
    "GET /guilds/{}/members/{}",
    "GET /guilds/{}/channels",
    "GET /applications/{}/commands",
)


@pytest.mark.parametrize(("kind", "status"), [("html", 200), ("html", 403), ("lost_request", 0), ("server_error", 503)])
async def test_whatever_is_answered_it_is_told_as_a_fault(
    fake: FakeDiscord, kind: Kind, status: int, subtests: pytest.Subtests
) -> None:
    called = 0
    for route in ROUTES:
        with subtests.test(route=route):
            fault = fake.faults.add(route=route, kind=kind, times=9, status=status)
            found = await looked(fake)
            fake.faults.clear()
            called += bool(fault.happened)
            assert bool([each for each in found if not each.ok]) == bool(fault.happened)
            assert not [each for each in found if "html" in each.detail]
    assert called >= len(ROUTES) - 1  # one address of the application is enough


@pytest.mark.parametrize("answer", [None, [], {}, "text", 3, [None], [{}], {"id": None}], ids=str)
async def test_answer_makes_no_sense_then_it_is_told_as_a_fault(
    fake: FakeDiscord, answer: object, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    real, wrong = Rest._answer, ""  # noqa: SLF001

    def answers(rest: Rest, handler: Handler, call: RestCall) -> Answer:
        return (200, answer) if call.route == wrong else real(rest, handler, call)

    monkeypatch.setattr(Rest, "_answer", answers)
    for route in ROUTES:
        with subtests.test(route=route):
            wrong = route
            assert await looked(fake)


async def test_nothing_is_answered_in_time_then_it_says_so(fake: FakeDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_CHECK_SECONDS", 0.2)
    fake.faults.add(route="GET /guilds/{}/channels", kind="slow", seconds=1.0)
    found = about(await looked(fake), "Discord server Desk")

    assert not found.ok
    assert "does not answer (TimeoutError)" in found.detail
