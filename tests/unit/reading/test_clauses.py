"""Requests among talk: what one clause surely asks or changes counts, an exact cancellation too, and no trade."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Final

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.memory import Remember
from bot.domain.conversation.requests.trades import Cancel, Confirm, CorrectOrder, Order, OrderPart, ReadBack
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.query import FigureQuery
from bot.domain.market.instruments import InstrumentTable
from bot.reading.reader import MessageReader

MARKET: Final = InstrumentTable(load_instruments())
AT: Final = datetime(2013, 1, 31, 17, tzinfo=UTC)


def read(text: str, *, has_card: bool = False) -> Request:
    around = Surroundings(
        MARKET, date(2013, 1, 31), ("IBM",), pending=int(has_card), is_card_last=has_card, has_own_card=has_card
    )
    message = MessageFacts(text=text, at=AT, zone=UTC, market_time=AT, asker="Ann")
    return MessageReader(around).read(message).request


@pytest.mark.parametrize(
    "text",
    [
        "没有就算了😂 那第二个问题 脸书和谷歌今年谁涨得多",
        "lol you lost. what's the p/e of microsoft?",
    ],
)
def test_a_question_among_talk_is_answered(text: str) -> None:
    assert isinstance(read(text), FigureQuery)


def test_a_change_among_talk_is_made() -> None:
    assert isinstance(read("行就按这个 但是50股够了", has_card=True), CorrectOrder)


@pytest.mark.parametrize(
    "text", ["Good heavens. Cancel IBM.", "取消吧 我想想", "i said cancel!!", "先撤了 等财报再说", "too dear, drop it"]
)
def test_a_cancellation_among_talk_cancels(text: str) -> None:
    assert isinstance(read(text, has_card=True), Cancel)


@pytest.mark.parametrize(
    "text",
    [
        "leave it for now, we'll sleep on it",
        "取消 等等 先别",
        "cancel? no way",
        "don't cancel it. i like it",
        "我先撤,你别撤,回头聊",
    ],
)
def test_a_second_thought_cancels_nothing(text: str) -> None:
    assert not isinstance(read(text, has_card=True), Cancel | Confirm)


@pytest.mark.parametrize("text", ["that all looks right to me, please proceed then"])
def test_agreement_is_read_back_and_confirms_nothing(text: str) -> None:
    assert isinstance(read(text, has_card=True), ReadBack)


@pytest.mark.parametrize("text", ["don't confirm it, looks nice", "if it falls go ahead", "nice, but not today"])
def test_doubted_agreement_is_not_even_read_back(text: str) -> None:
    assert not isinstance(read(text, has_card=True), ReadBack | Confirm)


@pytest.mark.parametrize(
    "text", ["lol. he said sell 5 ibm", "haha ok. if it dips buy 5 goog", "nah. my brother buys 5 msft"]
)
def test_no_trade_is_made_of_a_clause(text: str) -> None:
    request = read(text)
    assert not isinstance(request, Order) or request.terms.problems
    assert not isinstance(request, OrderPart)


def test_make_it_a_percentage_is_of_the_account() -> None:
    request = read("make it 5 %", has_card=True)
    assert isinstance(request, Order)
    assert request.is_change
    assert str(request.terms.size.unit if request.terms.size else "") == "assets"


@pytest.mark.parametrize("text", ["全仓谷歌", "满仓买入微软"])
def test_all_in_is_all_the_cash(text: str) -> None:
    request = read(text)
    assert isinstance(request, Order)
    assert request.terms.size is not None
    assert (request.terms.size.value, str(request.terms.size.unit)) == (Decimal(1), "cash")


def test_a_past_day_no_slot_has_is_the_time_of_the_figure() -> None:
    request = read("What was the price of IBM on 2012-12-31, then? I shall do the division myself.")
    assert isinstance(request, FigureQuery)
    assert request.when is not None


@pytest.mark.parametrize("text", ["那按上限买 GOOG", "buy goog up to the limit"])
def test_as_much_as_a_limit_allows_is_asked_about(text: str) -> None:
    assert not isinstance(read(text), Order)


@pytest.mark.parametrize("text", ["remember that card? cancel it", "remember that limit i set? lift it"])
def test_what_only_begins_like_a_note_is_none(text: str) -> None:
    assert not isinstance(read(text, has_card=True), Remember)
