"""What the fusion state keeps of what people have said: views on the share, with names, few of them."""

from typing import Any

import pytest

from bot.domain.committee.fusion import TeamPoint
from bot.domain.conversation.history import Role
from bot.domain.conversation.retrieval import ConversationContext
from bot.engines.committee.engine import LONGEST, MOST_POINTS, team_summary
from tests.fakes.decision_requests import decision_request
from tests.unit.domain.memory.messages import overheard, said

NAMES = {"GOOG": ("Google",), "FB": ("Facebook", "脸书")}


def points(*symbols: str, of: str = "GOOG", **context: Any) -> tuple[TeamPoint, ...]:  # noqa: ANN401 - any field
    asked = decision_request(*(symbols or ("GOOG",)), context=ConversationContext(**context), names=NAMES)
    return team_summary(asked, of)


def test_views_said_to_parley_and_beside_it_with_their_names_the_latest_last() -> None:
    window = (said("The trend looks broken to me", author="Ann"), said("It has fallen.", Role.ASSISTANT))
    assert points(window=window, overheard=(overheard("Earnings will beat", by="Bob"),)) == (
        TeamPoint("Ann", "The trend looks broken to me"),
        TeamPoint("Bob", "Earnings will beat"),
    )


@pytest.mark.parametrize(
    "text", ["/analyze GOOG deep", "What about the trend?", "趋势怎么样？", "thanks, see you at lunch", "好的，明天见"]
)
def test_commands_questions_and_small_talk_are_no_views(text: str) -> None:
    assert points(window=(said(text),)) == ()


def test_parleys_own_answers_are_not_the_teams_views() -> None:
    assert points(window=(said("The trend is up and earnings beat.", Role.ASSISTANT),)) == ()


def test_what_names_another_share_that_is_asked_about_is_that_ones() -> None:
    window = (
        said("Facebook has weak momentum", author="Ann"),
        said("google beats FB on valuation", author="Bob"),
        said("feedback on earnings was strong", author="Cho"),
    )
    assert [each.by for each in points("GOOG", "FB", window=window)] == ["Bob", "Cho"]
    assert [each.by for each in points("GOOG", "FB", of="FB", window=window)] == ["Ann", "Bob", "Cho"]


def test_it_is_bounded() -> None:
    talk = tuple(overheard(f"The trend breaks {number}, " + "strong " * 60) for number in range(12))
    kept = points(overheard=talk)
    assert 0 < len(kept) <= MOST_POINTS
    assert all(len(each.text) <= LONGEST for each in kept)
