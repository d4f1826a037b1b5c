"""Which request a message about alerts, watch lists or briefs makes, with its slots."""

from datetime import date
from decimal import Decimal

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.alerts import (
    AskAlertForm,
    ChosenAlerts,
    RearmAlerts,
    RemoveAlerts,
    SetAlerts,
    ShowAlerts,
)
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.watching import (
    AskBriefForm,
    AskWatchForm,
    ShowBrief,
    ShowBriefSubscription,
    ShowWatchList,
    SubscribeBriefs,
    UnsubscribeBriefs,
    Unwatch,
    Watch,
)
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.sessions import SessionPhase
from bot.domain.watching.alert_requests import AlertCondition, AlertForm, Direction
from bot.language.requests import request_of
from bot.language.understand import understand
from tests.fakes.messages import said

SYMBOLS = frozenset({"AAPL", "FB", "GOOG", "IBM", "MSFT"})
CONTEXT = Surroundings(load_instruments(SYMBOLS), date(2013, 1, 31), focus=("AAPL",))
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
WATCHING: dict[str, Request] = {
    "/watch": ShowWatchList(),
    "我的自选股": ShowWatchList(is_own=True),
    "add FB to my watchlist": Watch(shares=NamedShares(symbols=("FB",)), is_own=True),
    "watch BTC": Watch(shares=NamedShares(unsupported=("BTC",))),
    "/watch it": Watch(shares=NamedShares(), means_focus=True),
    "/watch all": Watch(shares=NamedShares()),
    "/watch AAPL -MSFT": AskWatchForm(),
    "stop watching IBM": Unwatch(shares=NamedShares(symbols=("IBM",))),
    "take everything off my watchlist": Unwatch(shares=NamedShares(), is_all=True, is_own=True),
    "/brief": SubscribeBriefs(phases=frozenset(SessionPhase), keeps_current=True),
    "/brief on": SubscribeBriefs(phases=frozenset(SessionPhase)),
    "/brief pre": SubscribeBriefs(phases=frozenset({SessionPhase.PRE_OPEN})),
    "/brief post": SubscribeBriefs(phases=frozenset({SessionPhase.POST_CLOSE})),
    "停止简报": UnsubscribeBriefs(),
    "/brief status": ShowBriefSubscription(),
    "/brief now": ShowBrief(),
    "/brief weekly": AskBriefForm(),
}


def test_requests_about_what_is_watched(subtests: pytest.Subtests) -> None:
    for text, request in (ALERTS | WATCHING).items():
        with subtests.test(text):
            assert request_of(understand(text, CONTEXT), said(text)) == request
