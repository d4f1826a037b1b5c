"""Makes what is only supposed of its slots: price moves, and what would change the view."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.further_questions import AskMore
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.suppositions import (
    AskViewChange,
    MoveKind,
    MoveScope,
    StatedMove,
    Suppose,
    SupposedStake,
    SupposeTrade,
)
from bot.domain.conversation.surroundings import Surroundings
from bot.reading.assembly.slots import says, shares_of
from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.recognisers.numbers import read_count, read_money, read_number, read_percent, read_price
from bot.reading.recognisers.shares import named_shares

_FALL, _RISE = -1, 1
_HUNDRED: Final = Decimal(100)
_TO_THE_STOP: Final = StatedMove(MoveKind.STOP, None, _FALL)
_USUAL: Final = (Decimal(5), Decimal(10), Decimal(20))  # percent, of a market whose move has no number


def suppose(parse: Parse, around: Surroundings, _message: MessageFacts) -> Request | None:
    """Return what the message supposes; None: a number of it is not known."""
    shares = shares_of(parse, around.instruments)
    if any(says(slot.text, "other_units") for slot in parse.each(SlotName.MOVE)):
        return AskMore(shares)  # of rates: "if they go up 50 bps"
    moves, stake, names_trade = _moves(parse, around, shares), _stake(parse), parse.has(SlotName.BUY, SlotName.SELL)
    level = parse.first(SlotName.STOP)
    stop = read_price(level.text) if level is not None else None
    if moves is None or (level is not None and stop is None):
        return None
    if names_trade and not moves and stop is None:
        return SupposeTrade(shares)
    return Suppose(
        shares=shares,
        moves=moves or ((_TO_THE_STOP,) if stop is not None else ()),
        stop=None if moves else stop,
        scope=_scope(parse),
        stake=stake,
        names_trade=names_trade,
        only_asks=not names_trade and stake is None and stop is None,
    )


def view_change(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the question what would change the view, or whether a move would."""
    shares = shares_of(parse, around.instruments)
    supposed = suppose(parse, around, message) if parse.has(SlotName.MOVE, SlotName.LEVEL) else None
    if isinstance(supposed, Suppose) and supposed.moves:
        return replace(supposed, asks_view=True)
    return AskViewChange(shares=shares, only_asks=not parse.has(SlotName.BUY, SlotName.SELL))


def _scope(parse: Parse) -> MoveScope:
    if parse.has(SlotName.MARKET):
        return MoveScope.MARKET
    return MoveScope.HOLDINGS if parse.has(SlotName.HELD, SlotName.WINNING, SlotName.LOSING) else MoveScope.SHARE


def _stake(parse: Parse) -> SupposedStake | None:
    """Return what is supposed to be held."""
    if (count := parse.first(SlotName.COUNT)) is not None:
        value, is_money = read_count(count.text), False
    elif (money := parse.first(SlotName.MONEY)) is not None:
        value, is_money = read_money(money.text), True
    else:
        return None
    return SupposedStake(value, is_money=is_money) if value is not None and value > 0 else None


def _moves(parse: Parse, around: Surroundings, shares: NamedShares) -> tuple[StatedMove, ...] | None:
    """Return the moves that are stated, each of its share if several are named; None: a number is not known."""
    found: list[StatedMove] = []
    for slot in parse.each(SlotName.MOVE, SlotName.LEVEL):
        moves = tuple(_of_number(slot, _direction(parse, slot)))
        if not moves:
            return None
        symbol = _share_of(parse, slot, around) if len(shares.symbols) > 1 else None
        found += [replace(move, symbol=symbol) for move in moves]
    return tuple(dict.fromkeys(found)) or tuple(_without_number(parse))


def _of_number(slot: Slot, direction: int) -> Iterator[StatedMove]:
    """Yield what a number may mean: without a unit a percentage and dollars, without a direction both ways."""
    typed = slot.text.lstrip("+-")
    percent, ways = read_percent(typed), (direction,) if direction else (_FALL, _RISE)
    if slot.name is SlotName.LEVEL:
        price = read_price(slot.text) if percent is None else None
        if price is not None:
            yield StatedMove(MoveKind.PRICE, price, direction)
        return
    number, dollars = read_number(typed), read_money(typed)
    if percent is not None:
        yield from (StatedMove(MoveKind.PERCENT, percent * _HUNDRED, way) for way in ways)
    elif number is not None:
        yield from (StatedMove(kind, number, way) for kind in (MoveKind.PERCENT, MoveKind.AMOUNT) for way in ways)
    elif says(slot.text, "doubles"):
        yield StatedMove(MoveKind.PERCENT, _HUNDRED, _RISE)
    elif dollars is not None:
        yield from (StatedMove(MoveKind.AMOUNT, dollars, way) for way in ways)


def _without_number(parse: Parse) -> Iterator[StatedMove]:
    """Yield moves whose words are a number themselves ("halves"), to the stop, and usual ones of the market."""
    words = tuple(parse.each(SlotName.UP, SlotName.DOWN, SlotName.PART))
    if any(slot.value in {"stop", "loss_at_stop"} for slot in parse.each(SlotName.MEASURE)) and parse.has(
        SlotName.DOWN
    ):
        yield _TO_THE_STOP
    elif any(says(slot.text, "halves") for slot in words) and parse.has(SlotName.DOWN):
        yield StatedMove(MoveKind.PERCENT, _HUNDRED / 2, _FALL)
    elif any(says(slot.text, "doubles") for slot in words) and parse.has(SlotName.UP):
        yield StatedMove(MoveKind.PERCENT, _HUNDRED, _RISE)
    elif parse.has(SlotName.MARKET) and parse.has(SlotName.UP) is not parse.has(SlotName.DOWN):
        way = _RISE if parse.has(SlotName.UP) else _FALL
        yield from (StatedMove(MoveKind.PERCENT, value, way) for value in _USUAL)


def _direction(parse: Parse, number: Slot) -> int:
    """Return the direction of the word that is nearest before a number, else of the first behind it; 0: of none."""
    if number.text[:1] in {"+", "-"}:
        return _RISE if number.text[0] == "+" else _FALL
    words = tuple(parse.each(SlotName.UP, SlotName.DOWN))
    before = [slot for slot in words if slot.start < number.start]
    word = before[-1] if before else next(iter(words), None)
    return 0 if word is None else _RISE if word.name is SlotName.UP else _FALL


def _share_of(parse: Parse, number: Slot, around: Surroundings) -> str | None:
    """Return the share that a move is stated of: the nearest before it, else the first."""
    slots = tuple(parse.each(SlotName.SHARE))
    before = [slot for slot in slots if slot.start < number.start] or slots
    nearest = before[-1] if before is not slots else slots[0]
    return next(iter(named_shares((nearest.text,), around.instruments).symbols), None)
