"""Who belongs to a Slack workspace at large, and who administers it, by their profile."""

from typing import Any, cast

import pytest

from adapters.slack.people import SlackAdmins, SlackPeople
from bot.domain.conversation.threads import Person
from bot.errors import DeliveryError
from tests.unit.console.test_inputs import TURN

MEMBER = {"id": "U1", "team_id": "T1", "profile": {"display_name": "Ann"}, "is_restricted": False}
GRID = {"enterprise_user": {"enterprise_id": "E1", "teams": ["T1", "T7"]}}


class Profiles:
    """Answers `users.info`; without a profile, it fails."""

    def __init__(self, user: dict[str, Any] | None) -> None:
        self.user = user

    async def call(self, *_: object, **__: object) -> dict[str, Any]:
        if self.user is None:
            raise DeliveryError(method="users.info", why="missing_scope")
        return {"user": self.user}


@pytest.mark.parametrize(
    ("profile", "is_admin"),
    [
        ({"is_admin": True}, True),
        ({"is_owner": True, "is_admin": False}, True),
        ({"is_admin": False, "is_owner": False}, False),
        ({"is_admin": "true"}, False),
        ({}, False),
        (None, False),
    ],
)
async def test_admins_and_owners_as_slack_says(profile: dict[str, Any] | None, *, is_admin: bool) -> None:
    assert await SlackAdmins(cast("Any", Profiles(profile))).is_admin(TURN) is is_admin


@pytest.mark.parametrize(
    ("profile", "is_guest"),
    [
        (MEMBER, False),
        (MEMBER | {"is_restricted": True}, True),
        (MEMBER | {"is_restricted": True, "is_ultra_restricted": True}, True),
        (MEMBER | {"team_id": "T9", "is_stranger": True}, True),
        (MEMBER | {"team_id": "T9"}, True),
        (MEMBER | {"team_id": "T9"} | GRID, False),
        (MEMBER | {"team_id": "T9", "is_ultra_restricted": True} | GRID, True),
        ({"id": "U1"}, True),
        (None, True),
    ],
)
async def test_who_is_not_known_to_belong_to_the_workspace_is_a_guest(
    profile: dict[str, Any] | None, *, is_guest: bool
) -> None:
    people = SlackPeople(cast("Any", Profiles(profile)))
    assert (await people.with_profile("T1", Person("U1", "U1"))).is_guest is is_guest
