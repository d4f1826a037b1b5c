"""The shares that what people say names, each text read by itself."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from bot.domain.conversation.surroundings import Before
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.normalise import normalise
from bot.reading.parses import SlotName
from bot.reading.recognisers.shares import named_shares as shares_of_names
from bot.reading.trained.parser import trained_parser

_SAID: Final = frozenset({Before.CHAN})


def named_shares(texts: Iterable[str], instruments: InstrumentTable) -> tuple[str, ...]:
    """Return the symbols of the shares named in texts, in their order, each once."""
    return tuple(dict.fromkeys(symbol for each in texts for symbol in _named_in(each, instruments)))


@lru_cache(maxsize=500)  # what no worker has grouped yet comes back with every search
def _named_in(text: str, instruments: InstrumentTable) -> tuple[str, ...]:
    parse = trained_parser().parse(normalise(text), _SAID, instruments)
    return shares_of_names((each.text for each in parse.each(SlotName.SHARE)), instruments).symbols
