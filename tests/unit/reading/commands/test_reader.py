"""Which request a command makes."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.channels import ChannelSetting, SettingChange
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.account import AccountTopic, ShowAccount, ShowPending
from bot.domain.conversation.requests.analysis import Analyze, Compare
from bot.domain.conversation.requests.conversation import (
    AdvanceClock,
    ChangeSetting,
    ExplainSetting,
    ShowHelp,
    ShowSettings,
    ShowTurnLog,
    UnknownCommand,
)
from bot.domain.conversation.requests.explanation import Define, Explain, Review, ShowTrackRecord
from bot.domain.conversation.requests.limits import AddLimits, AskLimitForm, RemoveLimits, ShowLimits
from bot.domain.conversation.requests.memory import ExplainRecall, ForgetMe, ForgetPerson, ShowConversations
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import AnalyzeDeep, Cancel, Confirm, Coverage, Meant, Order, TradeTerms
from bot.domain.conversation.requests.watching import (
    AskAlertForm,
    AskBriefForm,
    AskWatchForm,
    ChosenAlerts,
    RearmAlerts,
    RemoveAlerts,
    SetAlerts,
    ShowAlerts,
    ShowBrief,
    ShowWatchList,
    UnsubscribeBriefs,
    Unwatch,
    Watch,
)
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.locale import Language
from bot.domain.text.normalise import normalise
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import Size, SizeUnit
from bot.domain.trading.trading_limits import LimitMeasure, LimitScope, LimitTerms, LimitUnit
from bot.domain.watching.alert_requests import AlertCondition, AlertForm, Direction
from bot.reading.commands.reader import read_command
from bot.reading.reader import MessageReader
from tests.fakes.messages import said

AROUND = Surroundings(load_instruments(frozenset({"AAPL", "GOOG", "IBM", "MSFT"})), date(2013, 1, 31), pending=1)


def shares(*symbols: str, unknown: tuple[str, ...] = ()) -> NamedShares:
    return NamedShares(symbols=symbols, unknown=unknown)


def order(terms: TradeTerms, *, needs_side: bool = False) -> Order:
    return Order(terms=terms, is_command=True, needs_side=needs_side)


def alert(*conditions: AlertCondition, on: NamedShares) -> SetAlerts:
    return SetAlerts(on, conditions)


def below(value: int) -> AlertCondition:
    return AlertCondition(Direction.BELOW, Decimal(value))


def money_limit(value: int, **terms: object) -> AddLimits:
    basic: Mapping[str, object] = {"measure": LimitMeasure.TRADE, "scope": LimitScope.PERSON, **terms}
    return AddLimits((LimitTerms(unit=LimitUnit.MONEY, value=Decimal(value), **basic),))  # type: ignore[arg-type]


REQUESTS: Mapping[str, Request] = {
    # views of shares
    "/analyze": Analyze(),
    "/analyze AAPL, google": Analyze(shares=shares("AAPL", "GOOG")),
    "/analyze fooo": Analyze(shares=shares(unknown=("FOOO",))),
    "/analyze AAPL not deep": Analyze(shares=shares("AAPL")),
    "/analyze AAPL deep": AnalyzeDeep(TradeTerms(shares=shares("AAPL"), is_deep=True)),
    "/分析 苹果 深入": AnalyzeDeep(TradeTerms(shares=shares("AAPL"), is_deep=True)),
    "/compare AAPL IBM": Compare(shares=shares("AAPL", "IBM")),
    "/explain": Explain(is_of_decision=True),
    "/explain RSI": Define(terms=("rsi",)),
    # trades
    "/decide": order(TradeTerms()),
    "/decide AAPL MSFT": order(TradeTerms(shares=shares("AAPL", "MSFT"))),
    "/decide abc": order(TradeTerms(shares=shares(unknown=("ABC",)))),
    "/decide 5 IBM": order(TradeTerms(shares=shares("IBM"), size=Size(Decimal(5))), needs_side=True),
    "/decide GOOG at most $3k": order(TradeTerms(shares=shares("GOOG"), max_cash=Decimal(3000))),
    "/决策 苹果 不超过3000美元": order(TradeTerms(shares=shares("AAPL"), max_cash=Decimal(3000))),
    "/decide buy $500 of google": order(
        TradeTerms(shares=shares("GOOG"), side=Side.BUY, size=Size(Decimal(500), SizeUnit.MONEY))
    ),
    "/decide IBM 7 or so": replace(order(TradeTerms(shares=shares("IBM"), size=Size(Decimal(7)))), needs_side=True),
    "/decide AAPL deep": order(TradeTerms(shares=shares("AAPL"), is_deep=True)),
    "/decide AAPL if it falls": order(TradeTerms(shares=shares("AAPL"), problems=(Problem.CONDITIONAL_ORDER,))),
    "/confirm": Confirm(),
    "/confirm all": Confirm(Meant(covers=Coverage.ALL)),
    "/confirm if it falls": NotUnderstood(TradeTerms()),
    "/confirm not": NotUnderstood(TradeTerms()),
    "/取消": Cancel(),
    "/cancel IBM": Cancel(Meant(symbols=("IBM",))),
    # the account, and what was decided and said
    "/pnl": ShowAccount(AccountTopic.PORTFOLIO),
    "/cost GOOG": ShowAccount(AccountTopic.COST, shares("GOOG")),
    "/result last month": ShowAccount(AccountTopic.RESULT, dates=(date(2012, 12, 1), date(2012, 12, 31))),
    "/pending 2": ShowPending(2),
    "/待确认 第2页": ShowPending(2),
    "/review": Review(),
    "/review all page 3": Review(is_all=True, page=3),
    "/review 30": Review(dates=(date(2013, 1, 1), date(2013, 1, 31))),
    "/review 2012": Review(dates=(date(2012, 1, 1), date(2012, 12, 31))),
    "/review GOOG page 2": Review(shares=shares("GOOG"), page=2),
    "/review purchases": Review(side=Side.BUY),
    "/review open": Review(is_understood=False),
    "/review -5": Review(is_understood=False),
    "/review 99999": Review(is_understood=False),
    "/score GOOG": ShowTrackRecord(shares("GOOG")),
    "/recall": ExplainRecall(None),
    "/history 2": ShowConversations(page=2),
    "/history GOOG by Bob": ShowConversations(words="GOOG by Bob", speaker="Bob", symbols=("GOOG",)),
    "/forget me please": ForgetMe(),
    "/forget @Bob": ForgetPerson("Bob"),
    # limits
    "/limits": ShowLimits(),
    "/limits at most $900 per trade": money_limit(900),
    "/limits channel at most $1,000 per trade": money_limit(1000, scope=LimitScope.CHANNEL),
    "/limits foo bar": AskLimitForm(),
    "/limits channel": AskLimitForm(),
    "/limits remove #2": RemoveLimits(2),
    "/限额 清空": RemoveLimits(),
    # alerts, watch lists, briefs
    "/alert": ShowAlerts(),
    "/alert AAPL < 440": alert(below(440), on=shares("AAPL")),
    "/提醒 苹果 跌破 440": alert(below(440), on=shares("AAPL")),
    "/alert AAPL < 400 or > 500": alert(below(400), AlertCondition(Direction.ABOVE, Decimal(500)), on=shares("AAPL")),
    "/alert AAPL MSFT -5%": alert(
        AlertCondition(Direction.BELOW, Decimal(5), is_percent=True), on=shares("AAPL", "MSFT")
    ),
    "/alert FOOO < 4": alert(below(4), on=shares(unknown=("FOOO",))),
    "/alert AAPL": AskAlertForm(AlertForm.SET),
    "/alert AAPL -150%": AskAlertForm(AlertForm.SET),
    "/alert not AAPL < 440": AskAlertForm(AlertForm.SET),
    "/alert AAPL < 440 and sell 5": AskAlertForm(AlertForm.SET),
    "/alert AAPL falls 5": AskAlertForm(AlertForm.SET),
    "/alert AAPL volume > 5": AskAlertForm(AlertForm.SET),
    "/alerts AAPL": ShowAlerts(("AAPL",)),
    "/alerts 2 off": RemoveAlerts(ChosenAlerts(numbers=(2,))),
    "/alerts remove 2, 3": RemoveAlerts(ChosenAlerts(numbers=(2, 3))),
    "/alerts remove all": RemoveAlerts(ChosenAlerts(is_all=True)),
    "/alerts rearm 1": RearmAlerts(ChosenAlerts(numbers=(1,))),
    "/alerts foo": AskAlertForm(AlertForm.LIST),
    "/watch": ShowWatchList(),
    "/watch me": ShowWatchList(is_own=True),
    "/watch me AAPL milk": Watch(shares=shares("AAPL", unknown=("MILK",)), is_own=True),
    "/watch 它": Watch(shares=shares(), means_focus=True),
    "/watch AAPL -MSFT": AskWatchForm(),
    "/unwatch ALL": Unwatch(shares=shares("ALL")),
    "/unwatch all": Unwatch(shares=shares(), is_all=True),
    "/brief now": ShowBrief(),
    "/简报 关闭": UnsubscribeBriefs(),
    "/brief weekly": AskBriefForm(),
    # the conversation
    "/advance": AdvanceClock(),
    "/advance 2 weeks": AdvanceClock(10),
    "/advance 一个月": AdvanceClock(21),
    "/advance soon": AdvanceClock(None),
    "/help histroy": ShowHelp("histroy", command="history"),
    "/debug last": ShowTurnLog(),
    "/debug first": ShowTurnLog(is_understood=False),
    "/settings": ShowSettings(),
    "/settings tz GMT+8": ChangeSetting(SettingChange(ChannelSetting.TIME_ZONE, "Etc/GMT-8")),
    "/settings timezone auto": ChangeSetting(SettingChange(ChannelSetting.TIME_ZONE, None)),
    "/settings language klingon": ExplainSetting(setting=ChannelSetting.LANGUAGE, typed="klingon"),
    "/settings colour blue": ExplainSetting(setting=None, typed="colour blue"),
    "/anaylze AAPL": UnknownCommand("anaylze", "analyze"),
    "/frobnicate now": UnknownCommand("frobnicate"),
}


def test_request_of_a_command(subtests: pytest.Subtests) -> None:
    for text, request in REQUESTS.items():
        with subtests.test(text):
            reading = read_command(normalise(text), AROUND, said(text))
            assert reading is not None
            assert reading.request == request
            assert reading.certainty == (0.3 if isinstance(request, NotUnderstood) else 1.0)


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("My limits please!", ShowLimits()),
        ("有哪些限额", ShowLimits(is_of_all=True)),
        ("what's your hit rate?", ShowTrackRecord(NamedShares())),
        ("show pending", ShowPending()),
    ],
)
def test_what_commands_ask_is_asked_in_words_too(text: str, request_: Request) -> None:
    assert read_command(text, AROUND, said(text)) is None
    assert MessageReader(AROUND).read(said(text)).request == request_


@pytest.mark.parametrize("text", ["AAPL < 440", ""])
def test_other_messages_are_left_to_other_readers(text: str) -> None:
    assert read_command(text, AROUND, said(text)) is None


@pytest.mark.parametrize(
    ("text", "profile", "language"),
    [
        ("/portfolio", Language.CHINESE, Language.CHINESE),
        ("/debug last", Language.CHINESE, Language.CHINESE),
        ("/analyze AAPL at most $300", Language.CHINESE, Language.ENGLISH),
        ("/分析 AAPL", Language.ENGLISH, Language.CHINESE),
    ],
)
def test_language_of_a_command(text: str, profile: Language | None, language: Language) -> None:
    around = Surroundings(AROUND.instruments, AROUND.today, profile=profile)
    reading = read_command(text, around, said(text))
    assert reading is not None
    assert reading.language is language
