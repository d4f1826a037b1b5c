"""When a live price reaches an alert."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.market.price_history import ActionKind, CorporateAction, PriceHistory, SessionClose
from bot.domain.market.snapshot import Quote
from bot.domain.watching.live_alerts import FRESH_FOR, LivePrice, is_fresh, may_be_of_unlisted_split, reached_live
from tests.unit.domain.watching.test_alerts import SET_AT, an_alert

NOON = datetime(2013, 2, 1, 17, tzinfo=UTC)


def a_price(
    price: str, *, at: datetime = NOON, split: Decimal | None = None, closes: tuple[SessionClose, ...] = ()
) -> LivePrice:
    quote = Quote("AAPL", Decimal(price), at, date(2013, 2, 1), "yahoo", is_close=False)
    actions = (CorporateAction("AAPL", date(2013, 2, 1), ActionKind.SPLIT, split),) if split else ()
    return LivePrice(quote, PriceHistory("AAPL", closes=closes, actions=actions))


def test_price_beyond_the_level_then_fires_at_it() -> None:
    fired = reached_live(an_alert(), a_price("439.20"))
    assert fired is not None
    assert (fired.price, fired.bound, fired.bar, fired.is_below) == (Decimal("439.20"), Decimal(440), None, True)
    assert reached_live(an_alert(), a_price("440.01")) is None


def test_price_of_before_the_alert_then_nothing_fires() -> None:
    assert reached_live(an_alert(), a_price("439.20", at=SET_AT)) is None


def test_split_since_the_alert_then_its_level_is_of_the_new_shares() -> None:
    assert reached_live(an_alert(), a_price("65", split=Decimal(7))) is None
    fired = reached_live(an_alert(), a_price("62.80", split=Decimal(7)))
    assert fired is not None
    assert fired.bound == Decimal("62.8571")


def test_price_is_fresh_only_during_its_session_and_for_minutes() -> None:
    quote = a_price("439").quote
    assert is_fresh(quote, NOON + FRESH_FOR)
    assert not is_fresh(quote, NOON + FRESH_FOR + timedelta(seconds=1))
    yesterday = Quote("AAPL", Decimal(439), NOON, date(2013, 1, 31), "yahoo", is_close=False)
    assert not is_fresh(yesterday, NOON)
    closing = Quote("AAPL", Decimal(439), NOON, date(2013, 2, 1), "yahoo", is_close=True)
    assert not is_fresh(closing, NOON)


@pytest.mark.parametrize("price", ["0", "-1", "NaN", "Infinity"])
def test_what_is_no_price_is_not_fresh(price: str) -> None:
    assert not is_fresh(a_price(price).quote, NOON)


def test_price_of_a_clock_far_ahead_is_not_fresh() -> None:
    assert not is_fresh(a_price("439", at=NOON + FRESH_FOR + timedelta(seconds=1)).quote, NOON)


@pytest.mark.parametrize(
    ("price", "split", "may_be"),
    [
        ("113.87", None, True),
        ("227.75", None, True),
        ("910.98", None, True),
        ("300.00", None, False),  # a fall by a third is one
        ("700.00", None, False),
        ("113.87", Decimal(4), False),  # listed
        ("455.49", Decimal(4), True),  # listed, and the price not yet of the new shares
    ],
)
def test_price_may_be_of_a_split_that_is_not_listed_yet(price: str, split: Decimal | None, *, may_be: bool) -> None:
    last = SessionClose(date(2013, 1, 31), Decimal("455.49"))
    assert may_be_of_unlisted_split(a_price(price, split=split, closes=(last,))) is may_be
