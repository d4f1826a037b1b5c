"""A trade in a share that nobody names is never read as one in the share that is talked of."""

from datetime import date

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.requests.talk import NextStep
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.language.understand import understand
from bot.language.understanding import Understanding

OPEN = (
    "should i buy something",
    "should we sell anything",
    "is it time to buy sth?",
    "buy something",
    "buy some stock",
    "buy me a stock please",
    "i want to buy something",
    "should i buy a stock today",
    "can i buy something with $500",
    "buy $500 of something",
    "no, should i buy something",
    "should i just buy something already",
    "is there something i should buy",
    "anything worth buying",
    "buy 2 of the ones on the list",
    "buy two of the ones on the list",
    "买列表上的两只",
    "要不要买点什么",
    "要不要卖点什么",
    "我想买点什么",
    "买点股票",
    "我们买点什么好",
    "要不要买什么股票",
)
OF_SHARE = (
    "buy some more",
    "buy a share",
    "sell some shares",
    "should i buy some more stock",
    "should i buy it",
    "buy some apple stock",
    "买点",
    "要不要买点",
    "买点苹果",
)
OTHER = {
    "no no, we didnt want to sell or buy anything": Intent.UNKNOWN,
    "don't buy anything": Intent.UNKNOWN,
    "did we buy anything yesterday": Intent.REVIEW,
    "我们买过什么股票": Intent.REVIEW,
}


def _read(text: str, *, pending: int = 0) -> Understanding:
    context = Surroundings(load_instruments(), date(2013, 1, 31), focus=("IBM",), pending=pending)
    return understand(text, context)


def test_a_share_left_open_is_not_chosen(subtests: pytest.Subtests) -> None:
    for text in OPEN:
        for pending in (0, 1):
            with subtests.test(text, pending=pending):
                understood = _read(text, pending=pending)
                assert (understood.intent, understood.lead_on) == (Intent.UNKNOWN, NextStep.CHOICE)


def test_more_of_the_share_talked_of_is_no_open_choice(subtests: pytest.Subtests) -> None:
    for text in OF_SHARE:
        with subtests.test(text):
            understood = _read(text)
            assert (understood.intent, understood.lead_on) == (Intent.DECIDE, None)


def test_what_was_or_is_not_to_be_traded_is_no_open_choice(subtests: pytest.Subtests) -> None:
    for text, intent in OTHER.items():
        with subtests.test(text):
            understood = _read(text)
            assert (understood.intent, understood.lead_on) == (intent, None)
