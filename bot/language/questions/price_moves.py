"""Find the price moves that a what-if question states: "drops 10 %", "falls to 400", 跌到700, 涨两成."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.domain.conversation.requests.suppositions import MoveKind, StatedMove
from bot.domain.text.number_words import CHINESE_NUMERALS, parse_chinese_number, parse_english_number
from bot.language.lexicon.chunker import Chunk
from bot.language.questions.move_numbers import with_percentages
from bot.language.questions.move_words import move_patterns
from bot.language.questions.moved_shares import PlacedMove, bind_moves, with_placeholders
from bot.reading.quantities.quantity import MAX_PLAIN_COUNT, Quantity, Unit, find_quantities

_FALL: Final = -1
_RISE: Final = 1
_MAX_MOVES: Final = 6
_REACH: Final = 60  # characters before a number in which its verb stands
_HUNDRED: Final = Decimal(100)
_USUAL_MARKET_MOVES: Final = (Decimal(5), Decimal(10), Decimal(20))  # percent
_PLACES: Final = Decimal("0.0001")
_NO_MOVES: Final = frozenset({Unit.SHARES, Unit.FOREIGN, Unit.OTHER})
_COUNTS: Final = "two|three|four|five|[2-9]"
# Behind the number of a move: how often it happens.
_REPEATS = re.compile(
    rf" ?,? ?(?:(?P<twice>twice)|(?P<times>{_COUNTS}) (?:times|(?:days|sessions) (?:in a row|running|straight))"
    rf"|(?:(?:a|per|each|every) (?:day|session) )?for (?P<days>{_COUNTS}) (?:days|sessions)"
    rf"|(?:连续|连)?(?P<chinese>[{CHINESE_NUMERALS}2-9])(?:次|天|回|个交易日))"
)


@dataclass(frozen=True, slots=True)
class _Wording:
    direction: int
    is_price: bool  # what follows is the price afterwards, unless it is a percentage
    reaches: bool = False  # a percentage that follows is what is left of the price: "drops to 90 %"


def find_price_moves(text: str, chunks: Sequence[Chunk] = ()) -> tuple[StatedMove, ...]:
    """Return the moves in a normalised, lower-case text without dates, in order, none twice; at most six.

    A number without a unit behind "falls" may be a percentage or dollars: it is returned as both.

    Args:
        text: The message.
        chunks: Those of `text`; each move is bound to the shares that they name.
    """
    text, symbols = with_placeholders(text, chunks)
    text = with_percentages(text)
    patterns = move_patterns()
    numbered = patterns.fixed.sub(lambda match: "." * len(match.group()), text)
    placed = (*_fixed_moves(text), *_stop_moves(text), *_numbered_moves(numbered))
    return tuple(dict.fromkeys(bind_moves(text, placed, symbols)))[:_MAX_MOVES]


def usual_market_moves(text: str) -> tuple[StatedMove, ...]:
    """Return moves that stand for one of the market by an amount that is not said; empty: the text speaks of none."""
    patterns = move_patterns()
    if patterns.falls.search(text):
        direction = _FALL
    elif patterns.rises.search(text):
        direction = _RISE
    else:
        return ()
    return tuple(StatedMove(MoveKind.PERCENT, value, direction) for value in _USUAL_MARKET_MOVES)


def _fixed_moves(text: str) -> Iterator[PlacedMove]:
    for match in move_patterns().fixed.finditer(text):
        if match["zero"]:
            move = StatedMove(MoveKind.PRICE, Decimal(0), _FALL)
        elif match["halves"]:
            move = StatedMove(MoveKind.PERCENT, Decimal(50), _FALL)
        else:
            move = StatedMove(MoveKind.PERCENT, _HUNDRED, _RISE)
        yield PlacedMove(move, match.start(), match.end())


def _stop_moves(text: str) -> Iterator[PlacedMove]:
    for match in move_patterns().stop.finditer(text):
        yield PlacedMove(StatedMove(MoveKind.STOP, None, _FALL), match.start(), match.end())


def _numbered_moves(text: str) -> Iterator[PlacedMove]:
    """Yield the moves behind verbs and before nouns, and the further numbers of their lists ("5, 10 or 20 %")."""
    quantities = [each for each in find_quantities(text) if each.unit not in _NO_MOVES]
    group: list[Quantity] = []
    wording: _Wording | None = None
    for at, quantity in enumerate(quantities):
        if group and wording and (joint := move_patterns().between.fullmatch(text[group[-1].end : quantity.start])):
            wording = replace(wording, is_price=wording.is_price or bool(joint["to"]))
            group.append(quantity)
        else:
            yield from _grouped_moves(text, group, wording)
            wording = _wording_before(text, quantity) or _noun_behind_group(text, quantities[at:])
            group = [quantity] if wording else []
    yield from _grouped_moves(text, group, wording)


def _wording_before(text: str, quantity: Quantity) -> _Wording | None:
    """Return how the words before a number state a move; None: they state none of the share's price."""
    left = text[max(0, quantity.start - _REACH) : quantity.start]
    patterns = move_patterns()
    if (match := patterns.before.search(left)) is None or patterns.other_subject.search(left[: match.start()]):
        return None
    if match["person"] and (match["fall"] or match["rise"]) not in patterns.person_moves:
        return None
    is_most = match["fall"] is not None and " up to " in f" {match.group()} "  # "falls up to 10 %"
    reaches = patterns.reaching.fullmatch(match["to"] or match["place"] or "") is not None and not is_most
    return _Wording(_direction(match), is_price=bool(match["to"] or match["place"]), reaches=reaches)


def _direction(match: re.Match[str]) -> int:
    return _FALL if match["fall"] else _RISE if match["rise"] else 0


def _noun_behind_group(text: str, quantities: list[Quantity]) -> _Wording | None:
    """Return the wording of "a 10 or 15 % drop": the noun stands behind the last number of the list."""
    for one, following in zip(quantities, [*quantities[1:], None], strict=True):
        match = move_patterns().noun_behind.match(text, one.end)
        if match and one.unit in {Unit.PERCENT, Unit.TENTHS, Unit.MONEY}:
            return _Wording(_FALL if match["fall"] else _RISE, is_price=False)
        if following is None or not move_patterns().between.fullmatch(text[one.end : following.start]):
            return None
    return None


def _grouped_moves(text: str, group: list[Quantity], wording: _Wording | None) -> Iterator[PlacedMove]:
    """Yield the moves of a list of numbers; one without a unit has that of the next number which has one."""
    if wording is None:
        return
    unit = Unit.NONE
    found: list[Quantity] = []
    for quantity in reversed(group):
        unit = quantity.unit if quantity.unit is not Unit.NONE else unit
        found.insert(0, replace(quantity, unit=unit))
    times = _times(text, group[-1].end) if len(group) == 1 else 1
    for quantity in found:
        for move in _moves(quantity, wording):
            yield PlacedMove(_repeated(move, times), quantity.start, quantity.end)


def _moves(quantity: Quantity, wording: _Wording) -> Iterator[StatedMove]:
    value, problem, direction = quantity.value, quantity.problem, wording.direction
    if quantity.unit in {Unit.PERCENT, Unit.TENTHS}:
        value = value * 10 if value is not None and quantity.unit is Unit.TENTHS else value
        if wording.reaches and value is not None and (direction != _RISE or value > _HUNDRED):
            value, direction = abs(value - _HUNDRED), _RISE if value > _HUNDRED else _FALL
        yield from _either_way(MoveKind.PERCENT, value, direction, problem)
    elif wording.is_price:
        yield StatedMove(MoveKind.PRICE, value, direction, problem)
    elif quantity.unit is Unit.MONEY or (value is not None and value > MAX_PLAIN_COUNT):
        yield from _either_way(MoveKind.AMOUNT, value, direction, problem)
    else:
        yield from _either_way(MoveKind.PERCENT, value, direction, problem)
        if problem is None:
            yield from _either_way(MoveKind.AMOUNT, value, direction, problem)


def _either_way(kind: MoveKind, value: Decimal | None, direction: int, problem: str | None) -> Iterator[StatedMove]:
    """Yield the move; of one without a direction ("moves 5 %"), both."""
    for way in (direction,) if direction else (_FALL, _RISE):
        yield StatedMove(kind, value, way, problem)


def _times(text: str, at: int) -> int:
    """Return how often a move happens whose number ends at `at`: "10 % twice"."""
    match = _REPEATS.match(text, at)
    if match is None:
        return 1
    if match["twice"]:
        return 2
    if match["chinese"]:
        return parse_chinese_number(match["chinese"]) if not match["chinese"].isdecimal() else int(match["chinese"])
    written = match["times"] or match["days"]
    return int(written) if written.isdecimal() else parse_english_number(written)


def _repeated(move: StatedMove, times: int) -> StatedMove:
    """Return the move that several such moves come to: 10 % twice is 21 %."""
    if times == 1 or move.value is None or move.kind is MoveKind.PRICE:
        return move
    if move.kind is MoveKind.AMOUNT:
        return replace(move, value=move.value * times)
    factor = max(1 + move.value * move.direction / _HUNDRED, Decimal(0)) ** times
    return replace(move, value=(abs(factor - 1) * _HUNDRED).quantize(_PLACES).normalize())
