"""When a live price reaches an alert."""

from datetime import UTC, date, datetime
from decimal import Decimal

from bot.domain.market.price_history import ActionKind, CorporateAction, PriceHistory
from bot.domain.market.snapshot import Quote, QuoteKind
from bot.domain.watching.reached_alerts import LivePrice, reached_live
from tests.unit.domain.watching.test_alerts import SET_AT, an_alert

NOON = datetime(2013, 2, 1, 17, tzinfo=UTC)


def a_price(price: str, *, at: datetime = NOON, split: Decimal | None = None) -> LivePrice:
    quote = Quote("AAPL", Decimal(price), at, date(2013, 2, 1), "yahoo", kind=QuoteKind.LIVE)
    actions = (CorporateAction("AAPL", date(2013, 2, 1), ActionKind.SPLIT, split),) if split else ()
    return LivePrice(quote, PriceHistory("AAPL", actions=actions))


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
