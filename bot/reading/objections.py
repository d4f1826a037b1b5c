"""Tells whether a message argues with a committee's view: "but their margins are shrinking"."""

from bot.domain.conversation.surroundings import Before
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.normalise import normalise
from bot.reading.parses import Kind
from bot.reading.trained.features import MAX_CHARACTERS
from bot.reading.trained.parser import trained_parser

_SURE = 0.6


def argues(text: str, instruments: InstrumentTable) -> bool:
    """Return whether a message that was said while a committee was at work argues about the share.

    Args:
        text: As it was said.
        instruments: The shares that it may name.
    """
    plain = normalise(text)
    if len(plain) > MAX_CHARACTERS or plain.startswith("/"):
        return False
    parse = trained_parser().parse(plain, frozenset({Before.FOCUS}), instruments)
    return parse.kind is Kind.ARGUE and parse.certainty >= _SURE
