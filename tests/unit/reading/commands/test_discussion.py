"""What stands behind /discussion."""

import pytest

from bot.domain.conversation.requests.analysis import ShowDiscussion
from bot.reading.commands.shares import read_discussion_request


@pytest.mark.parametrize(
    ("typed", "symbols", "request_"),
    [
        ("", (), ShowDiscussion()),
        ("2", (), ShowDiscussion(page=2)),
        ("page 3", (), ShowDiscussion(page=3)),
        ("0", (), ShowDiscussion()),
        ("bull", (), ShowDiscussion(speaker="bull")),
        ("the Bear 2", (), ShowDiscussion(speaker="bear", page=2)),
        ("research judge", (), ShowDiscussion(speaker="research_judge")),
        ("judge", (), ShowDiscussion(speaker="research_judge")),
        ("risk judge", (), ShowDiscussion(speaker="risk_judge")),
        ("safe voice", (), ShowDiscussion(speaker="safe")),
        ("market analyst", (), ShowDiscussion(speaker="market")),
        ("AAPL", ("AAPL",), ShowDiscussion(share="AAPL")),
        ("bull on apple 2", ("AAPL",), ShowDiscussion(share="AAPL", speaker="bull", page=2)),
        ("多头", (), ShowDiscussion(speaker="bull")),
        ("空方 第2页", (), ShowDiscussion(speaker="bear", page=2)),
        ("苹果 多方", ("AAPL",), ShowDiscussion(share="AAPL", speaker="bull")),
        ("第3页", (), ShowDiscussion(page=3)),
    ],
)
def test_when_understood_then_page_and_speaker(typed: str, symbols: tuple[str, ...], request_: ShowDiscussion) -> None:
    assert read_discussion_request(typed, symbols=symbols) == request_


@pytest.mark.parametrize("typed", ["foo", "99999", "bull foo", "-1", "2.5"])
def test_when_not_understood_then_those_words(typed: str) -> None:
    words = typed.rsplit(maxsplit=1)[-1]
    assert read_discussion_request(typed) == ShowDiscussion(not_understood=words)
