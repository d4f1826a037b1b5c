"""The same trade looked at again: nothing of the old day stays under the new date."""

from dataclasses import replace
from decimal import Decimal

from bot.domain.market.features import Features
from bot.domain.trading.decision_request import TradeRequest
from bot.domain.trading.decisions import Proposal
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.validation import find_violations
from bot.engines.revisions.requote import requote
from bot.engines.rules.proposal import propose
from tests.fakes.market import falling_features, portfolio, rising_features

D = Decimal


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
