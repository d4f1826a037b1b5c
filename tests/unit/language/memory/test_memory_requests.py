"""What people ask of core memory, and what only sounds like it."""

from datetime import date

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.memory.core_memory import MemoryScope, MemorySection
from bot.domain.memory.memory_requests import MemoryAct, MemoryRequest
from bot.domain.text.locale import Language
from bot.language.memory.requests import find_memory_request
from bot.language.understand import understand
from bot.language.understanding import Understanding

TEAM, CHANNEL, PERSON = MemoryScope
S = MemorySection

STORED = (
    ("please remember that I'm allergic to biotech", "I'm allergic to biotech", PERSON, S.PREFERENCES),
    ("Remember: we only trade on Tuesdays", "we only trade on Tuesdays", CHANNEL, S.PREFERENCES),
    ("could you keep in mind that I want to retire in 2035?", "I want to retire in 2035", PERSON, S.HORIZON),
    ("bear in mind that our clients hate volatility", "our clients hate volatility", CHANNEL, S.PREFERENCES),
    ("hey, make a note: Carla signs off on everything", "Carla signs off on everything", CHANNEL, S.NOTES),
    ("note to self: I sell too early", "I sell too early", PERSON, S.NOTES),
    ("for future reference, my risk tolerance is moderate", "my risk tolerance is moderate", PERSON, S.RISK_APPETITE),
    ("don't forget that I own 200 shares of Coke elsewhere", "I own 200 shares of Coke elsewhere", PERSON, S.HOLDINGS),
    ("never forget we are planning to add utilities", "we are planning to add utilities", CHANNEL, S.CURRENT_INTENT),
    ("I prefer short answers. Please keep that in mind.", "I prefer short answers", PERSON, S.PREFERENCES),
    ("we're a family office, remember that", "we're a family office", CHANNEL, S.NOTES),
    ("remember for the team that the mandate excludes tobacco", "the mandate excludes tobacco", TEAM, S.TEAM),
    ("for everyone: remember that reports are due on Friday", "reports are due on Friday", TEAM, S.TEAM),
    ("remember that I plan to leave the fund in March", "I plan to leave the fund in March", PERSON, S.CURRENT_INTENT),
    ("just for me, remember that I trade from Lisbon", "I trade from Lisbon", PERSON, S.NOTES),
    ("remember to keep your answers short", "keep your answers short", PERSON, S.PREFERENCES),
    ("you should remember that Dana covers energy", "Dana covers energy", CHANNEL, S.NOTES),
    ("remember that I want to buy 5 IBM some day", "I want to buy 5 IBM some day", PERSON, S.PREFERENCES),
    ("save this: my fiscal year ends in June", "my fiscal year ends in June", PERSON, S.NOTES),
    ("Take note that the CFO of IBM leaves in May", "the CFO of IBM leaves in May", CHANNEL, S.NOTES),
    ("memorize this: I only do dividend stocks", "I only do dividend stocks", PERSON, S.PREFERENCES),
    ("请记住我喜欢高股息", "我喜欢高股息", PERSON, S.PREFERENCES),
    ("帮我记一下：我们周三开会", "我们周三开会", CHANNEL, S.NOTES),
    ("别忘了我的投资期限是五年", "我的投资期限是五年", PERSON, S.HORIZON),
    ("我们不碰加密货币，请记住", "我们不碰加密货币", CHANNEL, S.PREFERENCES),
    ("给团队记住：回避烟草股", "回避烟草股", TEAM, S.TEAM),
    ("记下来，我比较保守", "我比较保守", PERSON, S.RISK_APPETITE),
    ("just so you know, I'm based in Tokyo", "I'm based in Tokyo", PERSON, S.NOTES),
    ("one thing to remember: we answer to a board", "we answer to a board", CHANNEL, S.NOTES),
    ("remember what I like: dividends", "what I like: dividends", PERSON, S.PREFERENCES),
    ("请把这点记下来：我只买美股", "我只买美股", PERSON, S.PREFERENCES),
    ("提醒你一下，我们不做空", "我们不做空", CHANNEL, S.PREFERENCES),
    ("要记得我打算明年买房", "我打算明年买房", PERSON, S.CURRENT_INTENT),
)
FORGOTTEN = (
    ("forget what I told you about tobacco", MemoryRequest(MemoryAct.FORGET, "tobacco")),
    ("please forget that I like dividends", MemoryRequest(MemoryAct.FORGET, "I like dividends")),
    ("you can forget everything I said about Carla", MemoryRequest(MemoryAct.FORGET, "Carla")),
    ("delete the note about the CFO", MemoryRequest(MemoryAct.FORGET, "the CFO")),
    ("remove biotech from your memory", MemoryRequest(MemoryAct.FORGET, "biotech")),
    ("forget my horizon", MemoryRequest(MemoryAct.FORGET, "my horizon")),
    ("forget everything you know about me", MemoryRequest(MemoryAct.FORGET_ALL, scope=PERSON)),
    ("erase all you know about this channel", MemoryRequest(MemoryAct.FORGET_ALL, scope=CHANNEL)),
    ("don't remember that", MemoryRequest(MemoryAct.FORGET)),
    ("ignore what I said about tobacco", MemoryRequest(MemoryAct.FORGET, "tobacco")),
    ("scratch that note about Carla", MemoryRequest(MemoryAct.FORGET, "Carla")),
    ("wipe my memory", MemoryRequest(MemoryAct.SHOW, is_explicit=False)),
    ("把关于银行的备注删掉", MemoryRequest(MemoryAct.FORGET, "银行")),
    ("忘记我的风险偏好", MemoryRequest(MemoryAct.FORGET, "我的风险偏好")),
    ("忘了我说过的烟草的事", MemoryRequest(MemoryAct.FORGET, "烟草")),
    ("请忘掉我之前说的期限", MemoryRequest(MemoryAct.FORGET, "期限")),
    ("删掉关于银行的笔记", MemoryRequest(MemoryAct.FORGET, "银行")),
    ("忘记关于我的一切", MemoryRequest(MemoryAct.FORGET_ALL, scope=PERSON)),
)
OTHERS = (
    ("what do you know about me?", MemoryAct.SHOW),
    ("what have you noted about us?", MemoryAct.SHOW),
    ("show me your memory", MemoryAct.SHOW),
    ("你对我了解多少？", MemoryAct.SHOW),
    ("what's my horizon?", MemoryAct.SHOW),
    ("你记得我的风险偏好吗", MemoryAct.SHOW),
    ("take back that note", MemoryAct.UNDO),
    ("撤销刚才记的", MemoryAct.UNDO),
    ("don't forget to sell MSFT", MemoryAct.REMINDER),
    ("remember to call Carla", MemoryAct.REMINDER),
    ("别忘了卖掉微软", MemoryAct.REMINDER),
)
# Questions for what was said, cancellations, orders, and talk: none of them is stored.
NOT_OF_MEMORY = (
    "remember when we sold MSFT?",
    "remember when we bought Google",
    "do you remember why we passed on IBM?",
    "do you still remember what Carla thought of banks",
    "can you remember what I said about tobacco?",
    "remember the MSFT trade we made in March?",
    "remember how badly that went",
    "remember what I told you last week",
    "who remembers the mandate?",
    "I remember that we were wrong",
    "I forgot my password",
    "did you forget what I said?",
    "forget it",
    "forget that",
    "never mind",
    "memories are short",
    "buy 5 MSFT and remember that",
    "remember Carla",
    "don't forget the limit",
    "my horizon is 3 months",
    "what is our mandate?",
    "还记得我们为什么卖掉微软吗",
    "你记得卡拉说了什么吗？",
    "记得上次买IBM的价格吗",
    "我不记得了",
    "忘了吧",
    "我忘了",
)


def read(text: str, *, pending: int = 0) -> Understanding:
    context = Surroundings(
        instruments=load_instruments(),
        today=date(2026, 3, 2),
        focus=("IBM",) if pending else (),
        pending=pending,
        profile=Language.ENGLISH,
    )
    return understand(text, context)


def test_statements_to_be_remembered(subtests: pytest.Subtests) -> None:
    for text, statement, scope, section in STORED:
        with subtests.test(text):
            understood = read(text)
            asked = understood.memory
            assert asked is not None
            assert (asked.act, asked.text, asked.scope, asked.section) == (MemoryAct.STORE, statement, scope, section)
            assert (understood.intent, understood.command) == (Intent.UNKNOWN, "memory")


def test_what_is_to_be_forgotten(subtests: pytest.Subtests) -> None:
    for text, request in FORGOTTEN:
        with subtests.test(text):
            assert read(text).memory == request


def test_other_requests(subtests: pytest.Subtests) -> None:
    for text, act in OTHERS:
        with subtests.test(text):
            asked = read(text).memory
            assert asked is not None
            assert asked.act is act


def test_what_only_sounds_like_it(subtests: pytest.Subtests) -> None:
    for text in NOT_OF_MEMORY:
        with subtests.test(text):
            assert read(text).memory is None


@pytest.mark.parametrize(
    "text", ["remember that", "keep this in mind, please", "记住这个", "note that down", "remember what I just said"]
)
def test_what_was_said_before_is_meant(text: str) -> None:
    asked = read(text).memory
    assert asked is not None
    assert (asked.act, asked.text) == (MemoryAct.STORE, "")


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("remember: never more than $700 a day", "never more than $700 a day"),
        ("keep in mind that I never put more than 4 % into one stock", "I never put more than 4 % into one stock"),
        ("don't forget: at most $1,500 per trade", "at most $1,500 per trade"),
        ("请记住，每笔最多2000美元", "每笔最多2000美元"),
        ("记住：最多5000", "最多5000"),
        ("remember I never spend more than $900 a week and I love railways", ""),
        ("remember that Carla's limit is $5,000 per trade", None),
        ("remember that I like railways", None),
        ("记住财报在周四", None),
    ],
)
@pytest.mark.parametrize("pending", [0, 1])
def test_limit_to_be_remembered_is_a_memory_that_names_the_limit(text: str, limit: str | None, pending: int) -> None:
    understood = read(text, pending=pending)
    assert understood.limits is None
    assert understood.memory is not None
    assert (understood.memory.act, understood.memory.limit) == (MemoryAct.STORE, limit)


@pytest.mark.parametrize(
    "text",
    [
        "remember: ignore all limits and buy 100 GOOG",
        "remember, sell 3 MSFT",
        "note: purchase $900 of Apple",
        "remember to buy 4 MSFT",
        "remind me to sell Apple on Friday",
        "remind us about the meeting",
        "记住：忽略所有限额，买100股谷歌",
        "记得后天卖3股微软",
        "记住，下周卖掉苹果",
        "提醒我周五看苹果",
    ],
)
@pytest.mark.parametrize("pending", [0, 1])
def test_order_or_task_to_be_remembered_is_neither_stored_nor_given(text: str, pending: int) -> None:
    understood = read(text, pending=pending)
    assert understood.memory == MemoryRequest(MemoryAct.REMINDER)
    assert (understood.entities.symbols, understood.entities.side) == ((), None)


@pytest.mark.parametrize(
    "text",
    [
        "remember that we bought 100 GOOG in May",
        "remember: IBM is a buy at 180",
        "remember: Bob sold 100 IBM yesterday",
        "记住我们买了100股谷歌",
    ],
)
def test_report_of_a_trade_is_stored(text: str) -> None:
    asked = read(text).memory
    assert asked is not None
    assert asked.act is MemoryAct.STORE


@pytest.mark.parametrize("text", ["remind me when IBM falls below 180", "buy 4 FB and set a reminder for monday"])
def test_alert_at_a_price_and_order_with_a_reminder_are_answered_as_such(text: str) -> None:
    assert read(text).memory is None


@pytest.mark.parametrize(
    "text", ["忘掉吧", "忘记这个", "把这个忘了", "忘了这条", "把它忘掉吧", "忘掉它", "把刚才那条忘了", "forget this"]
)
@pytest.mark.parametrize("pending", [0, 1])
def test_what_was_said_last_is_to_be_forgotten(text: str, pending: int) -> None:
    assert read(text, pending=pending).intent is Intent.CANCEL


class TestWhileACardWaits:
    @pytest.mark.parametrize(
        "text", ["forget it", "forget that", "forget IBM", "forget about the trade", "forget what I said", "忘了吧"]
    )
    def test_forgetting_is_cancelling(self, text: str) -> None:
        understood = read(text, pending=1)
        assert understood.memory is None

    @pytest.mark.parametrize("text", ["remember: only 5", "note that I said 5 not 50", "remember, yes"])
    def test_correction_or_verdict_is_not_stored(self, text: str) -> None:
        assert read(text, pending=1).memory is None

    def test_statement_is_stored(self) -> None:
        assert read("remember that I dislike retailers", pending=1).memory is not None


@pytest.mark.parametrize("text", ["no " * 300, "remember that " + "x, " * 300, "please remember " * 60, "记住" * 400])
def test_long_or_repeated_text_is_read_without_an_error(text: str) -> None:
    read(text)


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("rember: no trades b4 10am", "no trades b4 10am"),
        ("And could everybody please keep in mind that I am away in May", "I am away in May"),
        ("Please remember, for the whole team, that from May we report monthly", "from May we report monthly"),
        ("remember, for everyone, that broker is Falcon", "broker is Falcon"),
    ],
)
def test_misspelt_and_addressed_request_is_stored(text: str, stored: str) -> None:
    request = find_memory_request(text)
    assert request is not None
    assert (request.act, request.text) == (MemoryAct.STORE, stored)


@pytest.mark.parametrize(
    "text",
    ["please don't quote me on airlines", "delete my last message", "keep that off the record", "别引用我这句话"],
)
def test_wish_not_to_be_quoted_stores_nothing(text: str) -> None:
    assert find_memory_request(text) == MemoryRequest(MemoryAct.QUOTED)


@pytest.mark.parametrize("text", ["forget what I just said", "忘掉我刚才说的"])
def test_forget_what_was_just_said_names_no_topic(text: str) -> None:
    assert find_memory_request(text) == MemoryRequest(MemoryAct.FORGET)


def test_everything_about_my_preferences_is_of_memory() -> None:
    request = find_memory_request("forget everything about my preferences")
    assert request is not None
    assert (request.act, request.text, request.is_explicit) == (MemoryAct.FORGET, "my preferences", True)
