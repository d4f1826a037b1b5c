"""Renders "Did you mean": the requests that a message may have made, each with a button."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.blocks import Button
from bot.domain.conversation.buttons import GuessRef
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests import Request, shares_named
from bot.domain.conversation.requests.account import ShowAccount, ShowOrders, ShowPending, UndoTrade
from bot.domain.conversation.requests.analysis import Analyze, Compare
from bot.domain.conversation.requests.explanation import Define, Explain, Review
from bot.domain.conversation.requests.limits import RemoveLimits, ShowLimits, StateLimits
from bot.domain.conversation.requests.memory import AskMemory, Remember, ShowMemory
from bot.domain.conversation.requests.suppositions import AskViewChange, MoveScope, Suppose, SupposeTrade
from bot.domain.conversation.requests.trades import (
    Advise,
    AnalyzeDeep,
    CorrectOrder,
    Order,
    OrderChangeKind,
    TradeTerms,
)
from bot.domain.conversation.requests.watching import (
    RemoveAlerts,
    SetAlerts,
    ShowAlerts,
    ShowBrief,
    ShowWatchList,
    SubscribeBriefs,
    Unwatch,
    Watch,
)
from bot.domain.figures.query import FigureQuery, Scope
from bot.domain.ids import TurnId
from bot.domain.text.locale import Locale
from bot.domain.text.zero_width import single_line
from bot.domain.trading.sizes.stated_size import SizeUnit
from bot.domain.trading.trading_limits import LimitMeasure
from bot.presentation.presenter import Presenter

_MOST: Final = 3
_LABEL: Final = 60  # characters of a note
_LABELS: Final[Mapping[type, str]] = MappingProxyType(
    {
        Advise: "advise",
        Analyze: "analyze",
        AnalyzeDeep: "deep",
        AskMemory: "memory",
        AskViewChange: "view",
        Compare: "compare",
        CorrectOrder: "correct",
        Define: "define",
        Explain: "explain",
        FigureQuery: "figure",
        Remember: "remember",
        Review: "review",
        SetAlerts: "alert",
        ShowAccount: "account",
        ShowAlerts: "alerts",
        ShowBrief: "brief",
        ShowLimits: "limits",
        ShowMemory: "notes",
        ShowOrders: "orders",
        ShowPending: "pending",
        ShowWatchList: "list",
        StateLimits: "limit",
        SubscribeBriefs: "briefs",
        Suppose: "suppose",
        SupposeTrade: "suppose",
        Unwatch: "unwatch",
        Watch: "watch",
    }
)


# Those that are of the share talked of, where they name none.
_OF_SHARE: Final = Advise | Analyze | AnalyzeDeep | AskViewChange | Explain | FigureQuery | Suppose | SupposeTrade
_OF_TALKED: Final = frozenset({Scope.TALKED_OF, MoveScope.SHARE})


def _is_told(request: Request, *, has_pending: bool) -> bool:
    """Return whether a message that may make a request says enough of it: a press does what it was offered as."""
    match request:
        case StateLimits(terms, problem=problem):
            told = problem is None and any(each.measure is not LimitMeasure.PREFERENCE for each in terms)
        case Define():
            told = bool(request.terms or request.word)
        case CorrectOrder():
            told = has_pending and request.change.kind is not OrderChangeKind.VAGUE
        case AskMemory():
            told = bool(request.topic or request.thread or request.whole.question.speaker)
        case SetAlerts() | Watch() | Unwatch() | Compare(scope=Scope.TALKED_OF):
            told = bool(shares_named(request).symbols)
        case _:
            told = has_pending or not isinstance(request, ShowPending)
    return told


@dataclass(frozen=True, slots=True)
class GuessPresenter(Presenter):
    """Renders what a message may have meant."""

    def answer(
        self,
        locale: Locale,
        requests: Iterable[Request],
        *,
        turn_id: TurnId,
        focus: Sequence[str] = (),
        has_pending: bool = False,
    ) -> Answer | None:
        """Return the question which of the requests is meant, at most three; None: none can be named."""
        labels: dict[str, Request] = {}
        for request in requests:
            is_open = isinstance(request, _OF_SHARE) and getattr(request, "scope", Scope.TALKED_OF) in _OF_TALKED
            symbols = shares_named(request).symbols or (tuple(focus[:1]) if is_open else ())
            is_of_card = isinstance(request, Explain | Advise) and has_pending
            is_of_nothing = is_open and not (symbols or is_of_card)
            if is_of_nothing or not _is_told(request, has_pending=has_pending):
                continue
            if (label := self._label(locale, request, () if is_of_card else symbols)) is not None:
                labels.setdefault(label, request)
        shown = dict(list(labels.items())[:_MOST])
        if not shown:
            return None
        picks = tuple(Button(str(GuessRef(turn_id, place)), label) for place, label in enumerate(shown, start=1))
        none = Button(str(GuessRef(turn_id, 0)), self.say(locale, "guess-none"))
        return Answer(
            blocks=self.paragraph(locale, "guess-question"),
            buttons=(*picks, none),
            guesses=tuple(shown.values()),
            has_question=True,
        )

    def _label(self, locale: Locale, request: Request, of: Sequence[str]) -> str | None:
        """Return what a button says of a request of some shares; None: it has no name."""
        symbols = self.texts.list_of(locale, of)
        if isinstance(request, Order):
            if not symbols or request.terms.side is None or request.terms.problems:
                return None
            side = self.say(locale, f"guess-{request.terms.side}")
            return " ".join((side, *self._size(locale, request.terms), symbols))
        if isinstance(request, Remember) and request.instead_of:
            return self.say(locale, "guess-note-instead", text=single_line(request.instead_of, limit=_LABEL))
        if isinstance(request, Remember) and request.replaces:
            return self.say(locale, "guess-note", text=single_line(request.text, limit=_LABEL))
        what = f"undo-{request.kind}" if isinstance(request, UndoTrade) else _LABELS.get(type(request))
        if what is None:
            return self._removal(locale, request)
        name = self.say(locale, "guess", what=what)
        return self.say(locale, "guess-of", what=name, symbols=symbols) if symbols else name

    def _removal(self, locale: Locale, request: Request) -> str | None:
        if isinstance(request, RemoveAlerts) and (numbers := request.alerts.numbers):
            return self.say(locale, "guess-alerts-end", numbers=self.texts.list_of(locale, map(str, numbers)))
        number = request.number if isinstance(request, RemoveLimits) else None
        return None if number is None else self.say(locale, "guess-limit-end", number=number)

    def _size(self, locale: Locale, terms: TradeTerms) -> Iterator[str]:
        size = terms.size
        if size is not None and size.unit in {SizeUnit.SHARES, SizeUnit.MONEY}:
            yield self.say(locale, "guess-size", unit=size.unit, value=size.value)
        elif size is not None:
            yield self.say(locale, "guess-size", unit="percent", value=size.value * 100)
