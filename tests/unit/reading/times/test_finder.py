"""Texts that only look as if they named a time."""

import pytest

from bot.domain.text.tokens import tokenise
from bot.reading.times.finder import times_at_tokens
from tests.unit.reading import sample_figures as s


@pytest.mark.parametrize("text", ["31 - 2 - 2013"])
def test_impossible_dates_are_no_time(text: str) -> None:
    assert 0 not in times_at_tokens(text, tokenise(text), today=s.TODAY)
