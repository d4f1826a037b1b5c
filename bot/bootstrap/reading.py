"""Reads one message without a conversation: what it asks for, as JSON."""

from collections.abc import Mapping
from datetime import UTC
from typing import Any

from adapters.market.instruments import load_instruments
from adapters.market.sample import DEFAULT_NOW, SampleMarket
from bot.domain.market.snapshot import market_date
from bot.language.message_reading import ReadingContext
from bot.language.requests import read
from bot.language.requests.message import MessageFacts
from db.codec import encode


def request_document(text: str) -> Mapping[str, Any]:
    """Return the request of a message on the sample market, before which nothing was said.

    Its class is `kind`, those of its slots are `type`; decimals are strings, dates ISO 8601.
    """
    instruments = load_instruments(SampleMarket.benchmark)
    context = ReadingContext(instruments=instruments, today=market_date(DEFAULT_NOW))
    message = MessageFacts(text=text, at=DEFAULT_NOW, zone=UTC, market_time=DEFAULT_NOW, asker="")
    document = encode(read(text, context, message).request)
    return {"kind": document.pop("type"), **document}
