"""Discord's limits for one message (lengths in UTF-16 units), and a check against them."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from adapters.discord.outbound.message import ButtonRow, DiscordMessage
from adapters.markup.text import utf16_length

CONTENT: Final = 2_000
EMBEDS: Final = 10
ALL_EMBEDS: Final = 6_000  # characters over all embeds of a message
TITLE: Final = 256
DESCRIPTION: Final = 4_096
FIELDS: Final = 25
FIELD_NAME: Final = 256
FIELD_VALUE: Final = 1_024
FOOTER: Final = 2_048
CUSTOM_ID: Final = 100
LABEL: Final = 80
ROWS: Final = 5
IN_ROW: Final = 5

Embed = Mapping[str, Any]


def embed_length(embed: Embed) -> int:
    """Return the length that Discord counts for an embed, in UTF-16 units."""
    texts = [embed.get("title", ""), embed.get("description", ""), embed.get("footer", {}).get("text", "")]
    texts += [text for field in embed.get("fields", ()) for text in (field["name"], field["value"])]
    return sum(utf16_length(text) for text in texts)


def check_message(message: DiscordMessage) -> list[str]:
    """Return the reasons for which Discord would refuse the message; empty: it is valid."""
    problems = []
    if not message.content.strip() and not message.embeds:
        problems.append("an empty message")
    if utf16_length(message.content) > CONTENT:
        problems.append(f"content of {utf16_length(message.content)} characters")
    if len(message.embeds) > EMBEDS or sum(embed_length(embed) for embed in message.embeds) > ALL_EMBEDS:
        problems.append(
            f"{len(message.embeds)} embeds of {sum(embed_length(embed) for embed in message.embeds)} characters"
        )
    embeds = (problem for embed in message.embeds for problem in _embed_problems(embed))
    return [*problems, *embeds, *_row_problems(message.buttons)]


def _embed_problems(embed: Embed) -> Iterator[str]:
    fields = embed.get("fields", ())
    if not {"title", "description", "fields"} & embed.keys():
        yield "an embed without content"
    if len(fields) > FIELDS:
        yield f"{len(fields)} fields"
    yield from _text_problems("title", embed.get("title"), TITLE)
    yield from _text_problems("description", embed.get("description"), DESCRIPTION)
    yield from _text_problems("footer", embed.get("footer", {}).get("text"), FOOTER)
    for field in fields:
        yield from _text_problems("name", field["name"], FIELD_NAME)
        yield from _text_problems("value", field["value"], FIELD_VALUE)


def _row_problems(rows: tuple[ButtonRow, ...]) -> Iterator[str]:
    ids = [button.id for row in rows for button in row]
    if len(rows) > ROWS or any(not 1 <= len(row) <= IN_ROW for row in rows):
        yield f"rows of {[len(row) for row in rows]} buttons"
    if len(set(ids)) != len(ids):
        yield f"a custom_id stands twice in {ids}"
    for row in rows:
        for button in row:
            yield from _text_problems("custom_id", button.id, CUSTOM_ID)
            yield from _text_problems("label", button.label or button.emoji, LABEL)


def _text_problems(what: str, text: str | None, limit: int) -> Iterator[str]:
    if text is not None and (not text.strip() or utf16_length(text) > limit):
        yield f"{what} of {utf16_length(text)} characters"
