"""Discord's limits for one message. Lengths count UTF-16 units."""

from collections.abc import Mapping
from typing import Any, Final

from adapters.markup.text import utf16_length

CONTENT: Final = 2_000
ALL_EMBEDS: Final = 6_000  # characters over all embeds of a message
TITLE: Final = 256
DESCRIPTION: Final = 4_096
FOOTER: Final = 2_048
CUSTOM_ID: Final = 100
LABEL: Final = 80
ROWS: Final = 5
IN_ROW: Final = 5

Embed = Mapping[str, Any]


def embed_length(embed: Embed) -> int:
    """Return the length that Discord counts for an embed, in UTF-16 units."""
    texts = [embed.get("title", ""), embed.get("description", ""), embed.get("footer", {}).get("text", "")]
    return sum(utf16_length(text) for text in texts)
