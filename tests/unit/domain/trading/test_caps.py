"""The caps on sizes that engines choose, checked whatever the engine; a person's order may exceed them."""

from dataclasses import replace
from decimal import Decimal

import pytest

from bot.domain.trading.bound_checks import cap_excesses, find_cap_violations
from bot.domain.trading.decisions import Action, Proposal
from bot.domain.trading.trading_limits import Caps
from tests.fakes.market import portfolio, proposal

D = Decimal


def buy(shares: int, *, stop: int | None = 95, held: int = 0) -> Proposal:
    return replace(proposal(Action.INCREASE, shares=shares, held=held), stop_price=None if stop is None else D(stop))


@pytest.mark.parametrize(
    ("bought", "held", "codes"),
    [
        (buy(200), 0, []),
        (buy(201), 0, ["above_position_cap", "above_loss_cap"]),
        (buy(150, held=60), 60, ["above_position_cap"]),
        (buy(150, stop=90), 0, ["above_loss_cap"]),
        (buy(50, stop=None), 0, []),
        (buy(51, stop=None), 0, ["above_position_cap"]),
    ],
)
def test_engines_own_size(bought: Proposal, held: int, codes: list[str]) -> None:
    account = portfolio(cash=100_000 - held * 100, shares=held)
    assert [each.code for each in find_cap_violations(bought, portfolio=account)] == codes


def test_above_a_cap_then_the_largest_size_within_it_is_suggested() -> None:
    by_position, by_loss = find_cap_violations(buy(890), portfolio=portfolio())
    assert by_position.suggestion == {"suggested_shares": D(200), "suggested_cash_change": D(20_000)}
    assert by_loss.suggestion == {"suggested_shares": D(200), "suggested_cash_change": D(20_000)}


def test_caps_of_the_deployment_count() -> None:
    account = replace(portfolio(), caps=Caps(position=D("0.5"), loss_at_stop=D("0.05")))
    assert find_cap_violations(buy(500), portfolio=account) == ()
    assert find_cap_violations(buy(501), portfolio=account)


@pytest.mark.parametrize("action", [Action.DECREASE, Action.CLOSE, Action.HOLD])
def test_no_purchase_then_no_cap(action: Action) -> None:
    other = proposal(action, shares=0 if action is Action.HOLD else 900, held=900)
    assert find_cap_violations(other, portfolio=portfolio(cash=10_000, shares=900)) == ()


def test_persons_order_above_the_caps_then_it_says_by_how_much() -> None:
    by_position, by_loss = cap_excesses(buy(890), portfolio=portfolio())
    assert (by_position.code, by_position.numbers) == ("exceeds_position_cap", {"percent": D(89), "cap": D(20)})
    assert (by_loss.code, by_loss.numbers["loss"], by_loss.numbers["percent"]) == (
        "exceeds_loss_cap",
        D(4450),
        D("4.45"),
    )
    assert cap_excesses(buy(100), portfolio=portfolio()) == ()
