"""Read an order that a message takes back for another one: "sell 4 GOOG... no, buy 4 GOOG", 买苹果，不对，卖苹果.

The last word counts where it is an order by itself, or only another number; else the person is asked.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.domain.conversation.surroundings import Surroundings
from bot.language.lexicon.cues import Cue
from bot.language.message_reading import MessageReading, read_message
from bot.language.orders.halving import is_halving
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases
from bot.language.quantities.self_corrections import without_taken_back
from bot.reading.quantities.quantity import find_quantities

_MAX_LENGTH: Final = 400  # characters; a longer message says something else too
_SIDES: Final = {Cue.BUY: "buy", Cue.SELL: "sell", Cue.EXIT: "sell", Cue.SHORT: "short"}
_ALL: Final = frozenset({Cue.ALL, Cue.EVERYTHING})
_SHORT: Final = frozenset({"no", "nope", "nah"})  # begin other phrases too: "no more than"
_BARE_NOTS: Final = frozenset({"不", "不是"})  # likewise: 不要, 不是买


@dataclass(frozen=True, slots=True)
class RestatedOrder:
    """What counts of a message that corrects itself."""

    text: str
    is_unclear: bool  # then `text` is the whole message


@cache
def restatement_pattern() -> re.Pattern[str]:
    """Return the pattern of the words between the two orders (`data/*/self_corrections.toml`)."""
    tables = {"self_corrections": ("taken_back", "before_new")}
    lists = read_phrases("self_corrections", tables, folders=LANGUAGE_FOLDERS)["self_corrections"]
    end = r"[\s,.;:!…~-]"
    markers = [word for word in lists["taken_back"] if word not in _SHORT | _BARE_NOTS]
    stop = r"\s*[,.;:!…-]"
    follows = rf"(?={stop}|\s*(?:{_either((*markers, *lists['before_new']))}))"
    marker = rf"(?:{_either(markers)}|(?:{_either(_SHORT)}){follows}|(?:{_either(_BARE_NOTS)})(?={stop}))"
    return re.compile(rf"(?:[,.;:!?…]|\s-)\s*{marker}(?:{end}*{marker})*{end}*")


def _either(words: Iterable[str]) -> str:
    """Return a pattern for one of the words, longest first; a Latin word stands alone."""
    ordered = sorted(words, key=len, reverse=True)
    return "|".join(
        rf"(?<![a-z]){re.escape(word)}(?![a-z])" if word[-1].isascii() else re.escape(word) for word in ordered
    )


def find_restated_order(text: str, context: Surroundings) -> RestatedOrder | None:
    """Return what counts of an order that is taken back for another; None: none is, or only its number.

    Args:
        text: Normalised, without a mention of the bot.
        context: What is known before the message is read.
    """
    matches = list(restatement_pattern().finditer(text.lower())) if len(text) <= _MAX_LENGTH else []
    if not matches:
        return None
    first = read_message(text[: matches[-1].start()], context, is_command=False)
    last = text[matches[-1].end() :]
    second = read_message(last, context, is_command=False)
    if not _orders(first) or not _says_other(last, second):
        return None
    if _sides(second) and second.names.symbols and not (second.is_question or second.denies_order):
        return RestatedOrder(last, is_unclear=False)
    is_same_side = _sides(second) <= _sides(first)
    is_same_share = not first.names.has_any or set(second.names.symbols) <= set(first.names.symbols)
    is_number = is_same_side and is_same_share and without_taken_back(text) != text
    if is_number:
        return None
    if _names_only(last, second) and len(first.names.symbols) == 1:
        before = _without_names(text[: matches[-1].start()], first)
        return RestatedOrder(" ".join(f"{before} {last}".split()), is_unclear=False)
    return RestatedOrder(text, is_unclear=True)


def _names_only(text: str, reading: MessageReading) -> bool:
    """Return whether a text says another share, and nothing else: "I mean MSFT", 是微软."""
    has_size = bool(_ALL & reading.cues) or is_halving(text.lower()) or any(find_quantities(text.lower()))
    is_plain = not (_sides(reading) or has_size or reading.is_question or reading.denies_order)
    return is_plain and len(reading.names.symbols) == 1 and Cue.ONLY_NAMES in reading.cues


def _without_names(text: str, reading: MessageReading) -> str:
    for chunk in reading.chunks:
        if chunk.instrument is not None:
            end = chunk.tokens[-1].end
            text = text[: chunk.start] + " " * (end - chunk.start) + text[end:]
    return text


def _orders(reading: MessageReading) -> bool:
    is_trade = bool(_sides(reading)) or {Cue.WANT, Cue.SIZE} <= reading.cues
    return is_trade and not reading.denies_order and (reading.names.has_any or bool({Cue.SIZE, *_ALL} & reading.cues))


def _says_other(text: str, reading: MessageReading) -> bool:
    """Return whether a text names a side, a share or a size."""
    has_size = bool(_ALL & reading.cues) or is_halving(text.lower()) or any(find_quantities(text.lower()))
    return bool(_sides(reading)) or reading.names.has_any or has_size


def _sides(reading: MessageReading) -> set[str]:
    return {_SIDES[cue] for cue in reading.cues & _SIDES.keys()}
