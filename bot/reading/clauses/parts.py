"""The parts of a message that asks for several things: what each asks for, and which may stand beside a trade."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from enum import Enum, auto
from itertools import pairwise
from typing import Final

from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, shares_named, watching
from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.conversation.requests.memory import Remember
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.suppositions import MoveScope, Suppose
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import Cancel, CorrectOrder, OrderChangeKind, OrderRequest, Wait
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.measures import OF_CARD
from bot.domain.figures.query import FigureQuery, Scope
from bot.domain.trading.trading_limits import LimitMeasure, LimitProblem
from bot.reading.assembly.limit_words import LASTING, limit_words
from bot.reading.assembly.limits import joined
from bot.reading.clauses.splitting import joint_of
from bot.reading.guarded_words import GuardedMessage
from bot.reading.parses import QUESTIONS, Kind, Parse, SlotName
from bot.reading.pointers import pointers_in
from bot.reading.recall.recall_words import asks
from bot.reading.trained.parts import MessagePart

SURE: Final = 0.8
SURE_OF_ANY: Final = 0.6
_LIKELY: Final = 0.4
SENTENCE_ENDS: Final = (".", "!", "?", ";")

TALK: Final = frozenset(
    {
        *(Kind.ACK, Kind.ARGUE, Kind.CONFIRM, Kind.FAREWELL, Kind.GREETING, Kind.OFF_TOPIC, Kind.PEOPLE, Kind.REMARK),
        *(Kind.THANKS, Kind.WAIT),
    }
)
# What is done only as a message of its own: it stops, ends or erases something.
_ALONE: Final = frozenset(
    {Kind.CONFIRM, Kind.CANCEL, Kind.UNDO, Kind.LIMIT_SET, Kind.LIMIT_END, Kind.FORGET, Kind.FORGET_ME}
)
TRADES: Final = frozenset({Kind.ORDER, Kind.ORDER_IF, Kind.CORRECT, Kind.STOP_SET, Kind.ADVISE, Kind.DEEP})
_OF_PENDING: Final = frozenset({Kind.CANCEL, Kind.CORRECT})  # mere talk while nothing waits
CHANGES_NOTHING: Final = QUESTIONS | {
    *(Kind.ALERT_LIST, Kind.WATCH_SHOW, Kind.LIMIT_LIST, Kind.PORTFOLIO, Kind.PENDING, Kind.ORDERS, Kind.ORDER_STATUS),
    *(Kind.TRADE_RECORD, Kind.GUIDANCE, Kind.DETAILS, Kind.BRIEF_SHOW, Kind.BRIEF_STATUS, Kind.MEMORY_SHOW),
    *(Kind.REVIEW, Kind.TRACK_RECORD, Kind.SUMMARY, Kind.CHART, Kind.FILE, Kind.SETTINGS_SHOW, Kind.FAILURES),
}
BINDING: Final = frozenset({Kind.SUPPOSE, Kind.VIEW_CHANGE})  # what stands behind them in the sentence is supposed too
_RECORDS: Final = frozenset({Kind.TRADE_RECORD, Kind.REVIEW, Kind.RECALL})  # which tell why, too
_OPEN: Final = {  # words that may belong to a limit, wherever they stand
    "expiry": LimitProblem.EXPIRY,
    "today": LimitProblem.EXPIRY,
    "exception": LimitProblem.UNCLEAR,
}
_HOW_TO_ASK: Final = (NotUnderstood, watching.AskAlertForm, watching.AskWatchForm, watching.AskBriefForm)


class PartRole(Enum):
    """What a part of a message does in it."""

    ASKS = auto()
    TRADES = auto()
    BOUNDS = auto()  # states limits for each trade
    ALONE = auto()  # is done as a message of its own only
    TALKS = auto()
    UNCLEAR = auto()


@dataclass(frozen=True, slots=True)
class RequestPart:
    """A part of a message, as it is read."""

    span: MessagePart
    text: str
    parse: Parse
    reading: Reading
    role: PartRole
    is_set_off: bool = False  # a sign stands behind it

    @property
    def is_specific(self) -> bool:
        """Whether it names something that one may ask for, or wants to be told of something."""
        is_alert = self.parse.kind is Kind.ALERT_SET and self.parse.certainty >= SURE
        return is_alert or bool(self.parse.slots) or "?" in self.text


def parts_of(parts: Sequence[RequestPart], *roles: PartRole) -> list[RequestPart]:
    """Return the parts that have one of some roles, in order."""
    return [each for each in parts if each.role in roles]


def limits_of(parts: Sequence[RequestPart]) -> StateLimits | None:
    """Return the limits that the parts state; None: they state none. What other parts say may end or except them."""
    stated = [each.reading.request for each in parts_of(parts, PartRole.BOUNDS)]
    found = [each for each in stated if isinstance(each, StateLimits)]
    limits = found[0] if len(found) == 1 else joined(found)  # that of one may be offered for everybody
    words = limit_words(" ".join(each.text for each in parts))
    problem = next((_OPEN[each] for each in _OPEN if each in words), limits.problem)
    is_as_stated = problem is limits.problem
    return None if not stated else limits if is_as_stated else StateLimits(problem=problem, symbols=limits.symbols)


def role_of(parse: Parse, reading: Reading, around: Surroundings) -> PartRole:
    """Return what a part does that is read by itself."""
    is_idle = parse.kind in _OF_PENDING and not around.pending
    is_idle = is_idle or (parse.kind is Kind.REMEMBER and parse.text.endswith("?"))  # "remember that card?"
    if parse.kind in TALK or is_idle or (parse.certainty < _LIKELY and not parse.slots):
        return PartRole.ALONE if parse.kind is Kind.CONFIRM and around.pending else PartRole.TALKS
    request = reading.request
    is_limit = isinstance(request, StateLimits) and not LASTING.isdisjoint(limit_words(parse.text))
    terms = request.terms if isinstance(request, StateLimits) else ()
    if is_limit and not any(each.measure is LimitMeasure.PREFERENCE for each in terms):  # "and make it a rule" is none
        return PartRole.BOUNDS
    if parse.kind in _ALONE and parse.certainty >= SURE_OF_ANY:
        return PartRole.ASKS if isinstance(request, Wait) else PartRole.ALONE  # it is said how to cancel
    if parse.kind in TRADES and parse.certainty >= SURE_OF_ANY:
        return PartRole.TRADES
    if isinstance(request, FigureQuery) and request.scope is Scope.TALKED_OF and not around.focus:
        return PartRole.UNCLEAR
    said = GuardedMessage.of(parse.text, around.instruments)
    is_denied = parse.kind not in CHANGES_NOTHING | {Kind.REMEMBER} and any(said.each("denial", "contrast"))
    is_empty = isinstance(request, Remember) and not request.text
    is_made = not (is_denied or is_empty or isinstance(request, (*_HOW_TO_ASK, OrderRequest)))
    least = SURE_OF_ANY if parse.kind in CHANGES_NOTHING - QUESTIONS else SURE  # 顺便看看账户
    return PartRole.ASKS if is_made and parse.certainty >= least else PartRole.UNCLEAR


def makes_trade(reading: Reading) -> bool:
    """Return whether a trade can be made as it is said."""
    request = reading.request
    is_vague = isinstance(request, CorrectOrder) and request.change.kind is OrderChangeKind.VAGUE
    return isinstance(request, OrderRequest) and not (is_vague or request.terms.problems)


def is_something_else(part: RequestPart) -> bool:
    """Return whether a part surely asks for something, or at least a question."""
    is_question = part.role is PartRole.UNCLEAR and part.parse.kind in QUESTIONS
    return part.role in {PartRole.ASKS, PartRole.BOUNDS} or (
        is_question and (part.text.endswith("?") or asks(part.text))
    )


def is_apart_from(part: RequestPart, trade: RequestPart) -> bool:
    """Return whether a request does not ask about the card that a trade in the same message makes or changes."""
    request = part.reading.request
    if trade.parse.kind is Kind.CORRECT and part.parse.kind in QUESTIONS:
        return False
    is_of_share = isinstance(request, FigureQuery) and request.scope is Scope.NAMED
    return is_of_share or part.parse.kind not in {Kind.FIGURE, Kind.EXPLAIN, Kind.SUPPOSE, Kind.AFFORD}


def belong_together(parts: Sequence[RequestPart]) -> bool:
    """Return whether parts make up one request: a supposition, a correction, one card in place of another.

    So do an alert and what it waits for besides: "below 400 | and volume is high"; and a trade in the share that the
    words before go on to: “and google, | should I buy?”; and what happened with why: "what was cancelled | and why";
    and a holding with what to do about it.
    """
    is_supposed = any(each.parse.kind in BINDING and each.text[-1:] not in SENTENCE_ENDS for each in parts[:-1])
    is_supposed = is_supposed or any(
        other.parse.kind in BINDING and not (one.is_set_off or joint_of(other.text)) for one, other in pairwise(parts)
    )
    is_cancelled = any(isinstance(each.reading.request, Cancel) for each in parts)
    is_instead = is_cancelled and any(each.parse.kind is Kind.CORRECT for each in parts)
    is_alert = any(
        one.parse.kind is Kind.ALERT_SET and other.role is PartRole.UNCLEAR and not is_something_else(other)
        for one, other in pairwise(parts)
    )
    is_of_share = any(
        one.parse.kind is Kind.FOLLOW_UP and other.role is PartRole.TRADES and not other.parse.has(SlotName.SHARE)
        for one, other in pairwise(parts)
    )
    is_of_record = any(
        (other.parse.kind is Kind.EXPLAIN and one.parse.kind in _RECORDS and not other.parse.slots)
        or (other.parse.kind is Kind.ADVISE and one.parse.kind is Kind.HOLDING_STATED and not other.parse.slots)
        for one, other in pairwise(parts)
    )
    is_one = is_supposed or is_instead or is_alert or is_of_share or is_of_record
    return is_one or any(each.reading.corrects_share for each in parts)


def as_few_requests(readings: Sequence[Reading]) -> list[Reading]:
    """Return the readings, one for shares that are put on the same list, and none twice."""
    found: list[Reading] = []
    for each in readings:
        request = each.request
        if found and (joined := _one_request(found[-1].request, request)) is not None:
            found[-1] = replace(found[-1], request=joined, shares=shares_named(joined))
        elif not any(request == other.request for other in found):
            found.append(each)
    return found


def _one_request(one: Request, other: Request) -> Request | None:
    """Return two requests for other shares as one: of a list, or for a figure; None: they are two."""
    match one, other:
        case watching.Watch(means_focus=False), watching.Watch(means_focus=False) if one.is_own == other.is_own:
            both = {each.name: (one.shares, other.shares) for each in fields(NamedShares)}
            joined_shares = {name: (*getattr(a, name), *getattr(b, name)) for name, (a, b) in both.items()}
            return replace(one, shares=NamedShares(**{k: tuple(dict.fromkeys(v)) for k, v in joined_shares.items()}))
        case FigureQuery(), FigureQuery() if one.symbols and one == replace(other, symbols=one.symbols):
            return replace(one, symbols=tuple(dict.fromkeys((*one.symbols, *other.symbols))))
    return None


def on_shares(part: RequestPart, symbols: tuple[str, ...], *, said: tuple[str, ...]) -> RequestPart:
    """Return a part that means "it", or names no share, as one about shares; a list takes them whoever named them.

    `said`: those that the parts before name, the latest first. What was shown before the message is not meant then.
    """
    is_said = bool(said)
    reading, shares = part.reading, NamedShares(symbols=symbols)
    request: Request
    match reading.request:
        case watching.Watch(means_focus=True) | watching.Unwatch(means_focus=True) as listed if symbols:
            request = replace(listed, shares=shares, means_focus=False)
        case watching.SetAlerts(shares=NamedShares(symbols=(), unknown=(), unsupported=(), misspelt=())) as alerts if (
            is_said
        ):
            points = pointers_in(part.text) & {"one", "several", "two"}
            shares, is_of_one = NamedShares(symbols=symbols if points else said), not points and len(said) > 1
            request = replace(alerts, shares=shares, is_of_one=is_of_one)
        case FigureQuery(scope=Scope.TALKED_OF) as query if (
            is_said and not part.parse.has(SlotName.WHICH) and OF_CARD.isdisjoint(query.measures)
        ):
            request = replace(query, scope=Scope.NAMED, symbols=symbols)
        case Suppose(shares=NamedShares(symbols=(), unknown=(), unsupported=()), scope=MoveScope.SHARE) as move if (
            is_said
        ):
            request = replace(move, shares=shares)
        case _:
            return part
    return replace(part, reading=replace(reading, request=request, shares=shares, is_whole=is_said))
