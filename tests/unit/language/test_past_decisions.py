"""Questions about what came of a decision are answered with decisions, not with a scenario or an earlier analysis."""

from datetime import date

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.language.understand import understand
from bot.language.understanding import Understanding

DECIDED_OTHERWISE = {
    "how would the msft one have done if i hadnt cancelled": "MSFT",
    "what would the goog trade have made if i had confirmed": "GOOG",
    "what would i have made if i hadn't canceled the ibm buy": "IBM",
    "how much would i have made had i confirmed": "",
    "what if we'd confirmed": "",
    "what would have happened if i'd let it expire": "",
    "要是没取消会怎样": "",
    "如果当时确认了会赚多少": "",
    "要是当时确认了谷歌那笔会怎样": "GOOG",
    "如果没取消微软那单现在赚多少": "MSFT",
    "当初要是没拒绝会怎么样": "",
    "要是昨天确认了会怎样": "",
    "如果我当时没有取消微软": "MSFT",
}
STILL_OPEN = (
    "what if i cancel",
    "what if i confirm",
    "what if i had sold",
    "如果我确认会怎样",
    "如果取消会怎样",
    "如果没人确认会怎样",
)
DATED = {
    "昨天买的谷歌怎么样了": "GOOG",
    "上周买的苹果现在怎么样": "AAPL",
    "昨天卖的谷歌怎么样了": "GOOG",
    "昨天那笔谷歌怎么样了": "GOOG",
    "昨天那笔赚了吗": "",
    "how is the google we bought yesterday doing": "GOOG",
    "hows the google i bought yesterday": "GOOG",
    "how's yesterday's google trade doing": "GOOG",
}
OTHER = {
    "谷歌昨天怎么样": Intent.ANALYZE,
    "how did google trade yesterday": Intent.ANALYZE,
    "how is google's position in the market last week": Intent.ANALYZE,
    "how was google yesterday": Intent.ANALYZE,
    "why did we buy google yesterday": Intent.EXPLAIN,
    "should i sell the google i bought yesterday": Intent.DECIDE,
    "昨天买的谷歌要不要卖": Intent.DECIDE,
}


def _read(text: str, *, pending: int = 0) -> Understanding:
    context = Surroundings(load_instruments(), date(2013, 1, 31), focus=("IBM",), pending=pending)
    return understand(text, context)


def test_a_decision_supposed_otherwise_is_looked_up_over_all_time(subtests: pytest.Subtests) -> None:
    for text, symbol in DECIDED_OTHERWISE.items():
        for pending in (0, 1):
            with subtests.test(text, pending=pending):
                understood = _read(text, pending=pending)
                assert (understood.intent, understood.pages.is_all) == (Intent.REVIEW, True)
                assert understood.confidence > 0.95
                assert understood.entities.symbols == ((symbol,) if symbol else ())


def test_what_can_still_be_decided_or_was_never_proposed_is_a_scenario(subtests: pytest.Subtests) -> None:
    for text in STILL_OPEN:
        with subtests.test(text):
            assert _read(text, pending=1).intent is Intent.FOLLOWUP


def test_the_date_of_a_trade_is_that_of_the_decision(subtests: pytest.Subtests) -> None:
    for text, symbol in DATED.items():
        with subtests.test(text):
            understood = _read(text)
            assert understood.intent is Intent.REVIEW
            assert understood.entities.symbols == ((symbol,) if symbol else ())
            assert understood.entities.dates


def test_another_question_with_a_date_keeps_its_meaning(subtests: pytest.Subtests) -> None:
    for text, intent in OTHER.items():
        with subtests.test(text):
            assert _read(text).intent is intent
