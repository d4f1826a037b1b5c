"""How far an account has fallen: from its peak before, at most so far, and what is left of it."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.accounting.results import AccountDrawdown

D = Decimal
VALUES = st.lists(st.decimals("0.01", 10**6, places=2), max_size=12)
TOTALS = st.decimals("0.01", 10**6, places=2)


def drawdown(*values: int, total: int) -> AccountDrawdown:
    found = AccountDrawdown.of_values([D(each) for each in values], total=D(total))
    assert found is not None
    return found


def test_a_fall_counts_from_the_peak_before_it() -> None:
    found = drawdown(100, 120, 90, 150, 135, total=144)
    assert (found.peak, found.now, found.deepest) == (D(150), D("0.04"), D("0.25"))
    assert found.room == D("31.5")  # to 112.50, a quarter below 150
    assert found.after_loss(D(24)) == D("0.2")


def test_below_every_earlier_fall_then_the_fall_now_is_the_deepest_and_no_room_is_left() -> None:
    found = drawdown(100, 90, total=75)
    assert (found.now, found.deepest, found.room) == (D("0.25"), D("0.25"), D(0))


def test_nothing_was_ever_in_the_account_then_nothing_is_known() -> None:
    assert AccountDrawdown.of_values([D(0)], total=D(0)) is None


@given(VALUES, TOTALS)
def test_the_deepest_fall_is_no_smaller_than_that_of_now_and_the_room_leads_to_it(
    values: list[Decimal], total: Decimal
) -> None:
    found = AccountDrawdown.of_values(values, total=total)
    assert found is not None
    assert 0 <= found.now <= found.deepest < 1
    assert abs(found.after_loss(found.room) - found.deepest) < D("1e-9")
