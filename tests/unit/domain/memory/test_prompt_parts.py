"""How the parts of a prompt share its room, and how texts are shortened to tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.memory.prompt_parts import MAX_EPISODE_TOKENS, SHARES, Fit, Fitted, Part, share_room
from bot.domain.models.token_estimate import estimate_tokens, shorten
from tests.unit.domain.memory.messages import texts


def _divisible(wanted: int) -> Fit:
    """Return a part of which any number of tokens can be told."""
    return lambda limit: Fitted("", max(0, min(limit, wanted)), wanted > limit)


@given(wanted=st.lists(st.integers(0, 3_000), min_size=len(Part), max_size=len(Part)), room=st.integers(-50, 4_000))
def test_the_room_is_shared_by_priority(wanted: list[int], room: int) -> None:
    wishes = dict(zip(Part, wanted, strict=True))
    told = {part: each.tokens for part, each in share_room({p: _divisible(w) for p, w in wishes.items()}, room).items()}
    wishes[Part.RECALLED] = min(wishes[Part.RECALLED], MAX_EPISODE_TOKENS)
    shares = {part: min(wishes[part], max(0, int(room * share))) for part, share in SHARES.items()}

    assert sum(told.values()) <= max(room, 0)
    for at, part in enumerate(Part):
        higher, lower = list(Part)[:at], list(Part)[at + 1 :]
        is_full = sum(told.values()) == max(room, 0)
        if told[part] < shares[part]:  # only because those before it took their shares, and nothing after it got any
            assert is_full
            assert not any(told[each] for each in lower)
        if told[part] > shares[part]:  # only if those before it lack nothing
            assert all(told[each] == wishes[each] for each in higher)


def test_a_single_part_gets_all_the_room() -> None:
    fits = {part: _divisible(1_000 if part is Part.SUMMARY else 0) for part in Part}
    assert share_room(fits, 900)[Part.SUMMARY].tokens == 900


@pytest.mark.parametrize("limit", [-1, 0, 1, 5, 50, 5_000])
def test_a_shortened_text_keeps_to_its_limit(limit: int) -> None:
    text = "苹果 and pears " * 100
    assert estimate_tokens(shorten(text, limit_tokens=limit)) <= max(limit, 0)
    assert shorten("short", limit_tokens=5) == "short"


@given(text=texts(), limit=st.integers(0, 300))
def test_any_shortened_text_keeps_to_its_limit_and_is_no_longer(text: str, limit: int) -> None:
    shortened = shorten(text, limit_tokens=limit)
    assert estimate_tokens(shortened) <= limit
    assert len(shortened) <= len(text)


def test_what_is_shortened_has_whole_words_and_figures_only() -> None:
    text = "IBM reports revenue of $129.3 billion, diluted EPS of $15.13; its own guidance was at least $115.10"
    for limit in range(40):
        assert set(shorten(text, limit_tokens=limit).split()) <= {*text.split(), "…"}
