"""A whole process: it compares the account with the broker at its start, and trades nothing while they differ."""

from tests.e2e.chat_process import ChatProcess, parley
from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_books_balance
from tests.waiting import eventually

DIFFERS = "SELECT differs FROM account WHERE market = 'sample'"


def test_books_differ_then_refused_and_named_until_they_agree(deployment: Deployment) -> None:
    with ChatProcess(deployment, "--thread", "one") as chat:
        chat.press(chat.ask("buy 3 GOOG")["buttons"][0]["id"])
        assert "bought 3 GOOG" in chat.hear()["text"]
        confirm = chat.ask("buy 2 IBM")["buttons"][0]["id"]
        assert chat.end() == 0
    with deployment.database() as database:
        database.execute("UPDATE paper_position SET shares = 5")
    with ChatProcess(deployment, "--thread", "one") as chat:
        assert eventually(lambda: deployment.value(DIFFERS))
        chat.press(confirm)
        assert "GOOG: 3 shares here, 5 at the broker" in chat.hear()["text"]
        doctor = parley(deployment, "doctor")
        assert "GOOG, position: 3 here, 5 at the broker; nothing is traded on it" in doctor.stdout
        assert doctor.returncode == 1
        assert chat.end() == 0
    with deployment.database() as database:
        database.execute("UPDATE paper_position SET shares = 3")
    with ChatProcess(deployment, "--thread", "one") as chat:
        assert eventually(lambda: not deployment.value(DIFFERS))
        chat.press(confirm)
        assert "bought 2 IBM" in chat.hear()["text"]
        assert chat.end() == 0
    assert_books_balance(deployment)
