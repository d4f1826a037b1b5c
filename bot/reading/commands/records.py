"""Reads commands about what was decided and said: "/review GOOG last week", "/recall uranium", "/history"."""

import re
from dataclasses import replace
from itertools import dropwhile
from typing import Final

from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.explanation import Review
from bot.domain.conversation.requests.memory import AskMemory, ExplainRecall, ShowConversations
from bot.reading.assembly import assemble
from bot.reading.assembly.slots import side_of
from bot.reading.commands.arguments import Arguments, page_of, split_page
from bot.reading.parses import Kind, Slot, SlotName
from bot.reading.times.days import MAX_LOOKBACK_DAYS
from bot.reading.times.time_expressions import find_time_expression

_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_BY: Final = re.compile(r"(?:^|\s)(?:by|with|from) +(?P<name>\S.*)$|[和跟与] ?(?P<chinese>\S+)$", re.IGNORECASE)
_POINTING: Final = frozenset({"by", "with", "from"})
_LINKING: Final = _POINTING | {"in", "on", "of", "and", "about", "the", "的", "关于", "在"}
_SPAN: Final = re.compile(r"(?P<count>\d{1,9})(?: ?(?P<unit>days?|weeks?|months?))?")


def review(command: Arguments) -> Review:
    """Return the review of decisions: of shares, of days, of a side, all of them."""
    text, page = split_page(command.text)
    is_all = command.with_text(text).says("pages", "all")
    listed = command.with_text("" if is_all else _as_time(text))
    dates, shares = listed.dates, listed.shares
    shares = replace(shares, unknown=tuple(each for each in shares.unknown if each in listed.text))  # "open" is none
    side = side_of(listed.parsed_as(Kind.REVIEW)) if dates.undated_text.strip() else None
    says_what = dates.dates or dates.problems or shares.symbols or shares.unknown or shares.unsupported or side
    return Review(
        shares=shares,
        dates=dates.dates,
        is_all=is_all,
        side=side,
        page=page or 1,
        problems=dates.problems,
        is_understood=not listed.text or bool(says_what),
    )


def _as_time(text: str) -> str:
    """Return the 30 of "/review 30" as days, and the 2013 of "/review 2013" as a year."""
    span = _SPAN.fullmatch(text)
    if span is None or not 0 < int(span["count"]) <= MAX_LOOKBACK_DAYS:
        return text
    return f"in {text}" if _YEAR.fullmatch(text) else f"last {span['count']} {span['unit'] or 'days'}"


def what_was_said(command: Arguments) -> Request:
    """Return the question about what was said; if it names no topic and no person, all its words are looked for."""
    parse = command.parsed_as(Kind.RECALL)
    if not parse.has(SlotName.TOPIC, SlotName.PERSON):
        times, topic = tuple(parse.each(SlotName.TIME)), parse.text
        for slot in times:
            topic = topic.replace(slot.text, " ")
        topics = (Slot(SlotName.TOPIC, 0, 0, " ".join(topic.split())),) if topic.strip() else ()
        parse = replace(parse, slots=(*topics, *times))
    return assemble(parse, command.around, command.message) or command.not_understood


def recall(command: Arguments) -> ExplainRecall:
    """Return what is to be recalled, with how it was found."""
    asked = what_was_said(command) if command.text else None
    return ExplainRecall(asked.whole.question if isinstance(asked, AskMemory) else None)


def history(command: Arguments) -> ShowConversations:
    """Return the list that is asked for: "page 2", "november", "Ann last week", "google by Bob", "1a2b3c4d", 和王芳."""
    _, page = split_page(command.text)
    if page is not None or command.text.isdecimal() or command.says("pages", "all"):
        return ShowConversations(page=page_of(command))
    message, shares = command.message, command.shares
    time = find_time_expression(command.text, now=message.at, zone=message.zone, is_expected=True)
    typed = (command.text if time is None else time.rest).split()
    # Without linking words at its ends, but for one in front that points at a person.
    words = list(dropwhile(lambda word: word.lower() in _LINKING - _POINTING, typed))
    text = " ".join(reversed([*dropwhile(lambda word: word.lower() in _LINKING, reversed(words))]))
    by = _BY.search(f" {text}")
    misspelt = {each.symbol for each in shares.misspelt}
    return ShowConversations(
        since=time.since if time else None,
        until=time.until if time else None,
        words=text,
        speaker=(by["name"] or by["chinese"]).strip() if by else "",
        symbols=tuple(each for each in shares.symbols if each not in misspelt),
        guessed=shares.symbols if misspelt else (),
    )
