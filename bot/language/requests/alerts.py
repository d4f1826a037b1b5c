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
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.watching.alert_requests import AlertAct, AlertRequest
from bot.language.requests.named_shares import shares_in
from bot.language.understanding import Understanding


def alerts_request(understood: Understanding) -> AlertsRequest | None:
    """Return the request about alerts that a message makes; None: it makes another."""
    return None if understood.alert is None else alerts_asked(understood.alert, shares_in(understood.entities))


def alerts_asked(asked: AlertRequest, shares: NamedShares) -> AlertsRequest:
    """Return what is asked about alerts on shares."""
    if asked.act is AlertAct.SET:
        return SetAlerts(shares, asked.conditions)
    return ShowAlerts(shares.symbols) if asked.act is AlertAct.LIST else _about_alerts(asked, shares.symbols)


def _about_alerts(asked: AlertRequest, symbols: tuple[str, ...]) -> AlertsRequest:
    """Return what is asked about alerts that there are."""
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
