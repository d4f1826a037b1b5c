"""Long texts that repeat a sign, number or phrase, or are noise: each is read, and none is a trade or a verdict."""

from datetime import UTC, datetime

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests.trades import Confirm
from bot.domain.conversation.surroundings import Surroundings
from bot.reading.agreement import TRADES
from bot.reading.reader import MessageReader
from tests.long_texts import long_texts
from tests.sample_market import MARKET, TODAY


def test_then_no_trade_and_no_confirmation() -> None:
    at = datetime(2013, 1, 31, 17, tzinfo=UTC)
    reader = MessageReader(Surroundings(instruments=MARKET, today=TODAY, pending=1, focus=("GOOG",)))
    for text in long_texts():
        reading = reader.read(MessageFacts(text=text, at=at, zone=UTC, market_time=at, asker="Ann"))
        assert not isinstance(reading.request, TRADES | Confirm), text[:80]
        assert reading.certainty > 0, text[:80]  # of a message whose reading raised an error it is zero
