"""Mentions of Parley in the text of a message."""

import re
from typing import Final

_MENTION: Final = re.compile(r"^(?:<@[!&]?\w+>|(?:hey |hi |ok )?@?parley(?:[,:]|(?= )|$))[\s,:]*", re.IGNORECASE)


def without_mention(text: str) -> str:
    """Return `text` without a mention of the bot at its beginning: "@parley analyze …", "parley, …", "<@U1> …"."""
    return _MENTION.sub("", text, count=1)
