"""What a message, command, button or form asks for: one closed union, the only currency between reading and doing."""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass, replace
from datetime import date
from decimal import Decimal
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, TypeAlias, cast, get_args

from bot.domain.conversation.requests.account import (
    AccountRequest,
    CorrectionRequest,
    HoldingsRequest,
    SellHoldings,
    ViewStatedHolding,
)
from bot.domain.conversation.requests.analysis import (
    AnalysisRequest,
    Analyze,
    Argue,
    ArgueView,
    CommitteeRequest,
    Compare,
)
from bot.domain.conversation.requests.conversation import ConversationRequest, SettingRequest
from bot.domain.conversation.requests.explanation import (
    AskAdvice,
    AskMore,
    Define,
    Explain,
    FurtherQuestion,
    PastDecisionsRequest,
    Review,
    ShowTrackRecord,
    TurnPage,
)
from bot.domain.conversation.requests.limits import EndLimits, LimitsRequest, StateLimits
from bot.domain.conversation.requests.memory import AskMemory, MemoryRequest
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.suppositions import (
    AskViewChange,
    Suppose,
    SupposeTrade,
    SuppositionRequest,
)
from bot.domain.conversation.requests.talk import NotUnderstood, TalkRequest
from bot.domain.conversation.requests.trades import (
    Advise,
    AnalyzeDeep,
    Cancel,
    Confirm,
    CorrectOrder,
    Order,
    OrderRequest,
    ReadBack,
    TradeTalk,
    Wait,
)
from bot.domain.conversation.requests.watching import AlertsRequest, WatchingRequest
from bot.domain.conversation.states import Intent
from bot.domain.figures.query import FigureQuery

Request: TypeAlias = (
    ConversationRequest
    | AlertsRequest
    | WatchingRequest
    | LimitsRequest
    | AccountRequest
    | HoldingsRequest
    | CommitteeRequest
    | ArgueView
    | PastDecisionsRequest
    | CorrectionRequest
    | Define
    | Explain
    | SuppositionRequest
    | FurtherQuestion
    | MemoryRequest
    | SettingRequest
    | TalkRequest
    | NotUnderstood
    | TradeTalk
    | AnalysisRequest
    | FigureQuery
)

_INTENTS: Final[Mapping[type, Intent]] = MappingProxyType(  # of the other kinds: UNKNOWN
    {
        Advise: Intent.DECIDE,
        AnalyzeDeep: Intent.ANALYZE,
        Cancel: Intent.CANCEL,
        Confirm: Intent.CONFIRM,
        CorrectOrder: Intent.DECIDE,
        EndLimits: Intent.DECIDE,
        Order: Intent.DECIDE,
        StateLimits: Intent.DECIDE,
        AskMemory: Intent.REVIEW,
        Analyze: Intent.ANALYZE,
        Compare: Intent.ANALYZE,
        Argue: Intent.FOLLOWUP,
        **dict.fromkeys((Suppose, AskViewChange, SupposeTrade, AskMore, AskAdvice), Intent.FOLLOWUP),
        ArgueView: Intent.FOLLOWUP,
        Define: Intent.EXPLAIN,
        Explain: Intent.EXPLAIN,
        FigureQuery: Intent.ANALYZE,
        Review: Intent.REVIEW,
        SellHoldings: Intent.DECIDE,
        ShowTrackRecord: Intent.REVIEW,
        TurnPage: Intent.REVIEW,
        ReadBack: Intent.CONFIRM,
        Wait: Intent.CANCEL,
        ViewStatedHolding: Intent.ANALYZE,
    }
)


def intent_of(request: Request) -> Intent:
    """Return the intent of a request: UNKNOWN for one that neither changes the state nor depends on it."""
    return _INTENTS.get(type(request), Intent.UNKNOWN)


def shares_named(request: Request | None) -> NamedShares:
    """Return the shares that a request names, whatever its kind."""
    match request:
        case None:
            return NamedShares()
        case Order() | Advise() | AnalyzeDeep() | CorrectOrder() | NotUnderstood():
            return request.terms.shares
        case Confirm(meant) | Cancel(meant) | Wait(meant) | ReadBack(meant):
            return NamedShares(symbols=meant.symbols)
    shares = getattr(request, "shares", None)
    return shares if isinstance(shares, NamedShares) else NamedShares(symbols=getattr(request, "symbols", ()))


def with_shares(request: Request, shares: NamedShares) -> Request:
    """Return a request that names these shares, whatever its kind; unchanged: it has no such slot."""
    if isinstance(request, OrderRequest | NotUnderstood):
        return replace(request, terms=replace(request.terms, shares=shares))
    if isinstance(getattr(request, "shares", None), NamedShares):
        named: Request = replace(cast("Any", request), shares=shares)
        return named
    return request


def is_command(request: Request) -> bool:
    """Return whether a request is about something of Parley's own, so that it is no open question."""
    if isinstance(request, AskMemory | ShowTrackRecord | TurnPage):
        return True
    return intent_of(request) is Intent.UNKNOWN and not isinstance(request, TalkRequest | NotUnderstood)


def request_kinds() -> tuple[type, ...]:
    """Return all kinds of requests."""
    kinds: tuple[type, ...] = get_args(Request)
    return kinds


# Slots whose texts are symbols or codes. Any other text may be words of a person.
_CODES: Final = frozenset({"symbols", "symbol", "share", "into", "terms", "command", "speaker", "problems"})
_WITHHELD: Final = "…"


def request_summary(request: Request) -> str:
    """Return the kind and the slots that differ from their defaults: "ShowAccount view=cost shares.symbols=AAPL"."""
    return " ".join((type(request).__name__, *_slots(request)))


def _slots(value: Any, prefix: str = "") -> Iterator[str]:  # noqa: ANN401 - any dataclass
    for each in fields(value):
        slot = getattr(value, each.name)
        if is_dataclass(slot):
            yield from _slots(slot, f"{prefix}{each.name}.")
        elif slot != (each.default_factory() if callable(each.default_factory) else each.default):
            yield f"{prefix}{each.name}={_shown(slot, is_code=each.name in _CODES)}"


def _shown(value: object, *, is_code: bool) -> str:
    match value:
        case Enum():
            return str(value.value)
        case None | bool() | int() | Decimal() | date():
            return str(value)
        case str():
            return value if is_code else _WITHHELD
        case tuple() | AbstractSet():
            return ",".join(_shown(each, is_code=is_code) for each in value)
        case _ if is_dataclass(value):
            return f"{type(value).__name__}({' '.join(_slots(value))})"
        case _:
            return _WITHHELD
