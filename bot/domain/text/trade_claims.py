"""Finds sentences in which a model says that it has traded, confirmed or cancelled, or will watch or alert.

A claim has an actor (the model, the system, or an order, a position, an alert in the passive), a deed, and a tense.
What a company or a named person did, and what happens once the person confirms, is none.
"""

import re
from typing import Final

from bot.domain.text.normalise import normalise
from bot.domain.text.trade_claims_chinese import claims_action_in_chinese
from bot.domain.text.trade_claims_english import claims_action_in_english

_SENTENCE_END: Final = re.compile(r"(?<=[!?;])|(?<=\.)(?![0-9A-Za-z])")


def claims_action(text: str) -> bool:
    """Return whether a model's text says that it has done something, or will: models do nothing but write."""
    sentences = (sentence for line in text.splitlines() for sentence in _SENTENCE_END.split(normalise(line)))
    return any(claims_action_in_english(each) or claims_action_in_chinese(each) for each in map(str.strip, sentences))
