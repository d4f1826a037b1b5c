"""Reads Slack's JSON without trusting its shape, and what a person typed from Slack's form of it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.domain.conversation.threads import Person, Thread

PLATFORM: Final = "slack"
JsonObject = Mapping[str, Any]
_REFERENCE: Final = re.compile(r"<([^<>\n]+)>")
_BOT_MENTION: Final = "\0"  # placeholder until it is known whether the mention comes first
_SALUTATION: Final = re.compile(rf"\A(?:{_BOT_MENTION}[\s,:，：]*)+")
_BLANK: Final = re.compile(r"[^\S\n]+")


def object_at(payload: object, *path: str) -> JsonObject:
    """Return the object at `path`; empty if there is none."""
    found = _value_at(payload, path)
    return found if isinstance(found, Mapping) else {}


def text_at(payload: object, *path: str) -> str:
    """Return the text at `path`; empty if there is none."""
    found = _value_at(payload, path)
    return found if isinstance(found, str) else ""


def objects_at(payload: object, *path: str) -> list[JsonObject]:
    """Return the objects in the list at `path`; empty if there is no list."""
    found = _value_at(payload, path)
    if not isinstance(found, Sequence) or isinstance(found, str):
        return []
    return [each for each in found if isinstance(each, Mapping)]


def workspace_of(payload: JsonObject) -> str:
    """Return the team in which the app is installed; if it is installed for a whole organisation, the person's team.

    In a channel that two organisations share, an event may come from the other one; the team with the app is in its
    authorization. A command or a press names the team as a field or an object.
    """
    authorized = next(iter(objects_at(payload, "authorizations")), {})
    found = (
        text_at(authorized, "team_id"),
        text_at(payload, "view", "app_installed_team_id"),
        text_at(payload, "team_id"),
        text_at(payload, "team", "id"),
        text_at(payload, "user", "team_id"),
        enterprise_of(payload),
    )
    return next((each for each in found if each), "")


def enterprise_of(payload: JsonObject) -> str:
    """Return the id of the organisation that `workspace_of` belongs to; empty if it belongs to none."""
    authorized = next(iter(objects_at(payload, "authorizations")), {})
    if authorized:  # beside it, `enterprise_id` may be the organisation of whoever wrote in a shared channel
        return text_at(authorized, "enterprise_id")
    return text_at(payload, "enterprise_id") or text_at(payload, "enterprise", "id")


def thread_in(payload: JsonObject, channel: str, thread_id: str) -> Thread:
    """Return a thread in `payload`'s workspace."""
    return Thread(PLATFORM, workspace_of(payload), channel, thread_id)


def workspace_thread(workspace: str) -> Thread:
    """Return a thread that names a workspace alone."""
    return Thread(PLATFORM, workspace, "", "")


def person_from(user: JsonObject) -> Person:
    """Return the person of an interaction, with their name if Slack sends it."""
    return Person(text_at(user, "id"), text_at(user, "username") or text_at(user, "name") or text_at(user, "id"))


def is_direct(channel: str) -> bool:
    """Return whether a channel is a direct message between two."""
    return channel.startswith("D")


def thread_id_of(channel: str, *, ts: str, thread_ts: str) -> str:
    """Return the id of a message's thread: its first message's `ts`; empty for a direct message outside a thread.

    Once a direct message has replies, Slack sends it with its own `ts` as `thread_ts`; it stays outside the thread.
    """
    if is_direct(channel):
        return thread_ts if thread_ts != ts else ""
    return thread_ts or ts


def _value_at(payload: object, path: tuple[str, ...]) -> object:
    for name in path:
        if not isinstance(payload, Mapping):
            return None
        payload = payload.get(name)
    return payload


def mentions_user(text: str, user_id: str) -> bool:
    """Return whether a text mentions this user."""
    return bool(user_id) and re.search(rf"<@{re.escape(user_id)}(?:\|[^<>]*)?>", text) is not None


def typed_text(text: str, *, bot_user_id: str = "") -> str:
    """Return the text as it was typed, without mentions of the bot.

    Source: Slack, Formatting text for app surfaces: `<@U1|name>`, `<#C1|name>`, `<!here>`, `<!date^…|fallback>`,
    `<https://…|label>`; and `&amp;`, `&lt;`, `&gt;` for what a person typed.
    """
    text = _REFERENCE.sub(lambda found: _reference_text(found[1], bot_user_id), text.replace(_BOT_MENTION, ""))
    text = _SALUTATION.sub("", text.strip()).replace(_BOT_MENTION, " ")
    text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return "\n".join(_BLANK.sub(" ", line).strip() for line in text.splitlines()).strip()


def _reference_text(reference: str, bot_user_id: str) -> str:
    target, _, label = reference.partition("|")
    match target[:1]:
        case "@":
            return _BOT_MENTION if bot_user_id and target[1:] == bot_user_id else _with_sign("@", label or target[1:])
        case "#":
            return _with_sign("#", label or target[1:])
        case "!":
            return label if target.startswith("!date^") else _with_sign("@", label or target[1:].partition("^")[0])
        case _:
            return label or target.removeprefix("mailto:").removeprefix("tel:")


def _with_sign(sign: str, name: str) -> str:
    return name if name.startswith(sign) else sign + name
