"""Fifty concurrent conversations: every line is answered once, in order within its conversation."""

from collections import defaultdict
from collections.abc import Iterable

from tests.e2e.chat_process import ChatProcess, Said
from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once

THREADS = [f"thread-{number}" for number in range(50)]
LINES = ("analyze AAPL", "and IBM?", "what if the market falls tomorrow?", "/status")
INTENTS = ["ANALYZE", "ANALYZE", "FOLLOWUP", "UNKNOWN"]


def test_fifty_conversations_in_one_process_then_each_line_answered_once_in_order(deployment: Deployment) -> None:
    with ChatProcess(deployment) as chat:
        say_all(chat, THREADS)
        assert chat.end() == 0
        assert_each_in_order(chat.said, THREADS)
    assert_every_turn_answered_once(deployment)


def test_fifty_conversations_over_two_processes_then_each_line_answered_once_in_order(deployment: Deployment) -> None:
    with ChatProcess(deployment) as one, ChatProcess(deployment) as two:
        say_all(one, THREADS[::2])
        say_all(two, THREADS[1::2])
        assert one.end() == two.end() == 0
        assert_each_in_order(one.said, THREADS[::2])
        assert_each_in_order(two.said, THREADS[1::2])
    assert_every_turn_answered_once(deployment)


def test_fifty_people_buy_at_once_then_cash_is_never_overspent(deployment: Deployment) -> None:
    with ChatProcess(deployment) as chat:
        for thread in THREADS:
            chat.say("buy $5,000 of GOOG", thread=thread)
            chat.press("confirm", thread=thread)
        assert chat.end() == 0
        assert len(chat.said) == 2 * len(THREADS)
    filled = deployment.value("SELECT count(*) FROM fill")
    assert 1 < filled < len(THREADS)
    assert deployment.value("SELECT cash FROM account") >= 0
    assert_books_balance(deployment)
    assert_every_turn_answered_once(deployment)


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
