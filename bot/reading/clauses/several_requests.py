"""Finds the requests of a message that holds more than one thing: several of them, or one among talk.

Each clause is read with the shares that those before it named as what is talked of. A clause that goes on with the one
before, "and MSFT?", is read as that one with its own words in place of those that it replaces. No trade and no verdict
is made of a clause: it is left over, to be said by itself.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from bot.domain.conversation.problems import Problem
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.alerts import AskAlertForm
from bot.domain.conversation.requests.analysis import Compare
from bot.domain.conversation.requests.memory import AskMemory
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import Confirm, Order
from bot.domain.conversation.requests.watching import AskBriefForm, AskWatchForm, Unwatch, Watch
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.figures.query import FigureQuery, Manner, Scope, When
from bot.reading.clauses.alert_sequels import as_sequel_of_alert
from bot.reading.clauses.comparison import as_few_requests, is_within, without_shares
from bot.reading.clauses.elliptical import asks_when_alone, completed, named_alone, slots_alone
from bot.reading.clauses.splitting import Clause, joined_clauses
from bot.reading.guarded_words import GuardedMessage, GuardedWord
from bot.reading.parses import QUESTIONS, Kind, Parse, Slot, SlotName
from bot.reading.recall.question_parts import asks
from bot.reading.verdicts.reader import read_verdict
from bot.reading.word_tables import read_lists

_SURE: Final = 0.8
_SURE_OF_MORE: Final = 0.85  # of a request beside what a message is read as surely
_SURE_OF_ANY: Final = 0.6
_LIKELY: Final = 0.4
_N: Final = SlotName
_ASKED: Final = (QUESTIONS - {Kind.ADVISE, Kind.FOLLOW_UP}) | {
    *(Kind.ALERT_SET, Kind.ALERT_LIST, Kind.ALERT_CHANGE, Kind.ALERT_REMOVE, Kind.WATCH_ADD, Kind.WATCH_REMOVE),
    *(Kind.WATCH_SHOW, Kind.LIMIT_LIST, Kind.PORTFOLIO, Kind.PENDING, Kind.ORDERS, Kind.ORDER_STATUS),
    *(Kind.TRADE_RECORD, Kind.REMEMBER, Kind.GUIDANCE, Kind.DETAILS),
    *(Kind.BRIEF_ON, Kind.BRIEF_OFF, Kind.BRIEF_SHOW, Kind.BRIEF_STATUS),
}
_OF_ALERTS_SET: Final = frozenset({Kind.ALERT_CHANGE, Kind.ALERT_REMOVE})
_CHANGES_NOTHING: Final = _ASKED - {
    *(Kind.ALERT_SET, Kind.ALERT_CHANGE, Kind.ALERT_REMOVE, Kind.WATCH_ADD, Kind.WATCH_REMOVE, Kind.REMEMBER),
    *(Kind.BRIEF_ON, Kind.BRIEF_OFF),
}
TALK: Final = frozenset(
    {
        *(Kind.ACK, Kind.ARGUE, Kind.CONFIRM, Kind.FAREWELL, Kind.GREETING, Kind.OFF_TOPIC, Kind.REMARK, Kind.THANKS),
    }
)
_DECIDES: Final = frozenset(
    {
        *(Kind.ORDER, Kind.ORDER_IF, Kind.ADVISE, Kind.CORRECT, Kind.CANCEL, Kind.UNDO, Kind.STOP_SET, Kind.DEEP),
        *(Kind.LIMIT_SET, Kind.LIMIT_END, Kind.FORGET, Kind.FORGET_ME),
    }
)
_SETS: Final = frozenset({Kind.STOP_SET, Kind.LIMIT_SET, Kind.LIMIT_END, Kind.FORGET, Kind.FORGET_ME})
_OF_PENDING: Final = frozenset({Kind.CANCEL, Kind.WAIT, Kind.CORRECT})  # mere talk while nothing waits
_HOW_TO_ASK: Final = (NotUnderstood, AskAlertForm, AskWatchForm, AskBriefForm)
_BINDING: Final = frozenset({Kind.SUPPOSE, Kind.VIEW_CHANGE, Kind.REMEMBER})  # what follows a comma belongs to it
# What a few words may be read as.
_OF_SHARES: Final = frozenset({Kind.ANALYZE, Kind.COMPARE, Kind.FIGURE, Kind.FOLLOW_UP})
_MODELS: Final = QUESTIONS | {Kind.ALERT_SET, Kind.WATCH_ADD, Kind.WATCH_REMOVE}  # which the next may go on with
_SIGNS: Final = " ,.;!?…~"


class _Role(Enum):
    ASKS = auto()
    DECIDES = auto()  # about a trade, a limit or what is erased
    TALKS = auto()
    UNCLEAR = auto()


@dataclass(frozen=True, slots=True)
class _Part:
    """One or more clauses that belong together, as they are read."""

    clause: Clause
    parse: Parse
    reading: Reading
    role: _Role
    goes_on: bool = False  # it is read as another part with words of its own in it


@dataclass(frozen=True, slots=True)
class SeveralRequests:
    """Reads the clauses of one message."""

    around: Surroundings
    parse: Callable[[str, Surroundings], Parse]
    read_parse: Callable[[Parse, Surroundings], Reading]

    def read(self, text: str, whole: Reading) -> Reading | None:
        """Return what the clauses of a message ask for, in order; None: what it is read as, as a whole, stands.

        Args:
            text: Normalised, without a mention of the bot.
            whole: The message as it is read otherwise.
        """
        clauses = joined_clauses(text)
        if len(clauses) <= 1 or whole.further or whole.shares.unsupported or whole.shares.unknown:  # which is said
            return None
        parts = self._parts(text, clauses)
        asking, deciding = _of(parts, _Role.ASKS), _of(parts, _Role.DECIDES)
        if len(parts) <= 1 or self._is_doubted(text, parts):
            return None
        if isinstance(whole.request, _HOW_TO_ASK):
            if len(deciding) == 1 and _changes(deciding[0]) and not _of(parts, _Role.ASKS, _Role.UNCLEAR):
                return deciding[0].reading
            is_told = bool(asking) and _is_told_apart(parts, asking)
        else:
            is_told = bool(asking) and self._says_more(parts, asking, whole)
        return _joined(parts, asking) if is_told else None

    def asked_beside(self, text: str) -> tuple[str, ...]:
        """Return the clauses that surely ask for a figure, or end an alert, beside the order that a message gives."""
        around = replace(self.around, pending=1, has_own_card=True, before=frozenset({Before.CARD}))
        parses = ((each, self.parse(each.body, around)) for each in joined_clauses(text))
        return tuple(
            clause.body
            for clause, parse in parses
            if parse.certainty >= _SURE and (_ends_watching(parse) or (clause.start > 0 and _asks_figure(parse)))
        )

    def _parts(self, text: str, clauses: Sequence[Clause]) -> list[_Part]:
        parts: list[_Part] = []
        around = self.around
        for clause in clauses:
            before = parts[-1] if parts else None
            if before is not None and asks_when_alone(clause.text):  # an extreme is told with its day
                continue
            part = self._part(clause, before, around)
            if before is not None and part.clause.goes_on and (led := self._led(before, part)) is not None:
                parts[-1] = before = led
            if before is not None and _belongs(part, before):
                parts.pop()
                start, end = before.clause.start, clause.end
                whole = Clause(text[start:end].strip(), start, end, goes_on=before.clause.goes_on)
                part = self._part(whole, None, around)
            parts.append(part)
            if symbols := part.reading.shares.symbols:
                focus = dict.fromkeys((*symbols, *around.focus))
                around = replace(around, focus=tuple(focus), before=around.before or frozenset({Before.FOCUS}))
        return parts

    def _part(self, clause: Clause, before: _Part | None, around: Surroundings) -> _Part:
        text = clause.body
        part = self._read(clause, self.parse(text, around), around)
        is_open = part.role in {_Role.TALKS, _Role.UNCLEAR} and part.parse.kind not in QUESTIONS
        if is_open and before is None and (sequel := as_sequel_of_alert(text, around)) is not None:
            part = self._read(clause, sequel, around)
        named = named_alone(part.parse)
        if part.parse.kind is Kind.ANALYZE and named_alone(part.parse, most=0):  # "MSFT, its P/E?"
            part = replace(part, role=_Role.UNCLEAR)
        decides = part.role is _Role.DECIDES and not (named and part.parse.kind is Kind.ORDER)  # of no side and size
        if before is None or before.role is not _Role.ASKS or before.parse.kind not in _MODELS or decides:
            return part
        if part.role is _Role.ASKS and not (named and part.parse.kind in _OF_SHARES):
            return part
        is_pair = clause.goes_on and {each.name for each in named} == {_N.SHARE} and before.parse.has(_N.SHARE)
        if is_pair and part.parse.kind in _OF_SHARES:
            return replace(part, role=_Role.UNCLEAR)
        is_adjunct = clause.goes_on and not clause.joint and bool(named_alone(part.parse, most=0))  # ", last week"
        if before.parse.kind in QUESTIONS:
            slots = named if not is_adjunct and (clause.joint or asks(text)) else ()
        else:
            slots = named or slots_alone(text, before.parse.kind, self.around.instruments)
        filled = self._filled(before, clause, slots, around)
        return filled or (replace(part, role=_Role.UNCLEAR) if named and clause.goes_on else part)

    def _led(self, before: _Part, part: _Part) -> _Part | None:
        """Return a clause that only the one behind it completes: "FB 跌到 28 或者 IBM 跌到 190 提醒我"."""
        if before.role is _Role.ASKS or part.role is not _Role.ASKS or part.parse.kind is not Kind.ALERT_SET:
            return None
        slots = slots_alone(before.clause.body, Kind.ALERT_SET, self.around.instruments)
        return self._filled(part, before.clause, slots, self.around) if len(slots) > 1 else None

    def _filled(self, model: _Part, clause: Clause, slots: Sequence[Slot], around: Surroundings) -> _Part | None:
        """Return a clause as another one with some of its words in it; None: they have no place there."""
        parse = completed(model.parse, slots)
        part = None if parse is None else self._read(clause, parse, around)
        if part is None or part.role is not _Role.ASKS:
            return None
        return replace(part, reading=replace(part.reading, is_whole=True), goes_on=True)

    def _read(self, clause: Clause, parse: Parse, around: Surroundings) -> _Part:
        """Return a clause as it is read; a list takes the share talked of as if it were named."""
        reading = replace(self.read_parse(parse, around), text=parse.text, is_whole=False)
        request = reading.request
        if isinstance(request, Watch | Unwatch) and request.means_focus and around.focus:
            shares = NamedShares(symbols=around.focus[:1])
            reading = replace(reading, request=replace(request, shares=shares, means_focus=False), shares=shares)
        return _Part(clause, parse, reading, _role(parse, reading, around))

    def _is_doubted(self, text: str, parts: Sequence[_Part]) -> bool:
        """Return whether what clauses would change may be quoted, conditional, or wanted otherwise."""
        if all(each.parse.kind in _CHANGES_NOTHING for each in _of(parts, _Role.ASKS)):
            return False
        said = GuardedMessage.of(text, self.around.instruments)
        doubts = [each for each in parts if each.parse.kind is not Kind.REMEMBER]  # a note may quote
        others = [
            each for each in doubts if each.parse.kind is not Kind.ALERT_SET
        ]  # under a condition; 叫我 is no quote
        talk = _of(parts, _Role.TALKS)
        names_more = any(each.parse.kind in _OF_ALERTS_SET for each in _of(parts, _Role.ASKS)) and (
            any(each.clause.start <= number.start < each.clause.end for number in said.numbers for each in talk)
        )
        return (
            names_more
            or _stand_in(said.each("header"), doubts)
            or _stand_in((*said.each(Problem.ORDER_QUOTED), *said.conditions), others)
            or (said.is_quoted and len(doubts) == len(parts))
        )

    def _says_more(self, parts: Sequence[_Part], asking: Sequence[_Part], whole: Reading) -> bool:
        """Return whether the parts ask for all that a message asks for that is read surely as a whole, and for more."""
        request = whole.request
        if isinstance(request, AskMemory) and any(isinstance(each.reading.request, AskMemory) for each in asking):
            return False  # which has its own parts
        if any(set(each.reading.shares.symbols) < _compared(request) for each in asking if each.reading.shares.symbols):
            return False  # "which of AAPL and IBM is cheaper?"
        unclear = [each for each in parts if _is_unclear_apart(each) and each.parse.has(_N.SHARE)]
        left = [*unclear, *(each for each in parts if _is_trade(each) or _is_open_question(each) or _is_undone(each))]
        if len(asking) == 1 and not left:
            return self._has_time_of_talk(parts, asking[0], whole)
        naming = asking if whole.is_question else []  # what the next clauses ask is of these shares
        naming = [*naming, *unclear, *(each for each in left if _is_trade(each))]
        shares = {
            each.name for part in naming for each in GuardedMessage.of(part.clause.text, self.around.instruments).shares
        }
        made = [each.request for each in as_few_requests([each.reading for each in asking])]
        if not any(is_within(without_shares(request, shares), each) for each in made):
            return False
        is_sure = all(each.parse.certainty >= _SURE_OF_MORE for each in asking)
        return bool(left) or (is_sure and not _are_covered(asking, request))

    def _has_time_of_talk(self, parts: Sequence[_Part], asked: _Part, whole: Reading) -> bool:
        """Return whether a question for figures has taken its time from the talk before it: "long day yesterday. …"."""
        request, meant = whole.request, asked.reading.request
        if whole.is_whole or not isinstance(request, FigureQuery) or not isinstance(meant, FigureQuery):
            return False
        is_time = request != meant and replace(request, when=meant.when) == meant
        return is_time and parts[-1] is asked and all(map(self._is_small_talk, parts[:-1]))

    def _is_small_talk(self, part: _Part) -> bool:
        """Return whether a clause asks nothing and names no more than a time, so that it cannot count for another."""
        said = GuardedMessage.of(part.clause.text, self.around.instruments)
        names_more = any(each.name not in {_N.TIME, _N.TOPIC, _N.PERSON} for each in part.parse.slots)
        has_number = any(not each.is_part for each in said.numbers)  # 半夜 is none
        return not (said.shares or has_number or names_more or asks(part.clause.text))


def _ends_watching(parse: Parse) -> bool:
    return parse.kind in {Kind.ALERT_REMOVE, Kind.WATCH_REMOVE}


def _asks_figure(parse: Parse) -> bool:
    """Return whether words of a clause name a figure, not a share alone, nor that an order is one at the market."""
    shares = tuple(parse.each(_N.SHARE))
    is_manner = parse.text.lower().strip(_SIGNS) in read_lists("clauses", "manner")["at_market"]
    names_it = any(
        not any(each.start < s.end and s.start < each.end for s in shares) for each in parse.each(_N.MEASURE)
    )
    return parse.kind is Kind.FIGURE and names_it and not is_manner


def _compared(request: Request) -> frozenset[str]:
    """Return the shares that a request holds against each other."""
    match request:
        case FigureQuery(manner=Manner.FIRST | Manner.RANK, symbols=symbols):
            return frozenset(symbols)
        case Compare(shares=shares):
            return frozenset(shares.symbols)
    return frozenset()


def _role(parse: Parse, reading: Reading, around: Surroundings) -> _Role:
    may_decide = parse.kind in _DECIDES and (around.pending > 0 or parse.kind not in _OF_PENDING)
    if _confirms(parse.text, around) or (may_decide and parse.certainty >= _SURE_OF_ANY):
        return _Role.DECIDES
    if isinstance(reading.request, FigureQuery) and reading.request.scope is Scope.TALKED_OF and not around.focus:
        return _Role.UNCLEAR
    is_denied = parse.kind not in _CHANGES_NOTHING | {Kind.REMEMBER} and any(
        GuardedMessage.of(parse.text, around.instruments).each("denial", "contrast")
    )
    is_made = not (is_denied or isinstance(reading.request, _HOW_TO_ASK))
    if parse.kind in _ASKED and parse.certainty >= _SURE and is_made:
        return _Role.ASKS
    is_idle = parse.kind in _OF_PENDING and not around.pending
    is_talk = parse.kind in TALK or is_idle or (parse.certainty < _LIKELY and not parse.slots)
    return _Role.TALKS if is_talk else _Role.UNCLEAR


def _confirms(text: str, around: Surroundings) -> bool:
    """Return whether a clause confirms what is pending by exact words; an "ok" beside something else is politeness."""
    alone = replace(around, is_card_last=False)
    return around.pending > 0 and isinstance(read_verdict(text.strip(_SIGNS), alone), Confirm)


def _is_trade(part: _Part) -> bool:
    """Return whether a clause surely orders or confirms a trade."""
    parse = part.parse
    is_order = parse.kind is Kind.ORDER and parse.certainty >= _SURE and parse.has(_N.BUY, _N.SELL)
    return part.role is _Role.DECIDES and (is_order or parse.kind not in _DECIDES)


def _is_open_question(part: _Part) -> bool:
    """Return whether a clause asks something certain that cannot be made out."""
    is_specific = part.parse.has(_N.SHARE, _N.TIME, _N.MEASURE)
    return part.role is _Role.UNCLEAR and "?" in part.clause.text and is_specific


def _is_left_over(part: _Part) -> bool:
    """Return whether a clause asks for something that is not done."""
    is_specific = part.parse.has(_N.SHARE, _N.TIME, _N.MEASURE, _N.LEVEL)
    is_sure = part.parse.kind in _ASKED and part.parse.certainty >= _SURE
    is_asked = part.role is not _Role.ASKS and is_specific and (is_sure or _is_unclear_apart(part))
    return is_asked or _is_trade(part) or _is_open_question(part) or _is_undone(part)


def _is_undone(part: _Part) -> bool:
    """Return whether a clause surely sets or erases what only a message of its own may: a stop, a limit, a note."""
    return part.role is _Role.DECIDES and part.parse.kind in _SETS and part.parse.certainty >= _SURE


def _is_unclear_apart(part: _Part) -> bool:
    return part.role is _Role.UNCLEAR and part.clause.is_apart


def _of(parts: Sequence[_Part], *roles: _Role) -> list[_Part]:
    return [each for each in parts if each.role in roles]


def _belongs(part: _Part, before: _Part) -> bool:
    """Return whether a clause belongs to the one before: it goes on with what that alone does not say."""
    if part.goes_on or before.goes_on or (before.role is _Role.DECIDES and part.role is _Role.ASKS):
        return False
    is_request, goes_on = part.role in {_Role.ASKS, _Role.DECIDES}, not part.clause.is_apart
    is_bound = before.parse.kind in _BINDING and (goes_on or not is_request)
    is_alert = before.parse.kind is Kind.ALERT_SET
    is_condition = (is_alert or part.clause.joint != "") and not is_request  # "and volume is high"
    is_told = (
        part.parse.kind in QUESTIONS and (is_alert or not part.clause.joint) and not asks(part.clause.text.rstrip("?"))
    )
    is_topic = before.parse.kind in QUESTIONS and not (part.clause.joint or asks(before.clause.text))
    is_open = is_topic or _Role.UNCLEAR in {before.role, part.role} or before.role is part.role is _Role.DECIDES
    return is_bound or (goes_on and (is_open or is_condition or is_told))


def _is_told_apart(parts: Sequence[_Part], asking: Sequence[_Part]) -> bool:
    """Return whether the clauses say surely what a message asks that is unsure as a whole.

    A trade is left over, as is what is unclear in a sentence of its own, with nothing that goes on from it.
    """
    behind = [*parts[1:], None]
    others = [
        each
        for each, after in zip(parts, behind, strict=True)
        if each.role in {_Role.DECIDES, _Role.UNCLEAR}
        and not (_is_trade(each) or _is_undone(each))
        and not (_is_unclear_apart(each) and _is_left_over(each) and (after is None or after.clause.is_apart))
    ]
    kinds = {each.parse.kind for each in (*asking, *others)}
    return not others or (kinds <= QUESTIONS and not _of(others, _Role.DECIDES))


def _stand_in(words: Iterable[GuardedWord], parts: Sequence[_Part]) -> bool:
    return any(each.clause.start <= word.start < each.clause.end for word in words for each in parts)


def _changes(part: _Part) -> bool:
    """Return whether a clause surely changes what is pending, or asks for advice; an order is made of none."""
    is_sure = part.parse.kind in {Kind.ADVISE, Kind.CORRECT} and part.parse.certainty >= _SURE
    return is_sure and not isinstance(part.reading.request, NotUnderstood | Order)


def _asked_when(part: _Part) -> When | None:
    request = part.reading.request
    return request.when if isinstance(request, FigureQuery) else None


def _are_covered(asking: Sequence[_Part], whole: Request) -> bool:
    """Return whether one request asks for what all the parts ask for.

    A time counts for the parts behind it; that of one that goes on, “AAPL, and IBM in January”, for those before it.
    """
    time = whole.when if isinstance(whole, FigureQuery) else None
    of_time = [at for at, each in enumerate(asking) if _asked_when(each) == time]
    for at, each in enumerate(asking):
        request = each.reading.request
        if isinstance(request, FigureQuery):
            is_told = any(told <= at or asking[told].goes_on for told in of_time)
            if not is_told or (each.parse.has(_N.TIME) and request.when != time):
                return False
            request = replace(request, when=time)
        if not is_within(request, whole):
            return False
    return True


def _joined(parts: Sequence[_Part], asking: Sequence[_Part]) -> Reading:
    """Return the reading of the first part that asks, with the others behind it, and what is left over."""
    first, *others = as_few_requests([each.reading for each in asking])
    left = tuple(each.clause.body for each in parts if _is_left_over(each))
    return replace(first, further=tuple(others), left_over=left)
