"""Draws rendered messages as text that a reviewer can read; what a drawing does not know raises an error.

Each part of a message has its kind in front, in brackets. "∅" is a zero-width space, "⏎" a line break within a part of
one line, "#1" the first id that is met.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from adapters.discord.outbound.embeds import BLUE, GREEN, GREY, RED
from adapters.discord.outbound.message import DiscordMessage
from adapters.markup.text import ZERO_WIDTH_SPACE, utf16_length
from adapters.slack.outbound.message import SlackMessage

_ID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=ref )[0-9a-f]{12}\b")
_COLORS: Final = {BLUE: "blue", GREEN: "green", GREY: "grey", RED: "red"}
_STYLES: Final = {2: "secondary", 3: "success", 4: "danger"}  # of Discord
_LONGEST: Final = 700  # characters of one text; of a longer one beginning, end and length are drawn
_SHOWN: Final = 40
_LINE_BREAK: Final = " ⏎ "
_JSON_WIDTH: Final = 170


def slack_picture(messages: Iterable[SlackMessage]) -> str:
    return _joined(line for message in messages for line in ("━━ message", *_slack_lines(message)))


def discord_picture(messages: Iterable[DiscordMessage]) -> str:
    return _joined(line for message in messages for line in ("━━ message", *_discord_lines(message)))


def json_picture(value: object) -> str:
    """Return JSON with as much on one line as fits."""
    return "\n".join(_json_lines(json.loads(_numbered(json.dumps(value))))) + "\n"


def _slack_lines(message: SlackMessage) -> Iterator[str]:
    for block in message.blocks:
        match block:
            case {"type": "section", "text": text}:
                yield f"[section, {text['type']}] {_shortened(_slack_text(text))}"
            case {"type": "context", "elements": elements}:
                yield from (f"[context, {text['type']}] {_shortened(_slack_text(text))}" for text in elements)
            case {"type": "actions", "elements": elements}:
                yield _buttons((_slack_text(e["text"]), e.get("style", "no style"), e["action_id"]) for e in elements)
            case _:
                raise AssertionError(block)


def _slack_text(text: dict[str, Any]) -> str:
    flags = {"mrkdwn": ("verbatim", True), "plain_text": ("emoji", False)}
    key, value = flags[text["type"]]
    assert text[key] is value
    return str(text["text"])


def _discord_lines(message: DiscordMessage) -> Iterator[str]:
    text, _, mark = message.content.rpartition("\n")
    yield from (line for line in (_shortened(text), mark) if line)
    for embed in message.embeds:
        assert embed.keys() <= {"color", "title", "description", "footer"}
        yield f"[embed, {_COLORS[embed['color']]}]"
        yield from (f"[{key}] {_shortened(embed[key])}" for key in ("title", "description") if key in embed)
        if "footer" in embed:
            yield f"[footer] {_shortened(embed['footer']['text'])}"
    for row in message.buttons:
        shown = ((str(b.get("label") or b["emoji"]["name"]), _STYLES[b["style"]], b["custom_id"]) for b in row)
        yield _buttons(shown)


def _buttons(buttons: Iterable[tuple[str, str, str]]) -> str:
    return "[buttons] " + "  ".join(f"({label}: {style}, {_shortened(id_)})" for label, style, id_ in buttons)


def _shortened(text: str) -> str:
    text = text.replace(ZERO_WIDTH_SPACE, "∅")
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_SHOWN]}…{text[-_SHOWN:]} ({utf16_length(text)} UTF-16 units)".replace("\n", _LINE_BREAK)


def _joined(lines: Iterable[str]) -> str:
    return _numbered("\n".join(lines)) + "\n"


def _numbered(picture: str) -> str:
    """Return the picture with ids numbered as they are met."""
    numbers: dict[str, str] = {}
    return _ID.sub(lambda match: numbers.setdefault(match[0], f"#{len(numbers) + 1}"), picture)


def _json_lines(value: object, *, indent: str = "", key: str = "", end: str = "") -> Iterator[str]:
    line = f"{indent}{key}{json.dumps(value, ensure_ascii=False)}{end}"
    if len(line) <= _JSON_WIDTH or not isinstance(value, dict | list | tuple):
        yield line
        return
    is_object = isinstance(value, dict)
    items = list(value.items()) if isinstance(value, dict) else [("", each) for each in value]
    yield f"{indent}{key}{'{' if is_object else '['}"
    for number, (name, each) in enumerate(items, start=1):
        label = f"{json.dumps(name)}: " if is_object else ""
        yield from _json_lines(each, indent=f"{indent}  ", key=label, end="," if number < len(items) else "")
    yield f"{indent}{'}' if is_object else ']'}{end}"
