"""Renders "Did you mean": the requests that a message may have made, each with a button."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.blocks import Button, Paragraph
from bot.domain.conversation.buttons import GuessRef
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests import Request, shares_named
from bot.domain.conversation.requests.account import ShowAccount, ShowOrders, ShowPending
from bot.domain.conversation.requests.alerts import SetAlerts, ShowAlerts
from bot.domain.conversation.requests.analysis import Analyze, Compare
from bot.domain.conversation.requests.explanation import Explain
from bot.domain.conversation.requests.glossary import Define
from bot.domain.conversation.requests.limits import ShowLimits, StateLimits
from bot.domain.conversation.requests.memory import AskMemory, Remember, ShowMemory
from bot.domain.conversation.requests.review import Review
from bot.domain.conversation.requests.suppositions import AskSum, AskViewChange, Suppose, SupposeTrade
from bot.domain.conversation.requests.trades import (
    Advise,
    AnalyzeDeep,
    CorrectOrder,
    Order,
    OrderChangeKind,
    TradeTerms,
)
from bot.domain.conversation.requests.watching import ShowBrief, ShowWatchList, Unwatch, Watch
from bot.domain.figures.query import FigureQuery
from bot.domain.ids import TurnId
from bot.domain.text.locale import Locale
from bot.domain.trading.sizes.stated_size import SizeUnit
from bot.locales import Catalogue

_MOST: Final = 3
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
        Suppose: "suppose",
        SupposeTrade: "suppose",
        AskSum: "suppose",
        Unwatch: "unwatch",
        Watch: "watch",
    }
)


@dataclass(frozen=True, slots=True)
class GuessPresenter:
    """Renders what a message may have meant."""

    texts: Catalogue

    def answer(self, locale: Locale, requests: Iterable[Request], *, turn_id: TurnId) -> Answer | None:
        """Return the question which of the requests is meant, at most three; None: none can be named."""
        labels: dict[str, Request] = {}
        for request in requests:
            if (label := self._label(locale, request)) is not None:
                labels.setdefault(label, request)
        shown = dict(list(labels.items())[:_MOST])
        if not shown:
            return None
        picks = tuple(Button(str(GuessRef(turn_id, place)), label) for place, label in enumerate(shown, start=1))
        none = Button(str(GuessRef(turn_id, 0)), self.texts.render(locale, "guess-none"))
        return Answer(
            blocks=(Paragraph(self.texts.render(locale, "guess-question")),),
            buttons=(*picks, none),
            guesses=tuple(shown.values()),
            has_question=True,
        )

    def _label(self, locale: Locale, request: Request) -> str | None:
        """Return what a button says of a request; None: it has no name."""
        symbols = self.texts.list_of(locale, shares_named(request).symbols)
        if isinstance(request, Order):
            if not symbols or request.terms.side is None or request.terms.problems:
                return None
            side = self.texts.render(locale, f"guess-{request.terms.side}")
            return " ".join((side, *self._size(locale, request.terms), symbols))
        if isinstance(request, CorrectOrder) and request.change.kind is OrderChangeKind.VAGUE:
            return None
        what = _LABELS.get(type(request))
        if what is None:
            return None
        name = self.texts.render(locale, "guess", what=what)
        return self.texts.render(locale, "guess-of", what=name, symbols=symbols) if symbols else name

    def _size(self, locale: Locale, terms: TradeTerms) -> Iterator[str]:
        size = terms.size
        if size is not None and size.unit in {SizeUnit.SHARES, SizeUnit.MONEY}:
            yield self.texts.render(locale, "guess-size", unit=size.unit, value=size.value)
        elif size is not None:
            yield self.texts.render(locale, "guess-size", unit="percent", value=size.value * 100)
