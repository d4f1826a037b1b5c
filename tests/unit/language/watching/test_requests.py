"""Which request a message about alerts makes, with its slots."""

from datetime import date
from decimal import Decimal

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.watching import (
    AskAlertForm,
    ChosenAlerts,
    RearmAlerts,
    RemoveAlerts,
    SetAlerts,
    ShowAlerts,
)
from bot.domain.watching.alert_requests import AlertCondition, AlertForm, Direction
from bot.language.message_reading import ReadingContext
from bot.language.requests import request_of
from bot.language.understand import understand

SYMBOLS = frozenset({"AAPL", "FB", "GOOG", "IBM", "MSFT"})
CONTEXT = ReadingContext(load_instruments(SYMBOLS), date(2013, 1, 31), focus=("AAPL",))
BELOW_440 = (AlertCondition(Direction.BELOW, Decimal(440)),)

ALERTS: dict[str, Request] = {
    "alert me when AAPL drops below 440": SetAlerts(NamedShares(symbols=("AAPL",)), BELOW_440),
    "苹果跌破440提醒我": SetAlerts(NamedShares(symbols=("AAPL",)), BELOW_440),
    "/alert FOOO < 440": SetAlerts(NamedShares(unknown=("FOOO",)), BELOW_440),
    "/alerts": ShowAlerts(),
    "do I have an alert on AAPL?": ShowAlerts(("AAPL",)),
    "/alerts remove 2, 3": RemoveAlerts(ChosenAlerts(numbers=(2, 3))),
    "取消所有提醒": RemoveAlerts(ChosenAlerts(is_all=True)),
    "/alerts rearm 2": RearmAlerts(ChosenAlerts(numbers=(2,))),
    "/alert AAPL volume > 5": AskAlertForm(AlertForm.SET),
    "/alerts foo": AskAlertForm(AlertForm.LIST),
    f"/alerts {'foo ' * 60}": AskAlertForm(AlertForm.LIST),
}


def test_requests_about_alerts(subtests: pytest.Subtests) -> None:
    for text, request in ALERTS.items():
        with subtests.test(text):
            assert request_of(understand(text, CONTEXT)) == request
