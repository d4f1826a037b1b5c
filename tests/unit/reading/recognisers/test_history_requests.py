"""What stands behind /history: times as people write them without a sentence, people and ids."""

from datetime import UTC, date, datetime

import pytest

from bot.reading.recognisers.history_requests import read_history_request

NOW = datetime(2026, 11, 25, 12, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    ("text", "since", "words"),
    [
        ("november", date(2026, 11, 1), ""),
        ("Nov", date(2026, 11, 1), ""),
        ("december", date(2025, 12, 1), ""),
        ("may", date(2026, 5, 1), ""),
        ("spring", date(2026, 3, 1), ""),
        ("friday", date(2026, 11, 20), ""),
        ("this week", date(2026, 11, 23), ""),
        ("10 days", date(2026, 11, 15), ""),
        ("2025", date(2025, 1, 1), ""),
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
    request = read_history_request(text, now=NOW, zone=UTC)
    assert request.time is not None
    assert (request.time.since.date(), request.words) == (since, words)


@pytest.mark.parametrize(
    ("text", "words", "speaker"),
    [
        ("Ann", "Ann", ""),
        ("the 1a2b3c4d", "1a2b3c4d", ""),
        ("5", "5", ""),
        ("2013-02-31", "2013-02-31", ""),
        ("google by Ann", "google by Ann", "Ann"),
        ("with Bob Stone", "with Bob Stone", "Bob Stone"),
        ("和王芳", "和王芳", "王芳"),
        ("", "", ""),
    ],
)
def test_people_and_ids(text: str, words: str, speaker: str) -> None:
    request = read_history_request(text, now=NOW, zone=UTC)
    assert request.time is None
    assert (request.words, request.speaker) == (words, speaker)
