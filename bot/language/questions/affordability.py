"""Recognise questions whether cash or shares suffice for a trade: "do I have the cash for 20 GOOG?", 够钱买500股吗."""

import re
from functools import cache
from itertools import chain
from typing import Final

from bot.domain.text.tokens import PhraseTable, spellings, tokenise
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_HOW_MANY: Final = re.compile(r"^how (?:many|much)\b.*\b(?:can|could) (?:i|we) (?:buy|get|afford|have)\b")


@cache
def affordability_phrases() -> PhraseTable[bool]:
    """Return the phrases that ask (`data/*/affordability.toml`)."""
    lists = read_phrases("affordability", {"affordability": ("asks",)}, folders=LANGUAGE_FOLDERS)
    return PhraseTable(dict.fromkeys(chain.from_iterable(map(spellings, lists["affordability"]["asks"])), True))


def asks_to_afford(text: str) -> bool:
    """Return whether a normalised text asks whether the account has enough for a trade."""
    if _HOW_MANY.search(text.lower()):
        return True
    words = [token.text for token in tokenise(text)]
    return any(affordability_phrases().longest_match(words, at) for at in range(len(words)))
