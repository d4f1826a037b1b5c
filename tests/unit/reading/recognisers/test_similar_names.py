"""The table of instruments, whatever people type."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adapters.market.instruments import load_instruments
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import key
from bot.reading.names.misspelt import similar_instruments, similar_names

TABLE = load_instruments(None)


class TestNearest:
    @given(st.text(max_size=60) | st.text("abcdeuprtwxABC.-& ", max_size=8))
    @example("abc")
    def test_whatever_the_word_then_at_most_the_limit(self, word: str) -> None:
        found = similar_instruments(TABLE, word)
        assert len(found) <= 3
        assert all(TABLE.get(row.symbol) is row for row in found)

    def test_when_a_name_is_what_people_type_for_a_word_then_it_is_found_all_the_same(self) -> None:
        names = [name for row in TABLE for name in row.names if key(name) != key(name.lower())]
        assert "ABT" in names
        for name in names:
            assert similar_instruments(TABLE, name), name

    @pytest.mark.parametrize(("word", "symbol"), [("GOGLE", "GOOG")])
    def test_when_a_letter_is_off_then_what_was_meant_is_among_them(self, word: str, symbol: str) -> None:
        assert symbol in {row.symbol for row in similar_instruments(TABLE, word)}

    def test_when_nothing_is_alike_then_nothing(self) -> None:
        assert similar_instruments(InstrumentTable(()), "abc") == ()
        assert key("abt") == ("about",)  # why names are looked up as they are listed, not in small letters

    def test_names_that_are_equally_near_then_in_the_order_listed(self) -> None:
        assert similar_names("cat", ["bat", "rat", "hat", "dog"], limit=2) == ("bat", "rat")
        assert similar_names("cat", ["hat", "rat", "bat", "dog"], limit=2) == ("hat", "rat")
