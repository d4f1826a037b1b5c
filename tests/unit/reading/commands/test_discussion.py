"""What stands behind /discussion."""

import pytest

from bot.domain.conversation.requests.analysis import ShowDiscussion
from bot.reading.commands.shares import read_discussion_request


@pytest.mark.parametrize(
    ("typed", "symbols", "request_"),
    [
        ("", (), ShowDiscussion()),
        ("0", (), ShowDiscussion()),
        ("多头", (), ShowDiscussion(speaker="bull")),
        ("空方 第2页", (), ShowDiscussion(speaker="bear", page=2)),
    ],
)
def test_when_understood_then_page_and_speaker(typed: str, symbols: tuple[str, ...], request_: ShowDiscussion) -> None:
    assert read_discussion_request(typed, symbols=symbols) == request_


@pytest.mark.parametrize("typed", ["-1"])
def test_when_not_understood_then_those_words(typed: str) -> None:
    words = typed.rsplit(maxsplit=1)[-1]
    assert read_discussion_request(typed) == ShowDiscussion(not_understood=words)
