"""Which messages ask how good the forecasts were; the win rate of the account's trades is something else."""

from datetime import date

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.language.understand import understand

CONTEXT = Surroundings(
    instruments=load_instruments(frozenset({"AAPL", "FB", "GOOG", "IBM", "MSFT"})), today=date(2013, 1, 31)
)
SCORES = (
    "/review score",
    "/review scores",
    "/review accuracy",
    "/score",
    "how good are your forecasts?",
    "What's your track record?",
    "whats our track record",
    "track record?",
    "how accurate are you",
    "forecast accuracy please",
    "预测准确率",
    "你的预测准吗？",
    "你之前的判断准确率有多高?",
    "/review 预测",
    "/回顾 准确率",
)
OTHERS = {
    "what's our win rate?": "trades",
    "胜率": "trades",
    "/review": "review",
    "/review 30": "review",
    "/review last week": "review",
    "What's our track record on AAPL?": None,
    "how did our decisions do last week?": None,
}


@pytest.mark.parametrize("text", SCORES)
def test_asks_for_the_score(text: str) -> None:
    understood = understand(text, CONTEXT)
    assert (understood.intent, understood.command) == (Intent.REVIEW, "score")


def test_score_of_one_share() -> None:
    understood = understand("/review score IBM", CONTEXT)
    assert (understood.command, understood.entities.symbols) == ("score", ("IBM",))


@pytest.mark.parametrize(("text", "command"), OTHERS.items())
def test_asks_for_something_else(text: str, command: str | None) -> None:
    assert understand(text, CONTEXT).command == command
