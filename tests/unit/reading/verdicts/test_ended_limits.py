"""What ends limits of the person's own, and what only speaks of them."""

from decimal import Decimal

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.requests.limits import EndLimits
from bot.reading.verdicts.ended_limits import read_end_of_limits

ENDS = {
    "drop my limit": EndLimits(),
    "no limit please": EndLimits(),
    "that budget is off now": EndLimits(),
    "那个限额不要了": EndLimits(),
    "不设上限": EndLimits(),
    "drop the $2,000 rule": EndLimits(value=Decimal(2000)),
    "取消5000美元的上限": EndLimits(value=Decimal(5000)),
    "drop the 10 % cap": EndLimits(value=Decimal(10)),
    "remove all my limits": EndLimits(is_all=True),
    "取消所有限额": EndLimits(is_all=True),
}
ENDS_NOTHING = (
    *("don't drop my limit", "should I drop my limit?", "drop my limit if it rises", "never forget the limit"),
    *("drop my limit to $500", "remove my IBM limit", "drop my limit and buy 5 IBM", "my limit", "drop it"),
    *("remove the $500 and the $900 limit", "不要取消限额", "取消限额吗", "把上限改成500"),
)


@pytest.mark.parametrize("text", ENDS)
def test_ends_limits(text: str) -> None:
    assert read_end_of_limits(text, load_instruments()) == ENDS[text]


@pytest.mark.parametrize("text", ENDS_NOTHING)
def test_ends_none(text: str) -> None:
    assert read_end_of_limits(text, load_instruments()) is None
