"""Price alerts: lists, changes, removes and re-arms them, for commands and for requests in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.calendar.alert_book import AlertBook, ChangeOutcome, PricedAlert
from bot.context.turn import RequestHandlers, TurnContext, TurnResult
from bot.domain.conversation.blocks import Block
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.watching import (
    OF_STOP,
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
from bot.domain.watching.alert_requests import AlertForm, LevelChange, can_wait_for, changed_condition, is_at_level
from bot.domain.watching.alerts import AlertKind, PriceAlert
from bot.ports import Admins
from bot.presentation.watching.alerts import AlertPresenter
from bot.turns.dialogue.alert_references import set_again
from bot.turns.handlers.watching.alert_setting import (
    AlertSettling,
    SetAlertsHandler,
    alert_result,
    as_shown,
    ask_which,
    removing,
    with_quotes,
)

_FORMS: Final = {
    AlertForm.SET: "alert-how",
    AlertForm.DAILY: "alert-how-daily",
    AlertForm.LIST: "alerts-how-command",
    AlertForm.CHANGE: "alert-how-change",
    AlertForm.CHANGE_OR_DECISION: "alert-or-decision",
}


@dataclass(frozen=True, slots=True)
class _Chosen:
    own: tuple[PriceAlert, ...] = ()  # that the person may change
    of_others: tuple[PriceAlert, ...] = ()
    unknown: tuple[int, ...] = ()  # numbers of none
    of_several: tuple[PriceAlert, ...] = ()  # of which one is meant
    is_unclear: bool = False  # several could be meant


@dataclass(frozen=True, slots=True)
class AlertHandlers:
    """Handlers of requests about alerts. Only who asked for one, or an admin, changes it."""

    book: AlertBook
    presenter: AlertPresenter
    set_alerts: SetAlertsHandler
    admins: Admins
    settling: AlertSettling

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind."""
        return {
            SetAlerts: self.set_alerts,
            ShowAlerts: self._list,
            ChangeAlert: self._change,
            RemoveAlerts: self._remove,
            RearmAlerts: self._rearm,
            SnoozeAlert: self.settling,
            FinishAlert: self.settling,
            AskAlertForm: self._explain,
        }

    async def _explain(self, context: TurnContext, request: AskAlertForm) -> TurnResult:
        return alert_result(context, self.presenter.paragraph(context.locale, _FORMS[request.form]))

    async def _change(self, context: TurnContext, request: ChangeAlert) -> TurnResult:
        """Replace the one alert that is meant by one at another level, or say why not."""
        set_before = [each for each in await self.book.in_channel(context) if each.turn_id == context.turn.id]
        if set_before:  # by an earlier attempt at this turn
            added = with_quotes(await self.book.priced(context.account, set_before))
            return self._replaced(context, self.presenter.added(context.locale, added), set_before)
        chosen = await self._chosen(context, request.alerts)
        own = [each for each in chosen.of_several if each.person.id == context.turn.person.id]
        if len(at_level := _own_at_level(own, request.change.was, request.alerts.symbols)) == 1:
            chosen = _Chosen(own=at_level)
        if chosen.of_several:
            return ask_which(self.presenter, context, chosen.of_several, request)
        if len(chosen.own) != 1:
            return alert_result(context, self._with_refusals(context, chosen, ()))
        (alert,) = chosen.own
        if request.alerts.symbols:
            alert = await self._on_fitting_side(context, alert, request.change)
        if alert.person.id != context.turn.person.id:  # an admin removes it, and sets one of their own
            return alert_result(context, self.presenter.of_others(context.locale, chosen.own))
        return await self._at_level(context, alert, request.change)

    async def _on_fitting_side(self, context: TurnContext, alert: PriceAlert, change: LevelChange) -> PriceAlert:
        """Return the one of the person's alerts on a share that can wait for a level; `alert`, if that is not clear.

        "Move my AAPL alert to 430" means the one below 440, and not the one above 500 that was shown last.
        """
        own = await self.set_alerts.own_levels(context, (alert.symbol,))
        fitting = [
            each.alert
            for each in await self.book.priced(context.account, own)
            if each.quote is not None and can_wait_for(each.bounds, change.value, price=each.quote.price)
        ]
        is_clear = len(fitting) == 1 and not change.is_percent and change.direction is None
        return fitting[0] if is_clear else alert

    async def _at_level(self, context: TurnContext, alert: PriceAlert, change: LevelChange) -> TurnResult:
        locale, condition = context.locale, changed_condition(alert, change)
        if condition is None or (change.was is not None and not is_at_level(alert, change.was)):
            return self._with_removal(context, self.presenter.about(locale, "alert-unchanged", (alert,)), alert)
        (priced,) = await self.book.priced(context.account, (alert,))
        replacing = await self.book.change_level(context, priced, condition)
        shown, said = replacing.priced, tuple[Block, ...]()
        match replacing.outcome:
            case ChangeOutcome.UNPRICED:
                said = self.presenter.paragraph(locale, "alert-no-price")
            case ChangeOutcome.STANDING:
                said = self.presenter.standing(locale, as_shown([shown]), now=context.market_time)
            case ChangeOutcome.REACHED:
                said = self.presenter.stays(locale, *with_quotes([shown]))
            case ChangeOutcome.DONE:
                said = self.presenter.replaced(locale, alert, *with_quotes([shown]))
                undo: tuple[Request, ...] = (*removing((shown.alert,)), *set_again((alert,), by=context.turn.person))
                return self._replaced(context, said, (shown.alert,)).undone_by(*undo)
        return self._with_removal(context, said, shown.alert)

    def _with_removal(self, context: TurnContext, said: tuple[Block, ...], alert: PriceAlert) -> TurnResult:
        """Return an answer about one alert with its button, by which the next message may go on from it."""
        return alert_result(context, said, buttons=self.presenter.removal(context.locale, (alert,)), alerts=(alert,))

    def _replaced(self, context: TurnContext, said: tuple[Block, ...], alerts: Sequence[PriceAlert]) -> TurnResult:
        symbols = tuple(dict.fromkeys(each.symbol for each in alerts))
        buttons = self.presenter.removal(context.locale, alerts)
        return alert_result(context, said, symbols=symbols, buttons=buttons, alerts=alerts)

    async def _list(self, context: TurnContext, request: ShowAlerts) -> TurnResult:
        alerts = await self.book.in_channel(context)
        if symbols := request.symbols:
            others = sum(each.is_open for each in alerts)
            alerts = tuple(each for each in alerts if each.symbol in symbols)
            if others and not alerts:
                return alert_result(context, self.presenter.none_on(context.locale, symbols, others=others))
        priced = await self.book.priced(context.account, alerts)
        said = self.presenter.listed(context.locale, as_shown(priced), now=context.market_time)
        return alert_result(context, said, alerts=alerts)

    async def _remove(self, context: TurnContext, request: RemoveAlerts) -> TurnResult:
        chosen = await self._chosen(context, request.alerts)
        if chosen.of_several:
            return ask_which(self.presenter, context, chosen.of_several, request)
        await self.book.remove(context, chosen.own)
        said = self.presenter.removed(context.locale, chosen.own)
        result = alert_result(context, self._with_refusals(context, chosen, said))
        return result.undone_by(*set_again(chosen.own, by=context.turn.person))

    async def _rearm(self, context: TurnContext, request: RearmAlerts) -> TurnResult:
        chosen = await self._chosen(context, request.alerts)
        if chosen.of_several:
            return ask_which(self.presenter, context, chosen.of_several, request)
        locale = context.locale
        found: dict[ChangeOutcome, list[PricedAlert]] = {each: [] for each in ChangeOutcome}
        for each in await self.book.priced(context.account, chosen.own):
            rearming = await self.book.rearm(context, each)
            found[rearming.outcome].append(rearming.priced)
        said = (
            *self.presenter.rearmed(locale, with_quotes(found[ChangeOutcome.DONE])),
            *self.presenter.standing(locale, as_shown(found[ChangeOutcome.STANDING]), now=context.market_time),
            *self.presenter.reached(locale, with_quotes(found[ChangeOutcome.REACHED])),
            *(self.presenter.paragraph(locale, "alert-no-price") if found[ChangeOutcome.UNPRICED] else ()),
        )
        return alert_result(context, self._with_refusals(context, chosen, said), alerts=chosen.own)

    def _with_refusals(self, context: TurnContext, chosen: _Chosen, said: tuple[Block, ...]) -> tuple[Block, ...]:
        locale = context.locale
        if chosen.is_unclear:
            return self.presenter.paragraph(locale, "alerts-which")
        blocks = (
            *said,
            *self.presenter.of_others(locale, chosen.of_others),
            *self.presenter.unknown(locale, chosen.unknown),
        )
        return blocks or self.presenter.paragraph(locale, "alerts-none-own")

    async def _chosen(self, context: TurnContext, meant: ChosenAlerts) -> _Chosen:
        """Return the alerts that a request names by number or share, or all one's own, or the only one.

        One that is settled has to be named by its number.
        """
        alerts = await self.book.in_channel(context, numbers=meant.numbers)
        own = [each for each in alerts if each.is_open and each.person.id == context.turn.person.id]
        own = [each for each in own if each.symbol not in meant.excepted]
        at_level = _own_at_level(own, meant.level, meant.symbols)
        if len(at_level) == 1 and not meant.which and len(meant.numbers) != 1:
            return _Chosen(own=at_level)
        at_stop = tuple(
            each for each in own if each.kind is AlertKind.STOP and each.symbol in (meant.symbols or {each.symbol})
        )
        if meant.which == OF_STOP and len(at_stop) == 1:
            return _Chosen(own=at_stop)
        if meant.numbers:
            named = [each for each in alerts if each.number in meant.numbers]
            if meant.is_one and len(named) > 1:
                return _Chosen(of_several=tuple(named))
            if {each.symbol for each in named} - set(meant.symbols or [each.symbol for each in named]):
                return _Chosen(is_unclear=True)  # "remove IBM alert 1", which is one on MSFT
            unknown = tuple(set(meant.numbers) - {each.number for each in named})
            return await self._allowed(context, named, unknown=unknown)
        named = [each for each in own if not meant.symbols or each.symbol in meant.symbols]
        means_all = meant.is_all or (bool(meant.symbols) and not meant.is_one)
        is_picked = bool(meant.which) or meant.level is not None  # and none of those shown is that one
        is_clear = means_all or (len(named) <= 1 and not is_picked)
        return _Chosen(own=tuple(named)) if is_clear else _Chosen(of_several=tuple(named))

    async def _allowed(self, context: TurnContext, named: Sequence[PriceAlert], *, unknown: tuple[int, ...]) -> _Chosen:
        others = tuple(each for each in named if each.person.id != context.turn.person.id)
        if others and await self.admins.is_admin(context.turn):
            return _Chosen(own=tuple(named), unknown=unknown)
        own = tuple(each for each in named if each not in others)
        return _Chosen(own=own, of_others=others, unknown=unknown)


def _own_at_level(own: Sequence[PriceAlert], level: Decimal | None, symbols: Sequence[str]) -> tuple[PriceAlert, ...]:
    """Return the alerts at the level that the one meant is said to have, on the shares that are named."""
    on_shares = [each for each in own if not symbols or each.symbol in symbols]
    return tuple(each for each in on_shares if level is not None and is_at_level(each, level))
