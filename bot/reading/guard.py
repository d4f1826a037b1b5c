"""Holds a request for a trade against the words of its message, whoever read it; and one for alerts and watch lists.

What the words do not say is not traded, and what they say besides forbids the trade: the person is asked back.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from decimal import Decimal
from typing import Final, TypeVar

from bot.domain.conversation.problems import Problem
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, shares_named, trades
from bot.domain.conversation.requests.account import SellHoldings, SetStop
from bot.domain.conversation.requests.limits import EndLimits, RemoveLimits
from bot.domain.conversation.requests.memory import (
    ForgetAllNotes,
    ForgetLastNote,
    ForgetNote,
    ForgetNotes,
    RemoveKnowledge,
)
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import (
    AnalyzeDeep,
    CorrectOrder,
    Order,
    TradeTerms,
)
from bot.domain.conversation.requests.watching import (
    ChosenAlerts,
    RemoveAlerts,
    SetAlerts,
    UnsubscribeBriefs,
    Unwatch,
    Watch,
)
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import Size, SizeUnit
from bot.reading.guarded_words import GuardedMessage, names_in
from bot.reading.recognisers.stated_numbers import is_stated, rounded
from bot.reading.word_tables import words_of

_LONG: Final = 8  # words
_MOST_REPEATED: Final = 4  # times each word, on average
_MOST_TRADES: Final = 8  # words for buying or selling in one message
_OF_NAMED_SHARES: Final = (SetAlerts, RemoveAlerts, Watch, Unwatch)
_REMOVALS: Final = (
    *(RemoveAlerts, Unwatch, UnsubscribeBriefs, RemoveLimits, EndLimits, RemoveKnowledge),
    *(ForgetNotes, ForgetNote, ForgetLastNote, ForgetAllNotes),
)
_Found = TypeVar("_Found")
_IN_CLAUSE: Final = (
    *(Problem.SCHEDULED, Problem.NOT_SHARES, Problem.ORDER_TYPE, Problem.ORDER_WITH_MORE, Problem.SHORT_SALE),
    Problem.STOP_NOT_A_PRICE,
    *("judgement", "asking"),
)


def find_objection(
    request: Request, text: str, around: Surroundings, *, typed: str = "", is_of_shown: bool = False
) -> Problem | None:
    """Return why a request for a trade is asked about; None: the message bears it out, or it asks for no trade.

    Args:
        request: As a reader has read the message.
        text: The message, normalised, without a mention.
        around: What is known before it.
        typed: The message with its line breaks.
        is_of_shown: The request takes numbers and shares from what was shown, which the message does not state.
    """
    if not _is_trade(request) and not isinstance(request, (trades.Advise, *_OF_NAMED_SHARES, *_REMOVALS)):
        return None
    message = GuardedMessage.of(text, around.instruments)
    if isinstance(request, (*_OF_NAMED_SHARES, *_REMOVALS)):
        return _denied(request, message)
    if isinstance(request, trades.Advise):
        is_divided = len(request.terms.symbols) > 1 and message.denies_part
        return Problem.ORDER_SHARES_UNCLEAR if is_divided else Problem.ORDER_UNEXPLAINED if message.is_refused else None
    words = words_of(text)
    is_noise = len(words) >= _LONG and len(set(words)) * _MOST_REPEATED <= len(words)  # the same few again and again
    if len(message.trades) > _MOST_TRADES or is_noise:
        return Problem.ORDER_UNEXPLAINED
    is_quoted = message.is_quoted or any(line.lstrip().startswith(">") for line in typed.splitlines())
    if is_quoted or around.addresses_other(text):
        return Problem.ORDER_QUOTED if is_quoted else Problem.ORDER_TO_OTHER
    return _forbidden(request, message) or (None if is_of_shown else _unborne(request, message, around, text))


def _denied(request: Request, message: GuardedMessage) -> Problem | None:
    """Return that what is watched or removed, or a part of it, is not meant; None: it is."""
    if isinstance(request, _REMOVALS) and message.denies_removal:
        return Problem.REMOVAL_DENIED
    if not isinstance(request, _OF_NAMED_SHARES):
        return None
    denies_all = isinstance(request, SetAlerts | Watch) and bool(request.shares.symbols) and message.denies_all
    is_of_several = isinstance(request, Watch | Unwatch) and len(request.shares.symbols) > 1
    ways = ("addition", "removal") if isinstance(request, Watch) else ("removal", "addition")
    if is_of_several and message.turns_between_shares(*ways):
        return Problem.PART_DENIED
    denies_part = message.denies_part and not _keeps_rest(request, message)
    return Problem.PART_DENIED if denies_part or denies_all else None


def _keeps_rest(request: Request, message: GuardedMessage) -> bool:
    """Return whether what is removed leaves the shares that stay: "all alerts except IBM", "IBM, but keep GE"."""
    match request:
        case RemoveAlerts(ChosenAlerts(symbols=symbols, excepted=left)):
            removed = set(symbols)
        case Unwatch(shares=shares, kept=left):
            removed = set(shares.symbols)
        case _:
            return False
    kept, is_denied = message.kept, any(message.each("denial", "contrast"))
    return bool(kept) and not is_denied and (kept <= set(left) or (bool(removed) and kept.isdisjoint(removed)))


def _unborne(request: Request, message: GuardedMessage, around: Surroundings, text: str) -> Problem | None:
    """Return what a trade has that its message does not state, or the other way round."""
    is_whole = any(each.unit is SizeUnit.POSITION and each.value == 1 for each in _all_of(Size, request))
    denied_whole = Problem.ORDER_UNEXPLAINED if is_whole and any(message.each("whole_denied")) else None
    return (
        _unstated_number(request, message)
        or denied_whole
        or _unstated_share(request, message, around, text)
        or _unused_side(request, message)
    )


def _is_trade(request: Request) -> bool:
    match request:
        case trades.CorrectOrder(change=trades.OrderChange(kind=trades.OrderChangeKind.VAGUE)):
            return False  # the size is asked for
        case trades.Order(terms=terms, is_command=False) | trades.CorrectOrder(terms=terms, is_question=False):
            is_known = not terms.shares.unknown and (bool(terms.symbols) or not terms.shares.unsupported)
            return not terms.problems and is_known  # else the answer names the share that is not known
        case trades.AnalyzeDeep(terms=terms):
            return terms.names_size
        case SellHoldings(is_question=is_question):
            return not is_question
    return isinstance(request, SetStop)


def _forbidden(request: Request, message: GuardedMessage) -> Problem | None:
    """Return what the words around a trade make of it."""
    if any(message.conditions):
        return Problem.CONDITIONAL_ORDER
    quoting = message.each(Problem.ORDER_QUOTED)
    if any(message.each("header")) or any(message.leads_trade(e) or message.leads_clause(e) for e in quoting):
        return Problem.ORDER_QUOTED
    denials = tuple(filter(message.leads_trade, message.each("denial")))
    if _is_change(request):  # what it denies is what was pending
        is_of_share = isinstance(request, trades.CorrectOrder) and request.change.kind is trades.OrderChangeKind.SHARE
        is_denied = not is_of_share and any(message.denied_by(each) is None for each in denials)
        names_side = isinstance(request, trades.Order | trades.CorrectOrder) and request.terms.side is not None
        is_told = names_side and any(map(message.is_of_trade, message.each("judgement")))
        is_asked = is_of_share and message.asks_about_share
        if any(message.each(Problem.ORDER_WITH_MORE)):
            return Problem.ORDER_WITH_MORE
        return Problem.ORDER_UNEXPLAINED if is_denied or is_told or is_asked else None
    for each in message.each(*_IN_CLAUSE):
        if message.is_of_trade(each) or message.is_alone(each):
            return Problem(each.name) if each.name in set(Problem) else Problem.ORDER_UNEXPLAINED
    contrasts = (message.leads_trade(e) for e in message.each("contrast") if message.denied_by(e) is None)
    is_denied = bool(denials) or any(map(message.is_alone, message.each("denial"))) or any(contrasts)
    is_at_limit = isinstance(request, trades.Order) and not request.terms.names_size and any(message.each("at_limit"))
    return Problem.ORDER_UNEXPLAINED if is_denied or is_at_limit or message.asks_for_trade else None


def _is_change(request: Request) -> bool:
    return isinstance(request, trades.CorrectOrder) or (isinstance(request, trades.Order) and request.is_change)


def _unstated_number(request: Request, message: GuardedMessage) -> Problem | None:
    """Return that a number of the request is not meant, or that one of the message is not used; None: neither."""
    is_correction = _is_change(request)
    if message.has_negative_number:
        return Problem.NUMBER_UNREADABLE
    if message.is_restated and not is_correction:
        return Problem.ORDER_RESTATED
    dropped = message.dropped_numbers(is_correction=is_correction)
    meant = [each for each in message.numbers if each not in dropped]
    said = frozenset[Decimal]().union(*(each.values for each in meant))
    values = frozenset(_values(request))
    traded = request.terms if isinstance(request, trades.Order | trades.CorrectOrder) else trades.TradeTerms()
    is_kept = traded.count in message.numbers_kept and not traded.is_target  # "not all of it, keep 3"
    terms = request.terms if isinstance(request, trades.Order) else trades.TradeTerms()
    is_left = terms.side is Side.SELL and (terms.is_target or bool(terms.excluded))
    is_number = terms.count is not None or terms.amount is not None
    if is_kept or (is_number and not is_left and any(message.each("all_but"))):
        return Problem.NUMBER_UNUSED
    if any(each.values & values - said for each in dropped):
        return Problem.ORDER_RESTATED
    if any(not is_stated(value, message.text) for value in values - said):
        return Problem.NUMBER_UNUSED
    is_counted = any(each.unit is not SizeUnit.POSITION for each in _all_of(Size, request))
    is_left = any(not each.values & values and not (each.is_part and is_counted) for each in meant)
    return Problem.NUMBER_UNUSED if is_left else None


def _values(request: Request) -> Iterator[Decimal]:
    """Yield the numbers of a request, besides the whole of what is held."""
    if isinstance(request, SellHoldings):
        yield from (rounded(each) for each in (request.at_least, request.fraction) if each not in {0, 1})
        return
    sizes = tuple(_all_of(Size, request))
    whole = {id(each.value) for each in sizes if each.unit is SizeUnit.POSITION and each.value == 1}
    yield from (rounded(each) for each in _all_of(Decimal, request) if id(each) not in whole)


def _all_of(kind: type[_Found], value: object) -> Iterator[_Found]:
    if isinstance(value, kind):
        yield value
    if isinstance(value, tuple):
        for each in value:
            yield from _all_of(kind, each)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _all_of(kind, getattr(value, field.name))


def _unstated_share(request: Request, message: GuardedMessage, around: Surroundings, text: str) -> Problem | None:
    """Return that a share of the message is not traded, or that one is which it does not name; None: neither."""
    named = {each.name for each in message.shares if each.start not in message.denied}
    denied = ({each.name for each in message.shares} - named) | message.kept
    named -= message.kept
    traded = {each.symbol for each in _all_of(trades.OrderPart, request)} | set(shares_named(request).symbols)
    traded |= {each.symbol for each in _all_of(trades.OrderChange, request) if each.symbol}
    left = frozenset[str]()
    if isinstance(request, trades.Order):
        left = frozenset(request.terms.excluded)
    elif isinstance(request, trades.CorrectOrder):
        left = frozenset(filter(None, (request.change.dropped,)))
    unsaid = traded - named - set(around.focus)
    if named - traded - left or traded & denied or (unsaid and unsaid - names_in(text, around.instruments)):
        return Problem.ORDER_SHARES_UNCLEAR
    return None


def _unused_side(request: Request, message: GuardedMessage) -> Problem | None:
    """Return that a message speaks of selling alone, and an order of something else; None: it does not."""
    if not isinstance(request, trades.Order) or request.is_change:
        return None
    said = {each.name for each in message.trades if each.end - each.start > 1 or not message.text.isascii()}
    sides = {request.terms.side, request.terms.target_side, *(each.side for each in _all_of(trades.OrderPart, request))}
    return Problem.ORDER_UNEXPLAINED if said == {"sell"} and Side.SELL not in sides else None


TRADES: Final = Order | CorrectOrder | AnalyzeDeep

_SURE_OF_ONE: Final = 0.8
_DOUBTED: Final = 0.3
_COMPARED_TERMS: Final = (
    *("side", "symbols", "size", "target_side", "parts", "is_everything", "excluded"),
    *("max_cash", "stop", "stop_below", "risk"),
)


def agreed(trained: Reading, model: Reading) -> Reading:
    """Return the model's reading of a message, unless one of two sure readers sees a trade that the other does not see.

    Such a message is asked about: the requests of both are what it may ask for.
    """
    are_trades = isinstance(trained.request, TRADES), isinstance(model.request, TRADES)
    is_open = isinstance(trained.request, NotUnderstood) or trained.certainty < _SURE_OF_ONE
    if not any(are_trades) or (are_trades[1] and is_open) or _is_same_trade(trained.request, model.request):
        others = tuple(dict.fromkeys((*model.others, *trained.others)))
        return replace(model, others=others, shares=model.shares if model.shares.symbols else trained.shares)
    may_be = tuple(each for each in (model.request, trained.request) if not isinstance(each, NotUnderstood))
    request = NotUnderstood(TradeTerms(shares=model.shares))
    return replace(model, request=request, certainty=_DOUBTED, others=(*may_be, *model.others, *trained.others))


def _is_same_trade(one: Request, other: Request) -> bool:
    if not (isinstance(one, TRADES) and isinstance(other, TRADES)) or type(one) is not type(other):
        return False
    terms, others = one.terms, other.terms
    return all(getattr(terms, name) == getattr(others, name) for name in _COMPARED_TERMS)
