"""Long texts that repeat a sign, number or phrase, or are noise: each is read, and none is a trade or a verdict."""

from datetime import UTC, datetime

import pytest

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import AnalyzeDeep, Confirm, Order
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.normalise import MAX_TEXT_LENGTH
from bot.reading.guard import TRADES
from bot.reading.reader import MessageReader
from bot.reading.trained.features import MAX_CHARACTERS
from tests.long_texts import long_texts
from tests.sample_market import MARKET, TODAY

READER = MessageReader(Surroundings(instruments=MARKET, today=TODAY, pending=1, focus=("GOOG",)))
AT = datetime(2013, 1, 31, 17, tzinfo=UTC)


@pytest.mark.parametrize("size", [MAX_TEXT_LENGTH, MAX_CHARACTERS])
def test_then_no_trade_and_no_confirmation(size: int) -> None:
    for text in long_texts(size)[::3]:
        reading = READER.read(MessageFacts(text=text, at=AT, zone=UTC, market_time=AT, asker="Ann"))
        is_asked = isinstance(reading.request, Order) and reading.request.needs_side
        is_asked |= isinstance(reading.request, AnalyzeDeep) and not reading.request.terms.names_size
        terms = reading.request.terms if isinstance(reading.request, TRADES) else None
        is_trade = terms is not None and not (terms.problems or terms.shares.unknown or is_asked)
        assert not isinstance(reading.request, Confirm), text[:80]
        assert not is_trade, text[:80]
        assert reading.certainty > 0, text[:80]  # of a message whose reading raised an error it is zero


def test_of_more_than_300_tokens_then_not_read() -> None:
    text = "5%" * 300
    reading = READER.read(MessageFacts(text=text, at=AT, zone=UTC, market_time=AT, asker="Ann"))
    assert isinstance(reading.request, NotUnderstood)
    assert reading.request.terms.problems == (Problem.MESSAGE_CUT,)
