"""Reads one message without a conversation: what it asks for, as JSON."""

from collections.abc import Mapping
from datetime import UTC
from typing import Any

from pydantic import TypeAdapter

from adapters.market.instruments import load_instruments
from adapters.market.sample import DEFAULT_NOW, SampleMarket
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request, request_kinds
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.snapshot import market_date
from bot.reading.reader import MessageReader
from db.codec import encode


def request_document(text: str) -> Mapping[str, Any]:
    """Return the request of a message on the sample market, before which nothing was said.

    Its class is `kind`, those of its slots are `type`; decimals are strings, dates ISO 8601.
    """
    instruments = load_instruments(SampleMarket.benchmark)
    context = Surroundings(instruments=instruments, today=market_date(DEFAULT_NOW))
    message = MessageFacts(text=text, at=DEFAULT_NOW, zone=UTC, market_time=DEFAULT_NOW, asker="")
    document = encode(MessageReader(context).read(message).request)
    return {"kind": document.pop("type"), **document}


def request_schema() -> Mapping[str, Any]:
    """Return the JSON schema of such a document, made from the types of requests."""
    schema = TypeAdapter(Request).json_schema()
    kinds = {each.__name__ for each in request_kinds()}
    for name, definition in schema["$defs"].items():
        if "properties" in definition:
            tag = "kind" if name in kinds else "type"
            definition["properties"] = {tag: {"const": name}, **definition["properties"]}
            definition["required"] = [tag, *definition.get("required", ())]
    return schema
