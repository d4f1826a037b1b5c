"""What stands behind /discussion."""

import pytest

from bot.language.discussion_request import DiscussionRequest, find_speaker_question, read_discussion_request


@pytest.mark.parametrize(
    ("typed", "symbols", "request_"),
    [
        ("", (), DiscussionRequest()),
        ("2", (), DiscussionRequest(2)),
        ("page 3", (), DiscussionRequest(3)),
        ("0", (), DiscussionRequest(1)),
        ("bull", (), DiscussionRequest(1, "bull")),
        ("the Bear 2", (), DiscussionRequest(2, "bear")),
        ("research judge", (), DiscussionRequest(1, "research_judge")),
        ("judge", (), DiscussionRequest(1, "research_judge")),
        ("risk judge", (), DiscussionRequest(1, "risk_judge")),
        ("safe voice", (), DiscussionRequest(1, "safe")),
        ("market analyst", (), DiscussionRequest(1, "market")),
        ("AAPL", ("AAPL",), DiscussionRequest()),
        ("bull on apple 2", ("AAPL",), DiscussionRequest(2, "bull")),
        ("多头", (), DiscussionRequest(1, "bull")),
        ("空方 第2页", (), DiscussionRequest(2, "bear")),
        ("苹果 多方", ("AAPL",), DiscussionRequest(1, "bull")),
        ("第3页", (), DiscussionRequest(3)),
    ],
)
def test_when_understood_then_page_and_speaker(
    typed: str, symbols: tuple[str, ...], request_: DiscussionRequest
) -> None:
    assert read_discussion_request(typed.split(), symbols=symbols) == request_


@pytest.mark.parametrize("typed", ["foo", "99999", "bull foo", "-1", "2.5"])
def test_when_not_understood_then_those_words(typed: str) -> None:
    assert read_discussion_request(typed.split()) == typed.rsplit(maxsplit=1)[-1]


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ("what did the bear say?", "bear"),
        ("And what did the research judge say", "research judge"),
        ("what does the news analyst say?", "news analyst"),
        ("show me what the neutral voice said", "neutral voice"),
        ("what did the sentiment analyst find?", "sentiment analyst"),
        ("show me what the market said", None),
        ("空方说了什么?", "空方"),
        ("裁判怎么说", "裁判"),
        ("what did the news say?", None),
        ("what does the market think?", None),
        ("what did Bob say?", None),
        ("what did the bear say about our dinner?", None),
        ("what did the bull market do?", None),
        ("show the bull", None),
        ("市场怎么看", None),
        ("风险怎么看", None),
        ("新闻说了什么", None),
    ],
)
def test_a_question_for_the_words_of_a_speaker_names_it(text: str, speaker: str | None) -> None:
    assert find_speaker_question(text) == speaker
