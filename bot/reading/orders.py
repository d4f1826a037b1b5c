"""Plain orders: a side, how much, of what, and nothing else: "pick up 5 goog and 3 ibm", 买20股ibm 再买十股谷歌."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Final

from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.trades import Order, OrderPart, TradeTerms
from bot.domain.market.instruments import Instrument, InstrumentTable
from bot.domain.text.tokens import Phrase, PhraseTable
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import Size, SizeUnit
from bot.reading.quantities.quantity import MAX_COUNT_BEFORE_NAME, MAX_PLAIN_COUNT, Quantity, Unit
from bot.reading.spans import explain_words
from bot.reading.word_tables import index_lists, read_lists

_MAX_LENGTH: Final = 120  # characters
_PARTS: Final = {Unit.PERCENT: 100, Unit.TENTHS: 10}  # that make a whole
_FOREIGN_SIGNS: Final = '?？`"“”「」『』«»'  # of a question, of code, of somebody else's words


class _Word(Enum):
    """A word that is no side, size or share."""

    PRONOUN = "pronoun"  # what is talked of
    EACH = "each"  # the size is of each share
    JOIN = "join"
    STOP = "stop"  # the number behind it is the price of the stop
    ACCOUNT = "account"  # a part of the account is the size
    AGAIN = "again"  # within the first trade: on top of what was ordered before
    FILLER = "filler"


_Meaning = Side | _Word | Size


@dataclass(frozen=True, slots=True)
class _Part:
    """One trade, as far as it has been read."""

    side: Side | None = None
    size: Size | None = None
    shares: tuple[str, ...] = ()
    is_pronoun: bool = False
    is_each: bool = False
    stop: Decimal | None = None
    part: Decimal | None = None  # a fraction, of the account if that is said

    @property
    def has_share(self) -> bool:
        """Whether it says of what."""
        return bool(self.shares) or self.is_pronoun


@dataclass(slots=True)
class _Parts:
    """The trades of a message; `current` is the last one."""

    current: _Part = field(default_factory=_Part)
    ended: list[_Part] = field(default_factory=list)
    is_added: bool = False
    is_stop_next: bool = False
    needs_name: bool = False  # the number before counts shares only if a name follows: "buy 500 MSFT"

    def take(self, item: _Meaning | Quantity | Instrument) -> bool:
        """Add what stands next in the message; return whether it can stand there."""
        is_number = isinstance(item, Quantity)
        if (self.needs_name and not isinstance(item, Instrument)) or (self.is_stop_next and not is_number):
            return False
        self.needs_name = False
        match item:
            case Side():
                return self._take_side(item)
            case Size():
                return self._take_size(item)
            case Quantity():
                return self._take_number(item)
            case Instrument(symbol=symbol):
                return self._take_share(symbol)
        return self._take_word(item)

    def _take_side(self, side: Side) -> bool:
        part = self.current
        self._end_if(part.side is not None and (part.size is not None or part.has_share))
        if self.current.side not in {None, side} and self.current.size is not None:
            return False
        self.current = replace(self.current, side=side)
        return True

    def _take_number(self, number: Quantity) -> bool:
        if self.is_stop_next:
            return self._take_stop(number)
        if number.unit in _PARTS and number.value is not None and self.current.part is None:
            self.current = replace(self.current, part=number.value / _PARTS[number.unit])
            return True
        size = _size(number)
        if size is None or (size.unit is SizeUnit.MONEY and self.current.side is None):  # "210块买IBM": a price?
            return False
        is_plain_count = number.unit is Unit.NONE and size.unit is SizeUnit.SHARES
        self.needs_name = is_plain_count and size.value > MAX_PLAIN_COUNT
        return self._take_size(size)

    def _take_stop(self, number: Quantity) -> bool:
        self.is_stop_next = False
        is_price = bool(number.value) and number.unit in {Unit.NONE, Unit.MONEY} and not number.is_scaled
        self.current = replace(self.current, stop=number.value)
        return is_price

    def _take_share(self, symbol: str) -> bool:
        part = self.current
        self._end_if(part.has_share and part.size is not None and not part.is_each)
        if self.current.is_pronoun:
            return False
        self.current = replace(self.current, shares=(*self.current.shares, symbol))
        return True

    def _take_size(self, size: Size) -> bool:
        self._end_if(self.current.size is not None and self.current.has_share)
        if self.current.size is not None:
            return False
        self.current = replace(self.current, size=size)
        return True

    def _take_word(self, word: _Word) -> bool:
        part = self.current
        match word:
            case _Word.PRONOUN:
                if part.has_share:
                    return False
                self.current = replace(part, is_pronoun=True)
            case _Word.STOP:
                self.is_stop_next = True
            case _Word.ACCOUNT:
                if part.part is None or part.part > 1 or part.side is Side.SELL:  # 仓位: of the position?
                    return False
                self.current = replace(part, part=None)
                return self._take_size(Size(part.part, SizeUnit.ASSETS))
            case _Word.EACH:
                self.current = replace(part, is_each=True)
            case _Word.AGAIN | _Word.JOIN:
                is_first = not self.ended and not (part.has_share and part.size is not None)
                self.is_added = self.is_added or (word is _Word.AGAIN and is_first)
        return True

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left open: a number whose unit nobody said, a stop without its price."""
        is_open = self.needs_name or self.is_stop_next
        return not is_open and all(each.part is None for each in (*self.ended, self.current))

    def _end_if(self, is_next: bool) -> None:  # noqa: FBT001 - reads as a sentence
        if is_next:
            self.ended.append(self.current)
            self.current = _Part(side=self.current.side)


def read_order(text: str, instruments: InstrumentTable) -> Order | None:
    """Return the trades that a message orders; None: it says something else, or more, or not how much of what.

    Args:
        text: Normalised, without a mention of the bot. Time is linear in its length.
        instruments: The shares whose names may occur.
    """
    if len(text) > _MAX_LENGTH or any(sign in text for sign in _FOREIGN_SIGNS) or text.startswith(">"):
        return None
    words = explain_words(text, order_words(), instruments)
    if words is None or (not words.quantities and not any(isinstance(each, Size) for each in words.meanings)):
        return None
    parts = _Parts()
    if not all(parts.take(each) for each in words.in_order) or not parts.is_complete:
        return None
    orders = tuple(_single([*parts.ended, parts.current]))
    return _order(orders, is_added=parts.is_added) if orders else None


def _single(parts: Sequence[_Part]) -> Iterable[_Part]:
    """Return the trades, each of one share; none: one of them is not clear. A lone one may be of what is talked of."""
    found: list[_Part] = []
    for each in parts:
        is_of_share = each.has_share or (len(parts) == 1 and not each.is_each)
        if each.side is None or each.size is None or not is_of_share or (len(each.shares) > 1 and not each.is_each):
            return ()
        found += [replace(each, shares=(symbol,)) for symbol in each.shares] or [each]
    return found


def _order(parts: tuple[_Part, ...], *, is_added: bool) -> Order | None:
    first = parts[0]
    if any(each.stop is not None and each.side is Side.SELL for each in parts):  # an order to sell below a price
        return None
    if len(parts) == 1:
        shares = NamedShares(symbols=first.shares)
        terms = TradeTerms(shares=shares, side=first.side, size=first.size, stop=first.stop)
        return Order(terms=terms, is_added=is_added)
    symbols = tuple(symbol for each in parts for symbol in each.shares)
    has_stop = any(each.stop is not None for each in parts)
    if has_stop or len(set(symbols)) < len(parts):  # one of them is "it", or two are of one share
        return None
    orders = tuple(
        OrderPart(symbol=symbol, side=each.side, size=each.size)
        for each in parts
        for symbol in each.shares
        if each.side is not None
    )
    return Order(terms=TradeTerms(shares=NamedShares(symbols=symbols), parts=orders), is_added=is_added)


def _size(quantity: Quantity) -> Size | None:
    """Return the size that a number states; None: it may state something else."""
    value = quantity.value
    if value is None or value <= 0:
        return None
    if quantity.unit is Unit.MONEY or (quantity.unit is Unit.NONE and quantity.is_scaled):
        return Size(value, SizeUnit.MONEY) if value == round(value, 2) else None
    most = MAX_COUNT_BEFORE_NAME if quantity.unit is Unit.NONE else value
    is_count = quantity.unit in {Unit.NONE, Unit.SHARES} and value == value.to_integral_value()
    return Size(value) if is_count and value <= most else None


@cache
def order_words() -> PhraseTable[_Meaning]:
    """Return the words of such messages. Raises: ValueError: a list is unknown, or a phrase stands in two."""
    counts = read_lists("orders", "counts")
    makers: Mapping[str, Mapping[str, _Meaning]] = {
        "sides": {each.value: each for each in Side},
        "counts": {each: Size(Decimal(each)) for each in counts},
        "words": {each.value: each for each in _Word},
    }
    found: dict[Phrase, _Meaning] = {}
    for table, meanings in makers.items():
        for phrase, name in index_lists(read_lists("orders", table), known=meanings).items():
            if phrase in found:
                msg = f'orders.toml: "{" ".join(phrase)}" has two meanings'
                raise ValueError(msg)
            found[phrase] = meanings[name]
    return PhraseTable(found)
