"""Messages that mean several shares without naming them: "and the others?", "rsi of both", 剩下四只呢.

They are read once more with the shares in the place of the words. Where it is not clear which are meant, Parley asks:
an answer about the share talked of would be one about another.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.context.slow_reading import read_beside
from bot.context.turn import TurnContext
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, shares_named, with_shares
from bot.domain.conversation.requests.alerts import AskAlertForm, SetAlerts
from bot.domain.conversation.requests.analysis import Analyze, Compare
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.suppositions import Suppose
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import Order
from bot.domain.conversation.requests.watching import AskWatchForm, Unwatch, Watch
from bot.domain.conversation.share_sets import SharePointer, shares_meant, shares_shown
from bot.domain.figures.query import FigureQuery, Scope
from bot.domain.market.instruments import InstrumentTable
from bot.reading.guarded_words import names_in
from bot.reading.reader import MessageReader
from bot.reading.shown_shares import STAND_INS, is_of_trade, set_pointers, with_sets_named

_MAX_LENGTH: Final = 120  # characters
_CHANGES: Final = Order | SetAlerts | Watch | Unwatch
_OF_SHARES: Final = FigureQuery | Compare | Analyze | Suppose | _CHANGES
_MAY_BE: Final = _OF_SHARES | NotUnderstood | AskAlertForm | AskWatchForm  # what such a message may be read as


@dataclass(frozen=True, slots=True)
class ShareSets:
    """Reads one message."""

    instruments: InstrumentTable

    async def complete(
        self, context: TurnContext, text: str, then: Callable[[TurnContext], Awaitable[TurnContext]]
    ) -> TurnContext | None:
        """Return the message, `text`, as one that names the shares that it means; None: it means none.

        Args:
            context: The message as it is read.
            text: Normalised, without a mention.
            then: Completes what is read of it from what was said before.
        """
        pointers = set_pointers(text) if len(text) <= _MAX_LENGTH else ()
        if not pointers or not isinstance(context.request, _MAY_BE) or context.reading.is_whole:
            return None
        shown = shares_shown(each for each in context.dialogue.answers if each.asked_by == context.turn.person.id)
        named = names_in(text, self.instruments)
        meant = [shares_meant(each, shown, named) for each in pointers]
        if all(meant):
            read = await self._as_named(context, text, pointers, meant)
            if all(self._may_mean(read.reading, text, each, shown) for each in pointers):
                return _with_all(await then(read), meant)
        is_open = any(each.is_rest for each in pointers) and not named and _is_of_talked(context.reading)
        return context.with_request(Analyze(problems=(Problem.SHARES_UNNAMED,))) if is_open else None

    async def _as_named(
        self, context: TurnContext, text: str, pointers: Sequence[SharePointer], meant: Sequence[tuple[str, ...]]
    ) -> TurnContext:
        """Return the message with two of the shares named in it; one that orders trades, with all of them."""
        found = dict(zip(pointers, meant, strict=True))
        said = with_sets_named(text, lambda pointer: found[pointer][:STAND_INS]) or text
        reading = await read_beside(said, lambda: self._read(context, said))
        if isinstance(reading.request, Order):
            said = with_sets_named(text, lambda pointer: found[pointer]) or text
            reading = await read_beside(said, lambda: self._read(context, said))
        return replace(context, turn=replace(context.turn, text=said), reading=reading)

    def _read(self, context: TurnContext, text: str) -> Reading:
        return MessageReader(context.surroundings).read(replace(context.message_facts, text=text))

    def _may_mean(self, reading: Reading, text: str, pointer: SharePointer, shown: Sequence[tuple[str, ...]]) -> bool:
        """Return whether a message is one about the shares meant; "5 of them" may be of the one share talked of."""
        request = reading.request
        if isinstance(request, _CHANGES) and not (pointer.is_rest or pointer.count) and len(shown[0]) == 1:
            return False
        if isinstance(request, Order):
            is_sized = request.terms.names_size or bool(request.terms.parts)
            is_clear = is_sized and not request.terms.problems
            return is_clear and is_of_trade(text, pointer, self.instruments)
        return reading.goes_on or isinstance(request, _OF_SHARES)


def _is_of_talked(reading: Reading) -> bool:
    """Return whether a message that names no share is read as one of the share talked of."""
    request: Request = reading.request
    match request:
        case FigureQuery(scope=scope) | Compare(scope=scope):
            return scope is Scope.TALKED_OF
        case Analyze() | SetAlerts() | Order():
            return not reading.shares.symbols
    return reading.goes_on


def _with_all(context: TurnContext, meant: Sequence[tuple[str, ...]]) -> TurnContext:
    """Return a request of the first of the shares meant as one of all of them."""
    request = context.request
    if isinstance(request, Order):
        return context
    named = request.symbols if isinstance(request, FigureQuery) else shares_named(request).symbols
    beyond = [each for symbols in meant for each in symbols[STAND_INS:] if set(symbols[:STAND_INS]) <= set(named)]
    symbols = tuple(dict.fromkeys((*named, *beyond)))
    if symbols == named:
        return context
    if isinstance(request, FigureQuery):
        every: Request = replace(request, symbols=symbols)
    else:
        every = with_shares(request, NamedShares(symbols=symbols))
    reading = replace(context.reading, request=every, shares=NamedShares(symbols=symbols))
    return replace(context, reading=reading)
