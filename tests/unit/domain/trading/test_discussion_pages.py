"""What agents said, divided into pages."""

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.trading.decision_result import MOST_CHARACTERS, MOST_SPEECHES, AgentMessage, DiscussionFilter, pages_of

TEXTS = st.lists(st.text(st.sampled_from("ab \n"), max_size=4_000), max_size=15)


def said(*texts: str) -> tuple[AgentMessage, ...]:
    return tuple(AgentMessage(n, "bull", "judge", text) for n, text in enumerate(texts, 1))


@given(TEXTS)
def test_each_page_is_a_screen_and_nothing_is_lost_or_told_twice(texts: list[str]) -> None:
    pages = pages_of(said(*texts))
    for page in pages:
        assert 1 <= len(page) <= MOST_SPEECHES
        assert sum(len(part.text) for part in page) <= MOST_CHARACTERS
    parts = [part for page in pages for part in page]
    assert [part.message.number for part in parts if not part.is_continued] == list(range(1, len(texts) + 1))
    assert "".join("".join(part.text.split()) for part in parts) == "".join("".join(text.split()) for text in texts)


@given(TEXTS, st.text(max_size=3_000))
def test_what_is_said_later_changes_no_earlier_page_but_the_last(texts: list[str], later: str) -> None:
    before, after = pages_of(said(*texts)), pages_of(said(*texts, later))
    assert after[: max(len(before) - 1, 0)] == before[:-1]
    if before:
        assert after[len(before) - 1][: len(before[-1])] == before[-1]


def test_when_filtered_then_only_that_speaker_and_what_is_about_the_share() -> None:
    messages = (
        AgentMessage(1, "bull", "judge", "one", ("AAPL",)),
        AgentMessage(2, "bear", "judge", "two", ("AAPL",)),
        AgentMessage(3, "bull", "judge", "three", ("IBM",)),
        AgentMessage(4, "bull", "judge", "four"),
    )

    def numbers(speaker: str = "", symbol: str = "") -> list[int]:
        return [each.number for each in DiscussionFilter(speaker, symbol).select(messages)]

    assert numbers("bull") == [1, 3, 4]
    assert numbers(symbol="AAPL") == [1, 2, 4]
    assert numbers("bull", "IBM") == [3, 4]
    assert numbers("safe") == []
    assert pages_of(()) == ()
