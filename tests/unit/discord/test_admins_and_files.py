"""Who administers a server, and the files of a command."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from adapters.discord.files import files_of_command
from adapters.discord.people import DiscordAdmins
from adapters.discord.rest import DiscordRest
from bot.domain.conversation.threads import Person, SharedFile, Thread
from bot.domain.conversation.turns import Turn
from bot.errors import DeliveryError
from tests.unit.console.test_files import TURN

MANAGES, MAY_READ, ADMINISTERS = str(0x20), str(0x400), str(0x8)


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
