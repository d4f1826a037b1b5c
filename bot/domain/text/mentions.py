"""Mentions of Parley in the text of a message."""

import re
from typing import Final

from bot.domain.text.normalise import MAX_TEXT_LENGTH, collapse_repeated_signs, normalise

_MENTION: Final = re.compile(r"^(?:<@[!&]?\w+>|(?:hey |hi |ok )?@?parley(?:[,:]|(?= )|$))[\s,:]*", re.IGNORECASE)


def without_mention(text: str) -> str:
    """Return `text` without a mention of the bot at its beginning: "@parley analyze …", "parley, …", "<@U1> …"."""
    return _MENTION.sub("", text, count=1)


def plain_text(text: str) -> str:
    """Return a message as it is read: its beginning, normalised, without a mention of the bot."""
    return without_mention(normalise(collapse_repeated_signs(text[:MAX_TEXT_LENGTH])))
