"""Lays a reply's buttons out in Discord's rows."""

from collections.abc import Iterable, Iterator
from typing import Final

from adapters.discord.outbound import limits
from adapters.discord.outbound.message import ButtonRow, ButtonStyle, DiscordButton
from adapters.markup.replies import group_by_decision
from adapters.markup.text import truncate_line
from bot.domain.conversation.blocks import Button

_STYLES: Final[dict[str, ButtonStyle]] = {"confirm": "success", "cancel": "danger", "stop": "danger"}


def button_rows(buttons: Iterable[Button]) -> list[ButtonRow]:
    """Return buttons in rows; each decision's buttons start a new row."""
    return [row for group in group_by_decision(buttons) for row in _split_rows(group)]


def discord_button(button: Button) -> DiscordButton:
    """Return a button with its style and shortened label."""
    style = _STYLES.get(button.id.partition(":")[0], "secondary")
    return DiscordButton(button.id, truncate_line(button.label, limits.LABEL) or "…", style)


def _split_rows(group: list[Button]) -> Iterator[ButtonRow]:
    for start in range(0, len(group), limits.IN_ROW):
        yield tuple(discord_button(button) for button in group[start : start + limits.IN_ROW])
