"""A process that is frozen during an answer loses its lease, and notices before it writes."""

import pytest

from tests.e2e.chat_process import ChatProcess
from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once
from tests.waiting import eventually

LEASE = {"TURN_LEASE_SECONDS": "3"}
BUY = "buy $800 of GOOG"


# Frozen while it stores the order, while the broker fills it, while it stores the answer.
@pytest.mark.faults
@pytest.mark.parametrize("table", ["fill", "trade_order", "message"])
def test_frozen_while_confirming_then_another_answers_and_there_is_one_order(
    deployment: Deployment, table: str
) -> None:
    thread = ("--thread", "one")
    with ChatProcess(deployment, *thread, **LEASE) as one, ChatProcess(deployment, *thread, **LEASE) as two:
        one.ask(BUY)  # whoever answers it, it is delivered where it was asked: the next line waits for it
        with deployment.locked(table) as barrier:
            one.say("ok, do it")
            assert eventually(barrier.waiting)
            frozen = one if one.process.pid == holder(deployment) else two
            frozen.stop()
            barrier.cut_off()
        assert eventually(lambda: deployment.value("SELECT bool_and(status = 'answered') FROM turn"))
        frozen.go_on()
        assert eventually(lambda: deployment.value("SELECT bool_and(delivered_at IS NOT NULL) FROM reply"))

    assert deployment.value("SELECT count(*) FROM trade_order") == deployment.value("SELECT count(*) FROM fill") == 1
    assert_every_turn_answered_once(deployment)
    assert_books_balance(deployment)


def holder(deployment: Deployment) -> int | None:
    """The process that holds the conversation's lease; an owner is named host:pid:id."""
    owner = deployment.value("SELECT lease_owner FROM conversation")
    return int(owner.split(":")[-2]) if owner else None
