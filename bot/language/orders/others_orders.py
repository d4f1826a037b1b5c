"""Recognise an order by another person's trade: "do the same as Bob", "the opposite of what he did", 跟老王一样.

Whose trade it is, and which, is not guessed.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from bot.language.lexicon.cues import Cue
from bot.language.message_reading import MessageReading
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_MAX_LENGTH: Final = 80  # characters; a longer message says something else too
_LISTS: Final = ("opening", "same", "of", "person", "no_person", "did", "copy", "alone", "ending")


@cache
def others_order_pattern() -> re.Pattern[str]:
    """Return the pattern of whole messages (`data/*/others_orders.toml`, which explains the lists)."""
    lists = read_phrases("others_orders", {"others_orders": _LISTS}, folders=LANGUAGE_FOLDERS)["others_orders"]
    one = {name: _either(words) for name, words in lists.items()}
    name = rf"(?!{one['no_person']})(?:{one['person']}|@?[a-z][a-z.-]{{1,20}} ?|(?:老|小|阿)?[\u4e00-\u9fff]{{1,3}}?)"
    english = (
        rf"(?:{one['same']}{one['of']}{name}(?>{one['did']})*|(?:{one['did']})?what {name}(?:{one['did']})+"
        rf"|{one['copy']}{name}(?:'s )?(?>{one['did']})*"
        rf"|(?:buy|sell|do|trade|act) (?:it )?like {name}(?>{one['did']})*)"
    )
    chinese = (
        rf"(?:{one['of']}{name}(?>{one['did']})*{one['same']}(?>{one['did']})*|{one['copy']}{name}(?>{one['did']})*)"
    )
    body = rf"(?>{one['opening']})*(?:{english}|{chinese}|{one['alone']})(?>{one['ending']})*"
    return re.compile(rf"{body}[.!。！~]*")


def _either(words: Iterable[str]) -> str:
    """Return a pattern for one of the words, longest first, and a blank behind a Latin one."""
    ordered = sorted(words, key=len, reverse=True)
    parts = (rf"{re.escape(each)}(?![a-z]) ?" if each.isascii() else re.escape(each) for each in ordered)
    return f"(?:{'|'.join(parts)})"


def refers_to_others_order(text: str, reading: MessageReading) -> bool:
    """Return whether a message orders what somebody else traded, or its opposite, without saying it itself.

    Args:
        text: Normalised, without a mention of the bot.
        reading: Of `text`.
    """
    is_order = len(text) <= _MAX_LENGTH and not text.rstrip().endswith(("?", "？"))
    is_order = is_order and not reading.names.has_any and Cue.SIZE not in reading.cues
    return is_order and others_order_pattern().fullmatch(text.lower().strip()) is not None
