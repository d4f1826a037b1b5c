"""The stop level of an executed decision becomes an alert for who confirmed it, and ends with the position."""

from decimal import Decimal

import pytest

from bot.domain.watching.alerts import AlertKind, AlertState, PriceAlert
from tests.fakes.core import Talk, text_of


def alerts(talk: Talk) -> list[PriceAlert]:
    return [alert for _, alert in talk.memory.state.alerts.values()]


async def test_purchase_with_a_stop_is_filled_then_an_alert_for_who_confirmed(talk: Talk) -> None:
    await talk.say("ann", "buy 5 IBM, stop at 190")
    assert alerts(talk) == []
    await talk.say("ann", "yes")
    (alert,) = alerts(talk)
    assert (alert.kind, alert.symbol, alert.bounds.lower) == (AlertKind.STOP, "IBM", Decimal(190))
    assert alert.person.name == "Ann"
    assert "1: IBM at the stop level, $190.00 or below · armed · Ann" in text_of(await talk.say("ann", "/alerts"))


async def test_purchase_without_a_fill_or_a_sale_then_none(talk: Talk) -> None:
    await talk.say("ann", "buy 5 IBM, stop at 190")
    await talk.say("ann", "cancel")
    assert alerts(talk) == []


async def test_position_is_closed_then_its_stop_alert_ends(talk: Talk) -> None:
    await talk.say("ann", "buy 5 IBM, stop at 190")
    await talk.say("ann", "yes")
    await talk.say("ann", "/alert IBM < 195")
    await talk.say("ann", "sell all IBM")
    await talk.say("ann", "yes")
    assert [each.state for each in alerts(talk)] == [AlertState.DONE, AlertState.ARMED]


async def test_same_level_is_watched_already_then_no_second_one(talk: Talk) -> None:
    await talk.say("ann", "/alert IBM < 190")
    await talk.say("ann", "buy 5 IBM, stop at 190")
    await talk.say("ann", "yes")
    assert [each.kind for each in alerts(talk)] == [AlertKind.LEVEL]


async def test_person_is_erased_before_the_fill_then_nobody_is_watched_for(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.trading.decision_records.is_erased_person", lambda person_id: person_id == "U-ann")
    await talk.say("ann", "buy 5 IBM, stop at 190")
    await talk.say("ann", "yes")
    assert alerts(talk) == []
