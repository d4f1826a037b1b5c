"""The shares that what people say names, each text read by itself."""

from collections.abc import Iterable
from datetime import date
from functools import lru_cache

from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.normalise import normalise
from bot.language.message_reading import read_message


def named_shares(texts: Iterable[str], instruments: InstrumentTable, day: date) -> tuple[str, ...]:
    """Return the symbols of the shares named in texts, in their order, each once; `day`: when that was said."""
    return tuple(dict.fromkeys(symbol for each in texts for symbol in _named_in(each, instruments, day)))


@lru_cache(maxsize=500)  # what no worker has grouped yet comes back with every search
def _named_in(text: str, instruments: InstrumentTable, day: date) -> tuple[str, ...]:
    reading = read_message(normalise(text), Surroundings(instruments, day), is_command=False)
    return tuple(reading.names.symbols)
