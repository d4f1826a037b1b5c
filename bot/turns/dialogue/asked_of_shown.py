"""Questions and requests of a share by its place among those shown last to the person: "rsi of the second one"."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Final

from bot.domain.conversation.dialogue import ObjectKind, ShownAnswer
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests import Request, shares_named
from bot.domain.conversation.requests.account import ShowOrderStatus
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.trades import Order
from bot.domain.conversation.requests.watching import SetAlerts, Watch
from bot.domain.conversation.share_sets import shares_listed, shares_meant, shares_ranked, shares_shown
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.measures import OF_CARD, Measure
from bot.domain.figures.query import FigureQuery
from bot.domain.market.instruments import InstrumentTable
from bot.reading.reader import MessageReader
from bot.reading.shown_shares import place_pointer, with_shares_named

DECISIONS: Final = frozenset({ObjectKind.CARD, ObjectKind.ORDER})
_LATEST: Final = 3  # answers back that "that" can mean
_MAX_LENGTH: Final = 120  # characters
_MAX_OF_CARD: Final = 60  # of a question about a card


@dataclass(frozen=True)
class AskedOfShown:
    """Reads one message."""

    text: str  # normalised, without a mention
    message: MessageFacts  # that says it
    instruments: InstrumentTable
    today: date  # of the market
    may_be_of_card: bool  # one was shown, and it was read as a question for figures or not understood

    def may_ask(self) -> bool:
        """Return whether it can be such a message, so that what was shown has to be known."""
        return len(self.text) <= _MAX_LENGTH and bool(place_pointer(self.text) or self._of_card)

    def requests(self, answers: Sequence[ShownAnswer], said: tuple[str, ...]) -> tuple[Request, ...]:
        """Return what it asks; several: nobody knows which; empty: nothing that was shown fits.

        Args:
            answers: Those to the person, the newest first; a card that is decided is an order there.
            said: The shares talked of, in the order in which they were said. "The second one" is unclear where it is
                another one than that of the order shown.
        """
        if (query := self._of_card) is not None:
            found = self._of_decision(query, answers)
            return () if found is None else (found,)
        if (place := place_pointer(self.text)) is None:
            return ()
        shown, ranked = shares_listed(shares_shown(answers)), shares_ranked(answers)
        orders = (shown, said) if set(said) == set(shown) else (shown,)
        meant = ({place: shares_meant(place, [order], ranked=ranked)} for order in orders)
        named = filter(None, dict.fromkeys(with_shares_named(self.text, each) for each in meant))
        read = [self._read(each, Surroundings(self.instruments, self.today)) for each in named]
        if not all(map(_is_of_shares, read)):  # what is read of one order only may be meant of the other
            return ()
        queries = [each for each in read if isinstance(each, FigureQuery)]
        if queries and len(queries) == len(read):  # of all that may be meant: the answer names each
            symbols = tuple(dict.fromkeys(symbol for each in queries for symbol in each.symbols))
            return (replace(queries[0], symbols=symbols),)
        by_shares = {frozenset(shares_named(each).symbols): each for each in reversed(read)}
        return tuple(reversed(by_shares.values()))

    def _read(self, text: str, around: Surroundings) -> Request:
        return MessageReader(around).read(replace(self.message, text=text)).request

    def _of_decision(self, query: FigureQuery, answers: Sequence[ShownAnswer]) -> Request | None:
        """Return the question about the card shown last; of one that is carried out, what has become of it."""
        shown = ([o for o in each.objects if o.kind in DECISIONS] for each in answers[:_LATEST])
        decisions = next(filter(None, shown), [])
        if any(each.kind is ObjectKind.CARD for each in decisions):
            return query
        is_of_order = len(decisions) == 1 and query.measures == (Measure.CARD_COST,)
        return ShowOrderStatus(NamedShares(symbols=decisions[0].symbols)) if is_of_order else None

    @cached_property
    def _of_card(self) -> FigureQuery | None:
        if not self.may_be_of_card or len(self.text) > _MAX_OF_CARD:
            return None
        around = Surroundings(self.instruments, self.today, pending=1, is_card_last=True, has_own_card=True)
        query = self._read(self.text, around)
        return query if isinstance(query, FigureQuery) and OF_CARD.issuperset(query.measures or (None,)) else None


def _is_of_shares(request: Request) -> bool:
    """Return whether a request is made of the shares that a pointer means; an order without a size may be a verdict."""
    if isinstance(request, Order):
        terms, is_unit_asked = request.terms, request.terms.problems == (Problem.AMOUNT_UNIT_MISSING,)
        return is_unit_asked or (not terms.problems and (terms.names_size or bool(terms.parts)))
    return isinstance(request, FigureQuery | Watch | SetAlerts)
