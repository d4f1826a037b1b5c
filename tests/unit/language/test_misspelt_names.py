"""Misspelt names: understood where one known name is near, never where the word is another one."""

import pytest

from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.language.understand import understand
from bot.language.understanding import Entities
from tests.labelled_utterances import MARKET, TODAY


def entities(text: str) -> Entities:
    return understand(text, Surroundings(instruments=MARKET, today=TODAY)).entities


@pytest.mark.parametrize(
    ("text", "typed", "symbol"),
    [
        ("analyze googel", "googel", "GOOG"),
        ("shuold i by appl", "appl", "AAPL"),
        ("sell half of my micorsoft", "micorsoft", "MSFT"),
        ("how is facebok", "facebok", "FB"),
        ("what about mfst", "mfst", "MSFT"),
        ("分析谷哥", "谷哥", "GOOG"),
        ("买10股平果", "平果", "AAPL"),
    ],
)
def test_when_one_name_is_near_then_it_is_read_and_marked(text: str, typed: str, symbol: str) -> None:
    found = entities(text)
    assert found.symbols == (symbol,)
    assert [(each.typed, each.symbol) for each in found.misspelt] == [(typed, symbol)]


@pytest.mark.parametrize(
    "text",
    ["apply it", "good", "a goggle", "the results are ample", "水果怎么样", "结果如何", "股票怎么样", "AAPL", "apple"],
)
def test_when_it_is_another_word_or_right_then_nothing_is_marked(text: str) -> None:
    assert entities(text).misspelt == ()


def test_when_a_misspelt_name_is_confirmed_then_it_is_no_confirmation() -> None:
    found = understand("confirm appl", Surroundings(instruments=MARKET, today=TODAY, pending=1))
    assert found.intent is not Intent.CONFIRM
