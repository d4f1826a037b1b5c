"""The second opinion: it makes the rules unsure or says what to ask about, and gives no verdict."""

import pytest

from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.language.intents.intent_examples import example_counts
from bot.language.understand import understand
from bot.language.understanding import Understanding
from tests.labelled_utterances import MARKET, TODAY

SURE = 0.6


def read(text: str, *, pending: int = 0) -> Understanding:
    return understand(text, Surroundings(instruments=MARKET, today=TODAY, focus=("GOOG",), pending=pending))


def test_when_counted_then_every_intent_has_examples() -> None:
    assert set(example_counts().of_intent) == set(Intent)


@pytest.mark.parametrize("text", ["could the whole thing be wrong", "nobody buys these any longer", "这么说也太随便了"])
def test_when_no_rule_is_sure_then_asked_back(text: str) -> None:
    assert read(text).confidence < SURE or read(text).intent is Intent.EXPLAIN


@pytest.mark.parametrize("text", ["the usual then", "as we said", "carry on like that", "随便吧", "看着办"])
def test_when_only_the_examples_could_confirm_then_nothing_is_confirmed(text: str) -> None:
    assert read(text, pending=1).intent is not Intent.CONFIRM
