"""Button ids: what they say, and that a stranger's text is none."""

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.conversation.buttons import (
    AdjustRef,
    AnyButtonRef,
    ButtonAction,
    ButtonRef,
    DebateRef,
    GroupAction,
    GroupRef,
    StopRef,
    Vote,
    VoteRef,
    parse_button,
)
from bot.domain.ids import DecisionId, TurnId

ID = DecisionId(UUID("01890a5d-ac96-774b-bcce-b302099a8057"))

versions = st.integers(1, 2**31 - 1)
adjusts = st.builds(ButtonRef, st.just(ButtonAction.ADJUST), st.uuids(), versions)
amounts = st.text().map(lambda text: text.replace(":", " ").strip())
notes = st.text().map(str.strip)  # colons and all: a note is a sentence
refs = st.one_of(
    st.builds(ButtonRef, st.sampled_from(ButtonAction), st.uuids(), versions),
    st.builds(AdjustRef, adjusts, amounts, notes),
    st.builds(GroupRef, st.sampled_from(GroupAction), st.uuids().map(TurnId)),
    st.builds(VoteRef, st.sampled_from(Vote), st.uuids()),
    st.builds(StopRef, st.uuids().map(TurnId)),
    st.builds(
        DebateRef,
        st.uuids(),
        st.integers(1, 9_999),
        st.sampled_from(["", "bull", "risk_judge"]),
        st.sampled_from(["", "AAPL", "BRK.B"]),
    ),
)


@pytest.mark.parametrize("version", ["0", "-1", "+1", "1_0", " 1", "１", "", "x", str(2**31), "9" * 20, "9" * 5_000])
def test_parse_when_no_decision_can_have_that_version_then_none(version: str) -> None:
    assert parse_button(f"confirm:{ID}:{version}") is None


@pytest.mark.parametrize(
    "text",
    [
        *("", "confirm", "confirm:1:1", f"sell:{ID}:1", f"confirm:{ID}", f"confirm:{ID}:1:1", f"confirm_all:{ID}:1"),
        *(f"confirm:{ID}:1:100:note", f"cancel:{ID}:1:", f":{ID}:1", f"confirm {ID} 1", "debate:x:1"),
        *(f"debate:{ID}:0", f"debate:{ID}:1:<b>", f"debate:{ID}:1:bull:aapl", f"debate:{ID}:1:a:B:c"),
        *("stop", "stop:", f"stop:{ID}:1", "stop:1", f"STOP:{ID}", f"up:{ID}:1", "down:x", f"sideways:{ID}"),
        *(f"adjust:{ID}", "adjust:x:1:100:", f"adjust:{ID}:0:100:", f"adjust:{ID}::100:", f"up:{ID}:1:100:"),
    ],
)
def test_parse_when_it_only_looks_like_ours_then_none(text: str) -> None:
    assert parse_button(text) is None


@given(refs, st.text(alphabet=" \t\n", max_size=3))
def test_parse_when_it_was_any_of_ours_then_says_the_same_blanks_or_not(ref: AnyButtonRef, blanks: str) -> None:
    assert parse_button(f"{blanks}{ref}{blanks}") == ref


@given(amounts.filter(bool), notes)
def test_parse_when_an_amount_has_a_colon_then_nothing_of_it_gets_into_the_note(amount: str, note: str) -> None:
    ref = AdjustRef(ButtonRef(ButtonAction.ADJUST, ID, 1), f"{amount}:{amount}", note)
    assert parse_button(str(ref)) == AdjustRef(ref.button, f"{amount} {amount}", note)


@given(st.text())
def test_parse_when_it_is_just_text_then_none(text: str) -> None:
    assert parse_button(text) is None


@given(st.text(alphabet="0123456789abcdef-{}:", max_size=60), st.sampled_from([*ButtonAction, *Vote, "stop"]))
def test_parse_when_it_begins_like_ours_then_what_it_says_is_written_back_the_same(tail: str, kind: str) -> None:
    ref = parse_button(f"{kind}:{tail}")
    assert ref is None or parse_button(str(ref)) == ref
