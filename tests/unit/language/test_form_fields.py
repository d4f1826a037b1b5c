"""Reading an amount as people write it, and sizing a trade by it."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.text.locale import Language, Locale
from bot.domain.text.normalise import normalise
from bot.domain.trading.decisions import ADJUSTMENT_REASONS, Action, Reason
from bot.domain.trading.validation import find_violations
from bot.engines.revisions.adjustment import AdjustmentRequest, adjust_proposal
from bot.language.form_fields import NOTE_LENGTH, read_amount, read_note
from bot.locales import Catalogue
from tests.fakes.market import portfolio, proposal, rising_features

D = Decimal
SAY = Catalogue()


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("3000", D(3000)),
        (" 3,000 ", D(3000)),
        ("$3,000.50", D("3000.50")),
        ("US$ 3000", D(3000)),
        ("USD 3000", D(3000)),
        ("3000 dollars", D(3000)),
        ("3000美元", D(3000)),
        ("３０００", D(3000)),
        ("３，０００", D(3000)),
        ("3k", D(3000)),
        ("2.5K", D(2500)),
        ("3 万", D(30_000)),
        ("三千", D(3000)),
        ("0.01", D("0.01")),
        ("999999999", D(999_999_999)),
    ],
)
def test_an_amount_is_read(text: str, amount: Decimal) -> None:
    assert read_amount(text) == amount


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "abc",
        "$",
        "-5",
        "−5",
        "$-5",
        "-$5",
        "0",
        "0.00",
        "1e9",
        "1E3",
        "nan",
        "inf",
        "1000000000",
        "9" * 10_000,
        "3 shares",
        "50%",
        "€500",
        "500 rmb",
        "2000-3000",
        "2000 or 3000",
        "3.000",
        "3 000",
        "1,00",
        "about 500",
        "500!",
        "buy 500",
        "half",
        "all",
    ],
)
def test_what_is_no_amount_is_not_read(text: str) -> None:
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


@given(
    amount=st.decimals(min_value=1, max_value=300_000, places=2),
    price=st.decimals(min_value=1, max_value=2_000, places=2),
    held=st.integers(0, 300),
    commission=st.sampled_from([D(0), D("1.50"), D(25)]),
    sells=st.booleans(),
)
def test_a_size_spends_or_raises_at_most_the_amount_and_one_share_more_would_not(
    *, amount: Decimal, price: Decimal, held: int, commission: Decimal, sells: bool
) -> None:
    account = portfolio(shares=held, price=price)
    action = Action.DECREASE if sells else Action.INCREASE
    old = proposal(action, shares=1, held=held, price=str(price))

    new = adjust_proposal(
        old,
        request=AdjustmentRequest(amount, "Ann"),
        features=rising_features(price=price),
        portfolio=account,
        commission=commission,
    )

    fee = D(0) if sells else commission
    if new is None:
        assert amount < price + fee or (sells and not held)
        return
    assert new.shares * price + fee <= amount or new.action is Action.CLOSE
    assert (new.shares + 1) * price + fee > amount or new.action is Action.CLOSE
    assert (new.action is Action.CLOSE) == (sells and new.shares == held)
    assert (new.action is Action.INCREASE) is not sells
    broken = {v.code for v in find_violations(new, portfolio=account, commission=commission)}
    assert broken <= {"not_enough_cash", "cash_floor"}
    assert not (broken and sells)


def test_another_engines_arguments_stay_and_its_old_size_goes() -> None:
    old = replace(
        proposal(Action.INCREASE, shares=3),
        engine="other",
        reasons=(
            Reason("above_sma200", 0.2),
            Reason("sized_by_risk", 0.0, {"shares": D(3)}),
            Reason("adjusted", 0.0, {"amount": D(1)}, {"by": "Bob"}),
        ),
    )
    new = adjust_proposal(
        old,
        request=AdjustmentRequest(D(250), "Ann", "half"),
        features=rising_features(),
        portfolio=portfolio(),
        commission=D(0),
    )
    assert new is not None
    assert [r.code for r in new.reasons] == ["adjusted_with_note", "reasons_of_before", "above_sma200"]
    assert new.engine == "other"


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("note", ["", "half"])
def test_who_wanted_it_has_a_sentence(language: Language, note: str) -> None:
    reason = AdjustmentRequest(D(250), "Ann", note).reason
    assert reason.code in ADJUSTMENT_REASONS
    said = SAY.render_reason(Locale(language), reason)
    assert "Ann" in said
    assert "250.00" in said
    assert note in said
