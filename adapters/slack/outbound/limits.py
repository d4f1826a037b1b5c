"""Slack's size limits for one message or view. Lengths count UTF-16 units."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from adapters.markup.text import utf16_length

BLOCKS: Final = 50
VIEW_BLOCKS: Final = 100
ALL_CHARACTERS: Final = 12_000  # of all blocks as JSON; measured: Slack refuses slightly more than 13,000
FALLBACK: Final = 4_000
SECTION: Final = 3_000
CONTEXT: Final = 2_000
BUTTON_LABEL: Final = 75
ACTION_ID: Final = 255
DIALOG_TITLE: Final = 100
DIALOG_TEXT: Final = 300
DIALOG_LABEL: Final = 30
VIEW_TITLE: Final = 24
PRIVATE_METADATA: Final = 3_000

Blocks = Sequence[Mapping[str, Any]]


def json_length(blocks: Blocks) -> int:
    """Return the length of the blocks as JSON, in UTF-16 units."""
    return utf16_length(json.dumps(blocks, ensure_ascii=False))
