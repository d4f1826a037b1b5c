"""Who administers a Slack workspace."""

from dataclasses import dataclass
from typing import Any, cast

import pytest

from adapters.slack.api import SlackApi
from adapters.slack.people import SlackAdmins
from bot.errors import DeliveryError
from tests.unit.console.test_files import TURN


@dataclass
class Api:
    """Answers users.info with this."""

    answer: dict[str, Any] | Exception

    async def call(self, *_: object) -> dict[str, Any]:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"user": {"is_admin": True}}, True),
        ({"user": {"is_owner": True, "is_admin": False}}, True),
        ({"user": {"is_admin": False, "is_owner": False}}, False),
        ({"user": {"is_admin": "true"}}, False),
        ({"user": None}, False),
        (DeliveryError(why="timeout"), False),
    ],
)
async def test_admins_and_owners_as_slack_says(answer: dict[str, Any] | Exception, *, expected: bool) -> None:
    assert await SlackAdmins(cast("SlackApi", Api(answer))).is_admin(TURN) is expected
