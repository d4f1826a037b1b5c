"""Reads people's names and languages from their Slack profiles, who is a guest, and who an admin."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, Final

from cachetools import TLRUCache

from adapters.slack.api import SlackApi
from adapters.slack.payload import JsonObject, object_at, text_at
from bot.domain.conversation.threads import Person
from bot.domain.conversation.turns import Turn
from bot.domain.text.locale import Language
from bot.errors import ParleyError

_KEPT_SECONDS: Final = 3_600.0
_FAILURE_KEPT_SECONDS: Final = 60.0  # so that a missing scope does not slow down every answer
_WAIT_SECONDS: Final = 1.0
_MAX_PROFILES: Final = 10_000
_ADMIN_SECONDS: Final = 3.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Profile:
    name: str  # empty: unknown
    language: Language | None
    is_guest: bool


_UNKNOWN: Final = _Profile("", None, is_guest=True)  # nobody is shown more because Slack does not answer


class SlackPeople:
    """Implements `bot.ports.People`. Profiles are cached for an hour, failures for a minute."""

    def __init__(self, api: SlackApi, *, now: Callable[[], float] = monotonic) -> None:
        self._api = api
        self._profiles: TLRUCache[tuple[str, str], _Profile] = TLRUCache(_MAX_PROFILES, _expiry, timer=now)

    async def person(self, turn: Turn) -> Person:
        """Return the author of `turn`, with name and language; as given if Slack does not answer within a second."""
        return await self.with_profile(turn.thread.workspace, turn.person)

    async def with_profile(self, team_id: str, person: Person) -> Person:
        """Return `person`, with the profile's name and language as far as Slack answers within a second.

        Who is not known to belong to the workspace is a guest.
        """
        profile = await self._profile(team_id, person.id)
        return replace(
            person,
            name=profile.name or person.name,
            language=profile.language or person.language,
            is_guest=profile.is_guest,
        )

    async def language_of(self, team_id: str, person_id: str) -> Language:
        """Return the language for messages to a person outside a conversation; English if unknown."""
        return (await self._profile(team_id, person_id)).language or Language.ENGLISH

    async def _profile(self, team_id: str, user_id: str) -> _Profile:
        profile = self._profiles.get((team_id, user_id))
        if profile is None:
            profile = self._profiles[team_id, user_id] = await self._fetch_profile(team_id, user_id)
        return profile

    async def _fetch_profile(self, team_id: str, user_id: str) -> _Profile:
        try:
            async with asyncio.timeout(_WAIT_SECONDS):
                found = await self._api.call(team_id, "users.info", user=user_id, include_locale=True)
        except (ParleyError, TimeoutError) as error:
            _log.info("no profile of %s: %s", user_id, error)
            return _UNKNOWN
        user = object_at(found, "user")
        locale = text_at(user, "locale")  # "zh-CN"
        language = next((each for each in Language if locale.startswith(each.value)), None)
        return _Profile(_name(user), language, is_guest=not _is_member(user, team_id))


def _expiry(_person: tuple[str, str], profile: _Profile, now: float) -> float:
    return now + (_FAILURE_KEPT_SECONDS if profile is _UNKNOWN else _KEPT_SECONDS)


def _name(user: Any) -> str:  # noqa: ANN401 - a part of Slack's answer
    names = (
        text_at(user, "profile", "display_name"),
        text_at(user, "profile", "real_name"),
        text_at(user, "real_name"),
    )
    return next((name.strip() for name in (*names, text_at(user, "name")) if name.strip()), "")


def _is_member(user: JsonObject, team_id: str) -> bool:
    """Return whether a user belongs to a workspace at large: no guest of it, and of no other organisation.

    Source: Slack, User object type: `is_restricted` and `is_ultra_restricted` mark guests, `is_stranger` people of
    another organisation with whom a channel is shared; people of one organisation belong to several `teams`.
    """
    if any(user.get(name) for name in ("is_restricted", "is_ultra_restricted", "is_stranger")):
        return False
    organisation = object_at(user, "enterprise_user")
    teams = organisation.get("teams")
    belongs_to = {text_at(user, "team_id"), text_at(organisation, "enterprise_id")}
    return team_id in belongs_to | set(teams if isinstance(teams, list) else ())


class SlackAdmins:
    """Implements `bot.ports.Admins` by users.info: admins and owners. It is asked each time: rights are taken away."""

    def __init__(self, api: SlackApi) -> None:
        self._api = api

    async def is_admin(self, turn: Turn) -> bool:
        """Return whether the author is an admin or owner; False if Slack does not answer."""
        try:
            async with asyncio.timeout(_ADMIN_SECONDS):
                found = await self._api.call(turn.thread.workspace, "users.info", user=turn.person.id)
        except (ParleyError, TimeoutError) as error:
            _log.info("not known whether %s is an admin: %s", turn.person.id, error)
            return False
        user = object_at(found, "user")
        return any(user.get(name) is True for name in ("is_admin", "is_owner", "is_primary_owner"))
