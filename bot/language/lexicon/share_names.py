"""Texts with shares called by their symbols, however they were named: for a search that compares words."""

from bot.domain.conversation.surroundings import Surroundings
from bot.language.message_reading import read_message


def with_symbols(text: str, context: Surroundings) -> str:
    """Return a normalised text with the symbol in the place of each share's name: "what did Bob say about MSFT?".

    Episodes are found by the symbols of the shares that they name, also where these were called by their names.
    """
    called, at = "", 0
    for chunk in read_message(text, context, is_command=False).chunks:
        if chunk.instrument is not None and not chunk.is_misspelt:
            before, after = text[at : chunk.start], text[chunk.tokens[-1].end :]
            called += before + ("" if not before or before[-1].isascii() else " ") + chunk.instrument.symbol
            called += " " if after[:1] and not after[0].isascii() else ""
            at = chunk.tokens[-1].end
    return called + text[at:]
