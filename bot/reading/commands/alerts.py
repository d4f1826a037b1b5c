"""Reads what stands behind "/alert" and "/alerts": "AAPL < 440", "MSFT -5%", "remove 2"."""

from dataclasses import replace
from typing import Final

from bot.domain.conversation.requests.alerts import AlertsRequest, AskAlertForm, SetAlerts, ShowAlerts
from bot.domain.watching.alert_requests import AlertForm
from bot.reading.assembly import assemble
from bot.reading.commands.arguments import Arguments
from bot.reading.parses import Kind, SlotName

_KINDS: Final = (Kind.ALERT_SET, Kind.ALERT_REMOVE, Kind.ALERT_REARM)
_SURE: Final = 0.6


def read_alerts_command(command: Arguments, *, form: AlertForm) -> AlertsRequest:
    """Return what is asked about alerts; without an argument, their list.

    Args:
        command: What stands behind its name.
        form: What is explained where that is not understood.
    """
    if not command.text:
        return ShowAlerts()
    parse, shares = command.parsed_as(*_KINDS), command.shares
    names_shares = command.names_only(shares) and not shares.unknown
    if form is AlertForm.LIST and names_shares and not parse.has(SlotName.LEVEL, SlotName.MOVE):
        return ShowAlerts(shares.symbols)
    read = assemble(parse, command.around, command.message) if parse.certainty >= _SURE else None
    if isinstance(read, SetAlerts):
        return replace(read, shares=shares)
    return read if isinstance(read, AlertsRequest) and not isinstance(read, AskAlertForm) else AskAlertForm(form)
