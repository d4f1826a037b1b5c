"""The conversation in the README, word for word, with every figure."""

import re
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
KEYS = {"conversation_id", "turn", "intent", "confidence", "state", "text", "symbols", "decisions", "buttons"}
KEYS |= {"attachments", "fallback"}
DECISION_KEYS = {"id", "version", "symbol", "action", "target_cash_amount", "cash_change", "shares", "price"}
DECISION_KEYS |= {"price_as_of", "confidence", "reasons", "tags", "status", "expires_at"}
DECISION_KEYS |= {"engine", "timestamp", "fallback", "metadata"}


@pytest.mark.parametrize("lines", [ENGLISH, CHINESE], ids=["english", "chinese"])
def test_demo_conversation_as_json_then_every_figure_is_right(deployment: Deployment, lines: tuple[str, ...]) -> None:
    said = conversation(deployment, *lines)

    assert [each["turn"] for each in said] == [1, 2, 3, 4, 5, 6, 7]
    assert [each["intent"] for each in said] == INTENTS
    assert [each["state"] for each in said] == STATES
    assert {each["conversation_id"] for each in said} == {said[0]["conversation_id"]}
    assert all(set(each) == KEYS for each in said)
    analysis, card, _, _, done, _, review = said
    assert "455.49" in analysis["text"]
    assert "2013-01-31" in analysis["text"]
    (decision,) = card["decisions"]
    assert_decision(decision)
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
    done = parley(deployment, "chat", stdin="\n".join(ENGLISH))

    assert done.returncode == 0
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    for figure in ("455.49", "755.69", "2,267.07", "97,732.93", "755.69 → 806.19", "Confirm"):
        assert figure in done.stdout
    assert "Traceback" not in done.stdout


def test_same_decision_shown_again_then_its_fields_read_the_same(deployment: Deployment) -> None:
    said = conversation(deployment, *ENGLISH[1:3])
    assert said[0]["decisions"] == said[1]["decisions"]


def test_card_confirmed_by_press_then_executed_and_a_second_press_refused(deployment: Deployment) -> None:
    said = conversation(
        deployment, "should I buy GOOG? at most $3,000", "/press confirm", "/press confirm", "/press cancel"
    )

    assert [each["intent"] for each in said] == ["DECIDE", "CONFIRM", "CONFIRM", "CANCEL"]
    assert said[1]["decisions"][0]["status"] == "filled"
    assert said[2]["state"] == said[3]["state"] == "COMPLETED"
    assert deployment.value("SELECT count(*) FROM trade_order") == 1
    assert_books_balance(deployment)


def test_as_of_then_market_stands_at_that_close(deployment: Deployment) -> None:
    said = conversation(deployment, "analyze AAPL", arguments=("--as-of", "2012-06-15"))
    assert "2012-06-15" in said[0]["text"]
    assert "455.49" not in said[0]["text"]
