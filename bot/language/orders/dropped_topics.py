"""Leave out the share that a message drops before it turns to another: "forget Google, should I buy IBM?".

Also that its order was forgotten before: "I forgot to buy IBM, buy 5 IBM".
"""

import re
from functools import cache
from typing import Final

from bot.domain.conversation.surroundings import Surroundings
from bot.language.lexicon.cues import Cue
from bot.language.message_reading import read_message
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_LISTS: Final = ("drops", "after", "forgot")
_SIDES: Final = frozenset({Cue.BUY, Cue.SELL, Cue.EXIT, Cue.SHORT})
_END: Final = ",;.:!，。；"  # of the first part


@cache
def dropped_topic_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a share that is dropped, and of an order that was forgotten, each before what is meant.

    They are made of the phrases of `data/*/dropped_topics.toml`.
    """
    lists = read_phrases("dropped_topics", {"dropped_topics": _LISTS}, folders=LANGUAGE_FOLDERS)["dropped_topics"]
    longest_first = {name: sorted(phrases, key=len, reverse=True) for name, phrases in lists.items()}
    drops, after, forgot = ("|".join(map(re.escape, longest_first[name])) for name in _LISTS)
    rest = rf"\s*[{_END}]\s*(?:(?:and|but|then|so|please) )*(?P<rest>\S.*)$"
    topic = rf"(?P<dropped>[^{_END}?]{{1,40}}?)(?: ?(?:{after}))*"
    dropped = rf"^(?:(?:ok|okay|well|no|hm|so|please),? )*(?:{drops}) ?{topic}{rest}"
    forgotten = (
        rf"^(?:(?:oh|oops|ah|damn|sorry|ok|okay|well|so|hey)[,!]? )*(?:{forgot})(?P<dropped>[^{_END}?]{{0,40}}?){rest}"
    )
    flags = re.IGNORECASE | re.DOTALL
    return re.compile(dropped, flags), re.compile(forgotten, flags)


def without_dropped_topic(text: str, context: Surroundings) -> str:
    """Return what a message says behind a share that it drops, or an order that was forgotten; else the message itself.

    No share is left out while a decision is pending, which the first words may cancel, nor if the rest names no share.

    Args:
        text: Normalised, without a mention of the bot.
        context: What is known before the message is read.
    """
    dropped_share, forgotten_order = dropped_topic_patterns()
    if (order := forgotten_order.match(text)) is not None and _repeats_order(order, context):
        return order["rest"]
    match = None if context.pending else dropped_share.match(text)
    if match is None:
        return text
    dropped, wanted = (read_message(match[part], context, is_command=False) for part in ("dropped", "rest"))
    names_only = all(chunk.instrument is not None for chunk in dropped.chunks)  # not "skip half of my IBM"
    is_another = bool(wanted.names.symbols) and not set(dropped.names.symbols) & set(wanted.names.symbols)
    return match["rest"] if dropped.names.symbols and names_only and is_another else text


def _repeats_order(match: re.Match[str], context: Surroundings) -> bool:
    """Return whether what follows is an order, and what was forgotten names no other share, side or size."""
    forgotten, wanted = (read_message(match[part], context, is_command=False) for part in ("dropped", "rest"))
    is_order = bool(_SIDES & wanted.cues) and Cue.SIZE in wanted.cues and not wanted.is_question
    is_same = set(forgotten.names.symbols) <= set(wanted.names.symbols) and not forgotten.names.unknown
    sides = _SIDES & forgotten.cues
    return is_order and is_same and sides <= wanted.cues and Cue.NUMBER not in forgotten.cues
