"""Tells which shares the parts of a message mean: “it” in one, and two parts that differ only in their shares."""

from collections.abc import Sequence
from dataclasses import fields, replace

from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, shares_named
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.watching import SetAlerts, Unwatch, Watch
from bot.domain.figures.measures import OF_CARD
from bot.domain.figures.query import FigureQuery, Scope
from bot.reading.clauses.parts import RequestPart
from bot.reading.parses import Parse, SlotName
from bot.reading.pointers import pointers_in


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


def on_shares(part: RequestPart, symbols: tuple[str, ...], *, said: tuple[str, ...]) -> RequestPart:
    """Return a part that means "it", or names no share, as one about shares; a list takes them whoever named them.

    `said`: those that the parts before name, the latest first. What was shown before the message is not meant then.
    """
    is_said = bool(said)
    reading, shares = part.reading, NamedShares(symbols=symbols)
    request: Request
    match reading.request:
        case Watch(means_focus=True) | Unwatch(means_focus=True) as listed if symbols:
            request = replace(listed, shares=shares, means_focus=False)
        case SetAlerts(shares=NamedShares(symbols=(), unknown=(), unsupported=(), misspelt=())) as alerts if is_said:
            shares, is_of_one = _alerted(part.text, symbols, said)
            request = replace(alerts, shares=shares, is_of_one=is_of_one)
        case FigureQuery(scope=Scope.TALKED_OF) as query if is_said and _is_of_shares(part.parse, query):
            request = replace(query, scope=Scope.NAMED, symbols=symbols)
        case _:
            return part
    return replace(part, reading=replace(reading, request=request, shares=shares, is_whole=is_said))


def _alerted(text: str, symbols: tuple[str, ...], said: tuple[str, ...]) -> tuple[NamedShares, bool]:
    """Return the shares that an alert without one may be of, and whether one of them alone is meant."""
    points = pointers_in(text) & {"one", "several", "two"}
    return NamedShares(symbols=symbols if points else said), not points and len(said) > 1


def _is_of_shares(parse: Parse, query: FigureQuery) -> bool:
    """Return whether a figure is one of shares, and not of a card or of the one of several that it picks."""
    return not parse.has(SlotName.WHICH) and OF_CARD.isdisjoint(query.measures)
