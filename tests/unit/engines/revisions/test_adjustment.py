"""A trade sized anew by an amount: how many shares, which reasons stay, and who asked."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.text.locale import Language, Locale
from bot.domain.trading.decisions import ADJUSTMENT_REASONS, Action, Reason
from bot.domain.trading.validation import find_violations
from bot.engines.revisions.adjustment import AdjustmentRequest, adjust_proposal
from bot.locales import Catalogue
from tests.fakes.market import portfolio, proposal, rising_features

D = Decimal
SAY = Catalogue()


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
