"""Requests about the price alerts that a message refers to: "raise it to 210", "remove both", "me too"."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import Act, ObjectKind, Reference, ShownObject, ValueUnit
from bot.domain.conversation.referents import new_value
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.trades import CorrectOrder, OrderChangeKind
from bot.domain.conversation.requests.watching import (
    AskAlertForm,
    ChangeAlert,
    ChosenAlerts,
    FinishAlert,
    RearmAlerts,
    RemoveAlerts,
    SetAlerts,
    ShowAlerts,
    SnoozeAlert,
)
from bot.domain.conversation.threads import Person
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import FigureQuery, Scope
from bot.domain.watching.alert_requests import AlertCondition, AlertForm, Direction, LevelChange, changed_condition
from bot.domain.watching.alerts import AlertKind, AlertState, PriceAlert
from bot.reading.quantities.quantity import find_quantities
from bot.turns.dialogue.shown_objects import alerts_shown_last


def alert_request(
    reference: Reference, meant: Sequence[ShownObject], alerts: Sequence[PriceAlert], *, has_card: bool
) -> Request | None:
    """Return the request; None: there is no such alert any more.

    `reference`: what is asked of the alerts. `has_card`: a decision of the person is pending, so that a bare number may
    be its size.
    """
    numbers = tuple(int(each.id) for each in meant)
    if reference.act is Act.COPY:
        return _same([each for each in alerts if each.number in numbers])
    chosen = ChosenAlerts(numbers=numbers, symbols=reference.symbols, is_one=not reference.is_plural)
    if reference.act is Act.CHANGE:
        may_be_size = has_card and reference.new is not None and reference.new.unit is ValueUnit.PLAIN
        is_named = reference.kinds == {ObjectKind.ALERT} or bool(reference.symbols)
        if may_be_size and not is_named:
            return AskAlertForm(AlertForm.CHANGE_OR_DECISION)
        new = new_value(reference, meant[0])
        change = None if new is None else LevelChange(value=new.value, is_percent=new.unit is ValueUnit.PERCENT)
        return AskAlertForm(AlertForm.CHANGE) if change is None else ChangeAlert(chosen, change)
    makers: Mapping[Act, Callable[[], Request]] = {
        Act.REMOVE: lambda: RemoveAlerts(chosen),
        Act.REARM: lambda: RearmAlerts(chosen),
    }
    asks_about_it = reference.act is Act.SHOW and reference.is_sequel and ObjectKind.CARD not in reference.kinds
    if asks_about_it and len(meant) == 1:  # "is it still on?"
        return FigureQuery(measures=(Measure.ALERT,), scope=Scope.NAMED, symbols=meant[0].symbols)
    return makers.get(reference.act, ShowAlerts)()


def alert_at(level: ShownObject) -> Request | None:
    """Return the request for an alert at a price that was shown; None: it is of no share."""
    if level.value is None or len(level.symbols) != 1:
        return None
    return SetAlerts(NamedShares(symbols=level.symbols), (AlertCondition(Direction.EITHER, level.value),))


def may_be_size(context: TurnContext, request: Request) -> bool:
    """Return whether a number may be the size of what is pending as well as the level of an alert just shown."""
    if not (context.pending and alerts_shown_last(context.dialogue)):
        return False
    if isinstance(request, ChangeAlert):
        named = (request.alerts.symbols, request.alerts.which, request.change.is_percent)
        return not any(named)
    return is_bare_size(request)


def is_bare_size(request: Request) -> bool:
    """Return whether a message is a number that would be the new size of what is pending, and says no unit."""
    if not isinstance(request, CorrectOrder) or request.terms.symbols:
        return False
    return request.change.kind is OrderChangeKind.SIZE and not request.change.has_unit


def may_be_of_alert_shown(context: TurnContext) -> bool:
    """Return whether a message that names no alert may go on from one: "snooze it", or a number behind an alert."""
    request = context.request
    return may_be_size(context, request) or (isinstance(request, SnoozeAlert | FinishAlert) and not request.numbers)


def of_alert_shown(context: TurnContext, alerts: Sequence[PriceAlert]) -> Request | None:
    """Return the request of the alerts that it may mean: those shown last, else those told, or one's own; None: none.

    Whether a number means the alert or what is pending is asked. `alerts`: of the channel, with those just shown.
    """
    request, numbers, symbols = context.request, alerts_shown_last(context.dialogue), context.reading.shares.symbols
    if not isinstance(request, SnoozeAlert | FinishAlert):
        return AskAlertForm(AlertForm.CHANGE_OR_DECISION)
    on_shares = [each for each in alerts if not symbols or each.symbol in symbols]
    levels = {each.value for each in find_quantities(context.plain_text.lower())}
    on_shares = [each for each in on_shares if each.as_shown().value in levels] or on_shares
    told = [each for each in on_shares if each.state is AlertState.TOLD]
    told_here = [each for each in told if each.conversation_id == context.conversation.id]
    own = [each for each in on_shares if each.is_open and each.person.id == context.turn.person.id]
    meant = [each for each in on_shares if each.number in numbers] or told_here or own
    meant = [each for each in meant if each in told] or [each for each in meant if each.is_open] or meant
    return replace(request, numbers=tuple(each.number for each in meant)) if meant else None


def _same(alerts: Sequence[PriceAlert]) -> Request | None:
    """Return the request for the alerts on one share that another person has."""
    conditions, symbols = conditions_of(alerts), {each.symbol for each in alerts}
    return SetAlerts(NamedShares(symbols=tuple(symbols)), conditions) if conditions and len(symbols) == 1 else None


def conditions_of(alerts: Iterable[PriceAlert]) -> tuple[AlertCondition, ...]:
    """Return the conditions that set the same alerts once more."""
    return tuple(filter(None, map(_condition, alerts)))


def _condition(alert: PriceAlert) -> AlertCondition | None:
    level = alert.bounds.lower or alert.bounds.upper
    value = level if alert.percent is None else abs(alert.percent)
    return changed_condition(alert, LevelChange(value=value, is_percent=alert.percent is not None)) if value else None


def set_again(gone: Sequence[PriceAlert], *, by: Person) -> tuple[SetAlerts, ...]:
    """Return what sets alerts again that were removed; empty: one was told, is a stop, or is another person's."""
    own = [each for each in gone if each.person.id == by.id]
    if own != list(gone) or any(each.state is not AlertState.ARMED or each.kind is AlertKind.STOP for each in own):
        return ()
    return tuple(SetAlerts(NamedShares(symbols=(each.symbol,)), conditions_of((each,))) for each in gone)
