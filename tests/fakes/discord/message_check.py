"""Checks a rendered message against Discord's limits, without a server."""

from collections.abc import Iterator
from typing import Final

from adapters.discord.outbound import limits
from adapters.discord.outbound.message import ButtonRow, DiscordMessage
from adapters.markup.text import utf16_length

EMBEDS: Final = 10


def check_message(message: DiscordMessage) -> list[str]:
    """Return the reasons for which Discord would refuse the message; empty: it is valid."""
    problems = []
    if not message.content.strip() and not message.embeds:
        problems.append("an empty message")
    if utf16_length(message.content) > limits.CONTENT:
        problems.append(f"content of {utf16_length(message.content)} characters")
    if len(message.embeds) > EMBEDS or sum(limits.embed_length(embed) for embed in message.embeds) > limits.ALL_EMBEDS:
        problems.append(
            f"{len(message.embeds)} embeds of {sum(limits.embed_length(embed) for embed in message.embeds)} characters"
        )
    embeds = (problem for embed in message.embeds for problem in _embed_problems(embed))
    return [*problems, *embeds, *_row_problems(message.buttons)]


def _embed_problems(embed: limits.Embed) -> Iterator[str]:
    if not {"title", "description"} & embed.keys():
        yield "an embed without content"
    yield from _text_problems("title", embed.get("title"), limits.TITLE)
    yield from _text_problems("description", embed.get("description"), limits.DESCRIPTION)
    yield from _text_problems("footer", embed.get("footer", {}).get("text"), limits.FOOTER)


def _row_problems(rows: tuple[ButtonRow, ...]) -> Iterator[str]:
    ids = [button["custom_id"] for row in rows for button in row]
    if len(rows) > limits.ROWS or any(not 1 <= len(row) <= limits.IN_ROW for row in rows):
        yield f"rows of {[len(row) for row in rows]} buttons"
    if len(set(ids)) != len(ids):
        yield f"a custom_id stands twice in {ids}"
    for row in rows:
        for button in row:
            yield from _text_problems("custom_id", button["custom_id"], limits.CUSTOM_ID)
            yield from _text_problems("label", button.get("label"), limits.LABEL)


def _text_problems(what: str, text: str | None, limit: int) -> Iterator[str]:
    if text is not None and (not text.strip() or utf16_length(text) > limit):
        yield f"{what} of {utf16_length(text)} characters"
