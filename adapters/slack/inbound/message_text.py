"""Restores the text that a person typed from Slack's form of it, with its references and entities."""

import re
from typing import Final

_REFERENCE: Final = re.compile(r"<([^<>\n]+)>")
_BOT_MENTION: Final = "\0"  # placeholder until it is known whether the mention comes first
_SALUTATION: Final = re.compile(rf"\A(?:{_BOT_MENTION}[\s,:，：]*)+")
_BLANK: Final = re.compile(r"[^\S\n]+")


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
