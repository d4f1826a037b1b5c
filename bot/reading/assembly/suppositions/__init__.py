"""Makes what is only supposed of its slots: price moves, and what would change the view."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request, suppositions
from bot.domain.conversation.requests.explanation import AskMore
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import FigureQuery, Scope, SupposedStake
from bot.reading.assembly.slots import says, shares_of, text_beside
from bot.reading.assembly.suppositions.levels import named_level, unread_words
from bot.reading.named_times import days_since
from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.recognisers.numbers import read_count, read_money, read_number, read_percent, read_price

_FALL, _RISE = -1, 1
_HUNDRED: Final = Decimal(100)
_TO_THE_STOP: Final = suppositions.StatedMove(suppositions.MoveKind.STOP, None, _FALL)
_USUAL: Final = (Decimal(5), Decimal(10), Decimal(20))  # percent, of a market whose move has no number
_STOPS: Final = frozenset({Measure.STOP, Measure.LOSS_AT_STOP})
_WAYS: Final = (SlotName.UP, SlotName.DOWN)
_PRICE_MOVES: Final = (SlotName.MOVE, SlotName.LEVEL, SlotName.STOP)
_OWNED: Final = (SlotName.BUY, SlotName.COUNT, SlotName.MONEY)
_PAIR: Final = 2
_ALL_POSITIONS: Final = (SlotName.HELD, SlotName.WINNING, SlotName.LOSING)


def suppose(parse: Parse, around: Surroundings, _message: MessageFacts) -> Request | None:
    """Return what the message supposes; None: a number of it is not known."""
    if (purchase := supposed_purchase(parse, around)) is not None:
        return purchase
    shares, parse = _shares(parse, around), _with_moves_in_money(parse)
    if any(says(slot.text, "other_units") for slot in parse.each(SlotName.MOVE)):
        return AskMore(shares)  # of rates: "if they go up 50 bps"
    moves, stake, names_trade = _moves(parse, around, shares), _stake(parse), parse.has(SlotName.BUY, SlotName.SELL)
    level = parse.first(SlotName.STOP)
    stop = read_price(level.text) if level is not None else None
    if moves is None or (level is not None and stop is None):
        return None
    if names_trade and not moves and stop is None:
        return suppositions.SupposeTrade(shares)
    to_the_stop = (_TO_THE_STOP,) if stop is not None and not moves else ()
    moves = moves or to_the_stop
    asks_view = says(parse.text, "asks_view")
    names_trade = names_trade and not asks_view  # "still a buy?"
    return suppositions.Suppose(
        shares=shares,
        moves=moves,
        unread=() if moves else unread_words(parse, around.today),
        asks_view=asks_view and bool(moves),
        stop=stop if to_the_stop else None,
        scope=_scope(parse),
        stake=stake,
        names_trade=names_trade,
        only_asks=not names_trade and stake is None and stop is None,
    )


def supposed_purchase(parse: Parse, around: Surroundings) -> FigureQuery | None:
    """Return the question what a purchase on an earlier day, "if I had put 5000 in FB on jan 2", would have come to.

    None: it supposes something else. Without an amount it is that for the change since then.
    """
    shares, slot = shares_of(parse, around), parse.first(SlotName.COUNT, SlotName.MONEY)
    stake, days = _stake(parse), days_since(parse, around.today)
    is_plain = not parse.has(*_PRICE_MOVES, SlotName.PERCENT, SlotName.PART, SlotName.MARKET, *_ALL_POSITIONS)
    is_bought = parse.has(SlotName.BUY) or (stake is not None and not parse.has(SlotName.SELL))
    is_known = not (shares.unknown or shares.unsupported) and (slot is None) is (stake is None)
    is_sold_unsaid = parse.has(SlotName.SELL) and len(set(parse.each(SlotName.TIME))) < _PAIR
    if days is None or is_sold_unsaid or not (is_plain and is_bought and is_known):
        return None
    return FigureQuery(
        measures=(Measure.CHANGE,),
        scope=Scope.NAMED if shares.symbols else Scope.TALKED_OF,
        symbols=shares.symbols,
        when=days,
        purchase=stake,
    )


def fall_to_the_stop(parse: Parse, around: Surroundings) -> suppositions.Suppose:
    """Return the question what is lost at the stop of what is held, or of a purchase of the size that is named."""
    shares, stake = shares_of(parse, around), _stake(parse)
    return suppositions.Suppose(
        shares=shares, moves=(_TO_THE_STOP,), stake=stake, scope=_scope(parse), only_asks=stake is None
    )


def view_change(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the question what would change the view, or whether a move would."""
    shares = shares_of(parse, around)
    supposed = suppose(parse, around, message) if parse.has(SlotName.MOVE, SlotName.LEVEL) else None
    if isinstance(supposed, suppositions.Suppose) and supposed.moves:
        return replace(supposed, asks_view=True)
    return suppositions.AskViewChange(shares=shares, only_asks=not parse.has(SlotName.BUY, SlotName.SELL))


def _with_moves_in_money(parse: Parse) -> Parse:
    """Return a parse with its amounts as moves, if a price moves and nothing else says how far: "falls by $20"."""
    if parse.has(SlotName.MOVE, SlotName.LEVEL, SlotName.BUY, SlotName.SELL) or not parse.has(*_WAYS):
        return parse
    return parse.renamed(tuple(parse.each(SlotName.MONEY)), SlotName.MOVE)


def _shares(parse: Parse, around: Surroundings) -> NamedShares:
    """Return the shares that are named, or that "both" means."""
    shares = shares_of(parse, around)
    words = (text_beside(parse), *(slot.text for slot in parse.each(SlotName.WHICH)))
    is_unnamed = shares == NamedShares() and _scope(parse) is suppositions.MoveScope.SHARE
    is_of_all = is_unnamed and any(says(each, "all_of_them") for each in words)
    return NamedShares(symbols=around.focus) if is_of_all else shares


def _scope(parse: Parse) -> suppositions.MoveScope:
    if parse.has(SlotName.MARKET):
        return suppositions.MoveScope.MARKET
    is_of_all = parse.has(*_ALL_POSITIONS) or says(text_beside(parse), "everything")
    return suppositions.MoveScope.HOLDINGS if is_of_all else suppositions.MoveScope.SHARE


def _stake(parse: Parse) -> SupposedStake | None:
    """Return what is supposed to be held before the price moves: not what would be bought then."""
    slot, move = parse.first(SlotName.COUNT, SlotName.MONEY), parse.first(SlotName.MOVE, SlotName.LEVEL)
    is_behind = slot is not None and move is not None and slot.start > move.start and parse.has(SlotName.MORE)
    if slot is None or is_behind:
        return None
    is_money = slot.name is SlotName.MONEY
    value = read_money(slot.text) if is_money else read_count(slot.text)
    return SupposedStake(value, is_money=is_money) if value is not None and value > 0 else None


def _moves(parse: Parse, around: Surroundings, shares: NamedShares) -> tuple[suppositions.StatedMove, ...] | None:
    """Return the moves that are stated; None: a number is not known, or several shares have moves of their own."""
    slots, found = tuple(parse.each(SlotName.MOVE, SlotName.LEVEL)), list[suppositions.StatedMove]()
    if len(slots) > 1 and len(shares.symbols) > 1:
        return None
    are_percent = any(read_percent(slot.text) is not None for slot in slots)  # "5 or 10 %"
    of_all = shares.symbols if len(shares.symbols) > 1 else (None,)
    for slot in slots:
        moves = tuple(_of_number(slot, _direction(parse, slot), is_percent=are_percent))
        if not moves:
            return None
        found += [replace(move, symbol=symbol) for symbol in of_all for move in moves]
    unnumbered = () if slots else tuple(_without_number(parse, around.today))
    found += [replace(move, symbol=symbol) for symbol in of_all for move in unnumbered]
    return tuple(dict.fromkeys(found))


def _of_number(slot: Slot, direction: int, *, is_percent: bool) -> Iterator[suppositions.StatedMove]:
    """Yield what a number may mean: without a unit a percentage and dollars, without a direction both ways."""
    typed = slot.text.lstrip("+-")
    count, _, unit = typed.rpartition(" ")
    points = read_number(count) if says(unit, "points") else None  # as of an index
    percent, ways = read_percent(typed), (direction,) if direction else (_FALL, _RISE)
    if slot.name is SlotName.LEVEL:
        price = read_money(slot.text) if percent is None else None
        if price is not None:
            yield suppositions.StatedMove(suppositions.MoveKind.PRICE, price, direction)
        return
    number, dollars = read_number(typed), read_money(typed)
    if percent is None and number is not None and is_percent:
        percent = number / _HUNDRED
    if percent is not None:
        yield from (suppositions.StatedMove(suppositions.MoveKind.PERCENT, percent * _HUNDRED, way) for way in ways)
    elif number is not None:
        yield from (
            suppositions.StatedMove(kind, number, way)
            for kind in (suppositions.MoveKind.PERCENT, suppositions.MoveKind.AMOUNT)
            for way in ways
        )
    elif says(slot.text, "doubles"):
        yield suppositions.StatedMove(suppositions.MoveKind.PERCENT, _HUNDRED, _RISE)
    elif (amount := dollars if dollars is not None else points) is not None:
        yield from (suppositions.StatedMove(suppositions.MoveKind.AMOUNT, amount, way) for way in ways)


def _without_number(parse: Parse, today: date) -> Iterator[suppositions.StatedMove]:
    """Yield moves whose words are a number ("halves"), to the stop or a level, and usual ones of the market."""
    words = tuple(parse.each(SlotName.UP, SlotName.DOWN, SlotName.PART))
    beside = text_beside(parse)
    names_stop = any(slot.value in _STOPS for slot in parse.each(SlotName.MEASURE)) or says(beside, "stop")
    if (level := named_level(parse, today)) is not None:
        way = 0 if parse.has(SlotName.UP) is parse.has(SlotName.DOWN) else _RISE if parse.has(SlotName.UP) else _FALL
        yield suppositions.StatedMove(suppositions.MoveKind.LEVEL, None, way, level=level)
    elif (names_stop and not parse.has(SlotName.STOP)) or (parse.has(*_OWNED) and says(parse.text, "most_lost")):
        yield _TO_THE_STOP
    elif says(beside, "nothing_left"):
        yield suppositions.StatedMove(suppositions.MoveKind.PRICE, Decimal(0), _FALL)
    elif any(says(slot.text, "halves") for slot in words) and parse.has(SlotName.DOWN):
        yield suppositions.StatedMove(suppositions.MoveKind.PERCENT, _HUNDRED / 2, _FALL)
    elif any(says(slot.text, "doubles") for slot in words) and parse.has(SlotName.UP):
        yield suppositions.StatedMove(suppositions.MoveKind.PERCENT, _HUNDRED, _RISE)
    elif parse.has(SlotName.MARKET) and parse.has(SlotName.UP) is not parse.has(SlotName.DOWN):
        way = _RISE if parse.has(SlotName.UP) else _FALL
        yield from (suppositions.StatedMove(suppositions.MoveKind.PERCENT, value, way) for value in _USUAL)


def _direction(parse: Parse, number: Slot) -> int:
    """Return the direction of the word that is nearest before a number, else of the first behind it; 0: of none."""
    if number.text[:1] in {"+", "-"}:
        return _RISE if number.text[0] == "+" else _FALL
    words = tuple(parse.each(SlotName.UP, SlotName.DOWN))
    before = [slot for slot in words if slot.start < number.start]
    word = before[-1] if before else next(iter(words), None)
    return 0 if word is None else _RISE if word.name is SlotName.UP else _FALL
