"""Recognise money that is to be placed in no share that is named: "invest $10,000", "put $5,000 to work", 投1万."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.domain.trading.sizes.stated_size import SizeUnit
from bot.language.lexicon.cues import Cue
from bot.language.message_reading import MessageReading
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_LISTS: Final = ("verb", "plain", "pronoun", "destination")
_ASKS: Final = frozenset({Cue.WHY, Cue.WHAT_IF, Cue.PAST, Cue.REVIEW, Cue.LIMIT})


@dataclass(frozen=True, slots=True)
class PlacedMoney:
    """Money to be placed, for which a share is missing."""

    names_destination: bool  # it goes somewhere, and not into what is talked of: "put $5,000 into the market"


@cache
def placed_money_words() -> dict[str, re.Pattern[str]]:
    """Return the patterns of the lists (`data/*/placed_money.toml`, which explains them)."""
    lists = read_phrases("placed_money", {"placed_money": _LISTS}, folders=LANGUAGE_FOLDERS)["placed_money"]
    return {name: re.compile("|".join(map(_word, words))) for name, words in lists.items()}


def _word(word: str) -> str:
    return rf"(?<![a-z]){re.escape(word)}(?![a-z])" if word.isascii() else re.escape(word)


def find_placed_money(reading: MessageReading) -> PlacedMoney | None:
    """Return what a message says of money to be placed; None: it speaks of none, or says in what."""
    sizes, words, text = reading.sizes, placed_money_words(), reading.undated_text
    is_part = sizes.fraction is not None and sizes.fraction_of is not SizeUnit.POSITION
    is_money = is_part or (sizes.amount is not None and not sizes.amount_is_limit)
    if not is_money or reading.names.has_any or _ASKS & reading.cues:
        return None
    if words["destination"].search(text):
        return PlacedMoney(names_destination=True)
    is_placed = words["verb"].search(text) and not words["plain"].search(text)
    return PlacedMoney(names_destination=False) if is_placed and not words["pronoun"].search(text) else None
