"""Reads commands about shares and views of them: "/analyze AAPL deep", "/explain GOOG", "/discussion bear"."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.requests import Request, with_shares
from bot.domain.conversation.requests.analysis import Analyze, Compare
from bot.domain.conversation.requests.committee import StopAnalysis
from bot.domain.conversation.requests.explanation import Explain
from bot.domain.conversation.requests.glossary import Define
from bot.domain.conversation.requests.trades import AnalyzeDeep
from bot.reading.commands.arguments import Arguments, without_depth
from bot.reading.commands.discussion import read_discussion_request
from bot.reading.commands.trades import terms_of
from bot.reading.glossary import term_named
from bot.reading.parses import Kind

_PAIR: Final = 2


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


READERS: Final[Mapping[str, Callable[[Arguments], Request]]] = MappingProxyType(
    {
        "analyze": _analyze,
        "compare": _compare,
        "explain": _explain,
        "discussion": lambda command: read_discussion_request(command.words, symbols=command.shares.symbols),
        "stop": lambda _: StopAnalysis(),
    }
)
