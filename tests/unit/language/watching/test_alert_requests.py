"""Which messages ask for an alert, in both languages, and which look like it and do not."""

from datetime import date

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.watching.alert_requests import AlertAct
from bot.language.understand import understand
from bot.language.understanding import Understanding

SYMBOLS = frozenset({"AAPL", "FB", "GOOG", "IBM", "MSFT"})
CONTEXT = Surroundings(load_instruments(SYMBOLS), date(2013, 1, 31), focus=("AAPL",))

SET = {
    "/alert AAPL < 440": "AAPL below 440",
    "/alert AAPL below 440": "AAPL below 440",
    "/alert google > $1,000": "GOOG above 1000",
    "/alert AAPL at 440": "AAPL either 440",
    "/alert AAPL 440": "AAPL either 440",
    "/alerts AAPL < 440": "AAPL below 440",
    "/提醒 苹果 跌破 440": "AAPL below 440",
    "/alert AAPL 5%": "AAPL either 5%",
    "/alert AAPL -5%": "AAPL below 5%",
    "/alert AAPL +2.5 %": "AAPL above 2.5%",
    "/alert AAPL, MSFT 5%": "AAPL MSFT either 5%",
    "/alert FOOO < 4": " below 4",
    "/alert 苹果 跌破 440": "AAPL below 440",
    "alert me when AAPL drops below 400": "AAPL below 400",
    "Alert me when Microsoft drops to $27.50, please": "MSFT below 27.50",
    "let me know if google goes over $800": "GOOG above 800",
    "ping me when IBM hits 210": "IBM either 210",
    "tell me if Apple falls 5%": "AAPL below 5%",
    "can you alert me if AAPL or IBM moves 3%?": "AAPL IBM either 3%",
    "if it falls below 430 let me know": " below 430",
    "set an alert for MSFT at 30": "MSFT either 30",
    "notify us once facebook reaches $35": "FB either 35",
    "跌破440提醒我": " below 440",
    "苹果涨到500通知我": "AAPL above 500",
    "谷歌跌5%提醒我": "GOOG below 5%",
    "如果微软跌破27美元就通知我": "MSFT below 27",
    "苹果跌到400时告诉我": "AAPL below 400",
    "IBM到210的时候叫我一声": "IBM either 210",
    "提醒我苹果涨到500": "AAPL above 500",
    "ping me if ibm slips under 200 pls": "IBM below 200",
    "I want to know when apple drops below 440": "AAPL below 440",
    "inform me should IBM decline beneath 200": "IBM below 200",
    "AAPL 跌5% alert我": "AAPL below 5%",
    "tell me when google is up 3%": "GOOG above 3%",
    "let me know if AAPL gets to 430 or less": "AAPL below 430",
    "苹果跌到430以下提醒我": "AAPL below 430",
    "苹果到500以上通知我": "AAPL above 500",
    "AAPL涨了5%告诉我": "AAPL above 5%",
    "苹果跌到三十块五告诉我": "AAPL below 30.5",
    "tell me if AAPL drops below 400 or goes above 500": "AAPL below 400, above 500",
    "alert me when AAPL or IBM falls 3% or rises 5%": "AAPL IBM below 3%, above 5%",
    "let me know if it goes below 400 or if it goes above 500": " below 400, above 500",
    "苹果跌破400或涨到500提醒我": "AAPL below 400, above 500",
    "tell me if google goes below 700 or above 900": "GOOG below 700, above 900",
    "/alert AAPL < 400 or > 500": "AAPL below 400, above 500",
    "alert me when AAPL drops below 400 or rises above 500": "AAPL below 400, above 500",
}
ABOUT = {
    "/alerts": AlertAct.LIST,
    "/alert": AlertAct.LIST,
    "show my alerts": AlertAct.LIST,
    "which alerts do I have?": AlertAct.LIST,
    "do I have an alert on AAPL?": AlertAct.LIST,
    "我的提醒": AlertAct.LIST,
    "有哪些提醒": AlertAct.LIST,
    "/alerts remove 2": AlertAct.REMOVE,
    "/alerts remove all": AlertAct.REMOVE,
    "/alert remove 2": AlertAct.REMOVE,
    "/alerts rearm 2": AlertAct.REARM,
    "remove the alert on AAPL": AlertAct.REMOVE,
    "cancel alert 2": AlertAct.REMOVE,
    "删除提醒2": AlertAct.REMOVE,
    "取消所有提醒": AlertAct.REMOVE,
    "don't alert me any more about IBM": AlertAct.REMOVE,
    "stop alerting me about google": AlertAct.REMOVE,
    "别再提醒我苹果了": AlertAct.REMOVE,
    "re-arm alert 2": AlertAct.REARM,
    "重新启用提醒2": AlertAct.REARM,
    "/alert AAPL volume > 5": AlertAct.HOW,
    "/alert AAPL > 440 and < 500": AlertAct.HOW,
    "/alert AAPL -150%": AlertAct.HOW,
    "/alert AAPL < 0": AlertAct.HOW,
    "/alerts foo": AlertAct.HOW,
    "/alert AAPL": AlertAct.HOW,
    "/alert AAPL 440 450": AlertAct.HOW,
}
NONE = (
    "alert me if AAPL goes above 400 or less",
    "苹果涨到500以下提醒我",
    "don't alert me when AAPL drops below 400",
    "never alert me when AAPL drops below 400",
    "alert me when AAPL drops below 400 and volume is high",
    "alert me when AAPL is above 400 and below 500",
    "alert me when AAPL drops below 400 or IBM rises above 200",
    "alert me when AAPL drops below 400 or",
    "can you tell me if IBM is up 5%?",
    "let me know if IBM is above 200?",
    "alert me when AAPL drops below 400 on Friday",
    "alert me when AAPL closes below 440",
    "alert me when AAPL's RSI is below 30",
    "alert me when AAPL falls 5% in 3 days",
    "alert me when AAPL falls 5 dollars",
    "alert me when there is news on AAPL",
    "alert me at 5pm",
    "alert Bob when AAPL drops below 400",
    "Bob said: alert me when AAPL drops below 400",
    '"alert me when AAPL drops below 400"',
    "> alert me when AAPL drops below 400",
    "I was told to set an alert for MSFT at 30",
    "should I set an alert for MSFT at 30?",
    "tell me the price of IBM at 2013",
    "tell me when AAPL hit 400",
    "tell me about AAPL below 440",
    "buy AAPL when it falls below 400",
    "buy AAPL when it falls below 400 and let me know",
    "alert me and buy AAPL when it falls below 400",
    "remind me on Friday",
    "别在苹果跌破400时提醒我",
    "不要提醒我苹果涨到500",
    "提醒我取消",
    "告诉我苹果涨了5%吗",
    "告诉我苹果什么时候涨到500",
    "苹果跌破400就买",
    "苹果跌破400提醒我并且买入",
    "小王说苹果涨到500通知我",
    "苹果成交量超过500提醒我",
)


def read(text: str) -> Understanding:
    return understand(text, CONTEXT)


def worded(found: Understanding) -> str:
    assert found.alert is not None
    conditions = (f"{each.direction} {each.value}{'%' if each.is_percent else ''}" for each in found.alert.conditions)
    return f"{' '.join(found.entities.symbols)} {', '.join(conditions)}"


def test_requests_for_an_alert(subtests: pytest.Subtests) -> None:
    for text, expected in SET.items():
        with subtests.test(text):
            assert worded(read(text)) == expected


def test_requests_about_alerts(subtests: pytest.Subtests) -> None:
    for text, act in ABOUT.items():
        with subtests.test(text):
            found = read(text)
            assert found.alert is not None
            assert (found.command, found.alert.act) == ("alerts", act)


def test_messages_that_ask_for_more_or_for_none(subtests: pytest.Subtests) -> None:
    for text in NONE:
        with subtests.test(text):
            assert read(text).alert is None


def test_numbers_and_all_are_read() -> None:
    found = read("/alerts remove 2, 3").alert
    assert found is not None
    assert found.numbers == (2, 3)
    every = read("cancel all my alerts").alert
    assert every is not None
    assert every.is_all


@pytest.mark.parametrize(
    "text",
    [
        "tell me if apple falls 3% in a day",
        "alert bob when AAPL drops below 500",
        "can you tell me if IBM is up 5%?",
        "苹果低于440别提醒我",
    ],
)
def test_what_is_to_be_told_is_no_what_if_and_no_limit(text: str) -> None:
    found = read(text)
    assert Problem.WATCH in found.entities.problems
    assert (found.intent, found.limits) == (Intent.UNKNOWN, None)


@pytest.mark.parametrize(
    "text", ["tell me what happens if AAPL falls 10%", "苹果跌10%会怎样，告诉我", "what if AAPL drops 5%?"]
)
def test_a_supposition_to_be_told_of_stays_a_what_if(text: str) -> None:
    assert read(text).intent is Intent.FOLLOWUP
