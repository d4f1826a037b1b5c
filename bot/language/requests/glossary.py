"""The request for the meaning of words."""

from bot.domain.conversation.requests.glossary import Define
from bot.domain.conversation.understanding import Understanding


def definition_request(understood: Understanding) -> Define | None:
    """Return the request for the meaning of words that a message makes; None: it makes another."""
    asked = understood.definition
    return None if asked is None else Define(terms=asked.terms, word=asked.word, asks_level=asked.asks_level)
