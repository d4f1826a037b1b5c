"""A holding is renamed in a process of its own, undone in the next, and merged: all books follow to the cent."""

from decimal import Decimal

from tests.e2e.chat_process import ChatProcess, Said
from tests.e2e.deployment import Deployment
from tests.e2e.invariants import AGAINST_THE_BROKER, assert_every_turn_answered_once

HELD = "SELECT symbol, shares FROM position ORDER BY symbol"
CASH = "SELECT cash FROM account WHERE market = 'sample'"


def button_of(said: Said, kind: str) -> str:
    return next(str(each["id"]) for each in said["buttons"] if each["id"].startswith(f"{kind}:"))


def held(deployment: Deployment) -> dict[str, Decimal]:
    return {row["symbol"]: row["shares"] for row in deployment.rows(HELD)}


def test_renamed_undone_after_a_restart_and_merged_then_all_books_agree(deployment: Deployment) -> None:
    with ChatProcess(deployment, "--thread", "one") as chat:
        chat.press(button_of(chat.ask("buy 10 AAPL"), "confirm"))
        assert "bought 10 AAPL" in chat.hear()["text"]
        card = chat.ask("/holding AAPL rename IBM")
        assert "10 AAPL → 10 IBM" in card["text"]
        for _ in range(2):
            chat.press(button_of(card, "holding_confirm"))
        told = sorted(chat.hear()["text"].split(":")[0] for _ in range(2))
        assert sum("Done by" in each for each in told) == 1
        assert chat.end() == 0
    assert held(deployment) == {"IBM": Decimal(10)}
    assert deployment.rows(AGAINST_THE_BROKER) == []

    with ChatProcess(deployment, "--thread", "one") as chat:
        chat.press(button_of(chat.ask("/holding undo"), "holding_undo"))
        assert "10 AAPL are held again" in chat.hear()["text"]
        assert held(deployment) == {"AAPL": Decimal(10)}
        before = deployment.value(CASH)
        chat.press(button_of(chat.ask("/holding AAPL convert IBM 0.252 142.50"), "holding_confirm"))
        assert "10 AAPL are 2 IBM and cash now" in chat.hear()["text"]
        assert deployment.value(CASH) - before == Decimal("1530.60")
        assert held(deployment) == {"IBM": Decimal(2)}
        chat.press(button_of(chat.ask("sell 1 IBM"), "confirm"))
        assert "sold 1 IBM" in chat.hear()["text"]
        assert "cannot be undone" in chat.ask("/holding undo")["text"]
        assert chat.end() == 0
    assert deployment.rows(AGAINST_THE_BROKER) == []
    assert_every_turn_answered_once(deployment)
