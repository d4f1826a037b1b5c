"""Invalid, hostile and broken input: each gets a clear sentence, and nothing is half-done."""

import json

import pytest

from tests.e2e.chat_process import ChatProcess, Said, conversation
from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_every_turn_answered_once

STRANGE = {
    "unknown ticker": ("analyze APPL", ("AAPL",)),
    "hong kong": ("analyze 0700.HK", ()),
    "a share": ("analyze 600519", ()),
    "crypto": ("should I buy BTC?", ()),
    "long": ("buy " + "x" * 100_000, ("8,000",)),
    "control characters": ("analyze \x00\x07\x1b[31mAAPL\x1b[0m\x1b]0;title\x07", ()),
    "emoji": ("🚀🚀 analyze AAPL 🌕", ("455.49",)),
    "sql": ("'; DROP TABLE turn; --", ()),
    "markup": ("<script>alert(1)</script> **bold** [a](http://b) &amp;", ()),
    "thirty digits": ("buy $" + "9" * 30 + " of GOOG", ()),
    "nan": ("buy $NaN of GOOG", ()),
    "huge exponent": ("buy $1e400 of GOOG", ()),
    "negative": ("buy -$5,000 of GOOG", ()),
    "nothing pending": ("ok, do it", ()),
    "right to left": ("analyze \u202eLPAA\u202c AAPL", ()),
    "lone surrogate": ("analyze AAPL \ud800", ()),
}


@pytest.fixture
def said(deployment: Deployment) -> dict[str, Said]:
    """Send every strange line, each in a conversation of its own, in one process."""
    lines = [json.dumps({"thread": name, "text": text}) for name, (text, _) in STRANGE.items()]
    return {each["thread"]: each for each in conversation(deployment, *lines)}


def test_strange_messages_then_each_gets_a_sentence_and_no_order(deployment: Deployment, said: dict[str, Said]) -> None:
    assert said.keys() == STRANGE.keys()
    for name, (_, expected) in STRANGE.items():
        text = said[name]["text"]
        assert len(text.strip()) > 20, name
        assert "went wrong" not in text, name
        assert "Traceback" not in text, name
        assert all(ord(letter) >= 32 or letter == "\n" for letter in text), name
        assert all(each in text for each in expected), (name, text)
    for name in ("thirty digits", "nan", "huge exponent", "negative"):
        for decision in said[name]["decisions"]:  # an amount that is none must not become a larger one
            assert float(decision["cash_change"]) <= 100_000, name
    for name in ("unknown ticker", "hong kong", "a share", "crypto", "nothing pending", "sql"):
        assert said[name]["decisions"] == [], name
    assert deployment.value("SELECT count(*) FROM trade_order") == 0
    assert_every_turn_answered_once(deployment)


@pytest.mark.parametrize(
    ("line", "expected"),
    [("analyze AAPL as of 1999-01-01", "2010-01-04"), ("analyze AAPL as of 2012-06-15", "2012-06-15")],
    ids=["outside the data", "inside"],
)
def test_analysis_of_a_past_date_then_of_that_date_or_says_why_not(
    deployment: Deployment, line: str, expected: str
) -> None:
    assert expected in conversation(deployment, line)[0]["text"]


def test_empty_lines_then_nothing_is_said(deployment: Deployment) -> None:
    said = conversation(deployment, "", "   ", "\t", "\r", "analyze AAPL", "")
    assert [each["turn"] for each in said] == [1]


def test_lines_that_are_no_objects_then_each_is_refused_and_the_rest_answered(deployment: Deployment) -> None:
    bad = (
        "{",
        '{"text": 1}',
        '{"text": "a", "press": "b"}',
        "{}",
        '{"thread": "", "text": "a"}',
        "[1]",
        "null",
        "{" * 9999,
    )
    with ChatProcess(deployment) as chat:
        for line in bad:
            chat.write_bytes(line.encode())
        chat.write_bytes(b"\xff\xfe\x00 analyze AAPL")
        assert chat.end() == 0
        assert len(chat.said) == len(bad) + 1
        assert all(each["text"] for each in chat.said)
        assert "455.49" in chat.said[-1]["text"]
    assert_every_turn_answered_once(deployment)


def test_no_input_at_all_then_ends_well(deployment: Deployment) -> None:
    assert conversation(deployment) == []


def test_two_pending_and_a_bare_yes_then_asked_which(deployment: Deployment) -> None:
    said = conversation(deployment, "should I buy GOOG? at most $3,000", "should I buy IBM? at most $3,000", "yes")

    assert said[2]["state"] == "AWAITING_CONFIRM"
    assert {decision["symbol"] for decision in said[2]["decisions"]} == {"GOOG", "IBM"}
    assert len([button for button in said[2]["buttons"] if button["id"].startswith("confirm:")]) == 2
    assert deployment.value("SELECT count(*) FROM trade_order") == 0


def test_buttons_of_nothing_then_refused(deployment: Deployment) -> None:
    ghost = "confirm:01a20041-5cb0-7721-a98e-f51e88c1accc:1"
    buttons = ("confirm", "77", "", ghost, "confirm:x:1", "'; DROP TABLE turn; --", "why:" + "9" * 5000)
    said = conversation(deployment, *(json.dumps({"press": button}) for button in buttons))

    assert len(said) == len(buttons)
    assert all(len(each["text"]) > 10 for each in said)
    assert deployment.value("SELECT count(*) FROM trade_order") == 0
    assert_every_turn_answered_once(deployment)


def test_somebody_else_presses_confirm_then_refused(deployment: Deployment) -> None:
    with ChatProcess(deployment) as chat:
        button = chat.ask("should I buy GOOG? at most $3,000")["buttons"][0]["id"]
        chat.write({"press": button, "user": "mallory"})
        assert chat.hear()["intent"] == "CONFIRM"
        assert deployment.value("SELECT status FROM decision") == "proposed"
        assert chat.end() == 0
