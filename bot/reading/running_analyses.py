"""What is said while an analysis is at work: an argument with it ("but their margins are shrinking"), or "stop"."""

from bot.domain.conversation.surroundings import Before
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.normalise import normalise
from bot.reading.parses import Kind
from bot.reading.trained.features import MAX_CHARACTERS
from bot.reading.trained.parser import trained_parser
from bot.reading.word_tables import read_lists

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


def is_bare_stop(text: str) -> bool:
    """Return whether a message says no more than "stop": of an analysis at work, if there is one."""
    return text.strip(" .!。！").casefold() in read_lists("analysis", "messages")["stop"]
