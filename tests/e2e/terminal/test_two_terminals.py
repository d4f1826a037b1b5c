"""Several processes on one home share one account and the servers, which stop with the last process."""

import psutil
import pytest

from tests.e2e.chat_process import ChatProcess
from tests.e2e.conftest import stopped
from tests.e2e.deployment import ENGINE_SECONDS, Deployment
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once
from tests.waiting import eventually


@pytest.mark.faults
def test_two_terminals_on_one_home_then_one_account_and_the_servers_stay_until_the_last_leaves(
    home: Deployment,
) -> None:
    with ChatProcess(home) as first, ChatProcess(home) as second:
        first.say("should I buy GOOG? at most $3,000")
        second.say("should I buy IBM? at most $3,000")
        cards = first.hear(), second.hear()
        first.say("ok, do it")
        second.say("ok, do it")
        done = first.hear(), second.hear()
        shown = first.ask("/portfolio"), second.ask("/portfolio")
        assert_books_balance(home)
        assert first.end() == 0
        assert second.ask("analyze MSFT")["symbols"] == ["MSFT"]
        assert eventually(psutil.Process(second.process.pid).children)  # its worker
        assert len(processes_of(home)) > 4
        assert second.end() == 0
    assert stopped(home)
    assert eventually(lambda: not processes_of(home))

    assert cards[0]["conversation_id"] != cards[1]["conversation_id"]
    assert [each["decisions"][0]["status"] for each in done] == ["filled", "filled"]
    assert all(symbol in each["text"] for each in shown for symbol in ("GOOG", "IBM"))


@pytest.mark.faults
def test_terminal_killed_then_its_worker_and_servers_end(home: Deployment) -> None:
    with ChatProcess(home) as chat:
        chat.ask("analyze AAPL")
        assert eventually(psutil.Process(chat.process.pid).children)
        chat.kill()
    assert stopped(home)
    assert eventually(lambda: not processes_of(home))


def processes_of(home: Deployment) -> list[int]:
    """Every process whose environment, command line or working folder names the home, zombies included."""
    found = []
    for process in psutil.process_iter():
        try:
            places = [*process.cmdline(), *process.environ().values(), process.cwd()]
        except psutil.NoSuchProcess:
            continue
        except psutil.AccessDenied:
            places = []
        if any(str(home.home) in deployment for deployment in places):
            found.append(process.pid)
    return found


def test_another_terminal_shows_the_answer_then_who_asked_shows_it_too_and_ends(deployment: Deployment) -> None:
    thread, slowly = ("--thread", "shared"), {ENGINE_SECONDS: "0", "TURN_LEASE_SECONDS": "3"}
    with ChatProcess(deployment, *thread, **slowly) as asking, ChatProcess(deployment, *thread, **slowly) as other:
        other.ask("analyze IBM")
        with deployment.engine_held():
            asking.say("should I buy GOOG? at most $3,000")
            assert eventually(lambda: deployment.value("SELECT count(*) FROM turn") == 2)
            asking.stop()
        assert eventually(lambda: is_delivered_after_some_time(deployment))
        asking.go_on()
        assert asking.end() == 0
        assert other.end() == 0

    assert [each["turn"] for each in asking.said] == [2]
    assert 2 in {each["turn"] for each in other.said}
    assert {each["thread"] for each in (*asking.said, *other.said)} == {"shared"}
    assert_every_turn_answered_once(deployment)


def is_delivered_after_some_time(deployment: Deployment) -> bool:
    """Let time pass and return whether every reply is delivered, by whoever is awake."""
    deployment.let_time_pass()
    delivered: bool = deployment.value("SELECT count(*) = 2 FROM reply WHERE delivered_at IS NOT NULL")
    return delivered
