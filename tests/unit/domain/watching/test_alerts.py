"""When sessions and live prices reach an alert."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from uuid import UUID

import pytest

from bot.domain.conversation.threads import Person
from bot.domain.ids import AccountId, AlertId, ConversationId, TurnId
from bot.domain.market.price_history import ActionKind, CorporateAction, PriceHistory
from bot.domain.market.sessions import TradingSession
from bot.domain.market.snapshot import Bar, Quote, QuoteKind
from bot.domain.watching.alerts import AlertBounds, AlertKind, AlertReference, FiredAlert, PriceAlert, move_bounds
from bot.domain.watching.reached_alerts import LivePrice, SessionPrices, first_reached, reached_live

SET_AT = datetime(2013, 1, 31, 21, tzinfo=UTC)
BELOW_440 = AlertBounds(lower=Decimal(440))
ABOVE_470 = AlertBounds(upper=Decimal(470))
NO_SPLIT = PriceHistory("AAPL")


def an_alert(bounds: AlertBounds = BELOW_440, **changes: object) -> PriceAlert:
    alert = PriceAlert(
        id=AlertId(UUID(int=1)),
        number=1,
        conversation_id=ConversationId(UUID(int=2)),
        channel="general",
        turn_id=TurnId(UUID(int=3)),
        account_id=AccountId(UUID(int=4)),
        market="sample",
        person=Person("U1", "Ann"),
        symbol="AAPL",
        kind=AlertKind.LEVEL,
        bounds=bounds,
        reference=AlertReference(price=Decimal("455.49"), at=SET_AT),
        armed_from=SET_AT,
        asked_at=SET_AT,
    )
    return replace(alert, **changes)  # type: ignore[arg-type] # of the alert's fields


def prices(day: int, *, opening: str, high: str, low: str, close: str) -> SessionPrices:
    session = date(2013, 2, day)
    opens = datetime(2013, 2, day, 14, 30, tzinfo=UTC)
    bar = Bar(session, Decimal(opening), Decimal(high), Decimal(low), Decimal(close), volume=1)
    return SessionPrices(TradingSession(session, opens, opens + timedelta(hours=6, minutes=30)), bar)


CALM = prices(1, opening="455", high="459", low="448", close="453")
DIPS = prices(4, opening="453", high="455", low="439.5", close="444")
OPENS_BELOW = prices(4, opening="438", high="442", low="436", close="441")
SWINGS = prices(4, opening="450", high="475", low="435", close="452")


def reached(alert: PriceAlert, *sessions: SessionPrices, history: PriceHistory = NO_SPLIT) -> FiredAlert | None:
    return first_reached(alert, sessions, history, source="sample")


@pytest.mark.parametrize(
    ("bounds", "sessions", "fired"),
    [
        (BELOW_440, (CALM,), None),
        (ABOVE_470, (CALM, DIPS), None),
        (BELOW_440, (CALM, DIPS), ("440", "440", DIPS.session.closes)),  # by the low
        (AlertBounds(lower=Decimal("439.5")), (DIPS,), ("439.5", "439.5", DIPS.session.closes)),  # equal to it
        (AlertBounds(lower=Decimal("439.49")), (DIPS,), None),
        (BELOW_440, (OPENS_BELOW,), ("438", "440", OPENS_BELOW.session.opens)),
        # of both in one session, the one nearer to the opening
        (AlertBounds(lower=Decimal(440), upper=Decimal(470)), (SWINGS,), ("440", "440", SWINGS.session.closes)),
    ],
)
def test_first_session_that_reaches_a_bound(
    bounds: AlertBounds, sessions: tuple[SessionPrices, ...], fired: tuple[str, str, datetime] | None
) -> None:
    found = reached(an_alert(bounds), *sessions)
    if fired is None:
        assert found is None
    else:
        assert found is not None
        assert (found.price, found.bound, found.at) == (Decimal(fired[0]), Decimal(fired[1]), fired[2])
        assert found.is_below


def test_armed_during_a_session_then_only_its_close_counts_and_after_it_nothing_of_it() -> None:
    assert reached(an_alert(armed_from=DIPS.session.closes), DIPS) is None
    during = DIPS.session.opens + timedelta(hours=1)
    assert reached(an_alert(armed_from=during), DIPS) is None
    fired = reached(an_alert(AlertBounds(lower=Decimal(444)), armed_from=during), DIPS)
    assert fired is not None
    assert fired.price == Decimal(444)


def test_split_in_between_then_the_level_is_that_of_the_new_shares() -> None:
    split = PriceHistory("AAPL", actions=(CorporateAction("AAPL", date(2013, 2, 4), ActionKind.SPLIT, Decimal(2)),))
    halved = prices(4, opening="226", high="228", low="221", close="222")
    assert reached(an_alert(), CALM, halved, history=split) is None
    falls = prices(5, opening="222", high="223", low="219", close="221")
    fired = reached(an_alert(), CALM, halved, falls, history=split)
    assert fired is not None
    assert fired.price == Decimal(220)


@pytest.mark.parametrize(
    ("percent", "is_either_way", "bounds"),
    [
        ("5", True, AlertBounds(lower=Decimal("432.72"), upper=Decimal("478.26"))),
        ("-5", False, AlertBounds(lower=Decimal("432.72"))),
        ("5", False, AlertBounds(upper=Decimal("478.26"))),
    ],
)
def test_move_has_bounds_from_the_price(percent: str, is_either_way: bool, bounds: AlertBounds) -> None:  # noqa: FBT001
    assert move_bounds(Decimal("455.49"), Decimal(percent), is_either_way=is_either_way) == bounds


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
    assert reached_live(an_alert(), a_price("439.20", at=SET_AT)) is None  # of before the alert


def test_split_since_the_alert_then_its_level_is_of_the_new_shares() -> None:
    assert reached_live(an_alert(), a_price("65", split=Decimal(7))) is None
    fired = reached_live(an_alert(), a_price("62.80", split=Decimal(7)))
    assert fired is not None
    assert fired.bound == Decimal("62.8571")
