"""Requests for price alerts."""

from bot.domain.conversation.requests.alerts import (
    AlertsRequest,
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
from bot.domain.conversation.understanding import Understanding
from bot.domain.watching.alert_requests import AlertAct, AlertRequest
from bot.language.requests.named_shares import shares_in


def alerts_request(understood: Understanding) -> AlertsRequest | None:
    """Return the request about alerts that a message makes; None: it makes another."""
    asked, symbols = understood.alert, understood.entities.symbols
    if asked is None:
        return None
    if asked.act is AlertAct.SET:
        return SetAlerts(shares_in(understood.entities), asked.conditions)
    if asked.act is AlertAct.LIST:
        return ShowAlerts(symbols)
    return _about_alerts(asked, symbols)


def _about_alerts(asked: AlertRequest, symbols: tuple[str, ...]) -> AlertsRequest:
    """Return the request about alerts that there are."""
    chosen = ChosenAlerts(numbers=asked.numbers, symbols=symbols, is_all=asked.is_all, is_one=asked.is_one)
    match asked.act:
        case AlertAct.CHANGE if asked.change is not None:
            return ChangeAlert(chosen, asked.change)
        case AlertAct.REMOVE:
            return RemoveAlerts(chosen)
        case AlertAct.REARM:
            return RearmAlerts(chosen)
        case AlertAct.SNOOZE:
            return SnoozeAlert(asked.numbers)
        case AlertAct.DONE:
            return FinishAlert(asked.numbers)
    return AskAlertForm(asked.form)
