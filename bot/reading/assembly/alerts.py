"""Assembles requests for price alerts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request, watching
from bot.domain.conversation.requests.memory import MemoryRefusal, RefuseMemoryRequest
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.suppositions import NamedLevel
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.figures.measures import Measure
from bot.domain.watching.alert_requests import AlertCondition, AlertForm, Direction, LevelChange
from bot.reading.assembly import slots
from bot.reading.assembly.memory import asks_reminder
from bot.reading.assembly.suppositions.levels import level_beside
from bot.reading.assembly.trade_words import are_shares_joined, is_word
from bot.reading.clauses.splitting import joined_clauses
from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.recognisers.numbers import in_percent, names_shares, read_list_number, read_percent, read_price
from bot.reading.recognisers.stated_numbers import find_numbers
from bot.reading.word_tables import ends_with, lists_in, starts_with

_N: Final = SlotName
_VALUES: Final = (_N.LEVEL, _N.MOVE)
_WAYS: Final = (_N.UP, _N.DOWN)
_DIRECTIONS: Final[Mapping[SlotName, Direction]] = {_N.UP: Direction.ABOVE, _N.DOWN: Direction.BELOW}
_MANY_SHARES: Final = (_N.HELD, _N.WATCHED, _N.MARKET, _N.EXCEPT, _N.WHICH, _N.WINNING, _N.LOSING)
_WATCHED_MEASURES: Final = frozenset({"price", "change"})
_LEVELS: Final = frozenset({"average", "high", "low", "cost", "stop"})  # what a price is called
_COST_MEASURES: Final = frozenset({"cost", "profit"})
_MOST_CONDITIONS: Final = 2
_MOST_PERCENT: Final = 1_000
_MOST_PERCENT_DOWN: Final = 100
_RESULTS: Final = {"loss": Direction.BELOW, "gain": Direction.ABOVE}  # against what was paid
_HOW_TO_SET: Final = watching.AskAlertForm(AlertForm.SET)
_HOW_TO_CHANGE: Final = watching.AskAlertForm(AlertForm.CHANGE)
_HOW_TO_CHOOSE: Final = watching.AskAlertForm(AlertForm.LIST)


def set_alerts(parse: Parse, around: Surroundings, _: MessageFacts) -> Request | None:
    """Assemble a request for alerts; at a time, nobody is reminded. None: it is said that nothing is to be told."""
    if not parse.has(*_VALUES, _N.MEASURE) and asks_reminder(parse, "", around.today):
        return RefuseMemoryRequest(MemoryRefusal.REMINDER)
    if parse.has(_N.PART) or any(_counts_shares(parse, each) for each in parse.each(_N.COUNT, _N.LEVEL)):
        return watching.AskAlertForm(AlertForm.SET)  # a size beside it: no level, and nothing is done in part
    behind = {len(parse.text[: each.end].rstrip()) for each in parse.each(_N.SHARE)}
    read = [(each.start, each.end) for each in parse.slots]
    unread = (n for n in find_numbers(parse.text) if not any(start < n.end and n.start < end for start, end in read))
    is_unread = any(len(parse.text[: each.start].rstrip()) in behind for each in unread)
    return _HOW_TO_SET if is_unread else _at_prices(_with_moves(parse), around)


def _with_moves(parse: Parse) -> Parse:
    """Return a message with a slot for what begins with a number in the slot of a cost: 成本一成半."""
    costs = [each for each in parse.each(_N.MEASURE) if each.value in _COST_MEASURES]
    found = [(each.start + number.start, each.end) for each in costs for number in find_numbers(each.text)]
    moves = (Slot(_N.MOVE, start, end, parse.text[start:end]) for start, end in found)
    return replace(parse, slots=tuple(sorted((*parse.slots, *moves), key=lambda each: each.start)))


def _counts_shares(parse: Parse, slot: Slot) -> bool:
    """Return whether a number counts shares, by its own words or the next one: "12 shares"."""
    behind = parse.text[slot.end :].split(maxsplit=1)[:1]
    return any(names_shares(" ".join((slot.text, *words)).rstrip(".,;!?")) for words in ((), behind))


def _at_prices(parse: Parse, around: Surroundings) -> watching.SetAlerts | watching.AskAlertForm | None:
    """Return the alerts at prices and by moves in percent from now, or from what was paid: all that is watched."""
    first = next((slot for slot in parse.slots if slot.name not in {_N.BUY, _N.SELL}), None)
    if first and not parse.has(_N.BUY, _N.SELL) and slots.holds(parse.text[: first.start], "alerts", "denied"):
        return None
    named, shares = {slot.value for slot in parse.each(_N.MEASURE)}, slots.shares_of(parse, around)
    measures = named - _WATCHED_MEASURES
    measures |= {"cost"} if any(slots.holds(parse.text, "alerts", name) for name in ("cost", *_RESULTS)) else set()
    measures |= {"cost"} if "card" in lists_in(parse.text, "references", "nouns") else set()
    if parse.has(_N.MOVE) and not shares.unknown and slots.says(parse.text, "single_day"):
        return watching.AskAlertForm(AlertForm.DAILY)
    is_dated = not all(slots.is_one_of(slot.text, "alerts", "from_now") for slot in parse.each(_N.TIME))
    if len(tuple(parse.each(*_VALUES))) > 1:  # "don't buy yet, shout at 17" denies no level
        parse = slots.without_dropped(parse, around, *_VALUES)
    conditions = conditions_stated(parse)
    if not parse.has(*_VALUES) and measures <= _LEVELS:
        return _at_level(parse, around, shares) or _HOW_TO_SET
    if parse.has(*_MANY_SHARES) or is_dated or conditions is None or _has_several_subjects(parse):
        return _HOW_TO_SET
    if not measures:
        return watching.SetAlerts(shares, conditions, is_of_one=len(shares.symbols) > 1 and _is_of_one(parse))
    is_of_one = len(conditions) == 1 and len(shares.symbols) <= 1 and conditions[0].is_percent
    condition = _from_cost(parse, conditions[0]) if measures <= _COST_MEASURES and is_of_one else None
    return _HOW_TO_SET if condition is None else watching.SetAlerts(shares, (condition,), is_from_cost=True)


def _is_of_one(parse: Parse) -> bool:
    """Return whether the other shares may be named for something else: "look at IBM, tell me when Google is at 800"."""
    last = tuple(parse.each(_N.SHARE))[-2:]
    return not are_shares_joined(parse) or (parse.has(_N.LEVEL) and _between(parse, *last) == ",")


def _at_level(parse: Parse, around: Surroundings, shares: NamedShares) -> watching.SetAlerts | None:
    """Return an alert at a level that is named by what it is: "back to its high"; None: none, or unclear."""
    stop = next((each for each in parse.each(_N.MEASURE) if each.value == Measure.STOP), None)
    level = level_beside(parse, around.today) if stop is None else NamedLevel(Measure.STOP, None, stop.text)
    ways = set(_directions(parse, ()) or ())
    if level is None or parse.has(*_MANY_SHARES) or len(shares.symbols) > 1 or len(ways) > 1:
        return None
    return watching.SetAlerts(shares, level=level, direction=next(iter(ways), Direction.EITHER))


def change_alert(parse: Parse, around: Surroundings, _: MessageFacts) -> watching.ChangeAlert | watching.AskAlertForm:
    """Assemble another level for an alert; a difference from the level before is no level."""
    chosen, change = _chosen(parse, around), level_change(parse)
    is_told = not around.before.isdisjoint({Before.TOLD, Before.LIST})  # else "it" is something else
    if chosen is None or change is None or chosen.is_all or len(chosen.numbers) > 1 or parse.has(_N.MEASURE, _N.TIME):
        return _HOW_TO_CHANGE
    is_named = chosen.numbers or chosen.symbols or chosen.which or slots.holds(parse.text, "alerts", "noun")
    return watching.ChangeAlert(replace(chosen, is_one=True), change) if is_named or is_told else _HOW_TO_CHANGE


def remove_alerts(parse: Parse, around: Surroundings, _: MessageFacts) -> Request:
    """Assemble the removal of alerts; those that are only paused, or not named by number or share, are asked for.

    Whether one is gone is answered by what there is.
    """
    if slots.asks_whether(parse, around):
        return watching.ShowAlerts(slots.shares_of(parse, around).symbols)
    if slots.holds(parse.text, "alerts", "paused"):
        return _HOW_TO_CHOOSE
    values = tuple(parse.each(*_VALUES))
    chosen = _chosen(parse, around)
    if chosen is None or len(values) > 1 or (chosen.is_all and parse.has(_N.TIME, *_VALUES, *_WAYS)):
        return _HOW_TO_CHOOSE
    level = _value(values[0]) if values and values[0].name is _N.LEVEL and chosen.is_one else None
    return watching.RemoveAlerts(replace(chosen, level=level))


def rearm_alerts(parse: Parse, around: Surroundings, message: MessageFacts) -> Request:
    """Assemble that alerts are armed again, as they were, or at another level: "arm it again, at 430"."""
    chosen, has_number = _chosen(parse, around), parse.has(_N.N) or not slots.holds(parse.text, "alerts", "noun")
    if parse.has(*_VALUES) and has_number:  # that of "alert 14" is no level
        return change_alert(parse, around, message)
    return _HOW_TO_CHOOSE if chosen is None or parse.has(*_VALUES) else watching.RearmAlerts(chosen)


def of_numbers(request: Callable[[tuple[int, ...]], Request]) -> slots.Assembler:
    """Return what assembles a request for the alerts with some numbers; None: they are picked otherwise."""

    def assemble(parse: Parse, _: Surroundings, __: MessageFacts) -> Request | None:
        numbers = _numbers(parse)
        return None if numbers is None or parse.has(_N.WHICH) else request(numbers)

    return assemble


def conditions_stated(parse: Parse) -> tuple[AlertCondition, ...] | None:
    """Return the one or two conditions of a message; None: there are none that can be watched, or they are unclear."""
    values = tuple(parse.each(*_VALUES))
    directions = _directions(parse, values)
    if not values or len(values) > _MOST_CONDITIONS or directions is None or len({v.name for v in values}) > 1:
        return None
    found = tuple(filter(None, map(_condition, values, directions)))
    levels = {each.direction: each.value for each in found if not each.is_percent}
    below, above = levels.get(Direction.BELOW), levels.get(Direction.ABOVE)
    is_range = below is not None and above is not None and below >= above  # "above 400 and below 500"
    return found if len(values) == len(found) == len(set(found)) and not is_range else None


def _directions(parse: Parse, values: Sequence[Slot]) -> tuple[Direction, ...] | None:
    """Return the direction of each value: in order, or the same for the only one; None: they contradict."""
    ways = tuple(parse.each(*_WAYS))
    if len(values) == 1 and values[0].name is _N.MOVE:  # "drops more than 5%", 跌超过5%: which way, the verb says
        if slots.holds(parse.text, "alerts", "both_ways"):  # "pops 5% either way"
            return (Direction.EITHER,)
        ways = tuple(each for each in ways if not is_word(each.text, "beside", "beyond")) or ways
    named = tuple(Direction.EITHER if _is_either(parse, w) else _DIRECTIONS[w.name] for w in ways)
    if not named:
        behind = parse.text[values[0].end :] if len(values) == 1 and values[0].name is _N.MOVE else ""
        sides = (each for each in _DIRECTIONS.values() if starts_with(behind, "standing", "alerts", each.value))
        return (next(sides, Direction.EITHER),) * len(values)  # "10% more than what I paid"
    if len(values) == len(named) or not values:
        return named
    clear = frozenset(named) - {Direction.EITHER}
    if len(values) != 1 or (len(clear) > 1 and values[0].name is _N.LEVEL):
        return None
    return tuple(clear) if len(clear) == 1 else (Direction.EITHER,)  # "5% up or down"


def _condition(slot: Slot, direction: Direction) -> AlertCondition | None:
    value, is_percent = _value(slot), slot.name is _N.MOVE
    most = _MOST_PERCENT_DOWN if direction is Direction.BELOW else _MOST_PERCENT
    is_possible = value is not None and (not is_percent or value < most)
    return AlertCondition(direction, value, is_percent=is_percent) if value is not None and is_possible else None


def _percent(text: str) -> Decimal | None:
    """Return a percentage, above zero: 5 of "5%"."""
    part = read_percent(text)
    return None if part is None or part <= 0 else in_percent(part)


def _has_several_subjects(parse: Parse) -> bool:
    """Return whether two conditions may be of different shares: "AAPL below 400 or IBM above 200".

    So may they where a level stands in a clause before the share: "29 is fine, and AAPL at 440".
    """
    values, shares = tuple(parse.each(*_VALUES)), tuple(parse.each(_N.SHARE))
    if len(values) < _MOST_CONDITIONS or not shares:
        return False
    are_different = len({each.text.lower() for each in shares}) > 1 and shares[-1].start > values[0].start
    starts = (each.start for each in joined_clauses(parse.text))
    is_apart = any(values[0].end <= each <= shares[0].start for each in starts)
    return are_different or (is_apart and shares[0].start < values[-1].start)


def _is_either(parse: Parse, way: Slot) -> bool:
    """Return whether a word means either direction, by itself or with the sign in front of it, 涨跌."""
    words = (way.text, parse.text[max(way.start - 1, 0) : way.end])
    return any(slots.is_one_of(each, "alerts", "either") for each in words)


def _from_cost(parse: Parse, condition: AlertCondition) -> AlertCondition | None:
    """Return a move from what was paid, with the direction that a word for a gain or loss gives it."""
    said = {each for name, each in _RESULTS.items() if slots.holds(parse.text, "alerts", name)}
    direction = said.pop() if len(said) == 1 else condition.direction
    is_possible = direction is not Direction.BELOW or condition.value < _MOST_PERCENT_DOWN
    is_clear = direction is not Direction.EITHER and is_possible and not said
    return AlertCondition(direction, condition.value, is_percent=True) if is_clear else None


def _chosen(parse: Parse, around: Surroundings) -> watching.ChosenAlerts | None:
    """Return the alerts that a message means; None: a place in a list, shares nobody knows, or all but a number."""
    numbers, picks = _numbers(parse), tuple(parse.each(_N.WHICH))
    is_of_all = not parse.slots and slots.holds(parse.text, "alerts", "all")
    is_all = all(slots.is_one_of(each.text, "alerts", "all") for each in picks) if picks else is_of_all
    kept = slots.kept_shares(parse, around)
    shares = slots.shares_of(slots.without_shares(parse, kept, around), around)
    if numbers is None or shares.unknown or shares.unsupported or (parse.has(_N.EXCEPT) and not kept):
        return None
    if slots.leaves_out(parse) and (
        numbers or parse.has(*_VALUES) or (picks and not kept)
    ):  # what stays is named otherwise
        return None
    if kept and not (numbers or shares.symbols):
        is_others = parse.has(_N.EXCEPT) or any(slots.holds(parse.text, "alerts", name) for name in ("all", "others"))
        return watching.ChosenAlerts(excepted=tuple(sorted(kept)), is_all=True) if is_others else None
    if picks and not is_all:  # "the lower one" of those shown
        is_one = len(picks) == 1 and not numbers
        return watching.ChosenAlerts(symbols=shares.symbols, which=picks[0].text, is_one=True) if is_one else None
    if not (numbers or is_all or parse.has(*_VALUES)) and slots.holds(parse.text, "alerts", "of_stop"):
        return watching.ChosenAlerts(symbols=shares.symbols, which=watching.OF_STOP, is_one=True)
    is_part = parse.has(*_VALUES, *_WAYS) or len(shares.symbols) > 1  # "not the one on IBM": which are meant is asked
    is_one = is_part or not (numbers or shares.symbols or is_all)
    return watching.ChosenAlerts(
        numbers=numbers, symbols=shares.symbols, is_all=is_all and not shares.symbols, is_one=is_one and not numbers
    )


def _numbers(parse: Parse) -> tuple[int, ...] | None:
    """Return the numbers of alerts that are named; None: one of them cannot be read."""
    found = tuple(read_list_number(slot.text) for slot in parse.each(_N.N))
    numbers = tuple(each for each in found if each is not None)
    return tuple(dict.fromkeys(numbers)) if len(numbers) == len(found) else None


def level_change(parse: Parse) -> LevelChange | None:
    """Return the level that an alert is to have; None: there is none, or which one is new is unclear."""
    values = tuple(parse.each(*_VALUES))
    old = [each for each in values if _is_old(parse, each)]
    if not old and len(values) == _MOST_CONDITIONS:  # "the 440 one to 445", "440 is too far, 445"
        old = [values[0]]
    new = [each for each in values if each not in old]
    if len(new) != 1 or len(old) > 1 or {each.name for each in old} - {new[0].name}:
        return None
    (slot,) = new
    value, was = _value(slot), _value(old[0]) if old else None
    is_percent = slot.name is _N.MOVE
    if value is None or (old and was is None) or (is_percent and value >= _MOST_PERCENT):
        return None
    ways = (each for each in parse.each(*_WAYS) if not ends_with(parse.text[: each.start], "standing", "alerts", "old"))
    sides = {_DIRECTIONS[w.name] for w in ways if _says_side(w) or (is_percent and not _between(parse, w, slot))}
    direction, was = next(iter(sides), None), None if was == value else was
    return None if len(sides) > 1 else LevelChange(value=value, is_percent=is_percent, direction=direction, was=was)


def _is_old(parse: Parse, value: Slot) -> bool:
    """Return whether a value is what an alert has had: "not 440", "not above 440"."""
    ways = (each for each in parse.each(*_WAYS) if each.end <= value.start and not _between(parse, each, value))
    return any(ends_with(parse.text[: each.start], "standing", "alerts", "old") for each in (value, *ways))


def _between(parse: Parse, one: Slot, other: Slot) -> str:
    """Return the words between two slots; none: they stand side by side, as in "down 5%" and "a 5% drop"."""
    first, last = sorted((one, other), key=lambda each: each.start)
    return parse.text[first.end : last.start].strip()


def _says_side(way: Slot) -> bool:
    """Return whether a word says on which side of the level the price is, and not that the level moves."""
    return slots.is_one_of(way.text, "alerts", "above" if way.name is _N.UP else "below")


def level_named(parse: Parse) -> Decimal | None:
    """Return the first price that a message names; None: it names none."""
    level = parse.first(_N.LEVEL)
    return None if level is None else _value(level)


def _value(slot: Slot) -> Decimal | None:
    return read_price(slot.text) if slot.name is _N.LEVEL else _percent(slot.text)
