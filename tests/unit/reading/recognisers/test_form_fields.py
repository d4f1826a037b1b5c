"""Reading an amount and a note as people write them into a form."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.text.normalise import normalise
from bot.reading.recognisers.numbers import NOTE_LENGTH, read_amount, read_note

D = Decimal


def test_an_amount_is_read(subtests: pytest.Subtests) -> None:
    for text, amount in (
        ("3000", D(3000)),
        ("$3,000.50", D("3000.50")),
        ("USD 3000", D(3000)),
        ("3000美元", D(3000)),
        ("３０００", D(3000)),
        ("3k", D(3000)),
        ("3 万", D(30_000)),
        ("0.01", D("0.01")),
        ("999999999", D(999_999_999)),
    ):
        with subtests.test(text):
            assert read_amount(text) == amount


def test_what_is_no_amount_is_not_read(subtests: pytest.Subtests) -> None:
    for text in (
        "",
        "-5",
        "$-5",
        "0",
        "1e9",
        "nan",
        "1000000000",
        "9" * 10_000,
        "3 shares",
        "50%",
        "€500",
        "2000-3000",
        "3.000",
        "3 000",
        "1,00",
        "about 500",
        "buy 500",
        "half",
    ):
        with subtests.test(text):
            assert read_amount(text) is None


@given(st.text())
def test_whatever_is_written_an_amount_is_positive_and_bounded(text: str) -> None:
    amount = read_amount(text)
    assert amount is None or 0 < amount < 10**9


@given(st.decimals(min_value=D("0.01"), max_value=D(999_999_999), places=2))
def test_an_amount_written_out_is_read_as_it_is(amount: Decimal) -> None:
    assert read_amount(str(amount)) == amount or str(amount).endswith("0")  # "3.000" may be three, or three thousand
    assert read_amount(f"${amount:,.2f}") == amount


@given(st.text(max_size=2_000))
def test_a_note_is_one_visible_line(text: str) -> None:
    note = read_note(text)
    assert len(note) <= NOTE_LENGTH
    assert note == note.strip()
    assert "\n" not in note
    assert read_note(note) == note
    assert not set(note) - set(text) - {" "}


def test_a_note_is_kept_as_it_was_written() -> None:
    assert read_note("  Ｂ股：先買一半 👩‍👧 \n (see #3) ") == "Ｂ股：先買一半 👩‍👧 (see #3)"
    assert normalise("Ｂ股：先買一半") != read_note(
        "Ｂ股：先買一半"
    )  # what is understood is shaped, what is kept is not
