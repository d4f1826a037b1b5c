"""Looks into what Slack sends without trusting its shape: what is missing or of another type is empty."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.domain.conversation.threads import Person, Thread

PLATFORM: Final = "slack"

JsonObject = Mapping[str, Any]


def inner(payload: object, *path: str) -> JsonObject:
    """Return the object at `path`, empty if there is none."""
    found = _at(payload, path)
    return found if isinstance(found, Mapping) else {}


def text(payload: object, *path: str) -> str:
    """Return the text at `path`, empty if there is none."""
    found = _at(payload, path)
    return found if isinstance(found, str) else ""


def objects(payload: object, *path: str) -> list[JsonObject]:
    """Return the objects in the list at `path`, none if there is no list."""
    found = _at(payload, path)
    if not isinstance(found, Sequence) or isinstance(found, str):
        return []
    return [each for each in found if isinstance(each, Mapping)]


def workspace(payload: JsonObject) -> str:
    """Return the team in which we are installed; for an installation over a whole organisation, the person's team.

    In a channel that two organisations share, an event may come from the other one: ours is in its authorization. A
    command or a press names the team as a field or an object.
    """
    authorized = next(iter(objects(payload, "authorizations")), {})
    found = (
        text(authorized, "team_id"),
        text(payload, "view", "app_installed_team_id"),
        text(payload, "team_id"),
        text(payload, "team", "id"),
        text(payload, "user", "team_id"),
        enterprise(payload),
    )
    return next((each for each in found if each), "")


def enterprise(payload: JsonObject) -> str:
    """Return the organisation, empty for a workspace of its own."""
    authorized = next(iter(objects(payload, "authorizations")), {})
    found = (text(authorized, "enterprise_id"), text(payload, "enterprise_id"), text(payload, "enterprise", "id"))
    return next((each for each in found if each), "")


def thread(payload: JsonObject, channel: str, name: str) -> Thread:
    """Return a thread in `payload`'s workspace."""
    return Thread(PLATFORM, workspace(payload), channel, name)


def person(user: JsonObject) -> Person:
    """Return the person of an interaction, by name where Slack gives it."""
    return Person(text(user, "id"), text(user, "username") or text(user, "name") or text(user, "id"))


def is_direct(channel: str) -> bool:
    """Return whether a channel is the direct messages of two."""
    return channel.startswith("D")


def thread_name(channel: str, *, ts: str, thread_ts: str) -> str:
    """Return what the thread of a message is called: its first message's `ts`, empty for direct messages outside one.

    A direct message with replies is named as its own thread afterwards; it was said outside of it.
    """
    if is_direct(channel):
        return thread_ts if thread_ts != ts else ""
    return thread_ts or ts


def _at(payload: object, path: tuple[str, ...]) -> object:
    for name in path:
        if not isinstance(payload, Mapping):
            return None
        payload = payload.get(name)
    return payload
