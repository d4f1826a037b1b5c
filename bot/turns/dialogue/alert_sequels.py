"""Messages that go on from an alert: "make it 445" right after it was set, "snooze it" after it was told.

While a decision is pending such words mean its card, unless they name the alert. A new level right behind an alert may
mean either, and is asked back.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import Dialogue, ObjectKind
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.alerts import AskAlertForm, ChangeAlert, FinishAlert, SnoozeAlert
from bot.domain.conversation.requests.trades import CorrectOrder, OrderChangeKind
from bot.domain.watching.alert_requests import AlertForm
from bot.domain.watching.alerts import AlertState, PriceAlert, is_at_level
from bot.ports import Stores

_AboutOne: TypeAlias = ChangeAlert | SnoozeAlert | FinishAlert


@dataclass(frozen=True, slots=True)
class AlertSequels:
    """Finds the alert that a message goes on from."""

    stores: Stores

    async def complete(self, context: TurnContext) -> TurnContext:
        """Return a request about alerts with the numbers of those it may mean; unchanged: it means none, or names them.

        Raises: StoreUnavailableError.
        """
        request, shown = context.request, _numbers_shown(context.dialogue)
        if context.pending and shown and _may_be_level(request):
            return context.with_request(AskAlertForm(AlertForm.CHANGE_OR_DECISION))
        if not isinstance(request, _AboutOne) or not _is_open(request):
            return context
        symbols = () if isinstance(request, SnoozeAlert | FinishAlert) else request.alerts.symbols
        numbers = await self._meant(context, request, symbols or context.reading.shares.symbols, shown)
        return context.with_request(_with_numbers(request, numbers)) if numbers else context

    async def _meant(
        self, context: TurnContext, request: _AboutOne, symbols: Collection[str], shown: frozenset[int]
    ) -> tuple[int, ...]:
        """Return the numbers of the alerts that a request may mean: those shown last, else those told, or one's own."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            here = await tx.alerts.in_channel(context.turn.thread.channel, settled=shown)
        own = [each for each in here if each.is_open and each.person.id == context.turn.person.id]
        meant = _on((each for each in here if each.number in shown), symbols)
        if isinstance(request, SnoozeAlert | FinishAlert):
            told_here = [each for each in here if each.state is AlertState.TOLD and _is_told_in(each, context)]
            meant = meant or _on(told_here, symbols) or _on(own, symbols)
            meant = [each for each in meant if each.state is AlertState.TOLD] or meant
        was = request.change.was if isinstance(request, ChangeAlert) else None
        meant = [each for each in meant if was is not None and is_at_level(each, was)] or meant
        return tuple(dict.fromkeys(each.number for each in _open(meant)))


def _is_open(request: _AboutOne) -> bool:
    """Return whether a request does not say which alerts it means, but for their share."""
    if isinstance(request, SnoozeAlert | FinishAlert):
        return not request.numbers
    return not (request.alerts.numbers or request.alerts.is_all)


def _with_numbers(request: _AboutOne, numbers: tuple[int, ...]) -> Request:
    if isinstance(request, SnoozeAlert | FinishAlert):
        return replace(request, numbers=numbers)
    return replace(request, alerts=replace(request.alerts, numbers=numbers))


def _may_be_level(request: Request) -> bool:
    """Return whether a message is a number that would be a size of what is pending, or the level of an alert."""
    if isinstance(request, ChangeAlert):
        return not (request.alerts.numbers or request.alerts.symbols or request.change.is_percent)
    if not isinstance(request, CorrectOrder) or request.terms.symbols:
        return False
    return request.change.kind is OrderChangeKind.SIZE and not request.change.has_unit


def _numbers_shown(dialogue: Dialogue) -> frozenset[int]:
    """Return the numbers of the alerts that the latest answer shows."""
    shown = dialogue.answers[0].objects if dialogue.answers else ()
    return frozenset(int(each.id) for each in shown if each.kind is ObjectKind.ALERT)


def _is_told_in(alert: PriceAlert, context: TurnContext) -> bool:
    return alert.conversation_id == context.conversation.id


def _on(alerts: Iterable[PriceAlert], symbols: Collection[str]) -> list[PriceAlert]:
    return [each for each in alerts if not symbols or each.symbol in symbols]


def _open(alerts: Collection[PriceAlert]) -> Collection[PriceAlert]:
    """Return the open ones; if none is, all: the answer says what has become of them."""
    return [each for each in alerts if each.is_open] or alerts
