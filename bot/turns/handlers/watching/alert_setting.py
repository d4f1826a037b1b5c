"""Sets price alerts, at a price, by a move from now, or from what was paid; and snoozes and settles them in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import NamedTuple, TypeAlias

from bot.calendar.alert_book import AlertBook, AlertsSet, PricedAlert
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Block, Button, Paragraph
from bot.domain.conversation.buttons import AlertAction, AlertRef
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.watching import (
    ChangeAlert,
    ChosenAlerts,
    FinishAlert,
    RearmAlerts,
    RemoveAlerts,
    SetAlerts,
    SnoozeAlert,
)
from bot.domain.market.snapshot import Quote
from bot.domain.watching.alert_requests import AlertCondition, is_same_side, level_from_cost
from bot.domain.watching.alerts import AlertBounds, AlertKind, AlertState, PriceAlert
from bot.presentation.watching.alerts import AlertPresenter
from bot.reading.assembly.slots import holds
from bot.turns.asking_presses import AlertPresses
from bot.turns.handlers.watching.alert_shares import AlertLevels, AlertShares
from bot.turns.instrument_resolver import InstrumentResolver


class _Paid(NamedTuple):
    price: Decimal  # of a share, account currency
    base: str  # "cost" or "card"


@dataclass(frozen=True, slots=True)
class SetAlertsHandler:
    """Handler of requests for new alerts. Raises: TooManyAlertsError, StoreUnavailableError, MarketDataError."""

    book: AlertBook
    presenter: AlertPresenter
    resolver: InstrumentResolver
    shares: AlertShares
    levels: AlertLevels

    async def __call__(self, context: TurnContext, request: SetAlerts) -> TurnResult:
        """Set the alerts, and say which others of the person's on the same side of the price stay."""
        if (asked := self.resolver.ask_about_misspelt(context, request.shares)) is not None:
            return asked
        symbols = named = self.resolver.resolve(context, request.shares)
        if not symbols:
            said = self.presenter.paragraph(context.locale, "alert-no-share")
            return alert_result(context, said, has_question=True)
        if request.is_of_one or request.shares == NamedShares():
            symbols = await self.shares.find(context, request, symbols)
            if len(symbols) > 1:
                return self.shares.ask_which(context, request, symbols)
        conditions, how = request.conditions, tuple[Block, ...]()
        if request.level is not None:
            conditions, how = await self.levels.condition(context, request.level, request.direction, symbols[0])
            if not conditions:
                return alert_result(context, how, symbols=symbols[:1])
        if request.is_from_cost:
            symbol = symbols[0]
            held = (_Paid(each.average_cost, "cost") for each in context.positions if each.symbol == symbol)
            cards = (each.proposal for each in context.own_pending if each.proposal.symbol == symbol)
            symbols, paid = symbols[:1], next(iter((*held, *(_Paid(each.price, "card") for each in cards))), None)
            if paid is None:
                no_cost = self.presenter.paragraph(context.locale, "alert-no-cost", symbol=symbols[0])
                return alert_result(context, no_cost, symbols=symbols)
            conditions, how = self._from_cost(context, paid, request.conditions[0])
        before = await self.own_levels(context, symbols)
        result = await self.book.add(context, symbols, conditions)
        left = [each for each in named if request.is_of_one and each not in symbols]
        others = self.presenter.texts.list_of(context.locale, left)
        how += self.presenter.paragraph(context.locale, "alert-not-of", symbols=others) if left else ()
        blocks = (*self._said(context, result, before), *how)
        notes = map(Paragraph, self.resolver.unresolved_notes(context, result.faults, request.shares))
        added, is_clause = [each.alert for each in result.added], bool(context.reading.text)  # others may set some too
        return alert_result(
            context,
            (*blocks, *notes),
            symbols=symbols,
            buttons=self.presenter.removal(context.locale, added, is_one_of_several=is_clause),
            alerts=[each.alert for each in (*result.added, *result.standing)],
        ).undone_by(*removing(added))

    async def own_levels(self, context: TurnContext, symbols: Sequence[str]) -> tuple[PriceAlert, ...]:
        """Return the person's armed alerts at prices of some shares that other messages have set."""
        return tuple(
            each
            for each in await self.book.in_channel(context)
            if each.symbol in symbols
            and each.person.id == context.turn.person.id
            and each.turn_id != context.turn.id
            and (each.state, each.kind) == (AlertState.ARMED, AlertKind.LEVEL)
        )

    def _from_cost(
        self, context: TurnContext, paid: _Paid, condition: AlertCondition
    ) -> tuple[tuple[AlertCondition, ...], tuple[Block, ...]]:
        at_level = level_from_cost(condition, paid.price)
        how = self.presenter.from_cost(context.locale, condition, at_level, cost=paid.price, base=paid.base)
        return (at_level,), how

    def _said(self, context: TurnContext, result: AlertsSet, before: Iterable[PriceAlert]) -> tuple[Block, ...]:
        locale, priced = context.locale, with_quotes(result.added)
        beside = [each for each in before if any(is_same_side(each, alert) for alert, _ in priced)]
        return (
            *self.presenter.added(locale, priced),
            *self.presenter.about(locale, "alert-beside", beside),
            *self.presenter.standing(locale, as_shown(result.standing), now=context.market_time),
            *self.presenter.reached(locale, with_quotes(result.reached)),
        )


def removing(alerts: Sequence[PriceAlert]) -> tuple[RemoveAlerts, ...]:
    """Return what undoes that alerts were set."""
    return (RemoveAlerts(ChosenAlerts(numbers=tuple(each.number for each in alerts))),) if alerts else ()


def with_quotes(priced: Iterable[PricedAlert]) -> list[tuple[PriceAlert, Quote]]:
    """Return the alerts whose share has a price, with it."""
    return [(each.alert, each.quote) for each in priced if each.quote is not None]


def as_shown(priced: Iterable[PricedAlert]) -> list[tuple[PriceAlert, AlertBounds, Quote | None]]:
    """Return alerts with their bounds of today and the price, if there is one."""
    return [(each.alert, each.bounds, each.quote) for each in priced]


def alert_result(  # noqa: PLR0913  # the parts of an answer, by name
    context: TurnContext,
    blocks: tuple[Block, ...],
    *,
    symbols: tuple[str, ...] = (),
    buttons: tuple[Button, ...] = (),
    has_question: bool = False,
    alerts: Iterable[PriceAlert] = (),
) -> TurnResult:
    """Return the answer, which shows `alerts`; one that was set makes its share the one talked of."""
    shows = tuple(each.as_shown(place) for place, each in enumerate(alerts, start=1))
    answer = Answer(blocks=blocks, symbols=symbols, buttons=buttons, has_question=has_question, shows=shows)
    return replace(context.aside(answer), focus=symbols or None)


_OfAlerts: TypeAlias = ChangeAlert | RemoveAlerts | RearmAlerts | SnoozeAlert | FinishAlert


@dataclass(frozen=True, slots=True)
class AlertSettling:
    """Handler of such requests."""

    book: AlertBook
    presenter: AlertPresenter
    presses: AlertPresses

    async def __call__(self, context: TurnContext, request: SnoozeAlert | FinishAlert) -> TurnResult:
        """Settle the one alert that is meant, or all where the message says so; of several, ask which."""
        here = await self.book.in_channel(context, numbers=request.numbers)
        meant = tuple(each for each in here if each.number in request.numbers)
        if len(meant) > 1 and not holds(context.plain_text, "alerts", "all"):
            return ask_which(self.presenter, context, meant, request)
        if not meant:
            return alert_result(context, self.presenter.paragraph(context.locale, "alerts-none-own"))
        waiting = tuple(each for each in meant if each.state is AlertState.ARMED and each.settled_by is None)
        said = [await self._press(context, each, request) for each in meant if each not in waiting]
        blocks = tuple(block for each in said for block in each)
        blocks += self.presenter.about(context.locale, "alert-not-told", waiting)
        buttons = self.presenter.removal(context.locale, waiting) if len(meant) == 1 else ()
        return alert_result(context, blocks, buttons=buttons, alerts=meant)

    async def _press(
        self, context: TurnContext, alert: PriceAlert, request: SnoozeAlert | FinishAlert
    ) -> tuple[Block, ...]:
        action = AlertAction.SNOOZE if isinstance(request, SnoozeAlert) else AlertAction.DONE
        ref = AlertRef(action, alert.id, alert.times_told)
        pressed = await self.presses(ref, turn=context.turn, locale=context.locale)
        return (
            self.presenter.paragraph(context.locale, "alerts-elsewhere") if pressed is None else pressed.answer.blocks
        )


def ask_which(
    presenter: AlertPresenter, context: TurnContext, alerts: Sequence[PriceAlert], request: _OfAlerts
) -> TurnResult:
    """Ask which of several alerts is meant, with a button that asks for the same of each."""
    asked = presenter.which(context.locale, alerts, turn_id=context.turn.id)
    guesses = tuple(_of_one(request, each.number) for each in alerts[: len(asked.buttons)])
    result = alert_result(context, asked.blocks, buttons=asked.buttons, alerts=alerts)
    return replace(result, answer=replace(result.answer, guesses=guesses))


def _of_one(request: _OfAlerts, number: int) -> _OfAlerts:
    if isinstance(request, SnoozeAlert | FinishAlert):
        return replace(request, numbers=(number,))
    return replace(request, alerts=ChosenAlerts(numbers=(number,), is_one=True))
