"""Messages that take back what was changed, or restore what is gone: "undo that", "bring the alert back", 撤销."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import ObjectKind, ShownAnswer
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests import Request, shares_named, with_shares
from bot.domain.conversation.requests.account import UndoTrade
from bot.domain.conversation.requests.limits import AddLimits, RemoveLimits, ShowLimits
from bot.domain.conversation.requests.memory import ForgetLastNote, NoteRequest, Remember, UndoMemoryChange
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import Cancel, Order, OrderPart, TradeTerms, Wait
from bot.domain.conversation.requests.watching import (
    RearmAlerts,
    RemoveAlerts,
    SetAlerts,
    ShowAlerts,
    ShowBrief,
    ShowWatchList,
    SubscribeBriefs,
    UnsubscribeBriefs,
    Unwatch,
    Watch,
)
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES
from bot.memory.core_memory import memory_place
from bot.ports import Stores, Transaction
from bot.reading.pointers import pointers_in
from bot.reading.word_tables import lists_in, phrase_list, words_of

_MAX_LENGTH: Final = 60  # characters
_NAMED: Final = (ObjectKind.ALERT, ObjectKind.LIMIT, ObjectKind.WATCH_LIST, ObjectKind.BRIEF, ObjectKind.CARD)
_BESIDE: Final = (("pointers", "one"), ("undo", "beside"), ("undo", "note"), *(("nouns", str(e)) for e in _NAMED))


@dataclass(frozen=True, slots=True)
class Undoing:
    """What a message asks to take back."""

    kinds: frozenset[ObjectKind] = frozenset()  # of what was changed; empty: none is named
    symbols: tuple[str, ...] = ()
    restores: bool = False  # what is gone shall be there again
    is_exact: bool = True  # it says nothing else
    is_latest: bool = False  # only the latest answer can be meant
    until: ObjectKind | None = None  # what is shown since is meant itself: an alert that was told, to be armed again
    is_unasked: bool = False  # it says that what was done was not asked for

    @property
    def is_bare(self) -> bool:
        """Whether it does not say what of."""
        return not (self.kinds or self.symbols)


def read_undoing(context: TurnContext) -> Undoing | None:
    """Return what a message asks to take back; None: nothing, or a trade."""
    request, said = context.request, _Said(context.plain_text)
    if isinstance(request, UndoTrade) and request.kind is not None:
        return Undoing(frozenset({request.kind}))
    if said.text.startswith("/") or len(said.text) > _MAX_LENGTH:
        return None
    if said.is_unasked and not context.own_pending:
        return Undoing(said.kinds, context.reading.shares.symbols, is_exact=False, is_latest=True, is_unasked=True)
    if not _may_undo(context, said):
        return None
    kinds, symbols, of_note = said.kinds, context.reading.shares.symbols, isinstance(request, Wait | ForgetLastNote)
    names_trade = (ObjectKind.CARD in kinds or (bool(symbols) and not kinds)) and not said.restores
    if names_trade or (of_note and context.own_pending and not said.undoes):
        return None
    until = ObjectKind.ALERT if isinstance(request, RearmAlerts) else None
    by_request = (until, isinstance(request, Watch) and ObjectKind.WATCH_LIST, of_note and ObjectKind.NOTE)
    is_latest = of_note and ObjectKind.NOTE not in kinds
    kinds |= frozenset(each for each in by_request if each)
    return Undoing(kinds, symbols, said.restores, said.is_exact, is_latest, until)


class _Said:
    """The words of a message that speak of undoing."""

    def __init__(self, text: str) -> None:
        self.text, self._words = text, words_of(text)
        self._lists, self._size = lists_in(text, "references", "undo"), _matched(self._words, 0, "undo", "words")

    @property
    def undoes(self) -> bool:
        """Whether it begins with "undo", or says that something be forgotten."""
        return self._size > 0 or "forgotten" in self._lists

    @property
    def restores(self) -> bool:
        """Whether it wants something back; "take it back" undoes."""
        return "restored" in self._lists and "taken" not in self._lists

    @property
    def is_unasked(self) -> bool:
        """Whether it says of something that it was not asked for: "I didn't ask you to stop the brief"."""
        return "unasked" in self._lists and bool(self.kinds or "one" in pointers_in(self.text))

    @cached_property
    def kinds(self) -> frozenset[ObjectKind]:
        """What it names: "the alert", 那条备注."""
        named = lists_in(self.text, "references", "nouns")
        note = {ObjectKind.NOTE} if "note" in self._lists else set[ObjectKind]()
        return frozenset({*note, *(each for each in _NAMED if each.value in named)})

    @property
    def is_exact(self) -> bool:
        """Whether it says no more than what is undone: "undo that", "undo the limit change"."""
        at = self._size
        while 0 < at < len(self._words):
            if not (size := max(_matched(self._words, at, *each) for each in _BESIDE)):
                return False
            at += size
        return at > 0


def _may_undo(context: TurnContext, said: _Said) -> bool:
    match context.request:
        case UndoTrade() | Wait() | ForgetLastNote():
            return True
        case Cancel():
            return said.undoes
        case Watch(means_focus=True):
            return said.restores
        case RearmAlerts(alerts):
            return said.restores and not alerts.numbers
        case NotUnderstood() | ShowLimits() | ShowAlerts() | ShowBrief() | ShowWatchList():
            return bool(said.kinds) and (said.undoes or said.restores) and not context.reading.is_question
    return False


def _matched(words: Sequence[str], at: int, section: str, key: str) -> int:
    """Return how many words, from one on, are an entry of a list."""
    found = phrase_list("references", section, key).longest_match(words, at)
    return 0 if found is None else found[1]


_UNSURE: Final = 0.3  # certainty: the person is asked which is meant
_KINDS: Final[dict[type, ObjectKind]] = {
    **dict.fromkeys((SetAlerts, RemoveAlerts), ObjectKind.ALERT),
    **dict.fromkeys((AddLimits, RemoveLimits), ObjectKind.LIMIT),
    **dict.fromkeys((Watch, Unwatch), ObjectKind.WATCH_LIST),
    **dict.fromkeys((SubscribeBriefs, UnsubscribeBriefs), ObjectKind.BRIEF),
    Order: ObjectKind.CARD,
}
_RESTORING: Final = SetAlerts | AddLimits | Watch | SubscribeBriefs | Remember | Order


@dataclass(frozen=True, slots=True)
class _Change:
    requests: tuple[Request, ...]
    is_latest: bool  # no answer to the person stands between


async def taken_back(stores: Stores, context: TurnContext) -> TurnContext:
    """Return the message as the requests that undo what was changed; unchanged: it undoes none, or names a trade.

    The latest change of the sort that is named is meant; where none is named and something else was answered since,
    Parley asks. "Cancel" is said of a pending card first. A limit is lifted by exact words only, and a card that was
    cancelled is offered anew.
    """
    if (asked := read_undoing(context)) is None:
        return context
    changes = [each async for each in _changes(stores, context, asked)]
    if not changes:
        return _of_nothing(context, asked)
    change = changes[0]
    if asked.is_bare and not change.is_latest:
        return context if context.own_pending and not asked.restores else _which(context, changes)
    lifts = any(isinstance(each, RemoveLimits) for each in change.requests)
    return context if lifts and not asked.is_exact else context.with_requests(_with_orders_joined(change.requests))


async def _changes(stores: Stores, context: TurnContext, asked: Undoing) -> AsyncIterator[_Change]:
    """Yield the changes that are meant, the latest first; those before a trade that was made only where named."""
    answers = context.dialogue.answers_to(context.turn.person.id)[: 1 if asked.is_latest else None]
    async with stores.read(context.turn.tenant_id) as tx:
        for place, shown in enumerate(answers):
            answer = await tx.replies.answer_to(shown.turn_id)
            if answer is None or (asked.until and any(each.kind is asked.until for each in shown.objects)):
                return
            if requests := await _meant(tx, context, asked, shown, answer):
                yield _Change(requests, is_latest=place == 0)
            executed = {d.proposal.symbol for d in answer.decisions if d.status in CARRIED_OUT_STATUSES}
            if not asked.kinds and executed & set(asked.symbols or executed):
                return


async def _meant(
    tx: Transaction, context: TurnContext, asked: Undoing, shown: ShownAnswer, answer: Answer
) -> tuple[Request, ...]:
    """Return those of the requests that undo what an answer has changed which are meant."""
    found, restores = list[Request](), False
    for each in answer.undone_by:
        kind = ObjectKind.NOTE if isinstance(each, NoteRequest) else _KINDS.get(type(each))
        symbols = shares_named(each).symbols or answer.symbols
        named = tuple(s for s in symbols if s in asked.symbols)
        if kind is None or (asked.kinds and kind not in asked.kinds) or (asked.symbols and not named):
            continue
        if isinstance(each, UndoMemoryChange):
            latest = await tx.core_memory.undoable_changes(memory_place(context.turn), limit=1)
            if not latest or latest[0].turn_id != shown.turn_id:
                continue
            restores = restores or not latest[0].added
        restores = restores or isinstance(each, _RESTORING)
        narrowed = asked.symbols and shares_named(each).symbols
        found.append(with_shares(each, NamedShares(symbols=named)) if narrowed else each)
    return tuple(found) if restores or not asked.restores else ()


def _of_nothing(context: TurnContext, asked: Undoing) -> TurnContext:
    """Return a message that takes back nothing that is known; 撤销, read as a verdict on a card, is one on a trade."""
    if asked.kinds and (asked.is_unasked or isinstance(context.request, UndoTrade)):
        return context.with_request(UndoTrade(kind=next(iter(asked.kinds))))
    is_alone = asked.is_exact and (asked.is_bare or asked.is_latest)
    return context.with_request(UndoTrade()) if is_alone and not context.own_pending else context


def _which(context: TurnContext, changes: Sequence[_Change]) -> TurnContext:
    kinds = (
        ObjectKind.NOTE if isinstance(each, NoteRequest) else _KINDS[type(each)]
        for change in changes
        for each in change.requests
    )
    others = tuple(UndoTrade(kind=each) for each in dict.fromkeys(kinds))
    unclear = Reading(request=NotUnderstood(TradeTerms()), language=context.language, certainty=_UNSURE, others=others)
    return replace(context, reading=unclear)


def _with_orders_joined(requests: Sequence[Request]) -> tuple[Request, ...]:
    """Return requests with several orders as one: the cards that were cancelled together."""
    orders = [each for each in requests if isinstance(each, Order)]
    if len(orders) <= 1:
        return tuple(requests)
    parts = tuple(
        OrderPart(symbol=symbol, side=each.terms.side, size=each.terms.size)
        for each in orders
        for symbol in each.terms.symbols
        if each.terms.side is not None and each.terms.size is not None
    )
    shares = NamedShares(symbols=tuple(each.symbol for each in parts))
    return Order(terms=TradeTerms(shares=shares, parts=parts)), *(e for e in requests if not isinstance(e, Order))
