"""Resolves the mentions of a message, and which of them ping, from its `allowed_mentions`."""

import re

from tests.fakes.discord.model import FakeDiscordMessage, FakeDiscordUser, Json

_USER, _ROLE, _EVERYONE = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&(\d+)>"), re.compile(r"@(?:everyone|here)\b")
_CODE = re.compile(r"```.*?```|``.*?``|`[^`\n]*`", re.DOTALL)


def resolve(message: FakeDiscordMessage, allowed: Json | None, users: dict[int, FakeDiscordUser]) -> None:
    """Fill in the mentions of `message`, and the users it pings.

    Absent `allowed_mentions` allow everything; mentions in code are text. The author's own right to mention
    everybody is left out on purpose: a message that would ping with a little more permission is as bad.
    """
    text = _CODE.sub("", message.content)
    found = [users[int(each)] for each in _USER.findall(text) if int(each) in users]
    message.allowed_mentions = allowed
    message.mentions = [user for user in dict.fromkeys(found) if _allows(allowed, "users", user.id)]
    message.mentioned_roles = [int(each) for each in _ROLE.findall(text) if _allows(allowed, "roles", int(each))]
    message.mentions_everyone = bool(_EVERYONE.search(text)) and _allows(allowed, "everyone", 0)
    _add_replied(message, allowed)
    message.pings |= {user.mention for user in message.mentions}
    message.pings |= {f"<@&{role}>" for role in message.mentioned_roles}
    message.pings |= {"@everyone"} if message.mentions_everyone else set()


def _allows(allowed: Json | None, kind: str, target: int) -> bool:
    if allowed is None:
        return True
    return kind in allowed.get("parse", ()) or str(target) in map(str, allowed.get(kind, ()))


def _add_replied(message: FakeDiscordMessage, allowed: Json | None) -> None:
    """A reply pings the author of the message it replies to, unless that is switched off."""
    if message.reference is None or (allowed is not None and not allowed.get("replied_user", False)):
        return
    if message.reference.author not in message.mentions and message.reference.author is not message.author:
        message.mentions.append(message.reference.author)
