"""Tells whether one request asks for what another does, and makes one of two that differ in their shares."""

from collections.abc import Collection, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from enum import Enum
from typing import Any

from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, shares_named, with_shares
from bot.domain.conversation.requests.analysis import Compare
from bot.domain.conversation.requests.explanation import Explain
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.watching import Watch
from bot.domain.figures.query import FigureQuery, Scope


def is_within(part: object, whole: object) -> bool:
    """Return whether a request, or a slot of one, says nothing that another does not say."""
    match part, whole:
        case tuple(), tuple():
            return set(part) <= set(whole)
        case str(), str() if not isinstance(part, Enum):
            return part in whole or whole in part  # of a note, which may end later
        case Compare(), FigureQuery():
            return set(part.shares.symbols) <= set(whole.symbols)
        case Explain(), Compare() | Explain():  # "and why?"
            return set(part.shares.symbols) <= set(whole.shares.symbols)
    if not is_dataclass(part) or type(part) is not type(whole):
        return part == whole
    if isinstance(part, FigureQuery) and part.scope is Scope.TALKED_OF and isinstance(whole, FigureQuery):
        part = replace(part, scope=whole.scope)  # "it"
    return all(
        getattr(part, each.name) == _default(each) or is_within(getattr(part, each.name), getattr(whole, each.name))
        for each in fields(part)
    )


def without_shares(request: Request, symbols: Collection[str]) -> Request:
    """Return a request without some of the shares that it names."""
    if isinstance(request, FigureQuery):
        return replace(request, symbols=tuple(each for each in request.symbols if each not in symbols))
    named = shares_named(request)
    left = tuple(each for each in named.symbols if each not in symbols)
    return request if left == named.symbols else with_shares(request, replace(named, symbols=left))


def _default(field: "Field[Any]") -> object:
    return field.default if field.default_factory is MISSING else field.default_factory()


def as_few_requests(readings: Sequence[Reading]) -> list[Reading]:
    """Return the readings, one for shares that are put on the same list, and none twice."""
    found: list[Reading] = []
    for each in readings:
        request = each.request
        if found and (joined := _one_request(found[-1].request, request)) is not None:
            found[-1] = replace(found[-1], request=joined, shares=shares_named(joined))
        elif not any(request == other.request for other in found):
            found.append(each)
    return found


def _one_request(one: Request, other: Request) -> Request | None:
    """Return two requests for other shares as one: of a list, or for a figure; None: they are two."""
    match one, other:
        case Watch(means_focus=False), Watch(means_focus=False) if one.is_own == other.is_own:
            return replace(one, shares=_joined_shares(one.shares, other.shares))
        case FigureQuery(), FigureQuery() if one.symbols and one == replace(other, symbols=one.symbols):
            return replace(one, symbols=tuple(dict.fromkeys((*one.symbols, *other.symbols))))
    return None


def _joined_shares(one: NamedShares, other: NamedShares) -> NamedShares:
    values = ((each.name, (*getattr(one, each.name), *getattr(other, each.name))) for each in fields(one))
    return NamedShares(**{name: tuple(dict.fromkeys(value)) for name, value in values})
