"""Times in messages that name none."""

import pytest

from bot.reading.times.grammar import read_time
from tests.unit.reading import sample_figures as s


@pytest.mark.parametrize("text", ["31 - 2 - 2013", "11111111 - 2222 - 4333", "9 / 9 / 99999999999999999999"])
def test_impossible_dates_are_no_time(text: str) -> None:
    assert read_time(text.split(), 0, today=s.TODAY) is None
