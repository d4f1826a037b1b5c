"""Makes one request of two that differ only in their shares."""

from collections.abc import Sequence
from dataclasses import fields, replace

from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, shares_named
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.watching import Watch
from bot.domain.figures.query import FigureQuery


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
