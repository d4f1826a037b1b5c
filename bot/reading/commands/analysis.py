"""Reads commands about shares and views of them: "/analyze AAPL deep", "/explain GOOG", "/discussion bear"."""

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
from bot.domain.text.normalise import normalise
from bot.reading.commands.arguments import Arguments, without_depth
from bot.reading.commands.trades import terms_of
from bot.reading.glossary import term_named
from bot.reading.parses import Kind
from bot.reading.recognisers.speakers import speaker_names
from bot.reading.word_tables import read_lists

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
    dated = explained.dates or dates.dates
    explained = replace(explained, dates=dated, problems=dates.problems, is_of_decision=True)
    return with_shares(explained, command.shares)


def read_discussion_request(arguments: Sequence[str], *, symbols: Sequence[str] = ()) -> ShowDiscussion:
    """Return whose words, on which share and which page, are asked for, in any order.

    Args:
        arguments: The words behind the command.
        symbols: The shares that they name. A word that is no symbol itself may be a share's name.
    """
    names, beside = speaker_names(), {each for words in read_lists("discussion", "beside").values() for each in words}
    page, speaker, left = 1, "", list[str]()
    for word in _joined(arguments, names):
        if word.isdecimal() and len(word) <= _MOST_DIGITS:
            page = max(int(word), 1)
        elif word in names:
            speaker = names[word]
        elif word not in beside:
            left.append(word)
    is_share = len(left) <= len(symbols)  # "AAPL", "apple"
    if not is_share:
        return ShowDiscussion(not_understood=" ".join(left))
    return ShowDiscussion(share=next(iter(symbols), ""), speaker=speaker, page=page)


def _joined(arguments: Sequence[str], names: Mapping[str, str]) -> list[str]:
    """Return the words, those of a name of two words as one: "research judge"; 第2页 is the number."""
    words = [normalise(word).lower().strip(".,!?，。！？") for word in arguments]
    words = [word.removeprefix("第").removesuffix("页") if word.endswith("页") else word for word in words]
    joined: list[str] = []
    for word in words:
        if joined and f"{joined[-1]} {word}" in names:
            joined[-1] = f"{joined[-1]} {word}"
        elif word:
            joined.append(word)
    return joined


READERS: Final[Mapping[str, Callable[[Arguments], Request]]] = MappingProxyType(
    {
        "analyze": _analyze,
        "compare": _compare,
        "explain": _explain,
        "discussion": lambda command: read_discussion_request(command.words, symbols=command.shares.symbols),
    }
)
