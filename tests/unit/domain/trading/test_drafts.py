import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.text.zero_width import single_line
from bot.domain.trading.decisions import Action, Reason
from bot.domain.trading.drafts import (
    MAX_REASON_LENGTH,
    MAX_REASONS,
    MODEL_REASON,
    SAID_IN_PRIVATE,
    DecisionDraft,
    parse_amount,
    parse_draft,
    without_own_words,
)

D = Decimal
GOOD = {"action": "increase", "target_cash_amount": "3000", "confidence": 0.6, "reasons": ["It has risen."]}


def codes(written: object) -> set[str]:
    found = parse_draft("IBM", written)
    assert not isinstance(found, DecisionDraft)
    return {violation.code for violation in found}


def read(**changes: object) -> DecisionDraft:
    found = parse_draft("IBM", GOOD | changes)
    assert isinstance(found, DecisionDraft), found
    return found


def test_amount_is_read(subtests: pytest.Subtests) -> None:
    for written, expected in [
        (3000, "3000"),
        (2267.07, "2267.07"),
        ("3000", "3000"),
        ("$3,000", "3000"),
        ("US$ 3,000.50", "3000.50"),
        ("3,000 USD", "3000"),
        ("3000美元", "3000"),
        (" 12.345 ", "12.34"),
        ("-5", "-5"),
        ("−5", "-5"),
        ("-0", "0"),
        (-0.0, "0"),
        (1e-320, "0"),
    ]:
        with subtests.test(f"{written!r}, {expected!r}"):
            found = parse_amount(written)
            assert found == D(expected)
            assert not found.is_signed() or found < 0


def test_what_is_no_amount_is_none(subtests: pytest.Subtests) -> None:
    cases: list[object] = [
        None, True, [], {}, "", "-", "$", "3k", "1e400", "1E5", "NaN", "inf", "-Infinity", float("nan"),
        float("inf"), 1e308, 10**400, "9" * 39, "9" * 5_000, "3,00", "3,0000", "１２", "٣", "0x10", "1_000",
        "3.000,50", "3000 EUR", "about 3000", "3000\n4000", "--5",
    ]  # fmt: skip
    for written in cases:
        with subtests.test(repr(written)[:80]):
            assert parse_amount(written) is None


@pytest.mark.parametrize(
    ("written", "expected"),
    [(0, "0.00"), (1, "1.00"), (0.615, "0.62"), ("0.8", "0.80"), ("80%", "0.80"), ("80 %", "0.80"), ("-0", "0.00")],
)
def test_confidence_is_read(written: object, expected: str) -> None:
    assert str(read(confidence=written).confidence) == expected


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        *((each, None) for each in (1.004, "1.2", -0.1, 100.5, 500, "101%")),
        *((80, "0.80"), ("66.5", "0.66"), (100, "1.00"), (2, "0.02")),
    ],
)
def test_confidence_in_percent_is_told_as_a_fraction_and_one_beyond_its_range_without_any(
    written: object, meant: str | None
) -> None:
    (found,) = parse_draft("IBM", GOOD | {"confidence": written})  # type: ignore[misc]
    assert found.code == ("confidence_in_percent" if meant else "confidence_not_in_range")
    assert found.suggestion == ({"suggested_confidence": D(meant)} if meant else {})


@pytest.mark.parametrize(
    ("changed", "values", "code"),
    [
        ("confidence", ["high", None, True, [0.5], "½", "NaN", "1e-1", "5%%"], "confidence_unreadable"),
        ("action", ["buy", "", None, 1, ["increase"]], "unknown_action"),
        ("reasons", [None, [], [1], "", {"a": "b"}, 7], "no_reasons"),
    ],
)
def test_what_cannot_be_read_is_told(changed: str, values: list[object], code: str) -> None:
    for written in values:
        assert codes(GOOD | {changed: written}) == {code}


def test_what_is_no_object_is_told_and_all_faults_at_once() -> None:
    objects: list[object] = [None, 3, "increase", [], [GOOD]]
    assert all(codes(written) == {"draft_not_object"} for written in objects)
    assert codes({}) == {"unknown_action", "amount_unreadable", "confidence_unreadable", "no_reasons"}


def test_action_in_any_case_and_keys_that_nobody_asked_for_are_nothing() -> None:
    assert read(action=" Close ").action is Action.CLOSE
    assert read(leverage=10, symbol="TSLA") == read()


class TestReasons:
    def test_one_sentence_will_do_and_what_is_no_text_is_left_out(self) -> None:
        assert read(reasons="One.").reasons == ("One.",)
        assert read(reasons=[1, None, {"a": 1}, " ", "Two.", "Two."]).reasons == ("Two.",)

    def test_many_and_long_ones_are_cut(self) -> None:
        found = read(reasons=[f"{n} " + "x" * 5_000 for n in range(20)]).reasons
        assert len(found) == MAX_REASONS
        assert all(len(text) == MAX_REASON_LENGTH and text.endswith("…") for text in found)

    def test_control_and_invisible_characters_go(self) -> None:
        assert read(reasons=["a\x00b\u202ec\x1b[31m\nd\u200b\ud800"]).reasons == ("abc[31m d",)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
ENTRY = st.fixed_dictionaries(
    {}, optional={"action": JSON | st.sampled_from(Action), "target_cash_amount": JSON, "confidence": JSON,
                  "reasons": JSON | st.lists(st.text(), max_size=9)},
)  # fmt: skip


@given(ENTRY | JSON)
def test_whatever_is_written_is_a_draft_with_proper_figures_or_a_complaint(written: object) -> None:
    found = parse_draft("IBM", written)
    if isinstance(found, DecisionDraft):
        assert found.target.is_finite()
        assert 0 <= found.confidence <= 1
        assert found.confidence.as_tuple().exponent == -2
        assert 1 <= len(found.reasons) <= MAX_REASONS
        json.dumps(found.reasons).encode()
    else:
        assert found


@given(st.text())
def test_plain_text_can_be_stored_on_one_line(text: str) -> None:
    found = single_line(text, limit=20)
    assert len(found) <= 20
    assert not set(found) & set("\x00\n\r\t\u202e")
    found.encode()


def test_sentences_of_a_model_and_a_note_are_left_out_and_the_rest_stays() -> None:
    rule = Reason("above_sma200", 0.2)
    adjusted = Reason("adjusted_with_note", 0.0, {"amount": Decimal(5)}, {"by": "Ann", "note": "for Smith"})
    said = Reason(MODEL_REASON, 0.0, words={"text": "your client Smith wants it"})

    shown = tuple(without_own_words((adjusted, rule, said, said)))

    plain = Reason("adjusted", 0.0, {"amount": Decimal(5)}, {"by": "Ann"})
    assert shown == (Reason(SAID_IN_PRIVATE, 0.0), plain, rule)
