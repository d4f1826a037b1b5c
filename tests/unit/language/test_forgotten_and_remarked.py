"""What is forgotten by whom it came from, and what only tells what somebody likes or fears."""

from datetime import date

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.requests.talk import SmallTalkKind
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.memory.memory_requests import MemoryAct
from bot.language.understand import understand
from bot.language.understanding import Understanding


def read(text: str, *, pending: int = 0) -> Understanding:
    instruments = load_instruments()
    return understand(text, Surroundings(instruments, date(2026, 3, 2), focus=("IBM",), pending=pending))


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("please forget what Omar said about rail", "rail"),
        ("把铁路那条忘了吧", "铁路"),
        ("把陈总说的运费忘掉", "运费"),
    ],
)
def test_forget_what_somebody_said(text: str, topic: str) -> None:
    request = read(text).memory
    assert request is not None
    assert (request.act, request.text) == (MemoryAct.FORGET, topic)


@pytest.mark.parametrize("text", ["forget IBM", "忘了IBM吧", "forget the order"])
def test_forgetting_a_card_stays_a_cancellation(text: str) -> None:
    assert read(text, pending=1).intent is Intent.CANCEL


@pytest.mark.parametrize(
    "text",
    [
        "We really worry about IBM's 30 billion dollars of debt these days",
        "my risk tolerance is moderate and my horizon is three years",
        "我不太喜欢谷歌账上的500亿现金一直闲着",
    ],
)
def test_what_somebody_likes_or_fears_is_a_remark(text: str) -> None:
    assert read(text).small_talk is SmallTalkKind.REMARK


@pytest.mark.parametrize("text", ["I like IBM and want to buy 5 shares of it now", "我很担心银行的坏账，全部卖掉IBM"])
def test_order_behind_a_view_is_no_remark(text: str) -> None:
    assert read(text).small_talk is None


def test_greeting_with_an_apostrophe() -> None:
    assert read("how's it going?").small_talk is SmallTalkKind.GREETING
