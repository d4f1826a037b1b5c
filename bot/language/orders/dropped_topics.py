"""Leave out the share that a message drops before it turns to another: "forget Google, should I buy IBM?"."""

import re
from functools import cache
from typing import Final

from bot.language.message_reading import ReadingContext, read_message
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_LISTS: Final = ("drops", "after")
_END: Final = ",;.:!，。；"  # of the first part


@cache
def dropped_topic_pattern() -> re.Pattern[str]:
    """Return the pattern of such a message, made of the phrases of `data/*/dropped_topics.toml`."""
    lists = read_phrases("dropped_topics", {"dropped_topics": _LISTS}, folders=LANGUAGE_FOLDERS)["dropped_topics"]
    longest_first = {name: sorted(phrases, key=len, reverse=True) for name, phrases in lists.items()}
    drops, after = ("|".join(map(re.escape, longest_first[name])) for name in _LISTS)
    return re.compile(
        rf"^(?:(?:ok|okay|well|no|hm|so|please),? )*(?:{drops}) ?(?P<dropped>[^{_END}?]{{1,40}}?)(?: ?(?:{after}))*"
        rf"\s*[{_END}]\s*(?:(?:and|but|then) )?(?P<rest>\S.*)$",
        re.IGNORECASE | re.DOTALL,
    )


def without_dropped_topic(text: str, context: ReadingContext) -> str:
    """Return what a message says behind a share that it drops; else the message itself.

    Nothing is left out while a decision is pending, which the first words may cancel, nor if the rest names no share.

    Args:
        text: Normalised, without a mention of the bot.
        context: What is known before the message is read.
    """
    match = None if context.pending else dropped_topic_pattern().match(text)
    if match is None:
        return text
    dropped, wanted = (read_message(match[part], context, is_command=False) for part in ("dropped", "rest"))
    names_only = all(chunk.instrument is not None for chunk in dropped.chunks)  # not "skip half of my IBM"
    is_another = bool(wanted.names.symbols) and not set(dropped.names.symbols) & set(wanted.names.symbols)
    return match["rest"] if dropped.names.symbols and names_only and is_another else text
