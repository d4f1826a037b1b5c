"""A whole process: what is beyond a cap is carried out by the button of the second question, and by nothing else."""

from tests.e2e.chat_process import ChatProcess, Said
from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_books_balance


def test_beyond_a_cap_then_confirm_asks_and_only_the_second_button_does_it(deployment: Deployment) -> None:
    with ChatProcess(deployment, "--thread", "one") as chat:
        card = chat.ask("buy 1000000 shares of GOOG")
        assert card["brief"].startswith("⚠ 4.5 × the cap of 20 % per position: 89.9 % of the account\n")
        assert {name for each in card["buttons"] for name in each} == {"id", "label"}
        assert _accept_of(chat.ask("confirm")) == _accept_of(chat.ask("yes"))
        chat.press(card["buttons"][0]["id"])
        accept = _accept_of(chat.hear())
        assert chat.end() == 0
    with ChatProcess(deployment, "--thread", "one") as chat:  # it survives a restart
        chat.press(accept)
        chat.press(accept)
        assert sum("bought 119 GOOG" in chat.hear()["text"] for _ in range(2)) == 1
        assert chat.end() == 0
    assert_books_balance(deployment)


def _accept_of(said: Said) -> str:
    """Return the id of the button in an answer that has asked."""
    assert "89.9 % of the account, 4.5 × the cap of 20 %" in said["brief"]
    ids = [str(each["id"]) for each in said["buttons"]]
    return next(each for each in ids if each.startswith("confirm_beyond_cap:"))
