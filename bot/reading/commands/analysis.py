"""Reads commands about shares and views of them: "/analyze AAPL deep", "/explain GOOG", "/discussion bear"."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.requests import Request, with_shares
from bot.domain.conversation.requests.analysis import Analyze, Compare
from bot.domain.conversation.requests.committee import ShowDiscussion
from bot.domain.conversation.requests.explanation import Explain
from bot.domain.conversation.requests.glossary import Define
from bot.domain.conversation.requests.trades import AnalyzeDeep
from bot.reading.commands.arguments import Arguments, split_page, without_depth
from bot.reading.commands.trades import terms_of
from bot.reading.glossary import term_named
from bot.reading.parses import Kind
from bot.reading.recognisers.people import speaker_names
from bot.reading.word_tables import either, read_lists

_PAIR: Final = 2
_MOST_DIGITS: Final = 4  # of the number of a page


def _analyze(command: Arguments) -> Request:
    if (deep := without_depth(command)) is not None:
        return AnalyzeDeep(replace(terms_of(deep), is_deep=True))
    return Analyze(shares=command.shares, dates=command.dates.dates, problems=command.dates.problems)


def _compare(command: Arguments) -> Request:
    if len(command.shares.symbols) < _PAIR:
        return _analyze(command)
    return Compare(shares=command.shares, dates=command.dates.dates, problems=command.dates.problems)


def _explain(command: Arguments) -> Request:
    term = term_named(command.text)
    if term is not None:
        return Define(terms=(term,))
    dates = command.dates
    explained = command.read_as(Kind.EXPLAIN) if dates.undated_text.strip() else None
    if not isinstance(explained, Explain):
        explained = Explain()
    explained = replace(explained, dates=explained.dates or dates.dates, problems=dates.problems)
    return with_shares(explained, command.shares)


def read_discussion_request(text: str, *, symbols: Sequence[str] = ()) -> ShowDiscussion:
    """Return whose words, on which share and which page, are asked for, in any order.

    Args:
        text: What stands behind the command.
        symbols: The shares that it names. A word that is no symbol itself may be a share's name.
    """
    names, beside = speaker_names(), {each for words in read_lists("discussion", "beside").values() for each in words}
    rest, page = split_page(text.lower())
    pattern = re.compile(either(names, stands_alone=True))
    found = pattern.search(rest)
    words = [each for word in pattern.sub(" ", rest).split() if (each := word.strip(".,!?，。！？")) not in beside]
    numbers = [each for each in words if each.isdecimal() and len(each) <= _MOST_DIGITS]
    left = [each for each in words if each not in numbers]
    if len(left) > len(symbols):  # "AAPL", "apple"
        return ShowDiscussion(not_understood=" ".join(left))
    page = page or (max(int(numbers[-1]), 1) if numbers else 1)
    return ShowDiscussion(share=next(iter(symbols), ""), speaker=names[found.group()] if found else "", page=page)


READERS: Final[Mapping[str, Callable[[Arguments], Request]]] = MappingProxyType(
    {
        "analyze": _analyze,
        "compare": _compare,
        "explain": _explain,
        "discussion": lambda command: read_discussion_request(command.text, symbols=command.shares.symbols),
    }
)
