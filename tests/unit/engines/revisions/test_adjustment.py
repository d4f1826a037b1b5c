"""A trade sized anew by an amount: how many shares, which reasons stay, and who asked."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.market.features import Features
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.decision_request import TradeRequest
from bot.domain.trading.decisions import ADJUSTMENT_REASONS, Action, Proposal, Reason
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.validation import find_violations
from bot.engines.revisions import AdjustmentRequest, adjust_proposal, requote
from bot.engines.rules.proposal import propose
from bot.locales import Catalogue
from tests.fakes.market import falling_features, portfolio, proposal, rising_features

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


def bought(*, stop: Decimal | None = None) -> Proposal:
    return propose(
        rising_features(),
        portfolio=portfolio(),
        trade_request=TradeRequest(side=Side.BUY, shares=D(3), is_order=True, stop=stop),
    )


def at(price: int) -> Features:
    return replace(rising_features(), price=D(price))


def codes(of: Proposal) -> set[str]:
    return {reason.code for reason in of.reasons}


def test_same_shares_at_the_new_price_and_sound() -> None:
    new = requote(bought(), features=at(120), portfolio=portfolio())
    assert (new.shares, new.price, new.cash_change) == (D(3), D(120), D(360))
    assert find_violations(new, portfolio=portfolio()) == ()


def test_a_computed_stop_is_computed_anew() -> None:
    old = bought()
    new = requote(old, features=at(80), portfolio=portfolio())
    assert new.stop_price is not None
    assert new.stop_price < 80
    assert "stop_not_below_price" not in codes(new)


def test_a_named_stop_is_kept_while_it_lies_below() -> None:
    new = requote(bought(stop=D(90)), features=at(95), portfolio=portfolio())
    assert (new.stop_price, new.stop_is_stated) == (D(90), True)


def test_a_named_stop_that_lies_above_is_said() -> None:
    new = requote(bought(stop=D(90)), features=at(85), portfolio=portfolio())
    assert new.stop_price != D(90)
    assert not new.stop_is_stated
    assert "stop_not_below_price" in codes(new)


def test_when_the_view_has_turned_then_said_and_less_sure() -> None:
    old = bought()
    new = requote(old, features=falling_features(), portfolio=portfolio())
    assert "score_against_now" in codes(new)
    assert new.confidence < old.confidence


def test_another_engines_reasons_stay_of_their_day_however_often_it_is_moved() -> None:
    old = replace(bought(), engine="other")
    once = requote(old, features=at(120), portfolio=portfolio())
    twice = requote(once, features=at(130), portfolio=portfolio())
    assert [r for r in twice.reasons if r.code == "reasons_of_before"] == [once.reasons[0]]
    assert once.reasons[0].numbers == {"price": old.price}
