"""What stands behind /history: times as people write them without a sentence, people and ids."""

from datetime import UTC, date, datetime

import pytest

from adapters.market.instruments import load_instruments
from adapters.market.sample import SampleMarket
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests.memory import ShowConversations
from bot.domain.conversation.surroundings import Surroundings
from bot.reading.commands.reader import read_command

NOW = datetime(2026, 11, 25, 12, tzinfo=UTC)  # a Wednesday


def history(text: str) -> ShowConversations:
    around = Surroundings(load_instruments(SampleMarket.benchmark), NOW.date())
    message = MessageFacts(text=text, at=NOW, zone=UTC, market_time=NOW, asker="Ann")
    reading = read_command(f"/history {text}", around, message)
    assert reading is not None
    assert isinstance(reading.request, ShowConversations)
    return reading.request


@pytest.mark.parametrize(
    ("text", "since", "words"),
    [
        ("november", date(2026, 11, 1), ""),
        ("Nov", date(2026, 11, 1), ""),
        ("may", date(2026, 5, 1), ""),
        ("spring", date(2026, 3, 1), ""),
        ("friday", date(2026, 11, 20), ""),
        ("this week", date(2026, 11, 23), ""),
        ("10 days", date(2026, 11, 15), ""),
        ("q3", date(2026, 7, 1), ""),
        ("十一月", date(2026, 11, 1), ""),
        ("周五", date(2026, 11, 20), ""),
        ("Ann november", date(2026, 11, 1), "Ann"),
        ("Ann in may", date(2026, 5, 1), "Ann"),
        ("IBM last week", date(2026, 11, 16), "IBM"),
        ("王芳 上周", date(2026, 11, 16), "王芳"),
    ],
)
def test_times(text: str, since: date, words: str) -> None:
    request = history(text)
    assert request.since is not None
    assert (request.since.date(), request.words) == (since, words)


@pytest.mark.parametrize(
    ("text", "words", "speaker"),
    [
        ("Ann", "Ann", ""),
        ("the 1a2b3c4d", "1a2b3c4d", ""),
        ("2013-02-31", "2013-02-31", ""),
        ("google by Ann", "google by Ann", "Ann"),
        ("with Bob Stone", "with Bob Stone", "Bob Stone"),
        ("和王芳", "和王芳", "王芳"),
    ],
)
def test_people_and_ids(text: str, words: str, speaker: str) -> None:
    request = history(text)
    assert request.since is None
    assert (request.words, request.speaker) == (words, speaker)
