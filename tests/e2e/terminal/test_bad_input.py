"""Invalid, hostile and broken input: each gets a clear sentence, and nothing is half-done."""

from collections.abc import Iterator

import pytest

from tests.e2e.chat_process import ChatProcess
from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_every_turn_answered_once

STRANGE = {
    "unknown ticker": ("analyze APPL", ("AAPL",)),
    "hong kong": ("analyze 0700.HK", ()),
    "a share": ("analyze 600519", ()),
    "crypto": ("should I buy BTC?", ()),
    "a day outside the data": ("analyze AAPL as of 1999-01-01", ("2010-01-04",)),
    "a day inside": ("analyze AAPL as of 2012-06-15", ("2012-06-15",)),
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
    "bell": ("remember that I like AAPL \u202e rail \u0007 and bus", ("rail",)),
    "lone surrogate": ("analyze AAPL \ud800", ()),
}
NO_OBJECTS = (
    b"{",
    b'{"text": 1}',
    b'{"text": "a", "press": "b"}',
    b"{}",
    b'{"thread": "", "text": "a"}',
    b"[1]",
    b"null",
    b"{" * 9999,
)
GHOST = "confirm:01a20041-5cb0-7721-a98e-f51e88c1accc:1"
NO_BUTTONS = ("confirm", "77", "", GHOST, "confirm:x:1", "'; DROP TABLE turn; --", "why:" + "9" * 5000)


@pytest.fixture(scope="module")
def chat(module_deployment: Deployment) -> Iterator[ChatProcess]:
    """One process for all; what is sent to it, and ends well, leaves no order behind."""
    with ChatProcess(module_deployment) as running:
        yield running
        assert running.end() == 0
    assert running.errors == ""
    assert module_deployment.value("SELECT count(*) FROM trade_order") == 0
    assert_every_turn_answered_once(module_deployment)


def test_strange_messages_then_each_gets_a_sentence(chat: ChatProcess) -> None:
    for name, (text, _) in STRANGE.items():
        chat.say(text, thread=name)
    said = {each["thread"]: each for each in (chat.hear() for _ in STRANGE)}
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


def test_lines_that_are_empty_or_no_objects_then_each_is_skipped_or_refused_and_the_rest_answered(
    chat: ChatProcess,
) -> None:
    for line in NO_OBJECTS:
        chat.write_bytes(line)
    for line in (b"", b"   ", b"\t", b"\r", b"\xff\xfe\x00 analyze AAPL", b""):
        chat.write_bytes(line)
    refused = [chat.hear() for _ in NO_OBJECTS]
    assert all(each["text"] for each in refused)
    assert "455.49" in chat.hear()["text"]


def test_two_pending_and_a_bare_yes_then_asked_which(chat: ChatProcess) -> None:
    for text in ("should I buy GOOG? at most $3,000", "should I buy IBM? at most $3,000"):
        chat.ask(text, thread="two")
    said = chat.ask("yes", thread="two")

    assert said["state"] == "AWAITING_CONFIRM"
    assert {decision["symbol"] for decision in said["decisions"]} == {"GOOG", "IBM"}
    assert len([button for button in said["buttons"] if button["id"].startswith("confirm:")]) == 2


def test_buttons_of_nothing_then_refused(chat: ChatProcess) -> None:
    for number, button in enumerate(NO_BUTTONS):
        chat.press(button, thread=f"ghost {number}")
    assert all(len(chat.hear()["text"]) > 10 for _ in NO_BUTTONS)


def test_somebody_else_presses_confirm_then_refused(chat: ChatProcess, module_deployment: Deployment) -> None:
    card = chat.ask("should I buy GOOG? at most $3,000", thread="another")
    chat.write({"press": card["buttons"][0]["id"], "thread": "another", "user": "mallory"})
    assert chat.hear()["intent"] == "CONFIRM"
    status = "SELECT status FROM decision WHERE id = %(id)s"
    assert module_deployment.value(status, id=card["decisions"][0]["id"]) == "proposed"
