"""Concurrent conversations: every line is answered once, in order within its conversation."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import cycle

import pytest

from tests.e2e.chat_process import ChatProcess, Said
from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once

FEW, MANY = 6, 50
BEYOND_CAP = "$40,000"  # of one share: asked about a second time
LINES = ("analyze AAPL", "and IBM?", "what if the market falls tomorrow?", "/status")
INTENTS = ["ANALYZE", "ANALYZE", "FOLLOWUP", "UNKNOWN"]


@pytest.mark.parametrize("number", [FEW, pytest.param(MANY, marks=pytest.mark.faults)])
def test_conversations_over_two_processes_then_each_line_answered_once_in_order(
    deployment: Deployment, number: int
) -> None:
    threads = thread_names(number)
    with ChatProcess(deployment) as one, ChatProcess(deployment) as two:
        say_all(one, threads[::2])
        say_all(two, threads[1::2])
        assert one.end() == two.end() == 0
        assert_each_in_order(one.said, threads[::2])
        assert_each_in_order(two.said, threads[1::2])
    assert_every_turn_answered_once(deployment)


def test_people_buy_at_once_for_more_than_there_is_then_cash_is_never_overspent(deployment: Deployment) -> None:
    with ChatProcess(deployment) as chat:
        for thread, symbol in zip(thread_names(FEW), cycle(("GOOG", "IBM", "MSFT", "FB", "AAPL")), strict=False):
            chat.say(f"buy {BEYOND_CAP} of {symbol}", thread=thread)
            chat.press("confirm", thread=thread)
            chat.press("confirm_beyond_cap", thread=thread)
        assert chat.end() == 0
        assert len(chat.said) == 3 * FEW
    filled = deployment.value("SELECT count(*) FROM fill")
    assert 1 < filled < FEW
    assert deployment.value("SELECT cash FROM account") >= 0
    assert_books_balance(deployment)
    assert_every_turn_answered_once(deployment)


def thread_names(number: int) -> list[str]:
    return [f"thread-{each}" for each in range(number)]


def say_all(chat: ChatProcess, threads: Iterable[str]) -> None:
    for line in LINES:
        for thread in threads:
            chat.say(line, thread=thread)


def assert_each_in_order(said: list[Said], threads: list[str]) -> None:
    by_thread = defaultdict[str, list[Said]](list)
    for each in said:
        by_thread[each["thread"]].append(each)
    assert sorted(by_thread) == sorted(threads)
    for thread in threads:
        assert [each["turn"] for each in by_thread[thread]] == [1, 2, 3, 4], thread
        assert [each["intent"] for each in by_thread[thread]] == INTENTS, thread
