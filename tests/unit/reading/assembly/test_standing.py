"""Requests about alerts, watch lists, briefs and limits, assembled from marked messages in both languages."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Final

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.limits import ShowLimits, StateLimits
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.watching import (
    AskAlertForm,
    AskBriefForm,
    AskWatchForm,
    ChangeAlert,
    ChosenAlerts,
    FinishAlert,
    RearmAlerts,
    RemoveAlerts,
    SetAlerts,
    ShowAlerts,
    ShowBrief,
    ShowBriefSubscription,
    ShowWatchList,
    SnoozeAlert,
    SubscribeBriefs,
    UnsubscribeBriefs,
    Unwatch,
    Watch,
)
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.sessions import SessionPhase
from bot.domain.trading.trading_limits import LimitMeasure, LimitPeriod, LimitProblem, LimitScope, LimitTerms, LimitUnit
from bot.domain.watching.alert_requests import AlertCondition, AlertForm, Direction, LevelChange
from bot.domain.watching.briefs import BOTH_PHASES
from bot.reading.assembly import assemble
from bot.reading.parses import Kind
from bot.reading.trained.examples import read_line

INSTRUMENTS: Final = load_instruments(("AAPL", "FB", "GOOG", "IBM", "MSFT"))
TODAY: Final = date(2013, 1, 31)
NOW: Final = datetime(2013, 1, 31, 15, tzinfo=UTC)
BELOW, ABOVE, EITHER = Direction.BELOW, Direction.ABOVE, Direction.EITHER
TRADE, POSITION, CASH, LOSS, TOTAL = (
    *(LimitMeasure.TRADE, LimitMeasure.POSITION, LimitMeasure.CASH),
    *(LimitMeasure.LOSS, LimitMeasure.TOTAL),
)
MONEY, PERCENT, SHARES = LimitUnit.MONEY, LimitUnit.PERCENT, LimitUnit.SHARES
HOW, HOW_CHANGE, HOW_LIST = (AskAlertForm(form) for form in (AlertForm.SET, AlertForm.CHANGE, AlertForm.LIST))
APPLE, IBM = NamedShares(symbols=("AAPL",)), NamedShares(symbols=("IBM",))


def read(line: str, kind: Kind, *, focus: tuple[str, ...] = ()) -> Request | None:
    parse, before = read_line(line, kind)
    facts = MessageFacts(text=parse.text, at=NOW, zone=UTC, market_time=NOW, asker="ann")
    return assemble(parse, Surroundings(INSTRUMENTS, TODAY, focus=focus, before=before), facts)


def level(direction: Direction, value: str) -> AlertCondition:
    return AlertCondition(direction, Decimal(value))


def move(direction: Direction, value: str) -> AlertCondition:
    return AlertCondition(direction, Decimal(value), is_percent=True)


@pytest.mark.parametrize(
    ("line", "symbols", "conditions"),
    [
        ("call me as soon as [apple](share) sits [under](down) [431.5](level)", ("AAPL",), [level(BELOW, "431.5")]),
        ("[苹果](share)[涨过](up)[500块](level)叫我", ("AAPL",), [level(ABOVE, "500")]),
        ("beep when [ibm](share) [reaches](up) [210](level)", ("IBM",), [level(EITHER, "210")]),
        ("[IBM](share) [两百一](level)通知", ("IBM",), [level(EITHER, "210")]),
        ("focus| a note at [45](level), please", (), [level(EITHER, "45")]),
        ("[msft](share) [sheds](down) [6%](move), wake me", ("MSFT",), [move(BELOW, "6")]),
        ("focus| 波动[三个点](move)吱声", (), [move(EITHER, "3")]),
        ("focus| 从现价[涨](up)[一成](move)告诉我", (), [move(ABOVE, "10")]),
        ("focus| [up](up) or [down](down) [4%](move), ping", (), [move(EITHER, "4")]),
        ("[ibm](share) [4%](move) [lower](down) [from here](time)", ("IBM",), [move(BELOW, "4")]),
        (
            "[goog](share): [700](level) on the [downside](down) and [800](level) on the [upside](up)",
            ("GOOG",),
            [level(BELOW, "700"), level(ABOVE, "800")],
        ),
        (
            "[谷歌](share)[跌穿](down)[700](level)或[站上](up)[800](level)",
            ("GOOG",),
            [level(BELOW, "700"), level(ABOVE, "800")],
        ),
        ("[跌到](down)[90](level)[以下](down)喊我", (), [level(BELOW, "90")]),
        ("[ibm](share) and [msft](share) each [over](up) [30](level)", ("IBM", "MSFT"), [level(ABOVE, "30")]),
        ("[谷歌](share)[跌](down)[超过](up)[5%](move)也要说", ("GOOG",), [move(BELOW, "5")]),
        ("[ibm](share) [150](level), I mean [156](level), [downwards](down)", ("IBM",), [level(BELOW, "156")]),
        ("focus| don't [sell](sell), say when it's [above](up) [1.2k](level)", (), [level(ABOVE, "1200")]),
    ],
)
def test_alerts_that_can_be_watched_are_set(
    line: str, symbols: tuple[str, ...], conditions: list[AlertCondition]
) -> None:
    assert read(line, Kind.ALERT_SET) == SetAlerts(NamedShares(symbols=symbols), tuple(conditions))


@pytest.mark.parametrize(
    "line",
    [
        "shout when the [rsi](measure=rsi) of [ibm](share) is [under](down) [30](level)",
        "[苹果](share)有[新闻](measure=news)推我",
        "anything in [the book](held) [down](down) [5%](move), tell me",
        "[ibm](share) [falls](down) [5 dollars](move)? text me",
        "[苹果](share)[跌](down)[三块](move)报一声",
        "[ibm](share) [off](down) [5%](move) [today](time), say so",
        "[the s&p](market) [under](down) [1500](level)",
        "[msft](share) [under](down) [26](level), or [ibm](share) [over](up) [210](level)",
        "focus| [above](up) [400](level) and [below](down) [500](level)",
        "focus| he bought [over](up) [100](level), wake us [below](down)",
        "focus| if it [drops](down) [120%](move)",
        "focus| let me know when they report",
        "[ibm](share) [below](down) [a few](level)",
    ],
)
def test_what_cannot_be_watched_is_explained(line: str) -> None:
    assert read(line, Kind.ALERT_SET) == HOW


@pytest.mark.parametrize(
    "line", ["[ibm](share) [off](down) [5%](move) in a day", "[苹果](share)单日[跌](down)[5%](move)"]
)
def test_a_move_within_a_day_is_not_taken_for_one_from_now(line: str) -> None:
    assert read(line, Kind.ALERT_SET) == AskAlertForm(AlertForm.DAILY)


def test_a_share_of_another_market_is_kept_for_the_answer() -> None:
    found = read("[比特币](share)[跌破](down)[5万](level)叫我", Kind.ALERT_SET)

    assert found == SetAlerts(NamedShares(unsupported=("比特币",)), (level(BELOW, "50000"),))


@pytest.mark.parametrize(
    ("line", "direction"),
    [
        ("warn us [10%](move) [over](up) what we [paid](measure=cost) for [ibm](share)", ABOVE),
        ("[ibm](share) [亏损](measure=profit)[超过](up)[10%](move)提醒", BELOW),
    ],
)
def test_moves_from_cost(line: str, direction: Direction) -> None:
    assert read(line, Kind.ALERT_SET) == SetAlerts(IBM, (move(direction, "10"),), is_from_cost=True)


@pytest.mark.parametrize(
    ("line", "chosen", "change"),
    [
        ("[#3](n) should say [44](level)", ChosenAlerts(numbers=(3,), is_one=True), LevelChange(value=Decimal(44))),
        (
            "[ibm](share)那条改成[210](level)",
            ChosenAlerts(symbols=("IBM",), is_one=True),
            LevelChange(value=Decimal(210)),
        ),
        (
            "[9%](move) rather than [4%](move) for [2号](n)",
            ChosenAlerts(numbers=(2,), is_one=True),
            LevelChange(value=Decimal(9), is_percent=True, was=Decimal(4)),
        ),
        (
            "told| from [90](level) to [87](level)",
            ChosenAlerts(is_one=True),
            LevelChange(value=Decimal(87), was=Decimal(90)),
        ),
        (
            "[ibm](share) [below](down) [19](level), not [above](up) [19](level)",
            ChosenAlerts(symbols=("IBM",), is_one=True),
            LevelChange(value=Decimal(19), direction=BELOW),
        ),
        ("told| [lower](down), to [61](level)", ChosenAlerts(is_one=True), LevelChange(value=Decimal(61))),
        (
            "list| [the last one](which) to [9](level)",
            ChosenAlerts(which="the last one", is_one=True),
            LevelChange(value=Decimal(9)),
        ),
        (
            "list| [both](which) to [10%](move)",
            ChosenAlerts(which="both", is_one=True),
            LevelChange(value=Decimal(10), is_percent=True),
        ),
    ],
)
def test_alerts_get_another_level(line: str, chosen: ChosenAlerts, change: LevelChange) -> None:
    assert read(line, Kind.ALERT_CHANGE) == ChangeAlert(chosen, change)


@pytest.mark.parametrize(
    "line",
    [
        "[ibm](share) [up](up) by [3 dollars](move)",
        "[58](level), [60](level) is too near",
        "list| [2号](n)方向反了",
        "[zzzqq](share) alert to [5](level)",
    ],
)
def test_unclear_changes_are_explained(line: str) -> None:
    assert read(line, Kind.ALERT_CHANGE) == HOW_CHANGE


@pytest.mark.parametrize(
    ("line", "chosen"),
    [
        ("bin [#2](n) and [number 5](n)", ChosenAlerts(numbers=(2, 5))),
        ("[苹果](share)的别响了", ChosenAlerts(symbols=("AAPL",))),
        ("list| [全部](which)撤掉", ChosenAlerts(is_all=True)),
        ("told| take it away", ChosenAlerts(is_one=True)),
        (
            "the [ibm](share) one at [200](level) may go",
            ChosenAlerts(symbols=("IBM",), level=Decimal(200), is_one=True),
        ),
        ("list| [the second](which) off", ChosenAlerts(which="the second", is_one=True)),
        ("[ibm](share)那条删，[微软](share)那条留", ChosenAlerts(symbols=("IBM", "MSFT"), is_one=True)),
    ],
)
def test_alerts_are_removed(line: str, chosen: ChosenAlerts) -> None:
    assert read(line, Kind.ALERT_REMOVE) == RemoveAlerts(chosen)


@pytest.mark.parametrize(
    "line",
    [
        *("all but [ibm](except)", "[都](which)删，[最后一条](which)留着"),
        *("[all](which) older than [a month](time)", "[zzzqq](share) alert off", "[130](level) off, keep [200](level)"),
    ],
)
def test_unclear_removals_are_explained(line: str) -> None:
    assert read(line, Kind.ALERT_REMOVE) == HOW_LIST


@pytest.mark.parametrize(
    ("kind", "line", "request_"),
    [
        (Kind.ALERT_LIST, "which bells hang on [ibm](share)", ShowAlerts(("IBM",))),
        (Kind.ALERT_LIST, "提醒都列一下", ShowAlerts()),
        (Kind.ALERT_REARM, "told| 再上膛", RearmAlerts(ChosenAlerts(is_one=True))),
        (Kind.ALERT_REARM, "[#4](n) live again", RearmAlerts(ChosenAlerts(numbers=(4,)))),
        (Kind.ALERT_SNOOZE, "told| busy, [tomorrow](time)", SnoozeAlert(())),
        (Kind.ALERT_SNOOZE, "[2号](n)晚点再说", SnoozeAlert((2,))),
        (Kind.ALERT_SNOOZE, "list| [the last](which) later", None),
        (Kind.ALERT_DONE, "told| 办妥了", FinishAlert(())),
        (Kind.ALERT_DONE, "[#4](n) dealt with", FinishAlert((4,))),
        (Kind.WATCH_ADD, "[ibm](share) onto [my list](watched)", Watch(shares=IBM, is_own=True)),
        (Kind.WATCH_ADD, "[苹果](share)放[我们的自选](watched)", Watch(shares=APPLE)),
        (Kind.WATCH_ADD, "focus| keep an eye on it", Watch(shares=NamedShares(), means_focus=True)),
        (Kind.WATCH_ADD, "watch [ibm](share) at [200](level)", None),
        (Kind.WATCH_ADD, "list| [第二个](which)也加", AskWatchForm()),
        (Kind.WATCH_REMOVE, "[ibm](share) off [the list](watched)", Unwatch(shares=IBM)),
        (Kind.WATCH_REMOVE, "[自选](watched)清空", Unwatch(shares=NamedShares(), is_all=True)),
        (Kind.WATCH_REMOVE, "focus| 别盯它了", Unwatch(shares=NamedShares(), means_focus=True)),
        (Kind.WATCH_REMOVE, "[ibm](share) off, [微软](except) stays", Unwatch(shares=IBM)),
        (Kind.WATCH_REMOVE, "take [ibm](share) off, leave [微软](share)", Unwatch(shares=IBM)),
        (Kind.WATCH_REMOVE, "[ibm](share) off, i only want [微软](share)", AskWatchForm()),
        (
            Kind.WATCH_REMOVE,
            "[my list](watched): all but [ibm](except)",
            Unwatch(shares=NamedShares(), is_all=True, kept=("IBM",), is_own=True),
        ),
        (Kind.WATCH_REMOVE, "list| [后两个](which)去掉", AskWatchForm()),
        (Kind.WATCH_SHOW, "[我的自选](watched)看看", ShowWatchList(is_own=True)),
        (Kind.WATCH_SHOW, "what do we follow", ShowWatchList()),
        (Kind.BRIEF_SHOW, "[今早](time)那份再给我看看", ShowBrief()),
        (Kind.BRIEF_SHOW, "[yesterday's](time) digest?", None),
        (
            Kind.BRIEF_ON,
            "a digest ahead of us each morning",
            SubscribeBriefs(phases=frozenset({SessionPhase.PRE_OPEN})),
        ),
        (Kind.BRIEF_ON, "收盘后发一份", SubscribeBriefs(phases=frozenset({SessionPhase.POST_CLOSE}))),
        (Kind.BRIEF_ON, "the closing one as well", SubscribeBriefs(phases=BOTH_PHASES)),
        (Kind.BRIEF_ON, "told| [daily](time) please", SubscribeBriefs(phases=BOTH_PHASES)),
        (Kind.BRIEF_OFF, "told| 别再发了", UnsubscribeBriefs()),
        (Kind.BRIEF_OFF, "evening off, morning stays", AskBriefForm()),
        (Kind.BRIEF_STATUS, "简报开没开", ShowBriefSubscription()),
        (Kind.LIMIT_LIST, "which rules bind us", ShowLimits()),
        (Kind.LIMIT_END, "the [2k](max) rule is gone", None),
        (Kind.LIMIT_END, "[第二条](which)作废", None),
    ],
)
def test_other_requests(kind: Kind, line: str, request_: Request | None) -> None:
    assert read(line, kind) == request_


def limit(measure: LimitMeasure, unit: LimitUnit, value: str, *symbols: str) -> LimitTerms:
    return LimitTerms(measure=measure, unit=unit, value=Decimal(value), symbols=symbols, scope=LimitScope.PERSON)


@pytest.mark.parametrize(
    ("line", "terms"),
    [
        ("[at most](up_to) [$900](max) a trade, ever", limit(TRADE, MONEY, "900")),
        ("以后单笔[顶多](up_to)[三千](max)", limit(TRADE, MONEY, "3000")),
        ("no order [above](up_to) [60 shares](max)", limit(TRADE, SHARES, "60")),
        ("a single position [never over](up_to) [$7k](max)", limit(POSITION, MONEY, "7000")),
        ("单票[不得超过](up_to)[总资产](base)的[两成](percent)", limit(POSITION, PERCENT, "20")),
        ("[ibm](share) [tops](up_to) [4%](percent) of [the account](base)", limit(POSITION, PERCENT, "4", "IBM")),
        ("always leave [15%](percent) in cash", limit(CASH, PERCENT, "15")),
        ("[现金](base)起码留[一成](percent)", limit(CASH, PERCENT, "10")),
        ("Our risk desk wants at least [10%](percent) kept in cash", limit(CASH, PERCENT, "10")),
        ("[no more than](up_to) [120](risk) at risk per trade", limit(LOSS, MONEY, "120")),
        ("每单[最多](up_to)亏[账户](base)的[0.5%](percent)", limit(LOSS, PERCENT, "0.5")),
        ("never [buy](buy) [ibm](share) again", limit(TRADE, SHARES, "0", "IBM")),
        ("[苹果](share)以后不许[买](buy)", limit(TRADE, SHARES, "0", "AAPL")),
        ("focus| [no more than](up_to) [30 shares](max) of it per order", limit(TRADE, SHARES, "30", "GOOG")),
        ("from [today](time) a trade stays [under](up_to) [$500](max)", limit(TRADE, MONEY, "500")),
    ],
)
def test_limits_are_stated(line: str, terms: LimitTerms) -> None:
    assert read(line, Kind.LIMIT_SET, focus=("GOOG",)) == StateLimits((terms,), symbols=terms.symbols)


def test_a_limit_on_what_is_spent_in_a_week() -> None:
    found = read("[每周](time)[别超](up_to)[5千刀](max)", Kind.LIMIT_SET)

    of_week = LimitTerms(
        measure=TOTAL, value=Decimal(5000), period=LimitPeriod.WEEK, scope=LimitScope.PERSON, unit=MONEY
    )
    assert found == StateLimits((of_week,))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("[max](up_to) [40](max) a trade", LimitProblem.UNIT),
        ("[max](up_to) [£900](max) a trade", LimitProblem.CURRENCY),
        ("a trade [under](up_to) [$500](max) until [friday](time)", LimitProblem.EXPIRY),
        ("单笔上限从[两千](max)改[三千](max)", LimitProblem.NUMBER),
        ("everyone: [at most](up_to) [$900](max) a trade", LimitProblem.EVERYBODY),
        ("[bob](person) gets [at most](up_to) [$900](max)", LimitProblem.UNCLEAR),
        ("[max](up_to) [20%](percent) per sector", LimitProblem.GROUP),
        ("[at most](up_to) [20%](percent) in [zzzqq](share)", LimitProblem.UNCLEAR),
        ("[at most](up_to) [30 shares](max) of it", LimitProblem.UNCLEAR),
    ],
)
def test_what_is_wrong_with_a_limit_is_said(line: str, problem: LimitProblem) -> None:
    found = read(line, Kind.LIMIT_SET)

    assert isinstance(found, StateLimits)
    assert (found.problem, found.terms) == (problem, ())


@pytest.mark.parametrize(
    "line", ["each [purchase](buy) carries a stop", "[两天](time)内要出财报的不[开仓](buy)", "[no](up_to) three trades"]
)
def test_rules_that_no_check_enforces_are_kept_as_said(line: str) -> None:
    found = read(line, Kind.LIMIT_SET)

    parse, _ = read_line(line, Kind.LIMIT_SET)
    rule = LimitTerms(measure=LimitMeasure.PREFERENCE, scope=LimitScope.PERSON, text=parse.text)
    assert found == StateLimits((rule,))


def test_a_limit_of_the_list_is_not_changed() -> None:
    assert read("list| [the first](which) down to [$900](max)", Kind.LIMIT_SET) is None
