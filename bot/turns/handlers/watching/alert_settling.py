"""Snooze and Done in words: carried out as if the button below each alert that was told had been pressed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from bot.calendar.alert_book import AlertBook
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Block
from bot.domain.conversation.buttons import AlertAction, AlertRef
from bot.domain.conversation.requests.watching import (
    ChangeAlert,
    ChosenAlerts,
    FinishAlert,
    RearmAlerts,
    RemoveAlerts,
    SnoozeAlert,
)
from bot.domain.watching.alerts import AlertState, PriceAlert
from bot.presentation.watching.alerts import AlertPresenter
from bot.reading.assembly.slots import holds
from bot.turns.alert_presses import AlertPresses
from bot.turns.handlers.watching.alert_setting import alert_result

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
    """Return the same request of one alert."""
    if isinstance(request, SnoozeAlert | FinishAlert):
        return replace(request, numbers=(number,))
    return replace(request, alerts=ChosenAlerts(numbers=(number,), is_one=True))
