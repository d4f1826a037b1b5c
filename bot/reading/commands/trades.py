"""Reads commands that trade: "/decide GOOG at most $3,000", "/confirm", "/cancel IBM"."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import Advise, Cancel, Confirm, Order, TradeTerms
from bot.domain.text.tokens import has_chinese
from bot.reading.commands.arguments import Arguments, without_depth
from bot.reading.parses import Kind
from bot.reading.verdicts.reader import read_verdict

_KINDS: Final = (Kind.ORDER, Kind.ORDER_IF, Kind.ADVISE, Kind.SUPPOSE)
_SURE: Final = 0.6
_VERDICTS: Final = {"confirm": ("confirm", "确认"), "cancel": ("cancel", "取消")}  # in English and Chinese


def terms_of(command: Arguments) -> TradeTerms:
    """Return what a command says of a trade; where that is not clear, with the problem, and without a size."""
    read = _read(command)
    return read.terms if isinstance(read, Order | Advise) else _unread(command)


def _read(command: Arguments) -> Request | None:
    shares = command.shares
    if command.names_only_shares:
        return Order(terms=TradeTerms(shares=shares))
    likely = command.parsed_as(*_KINDS)
    read = command.read_as(likely.kind if likely.certainty >= _SURE else Kind.ORDER)
    return _with_shares(read, shares) if isinstance(read, Order | Advise) else read


def _with_shares(read: Order | Advise, shares: NamedShares) -> Order | Advise:
    """Return a request that also names the shares which are tickers by their place."""
    found = read.terms.shares
    named = NamedShares(
        symbols=found.symbols or shares.symbols,
        unknown=tuple(dict.fromkeys((*found.unknown, *shares.unknown))),
        unsupported=found.unsupported or shares.unsupported,
        misspelt=found.misspelt or shares.misspelt,
    )
    return replace(read, terms=replace(read.terms, shares=named))


def _unread(command: Arguments) -> TradeTerms:
    has_number = any(each.isdigit() for each in command.text)
    return TradeTerms(shares=command.shares, problems=(Problem.NUMBER_UNUSED,) if has_number else ())


def _decide(command: Arguments) -> Request:
    if (deep := without_depth(command)) is not None:
        return Order(terms=replace(terms_of(deep), is_deep=True), is_command=True)
    read = _read(command)
    if read is None:
        return Order(terms=_unread(command), is_command=True)
    if not isinstance(read, Order):
        return read
    needs_side = read.terms.side is None and read.terms.size is not None
    return replace(read, is_command=True, needs_side=needs_side)


def _verdict(name: str, command: Arguments) -> Request:
    """Return the verdict that the same words without a slash are; behind a command, nothing else counts as one."""
    if not command.text:
        return Confirm() if name == "confirm" else Cancel()
    text = f"{_VERDICTS[name][has_chinese(command.text)]} {command.text}"
    verdict = read_verdict(text, command.around)
    return verdict or NotUnderstood(TradeTerms(shares=command.shares))


READERS: Final[Mapping[str, Callable[[Arguments], Request]]] = MappingProxyType(
    {"decide": _decide, **{name: partial(_verdict, name) for name in _VERDICTS}}
)
