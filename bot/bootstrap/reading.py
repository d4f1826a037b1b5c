"""Reads one message without a conversation: what it asks for, as JSON."""

from collections.abc import Mapping
from datetime import UTC
from functools import cache
from heapq import nlargest
from typing import Any, Final

from pydantic import TypeAdapter

from adapters.market.instruments import load_instruments
from adapters.market.sample import DEFAULT_NOW, SampleMarket
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, request_kinds
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.market.snapshot import market_date
from bot.domain.text.normalise import normalise, without_mention
from bot.reading.reader import MessageReader
from bot.reading.trained.examples import Example, read_examples
from bot.reading.trained.features import tokens_of
from bot.reading.trained.parser import trained_parser
from db.codec import encode

_NEAREST: Final = 5


def request_document(text: str) -> Mapping[str, Any]:
    """Return the request of a message on the sample market, before which nothing was said.

    Its class is `kind`, those of its slots are `type`; decimals are strings, dates ISO 8601.
    """
    return _document(_read(text).request)


def explained_document(text: str) -> Mapping[str, Any]:
    """Return how such a message is read: its request, whether exactly or as examples tell, and which are nearest."""
    reading, plain = _read(text), without_mention(normalise(text))
    parse = trained_parser().parse(plain, (), _instruments())
    return {
        "request": _document(reading.request),
        "by": "examples" if reading.is_learnt else "exact",
        "certainty": round(reading.certainty, 3),
        "further": [_document(each.request) for each in reading.further],
        "may_be": [_document(each) for each in reading.others],
        "kinds": {str(kind): round(likely, 3) for kind, likely in ((parse.kind, parse.certainty), *parse.runners_up)},
        "slots": [{"name": each.name, "words": each.text, "value": each.value} for each in parse.slots],
        "nearest": nearest_examples(plain),
    }


def nearest_examples(text: str) -> list[str]:
    """Return the learnt messages that share most words with a normalised one, with their kinds; none: none are here."""
    wanted = {each.text for each in tokens_of(text)}

    def likeness(example: Example) -> float:
        found = {each.text for each in tokens_of(example.parse.text)}
        return len(wanted & found) / len(wanted | found)

    near = nlargest(_NEAREST, (each for each in read_examples() if not each.is_held_out), key=likeness)
    return [f"{each.parse.kind}: {each.parse.text}" for each in near]


@cache
def _instruments() -> InstrumentTable:
    return load_instruments(SampleMarket.benchmark)


def _read(text: str) -> Reading:
    around = Surroundings(instruments=_instruments(), today=market_date(DEFAULT_NOW))
    message = MessageFacts(text=text, at=DEFAULT_NOW, zone=UTC, market_time=DEFAULT_NOW, asker="")
    return MessageReader(around).read(message)


def _document(request: Request) -> Mapping[str, Any]:
    document = encode(request)
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
