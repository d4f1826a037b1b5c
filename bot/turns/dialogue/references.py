"""Messages that refer to what was shown last: resolves the reference, and makes the request that it is.

What is said of a pending card is left to the rules, but for its stop: "tighten it to 29.5".
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import (
    OWN_LIST,
    Act,
    Dialogue,
    ObjectKind,
    Reference,
    ShownAnswer,
    ShownObject,
    Trend,
    ValueUnit,
    referents,
)
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.alerts import (
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
from bot.domain.conversation.requests.conversation import AskWhatToAddTo
from bot.domain.conversation.requests.limits import AskLimitForm, EndLimits, RemoveLimits, ShowLimits, StateLimits
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.trades import Order, TradeTerms
from bot.domain.conversation.requests.watching import (
    ShowBrief,
    ShowWatchList,
    UnsubscribeBriefs,
    Unwatch,
    Watch,
)
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.normalise import normalise
from bot.domain.trading.trading_limits import LimitScope, limits_shown
from bot.domain.watching.alert_requests import AlertCondition, AlertForm, Direction, LevelChange
from bot.domain.watching.alerts import AlertState
from bot.language.commands import without_mention
from bot.ports import Stores
from bot.reading.references import read_reference
from bot.trading.limits.limit_book import LimitBook


@dataclass(frozen=True, slots=True)
class References:
    """Resolves what a message refers to."""

    stores: Stores
    instruments: InstrumentTable
    limits: LimitBook

    async def resolve(self, context: TurnContext) -> TurnContext:
        """Return the message as the request that it makes of what was shown; unchanged: it makes none.

        Raises: StoreUnavailableError.
        """
        text = without_mention(normalise(context.turn.text))
        reference = None if text.startswith("/") else read_reference(text, self.instruments)
        if reference is None or (reference.act is Act.CANCEL and context.own_pending):  # the card
            return context
        if reference.act is Act.CANCEL:
            reference = replace(reference, act=Act.REMOVE)
        dialogue = await self._dialogue(context)
        meant = referents(reference, dialogue, person_id=context.turn.person.id)
        if not meant and reference.act is Act.CHANGE and reference.kinds == {ObjectKind.LIMIT}:
            meant = await self._own_limits(context, reference)
            if not meant:
                return context.with_request(ShowLimits())
        if not meant:
            return _to_nothing(context, reference)
        if len({each.kind for each in meant}) > 1:
            return context
        return await self._resolved(context, reference, meant)

    async def _dialogue(self, context: TurnContext) -> Dialogue:
        """Return what was shown, without alerts and limits that are gone."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            dialogue = await tx.replies.dialogue(context.conversation.id)
            here = await tx.alerts.in_channel(context.turn.thread.channel)
        there = {
            ObjectKind.ALERT: {str(each.number) for each in here if each.state is not AlertState.REMOVED},
            ObjectKind.LIMIT: {str(each.limit.id) for each in await self.limits.in_force(context)},
        }
        return Dialogue(
            tuple(
                replace(answer, objects=tuple(o for o in answer.objects if o.id in there.get(o.kind, {o.id})))
                for answer in dialogue.answers
            )
        )

    async def _resolved(
        self, context: TurnContext, reference: Reference, meant: tuple[ShownObject, ...]
    ) -> TurnContext:
        request: Request | None = None
        is_by_noun = reference.act is Act.REMOVE and not reference.is_pointed
        match meant[0].kind:
            case ObjectKind.ALERT | ObjectKind.LIMIT if is_by_noun:
                return context  # of several, the rules ask which
            case ObjectKind.STOP if meant[0].id in {str(each.id) for each in context.own_pending}:
                return _with_stop(context, reference, meant)
            case ObjectKind.ALERT:
                request = _of_alerts(reference, meant, has_card=bool(context.own_pending))
            case ObjectKind.WATCH_LIST:
                request = _of_list(reference, meant[0])
            case ObjectKind.BRIEF:
                request = UnsubscribeBriefs() if reference.act is Act.REMOVE else ShowBrief()
            case ObjectKind.LIMIT:
                request = await self._of_limits(context, reference, meant)
            case ObjectKind.CARD | ObjectKind.STOP | ObjectKind.NOTE:  # also one that is decided, or another person's
                return context
        return context.with_request(request) if request is not None else context

    async def _own_limits(self, context: TurnContext, reference: Reference) -> tuple[ShownObject, ...]:
        """Return the person's limits that "my limit" can mean though none was shown."""
        in_force = await self.limits.in_force(context)
        own = (each for each in in_force if each.terms.scope is not LimitScope.CHANNEL)
        shown = ShownAnswer(turn_id=context.turn.id, asked_by=context.turn.person.id, objects=limits_shown(own))
        return referents(reference, Dialogue((shown,)), person_id=context.turn.person.id)

    async def _of_limits(
        self, context: TurnContext, reference: Reference, meant: tuple[ShownObject, ...]
    ) -> Request | None:
        """Return the request about limits in force; a change states the same limit with another value."""
        if reference.act is Act.SHOW:
            return ShowLimits()
        if reference.act is Act.REMOVE and reference.is_plural:
            return EndLimits(is_all=True)
        in_force = await self.limits.in_force(context)
        numbers = {str(each.limit.id): number for number, each in enumerate(in_force, start=1)}
        known = [numbers[each.id] for each in meant if each.id in numbers]
        limit = in_force[known[0] - 1] if len(known) == 1 else None
        if limit is None or limit.terms.scope is LimitScope.CHANNEL:  # everybody's is changed by its number only
            return ShowLimits()
        if reference.act is Act.REMOVE:
            return RemoveLimits(known[0])
        if reference.new is None:
            return AskLimitForm()
        return StateLimits((replace(limit.terms, value=reference.new.value),))


def _to_nothing(context: TurnContext, reference: Reference) -> TurnContext:
    """Return "add GOOG" where no list was shown as a question: it never makes an order of a size nobody named."""
    names_list = reference.kinds == {ObjectKind.WATCH_LIST}  # "put FB on my watch list" needs none to be shown
    if reference.act is not Act.ADD or not reference.symbols or reference.is_sequel or names_list:
        return context
    return context.with_request(AskWhatToAddTo(reference.symbols))


def _with_stop(context: TurnContext, reference: Reference, meant: tuple[ShownObject, ...]) -> TurnContext:
    """Return the message as a change of the stop of a pending purchase."""
    if reference.new is None or len(meant) != 1:
        return context
    terms = TradeTerms(shares=NamedShares(symbols=meant[0].symbols), stop=reference.new.value)
    return context.with_request(Order(terms=terms))


def _of_list(reference: Reference, meant: ShownObject) -> Request:
    shares, is_own = NamedShares(symbols=reference.symbols), meant.id == OWN_LIST
    match reference.act:
        case Act.ADD:
            return Watch(shares=shares, is_own=is_own)
        case Act.REMOVE:
            return Unwatch(shares=shares, is_all=not reference.symbols, is_own=is_own)
    return ShowWatchList(is_own=is_own)


def _of_alerts(reference: Reference, meant: tuple[ShownObject, ...], *, has_card: bool) -> Request:
    if reference.act is Act.ADD:
        return _another(reference, meant)
    numbers = tuple(int(each.id) for each in meant)
    chosen = ChosenAlerts(numbers=numbers, symbols=reference.symbols, is_one=not reference.is_plural)
    if reference.act is Act.CHANGE:
        may_be_size = has_card and reference.new is not None and reference.new.unit is ValueUnit.PLAIN
        is_named = reference.kinds == {ObjectKind.ALERT} or bool(reference.symbols)
        if may_be_size and not is_named:
            return AskAlertForm(AlertForm.CHANGE_OR_DECISION)
        return _changed(reference, chosen)
    makers: Mapping[Act, Callable[[], Request]] = {
        Act.REMOVE: lambda: RemoveAlerts(chosen),
        Act.REARM: lambda: RearmAlerts(chosen),
        Act.SNOOZE: lambda: SnoozeAlert(numbers),
        Act.FINISH: lambda: FinishAlert(numbers),
    }
    return makers.get(reference.act, ShowAlerts)()


def _another(reference: Reference, meant: tuple[ShownObject, ...]) -> Request:
    """Return the request for a further alert, on the share that is named or on those of the alerts shown."""
    symbols = reference.symbols or tuple(dict.fromkeys(symbol for each in meant for symbol in each.symbols))
    direction = Direction.ABOVE if reference.trend is Trend.UP else Direction.BELOW
    value, is_percent = (
        (reference.new.value, reference.new.unit is ValueUnit.PERCENT) if reference.new else (Decimal(0), False)
    )
    return SetAlerts(NamedShares(symbols=symbols), (AlertCondition(direction, value, is_percent=is_percent),))


def _changed(reference: Reference, chosen: ChosenAlerts) -> Request:
    if reference.new is None:
        return AskAlertForm(AlertForm.CHANGE)
    is_percent = reference.new.unit is ValueUnit.PERCENT
    return ChangeAlert(chosen, LevelChange(value=reference.new.value, is_percent=is_percent))
