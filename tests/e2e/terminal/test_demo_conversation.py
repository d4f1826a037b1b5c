"""The conversation in the README, word for word, with every figure."""

import re
from dataclasses import replace
from datetime import datetime
from decimal import Decimal

import pytest

from tests.e2e.chat_process import Said, conversation, parley
from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once

ENGLISH = (
    "analyze AAPL",
    "and google, should I buy? at most $3,000",
    "why not just wait?",
    "what if the market falls tomorrow?",
    "ok, do it",
    "/advance 20",
    "回顾一下之前的决策",
)
CHINESE = (
    "分析一下苹果",
    "那谷歌呢，要不要买？最多3000美元",
    "为什么不再等等？",
    "如果明天大盘下跌怎么办？",
    "好的，执行吧",
    "/advance 20",
    "回顾一下之前的决策",
)
INTENTS = ["ANALYZE", "DECIDE", "EXPLAIN", "FOLLOWUP", "CONFIRM", "UNKNOWN", "REVIEW"]
STATES = [
    "ANALYZING",
    "AWAITING_CONFIRM",
    "AWAITING_CONFIRM",
    "AWAITING_CONFIRM",
    "COMPLETED",
    "COMPLETED",
    "EXPLAINING",
]
KEYS = {"conversation_id", "turn", "intent", "confidence", "state", "brief", "text", "symbols", "decisions", "buttons"}
KEYS |= {"attachments", "sources", "fallback", "thread"}
DECISION_KEYS = {"id", "version", "symbol", "action", "target_cash_amount", "cash_change", "shares", "price"}
DECISION_KEYS |= {"price_as_of", "confidence", "reasons", "tags", "status", "expires_at"}
DECISION_KEYS |= {"stop_price", "engine", "timestamp", "fallback", "metadata"}


@pytest.mark.parametrize("lines", [ENGLISH, CHINESE], ids=["english", "chinese"])
def test_demo_conversation_as_json_then_every_figure_is_right(deployment: Deployment, lines: tuple[str, ...]) -> None:
    said = conversation(deployment, *lines)

    assert [each["turn"] for each in said] == [1, 2, 3, 4, 5, 6, 7]
    assert [each["intent"] for each in said] == INTENTS
    assert [each["state"] for each in said] == STATES
    assert {each["conversation_id"] for each in said} == {said[0]["conversation_id"]}
    assert all(set(each) == KEYS for each in said)
    analysis, card, why, _, done, _, review = said
    assert "455.49" in analysis["text"]
    assert "2013-01-31" in analysis["text"]
    (decision,) = card["decisions"]
    assert_decision(decision)
    assert why["decisions"] == card["decisions"]
    assert [button["id"].split(":") for button in card["buttons"]] == [
        [kind, decision["id"], "1"] for kind in ("confirm", "cancel", "why", "adjust")
    ]
    assert done["decisions"][0]["status"] == "filled"
    assert all(figure in done["text"] for figure in ("755.69", "2,267.07", "97,732.93"))
    assert re.search(r"755\.69 → 806\.19.*\+6\.7 ?%", review["text"])
    assert "2013-03-01" in review["text"]
    assert_every_turn_answered_once(deployment)
    assert_books_balance(deployment)


def assert_decision(decision: Said) -> None:
    assert set(decision) == DECISION_KEYS
    assert decision["action"] == "increase"
    assert decision["status"] == "proposed"
    figures = ("target_cash_amount", "cash_change", "shares", "price")
    assert [decision[name] for name in figures] == ["2267.07", "2267.07", "3", "755.69"]
    assert isinstance(decision["confidence"], str)
    assert 0 < Decimal(decision["confidence"]) <= 1
    assert datetime.fromisoformat(decision["price_as_of"]) == datetime.fromisoformat("2013-01-31T21:00:00+00:00")
    assert datetime.fromisoformat(decision["expires_at"]).utcoffset() is not None
    assert any("14.4" in reason for reason in decision["reasons"])
    assert decision["tags"]


def test_demo_conversation_as_text_then_stdout_holds_replies_only(deployment: Deployment) -> None:
    pressed = ("should I buy IBM? at most $3,000", "/press confirm", "/press confirm", "/press cancel")
    done = parley(replace(deployment, is_forked=False), "chat", stdin="\n".join([*ENGLISH, *pressed]))

    assert done.returncode == 0
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    for figure in ("455.49", "755.69", "2,267.07", "97,732.93", "+6.7%", "Confirm"):
        assert figure in done.stdout
    assert "Traceback" not in done.stdout
    assert done.stdout.count("carried out already") == 2
    assert deployment.value("SELECT count(*) FROM trade_order") == 2
    assert_books_balance(deployment)


def test_as_of_then_market_stands_at_that_close_or_says_why_not(deployment: Deployment) -> None:
    (said,) = conversation(deployment, "analyze AAPL", arguments=("--as-of", "2012-06-15"))
    assert "2012-06-15" in said["text"]
    assert "455.49" not in said["text"]
    done = parley(deployment, "chat", "--as-of", "1999-01-01", stdin="analyze AAPL\n")
    assert done.returncode == 1
    assert "2010-01-04" in done.stderr
    assert "Traceback" not in done.stderr
