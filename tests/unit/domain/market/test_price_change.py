"""The change of a price over a span of days: which closes count, splits and dividends within it."""

from datetime import date
from decimal import Decimal

from bot.domain.market.price_history import ActionKind, CorporateAction, PriceHistory, SessionClose, price_change

D = Decimal


def close(day: int, price: str) -> SessionClose:
    return SessionClose(date(2013, 3, day), D(price))


def action(day: int, kind: ActionKind, value: str) -> CorporateAction:
    return CorporateAction("ABC", date(2013, 3, day), kind, D(value))


def test_counts_from_the_last_close_before_the_span_to_the_last_within_it() -> None:
    history = PriceHistory("ABC", (close(1, "10"), close(4, "12"), close(5, "9"), close(8, "11"), close(11, "20")))
    found = price_change(history, first=date(2013, 3, 3), last=date(2013, 3, 9))
    assert found is not None
    assert (found.first, found.last) == (close(1, "10"), close(8, "11"))
    assert (found.fraction, found.low, found.high) == (D("0.1"), D(9), D(12))


def test_of_a_share_that_is_younger_counts_from_its_first_close() -> None:
    history = PriceHistory("ABC", (close(5, "8"), close(8, "10")))
    found = price_change(history, first=date(2013, 3, 1), last=date(2013, 3, 31))
    assert found is not None
    assert (found.first.session, found.fraction) == (date(2013, 3, 5), D("0.25"))


def test_without_a_close_in_the_span_there_is_none() -> None:
    history = PriceHistory("ABC", (close(1, "10"), close(8, "11")))
    assert price_change(history, first=date(2013, 3, 2), last=date(2013, 3, 7)) is None
    assert price_change(history, first=date(2013, 2, 1), last=date(2013, 2, 7)) is None


def test_prices_and_dividends_are_of_shares_as_they_are_at_the_end() -> None:
    actions = (action(5, ActionKind.DIVIDEND, "0.40"), action(6, ActionKind.SPLIT, "2"))
    history = PriceHistory("ABC", (close(4, "10"), close(5, "12"), close(6, "6.50")), actions)
    found = price_change(history, first=date(2013, 3, 5), last=date(2013, 3, 6))
    assert found is not None
    assert (found.first.price, found.last.price, found.low, found.high) == (D(5), D("6.50"), D(6), D("6.50"))
    assert (found.fraction, found.dividends) == (D("0.3"), D("0.20"))
