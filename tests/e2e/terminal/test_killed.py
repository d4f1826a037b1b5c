"""kill -9 during turns, presses and jobs, repeatedly in the same conversation; the books agree soon after each."""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import cycle

import pytest

from tests.e2e.chat_process import ChatProcess, Said
from tests.e2e.deployment import Deployment
from tests.e2e.invariants import (
    UNANSWERED,
    UNDELIVERED,
    assert_books_balance,
    assert_every_turn_answered_once,
    assert_reconciled_since,
)
from tests.rounds import full_rounds
from tests.waiting import eventually

# Each on another share: what is left of the one before may be carried out meanwhile, and its position then changes.
BUYS = cycle(f"buy $800 of {symbol}" for symbol in ("GOOG", "IBM", "AAPL", "MSFT", "FB"))
SHORT_LEASE = {"TURN_LEASE_SECONDS": "3"}
LONGEST_TURN = 0.3  # seconds; random kills fall within it

# The tables a turn and a press write, in about that order: a kill while waiting to write each.
TURN_TABLES = ("conversation", "decision", "message", "reply", "outbox")
PRESS_TABLES = ("approval", "trade_order", "paper_order", "paper_fill", "fill", "account", "audit")

Kill = Callable[[ChatProcess, Deployment], None]


@pytest.mark.faults
@pytest.mark.parametrize("table", ["fill", "approval"][: full_rounds(few=1, all_of_them=2)])
def test_killed_between_two_decisions_confirmed_together_then_each_is_executed_once(
    deployment: Deployment, table: str
) -> None:
    with ChatProcess(deployment, "--thread", "one", **SHORT_LEASE) as chat:
        buttons = chat.ask("buy 3 IBM and 2 AAPL")["buttons"]
        confirm_all = next(each["id"] for each in buttons if each["id"].startswith("confirm_all:"))
        with deployment.locked(table) as barrier:
            chat.press(confirm_all)
            assert eventually(barrier.waiting)
            chat.kill()
    deployment.let_time_pass()
    restarted_at = deployment.now()
    with ChatProcess(deployment, "--thread", "one", **SHORT_LEASE) as chat:
        assert_reconciled_since(deployment, restarted_at)
        assert eventually(lambda: not deployment.rows(UNANSWERED) and not deployment.rows(UNDELIVERED))
        chat.press(confirm_all)
        assert chat.end() == 0

    assert deployment.value("SELECT count(*) FROM fill") == 2
    assert deployment.value("SELECT count(DISTINCT turn_id) FROM approval") == 1
    assert_every_turn_answered_once(deployment)
    assert_books_balance(deployment)


@pytest.mark.faults
@pytest.mark.timeout(1_800)
def test_killed_at_any_point_then_every_turn_answered_once_and_the_books_balance(deployment: Deployment) -> None:
    assert_survives(all_kills(), deployment)


def assert_survives(kills: Iterable[Kill], deployment: Deployment) -> None:
    printed = Counter[tuple[str, int]]()
    after_printing = 0
    for kill in kills:
        started_at = deployment.now()
        with ChatProcess(deployment, "--thread", "one", **SHORT_LEASE) as chat:
            assert_reconciled_since(deployment, started_at)
            kill(chat, deployment)
            printed.update(replies(chat.said))
        after_printing += len(deployment.rows(UNDELIVERED))
        deployment.let_time_pass()
    started_at = deployment.now()
    with ChatProcess(deployment, "--thread", "one", **SHORT_LEASE) as chat:
        assert_reconciled_since(deployment, started_at)
        chat.say("/portfolio")
        assert eventually(lambda: not deployment.rows(UNANSWERED) and not deployment.rows(UNDELIVERED))
        assert chat.end() == 0
        printed.update(replies(chat.said))

    assert_every_turn_answered_once(deployment)
    assert_books_balance(deployment)
    assert deployment.value("SELECT count(*) FROM fill") > 0
    twice = sum(count - 1 for count in printed.values())
    assert twice <= after_printing  # only a kill between printing and noting that it was printed can repeat a reply
    stored = deployment.value("SELECT count(*) FROM reply")
    assert len(printed) == stored


def all_kills() -> Iterator[Kill]:
    """The ways to be killed: at each table in turn, then wherever chance has it."""
    yield from (partial(kill_in_turn, table=table) for table in TURN_TABLES)
    yield from (partial(kill_in_press, table=table) for table in PRESS_TABLES)
    chance = random.Random(20130131)  # noqa: S311 - the same pauses in every run
    for _ in range(full_rounds(few=2, all_of_them=20)):
        yield partial(kill_by_chance, pause=chance.uniform(0, LONGEST_TURN), press=chance.random() < 0.5)


def kill_in_turn(chat: ChatProcess, deployment: Deployment, *, table: str) -> None:
    chat.ask("analyze AAPL")
    with deployment.locked(table) as barrier:
        chat.say(next(BUYS))
        assert eventually(barrier.waiting), table
        chat.kill()


def kill_in_press(chat: ChatProcess, deployment: Deployment, *, table: str) -> None:
    button = confirm_button(chat, deployment)
    with deployment.locked(table) as barrier:
        chat.press(button)
        assert eventually(barrier.waiting), table
        chat.kill()


def kill_by_chance(chat: ChatProcess, deployment: Deployment, *, pause: float, press: bool) -> None:
    button = confirm_button(chat, deployment)
    if press:
        chat.press(button)
    chat.say(next(BUYS))
    time.sleep(pause)
    chat.kill()


def confirm_button(chat: ChatProcess, deployment: Deployment) -> str:
    """Return the button of a new card, after all replies that the last process left undelivered."""
    before = deployment.value("SELECT max(number) FROM turn") or 0
    chat.say(next(BUYS))
    while (said := chat.hear())["turn"] <= before:
        pass
    assert said["buttons"], said["text"]
    button: str = said["buttons"][0]["id"]
    return button


def replies(said: list[Said]) -> list[tuple[str, int]]:
    return [(each["conversation_id"], each["turn"]) for each in said if each["turn"] is not None]
