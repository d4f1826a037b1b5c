"""Questions and orders of what was shown last to the person, whoever has spoken since: "rsi of both"."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from bot.domain.conversation.dialogue import ObjectKind, ShownAnswer
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.account import ShowOrderStatus
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.trades import Order
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.measures import OF_CARD, Measure
from bot.domain.figures.query import FigureQuery
from bot.domain.market.instruments import InstrumentTable
from bot.reading.fragments import names_pointer, with_shares_named
from bot.reading.reader import MessageReader

_DECISIONS: Final = frozenset({ObjectKind.CARD, ObjectKind.ORDER})
_LATEST: Final = 3  # answers back that "that" can mean
_MAX_LENGTH: Final = 60  # characters


@dataclass(frozen=True, slots=True)
class AskedOfShown:
    """Reads one message."""

    text: str  # normalised, without a mention
    message: MessageFacts  # that says it
    instruments: InstrumentTable
    today: date  # of the market
    may_be_of_card: bool  # it was read as a question for figures, or not understood

    def may_ask(self) -> bool:
        """Return whether it can be such a message, so that what was shown has to be known."""
        return len(self.text) <= _MAX_LENGTH and (names_pointer(self.text) or self._of_card() is not None)

    def request(self, answers: Sequence[ShownAnswer]) -> Request | None:
        """Return what it asks; None: nothing that was shown fits.

        `answers`: those to the person, the newest first; a card that is decided is an order there.
        """
        if (query := self._of_card()) is not None:
            return self._of_decision(query, answers)
        named = with_shares_named(self.text, next((each.symbols for each in answers if each.symbols), ()))
        if named is None:
            return None
        request = self._read(named, Surroundings(self.instruments, self.today))
        is_order = isinstance(request, Order) and (request.terms.names_size or bool(request.terms.parts))
        return request if is_order or isinstance(request, FigureQuery) else None  # "buy both" is a verdict

    def _read(self, text: str, around: Surroundings) -> Request:
        return MessageReader(around).read(replace(self.message, text=text)).request

    def _of_decision(self, query: FigureQuery, answers: Sequence[ShownAnswer]) -> Request | None:
        """Return the question about the card shown last; of one that is carried out, what has become of it."""
        shown = ([o for o in each.objects if o.kind in _DECISIONS] for each in answers[:_LATEST])
        decisions = next(filter(None, shown), [])
        if any(each.kind is ObjectKind.CARD for each in decisions):
            return query
        is_of_order = len(decisions) == 1 and query.measures == (Measure.CARD_COST,)
        return ShowOrderStatus(NamedShares(symbols=decisions[0].symbols)) if is_of_order else None

    def _of_card(self) -> FigureQuery | None:
        if not self.may_be_of_card:
            return None
        around = Surroundings(self.instruments, self.today, pending=1, is_card_last=True, has_own_card=True)
        query = self._read(self.text, around)
        return query if isinstance(query, FigureQuery) and OF_CARD.issuperset(query.measures or (None,)) else None
