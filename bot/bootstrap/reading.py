"""Reads one message without a conversation: what it asks for, as JSON."""

from collections.abc import Mapping
from datetime import UTC
from typing import Any

from adapters.market.instruments import load_instruments
from adapters.market.sample import DEFAULT_NOW, SampleMarket
from bot.domain.market.snapshot import market_date
from bot.domain.text.normalise import normalise
from bot.language.commands import without_mention
from bot.language.message_reading import ReadingContext
from bot.language.requests import request_of
from bot.language.requests.message import MessageFacts
from bot.language.understand import understand
from bot.reading.exact_forms.reader import read_exact_form
from bot.reading.figures.reader import Surroundings, read_figure_query
from db.codec import encode


def request_document(text: str) -> Mapping[str, Any] | None:
    """Return the request of a message on the sample market, before which nothing was said; None: it is not typed yet.

    Its class is `kind`, those of its slots are `type`; decimals are strings, dates ISO 8601.
    """
    instruments = load_instruments(SampleMarket.benchmark)
    context = ReadingContext(instruments=instruments, today=market_date(DEFAULT_NOW))
    message = MessageFacts(text=text, at=DEFAULT_NOW, zone=UTC, market_time=DEFAULT_NOW, asker="")
    plain = without_mention(normalise(text))
    figures = read_figure_query(plain, Surroundings(instruments, context.today))
    read_whole = figures or read_exact_form(plain, instruments, today=context.today)
    request = read_whole or request_of(understand(text, context), message)
    if request is None:
        return None
    document = encode(request)
    return {"kind": document.pop("type"), **document}
