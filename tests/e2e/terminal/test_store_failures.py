"""The database, Redis and the worker die during a conversation; no accepted input is lost."""

import os
import re
import signal
from collections.abc import Callable
from contextlib import suppress
from datetime import date

import pytest
from psycopg import OperationalError
from redis import Redis

from db.embedded.locks import listener_pid
from tests.e2e.chat_process import ChatProcess
from tests.e2e.deployment import Deployment
from tests.e2e.invariants import UNANSWERED, UNDELIVERED, assert_books_balance, assert_every_turn_answered_once
from tests.fakes.core_ports import calendar
from tests.redis_limits import limited_redis
from tests.waiting import eventually

BUY = "buy $800 of GOOG"
RESULTS = "SELECT sessions FROM decision_result ORDER BY sessions"


@pytest.mark.faults
def test_database_dies_in_mid_turn_then_everything_is_answered_afterwards(home: Deployment) -> None:
    with ChatProcess(home, TURN_LEASE_SECONDS="3") as chat:
        chat.ask("analyze AAPL")
        with home.locked("message") as barrier:
            chat.say(BUY)
            assert eventually(barrier.waiting)
            os.kill(database(home), signal.SIGKILL)
        card = chat.hear()
        assert card["intent"] == "DECIDE"
        assert chat.ask("ok, do it")["decisions"][0]["status"] == "filled"
        assert settled(home)
        assert_every_turn_answered_once(home)
        assert_books_balance(home)
        assert chat.end() == 0


@pytest.mark.faults
def test_database_dies_while_a_press_is_carried_out_then_it_is_carried_out_once(home: Deployment) -> None:
    with ChatProcess(home) as chat:
        button = chat.ask(BUY)["buttons"][0]["id"]
        with home.locked("fill") as barrier:
            chat.press(button)
            assert eventually(barrier.waiting)
            os.kill(database(home), signal.SIGKILL)
        done = chat.hear()
        assert done["decisions"][0]["status"] == "filled"
        assert home.value("SELECT count(*) FROM fill") == 1
        assert_books_balance(home)
        assert chat.end() == 0


@pytest.mark.faults
def test_redis_wiped_then_later_work_is_done(home: Deployment) -> None:
    with ChatProcess(home) as chat:
        for symbol in ("AAPL", "IBM", "MSFT"):
            chat.ask(f"analyze {symbol}")
        with Redis.from_url(f"unix://{home.home / 'redis/redis.sock'}") as client:
            client.flushall()
        home.let_time_pass()
        assert eventually(indexed(home))
        assert chat.end() == 0


def test_redis_is_full_then_everything_is_answered_and_later_work_waits(deployment: Deployment) -> None:
    assert deployment.redis_url
    with limited_redis(deployment.redis_url, memory=-100_000, policy="noeviction"), ChatProcess(deployment) as chat:
        assert chat.ask("analyze AAPL")["intent"] == "ANALYZE"
        chat.ask(BUY)
        assert chat.ask("ok, do it")["decisions"][0]["status"] == "filled"
        assert eventually(lambda: "takes no jobs" in deployment.logs())
        assert chat.end() == 0

    assert deployment.value("SELECT count(*) FROM outbox WHERE given_up_at IS NULL") > 0
    assert deployment.value("SELECT count(*) FROM outbox WHERE failures > 0") == 0
    assert_every_turn_answered_once(deployment)
    assert_books_balance(deployment)


@pytest.mark.faults
def test_terminal_killed_before_its_later_work_then_the_next_one_does_it(home: Deployment) -> None:
    with ChatProcess(home) as chat:
        for symbol in ("AAPL", "IBM", "MSFT", "GOOG", "FB"):
            chat.ask(f"analyze {symbol}")
        chat.kill()
    with ChatProcess(home) as chat:
        chat.ask("/status")
        home.let_time_pass()
        assert eventually(lambda: home.value("SELECT count(*) FROM conversation_summary") == 1)
        assert eventually(indexed(home))
        assert chat.end() == 0


@pytest.mark.faults
def test_stores_die_while_time_passes_then_each_alert_brief_result_and_reflection_comes_once(home: Deployment) -> None:
    with ChatProcess(home, TURN_LEASE_SECONDS="3") as chat:
        for asked in ("buy 3 GOOG", "cancel", "alert me when AAPL drops below 445", "/brief post"):
            chat.ask(asked)
        assert eventually(indexed(home))  # no job is running
        with home.locked("decision_result") as barrier:
            chat.say("/advance 3")
            assert eventually(barrier.waiting)
            for pid in (redis(home), database(home)):
                os.kill(pid, signal.SIGKILL)
        passed = chat.hear()["text"]
        chat.ask("/brief off")
        with home.locked("reflection") as barrier:
            passed += chat.ask("/advance 17")["text"]
            home.let_time_pass()
            assert eventually(barrier.waiting)  # the job that looks back on what was settled
            os.kill(database(home), signal.SIGKILL)
        chat.ask("hello")
        assert eventually(lambda: _comes_to_an_end(home))
        assert [row["sessions"] for row in home.rows(RESULTS)] == [1, 5, 20]
        assert home.value("SELECT count(*) FROM price_alert WHERE state = 'told' AND times_told = 1") == 1
        assert home.value("SELECT count(*) FROM reflection") == 1
        assert home.value("SELECT market_time FROM account") == calendar().close_after(date(2013, 1, 31), 20)
        assert_every_turn_answered_once(home)
        assert chat.end() == 0

    assert len(chat.hear_all()) == 8  # nothing is told a second time
    assert passed.count("Alert 1 (root)") == 1
    assert re.findall(r"After the close of (\S+)", passed) == ["2013-02-05", "2013-02-01", "2013-02-04"]
    assert re.findall(r"• (\S+): Result", passed) == ["2013-02-01", "2013-02-07", "2013-03-01"]


def _comes_to_an_end(home: Deployment) -> bool:
    """Let what was broken off be tried again; return whether no job is left, and what was settled looked back on."""
    is_over = "SELECT (SELECT count(*) FROM outbox) = 0 AND (SELECT count(*) FROM reflection) > 0"
    with suppress(OperationalError):  # the database is not up again yet
        home.let_time_pass()
        return bool(home.value(is_over))
    return False


def database(home: Deployment) -> int:
    pid = listener_pid(home.home / "postgres/.s.PGSQL.5432")
    assert pid
    return pid


def redis(home: Deployment) -> int:
    pid = listener_pid(home.home / "redis/redis.sock")
    assert pid
    return pid


def indexed(home: Deployment) -> Callable[[], bool]:
    """Whether every episode can be found by its meaning and no job is left."""
    left = "SELECT (SELECT count(*) FROM episode WHERE indexed_at IS NULL) + (SELECT count(*) FROM outbox) AS left"
    return lambda: home.value(left) == 0


def settled(home: Deployment) -> bool:
    return eventually(lambda: not home.rows(UNANSWERED) and not home.rows(UNDELIVERED))
