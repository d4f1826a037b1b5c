"""Reads commands about what was decided and said: "/review GOOG last week", "/score", "/recall uranium", "/history"."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.memory import AskMemory, ExplainRecall, ShowConversations
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.review import Review, ShowTrackRecord
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import TradeTerms
from bot.reading.assembly import assemble
from bot.reading.assembly.slots import side_of
from bot.reading.commands.account import page_of
from bot.reading.commands.arguments import Arguments, says, split_page
from bot.reading.parses import Kind, Slot, SlotName
from bot.reading.recognisers.history_requests import read_history_request
from bot.reading.times.days import MAX_LOOKBACK_DAYS

_NUMBER: Final = re.compile(r"[+-]?\d[\d.,]*")
_DAYS: Final = re.compile(r"0*[1-9]\d{0,4}")
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_SPAN: Final = re.compile(r"(?P<count>\d+)(?: ?(?P<unit>days?|weeks?|months?))?")


def _review(command: Arguments) -> Request:
    text, page = split_page(command.text)
    is_all = says(text, "pages", "all")
    listed = command.with_text("" if is_all else _as_time(text))
    dates, shares = listed.dates, _in_capitals(listed)
    side = side_of(listed.parsed_as(Kind.REVIEW)) if dates.undated_text.strip() else None
    says_what = dates.dates or dates.problems or shares.symbols or shares.unknown or shares.unsupported or side
    return Review(
        shares=shares,
        dates=dates.dates,
        is_all=is_all,
        side=side,
        page=page or 1,
        problems=dates.problems,
        is_understood=(not listed.text or bool(says_what)) and not _is_useless(text),
    )


def _in_capitals(command: Arguments) -> NamedShares:
    """Return the shares that are named, without unknown ones in small letters: "open" is none."""
    shares = command.shares
    return replace(shares, unknown=tuple(each for each in shares.unknown if each in command.text))


def _as_time(text: str) -> str:
    """Return the 30 of "/review 30" as days, and the 2013 of "/review 2013" as a year."""
    if (span := _SPAN.fullmatch(text)) is None:
        return text
    return f"in {text}" if _YEAR.fullmatch(text) else f"last {span['count']} {span['unit'] or 'days'}"


def _is_useless(text: str) -> bool:
    """Return whether a number can be no number of days: "-5", "1.5"."""
    is_days = _DAYS.fullmatch(text) is not None and int(text) <= MAX_LOOKBACK_DAYS
    return _NUMBER.fullmatch(text) is not None and not is_days


def _asked(command: Arguments) -> Request:
    """Return the question about what was said; if it names no topic and no person, all its words are looked for."""
    parse = command.parsed_as(Kind.RECALL)
    if not parse.has(SlotName.TOPIC, SlotName.PERSON):
        times, topic = tuple(parse.each(SlotName.TIME)), parse.text
        for slot in times:
            topic = topic.replace(slot.text, " ")
        topics = (Slot(SlotName.TOPIC, 0, 0, " ".join(topic.split())),) if topic.strip() else ()
        parse = replace(parse, slots=(*topics, *times))
    read = assemble(parse, command.around, command.message)
    return read or NotUnderstood(TradeTerms(shares=command.shares))


def _recall(command: Arguments) -> Request:
    asked = _asked(command) if command.text else None
    return ExplainRecall(asked.whole.question if isinstance(asked, AskMemory) else None)


def _history(command: Arguments) -> Request:
    _, page = split_page(command.text)
    if page is not None or command.text.isdecimal() or says(command.text, "pages", "all"):
        return ShowConversations(page=page_of(command))
    named = read_history_request(command.text, now=command.message.at, zone=command.message.zone)
    shares = command.shares
    misspelt = {each.symbol for each in shares.misspelt}
    return ShowConversations(
        since=named.time.since if named.time else None,
        until=named.time.until if named.time else None,
        words=named.words,
        speaker=named.speaker,
        symbols=tuple(each for each in shares.symbols if each not in misspelt),
        guessed=shares.symbols if misspelt else (),
    )


READERS: Final[Mapping[str, Callable[[Arguments], Request]]] = MappingProxyType(
    {
        "review": _review,
        "score": lambda command: ShowTrackRecord(command.shares),
        "what_was_said": _asked,
        "recall": _recall,
        "history": _history,
    }
)
