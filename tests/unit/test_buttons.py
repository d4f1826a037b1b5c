"""Button ids: what they say, and that a stranger's text is none."""

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.buttons import ButtonRef, Press, parse
from bot.domain.ids import DecisionId

ID = DecisionId(UUID("01890a5d-ac96-774b-bcce-b302099a8057"))


@given(st.sampled_from(Press), st.uuids(), st.integers(1, 2**31 - 1))
def test_parse_when_it_was_ours_then_says_what_it_was_made_of(press: Press, decision: UUID, version: int) -> None:
    ref = ButtonRef(press, DecisionId(decision), version)

    assert parse(str(ref)) == ref


@pytest.mark.parametrize("version", ["0", "-1", "+1", "1_0", " 1", "１", "", "x", str(2**31), "9" * 20, "9" * 5_000])
def test_parse_when_no_decision_can_have_that_version_then_none(version: str) -> None:
    assert parse(f"confirm:{ID}:{version}") is None


@pytest.mark.parametrize("text", ["", "confirm", "confirm:1:1", f"sell:{ID}:1", f"confirm:{ID}", f"confirm:{ID}:1:1"])
def test_parse_when_it_is_none_of_ours_then_none(text: str) -> None:
    assert parse(text) is None
