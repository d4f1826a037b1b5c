"""Requests for price alerts over a conversation: what is set, listed, removed and refused."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest

from bot.domain.market.price_history import ActionKind, CorporateAction
from bot.domain.watching.alerts import MOST_ALERTS_OF_PERSON, AlertState
from tests.fakes.core import Talk, text_of


def states(talk: Talk) -> list[AlertState]:
    return [alert.state for _, alert in talk.memory.state.alerts.values()]


async def test_two_levels_then_two_alerts_both_named_or_one_that_is_there_already(talk: Talk) -> None:
    text = text_of(await talk.say("ann", "tell me if AAPL drops below 400 or goes above 500"))
    assert "Alert 1: AAPL at $400.00 or below" in text
    assert "Alert 2: AAPL at $500.00 or above" in text
    text = text_of(await talk.say("ann", "tell me if AAPL drops below 455.49 or goes above 510"))
    assert "Alert 3: AAPL at $510.00 or above" in text
    assert (
        "AAPL is there already: $455.49 (close of 2013-01-31, sample), and “AAPL at $455.49 or below” is true" in text
    )
    assert len(states(talk)) == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("alert me at the 50-day average", ("GOOG at $711.23 or below", "50-day average $711.23, as it is now")),
        ("tell me when it's back to its high", ("GOOG at $774.38 or above", "52-week high $774.38 on 2012-10-05")),
        ("回到高点提醒我", ("GOOG 到 $774.38 或更高", "52 周高点 $774.38")),
        ("跌破年线提醒我 ibm", ("IBM 到 $197.53 或更低", "250 日均线 $197.53")),
        ("苹果到成本价叫我", ("账户没有持有 AAPL",)),
    ],
)
async def test_level_by_name_then_the_price_that_it_has_now(talk: Talk, text: str, told: tuple[str, ...]) -> None:
    await talk.say("ann", "price of google?")
    reply = text_of(await talk.say("ann", text))
    assert [each for each in told if each not in reply] == [], reply


async def test_one_of_several_shares_is_watched_already_then_the_others_are_set(talk: Talk) -> None:
    await talk.say("ann", "/alert AAPL -5%")
    text = text_of(await talk.say("ann", "/alert AAPL MSFT -5%"))
    assert "Alert 2: MSFT down 5 %" in text
    assert "You have that alert already: 1, AAPL" in text
    assert len(states(talk)) == 2


async def test_share_is_split_then_the_same_level_is_told_by_its_new_shares(talk: Talk) -> None:
    await talk.say("ann", "/alert AAPL < 440")
    ((alert_id, (tenant_id, alert)),) = talk.memory.state.alerts.items()
    before = replace(alert.reference, at=alert.reference.at - timedelta(days=30))
    talk.memory.state.alerts[alert_id] = (tenant_id, replace(alert, reference=before))
    talk.market.actions = (CorporateAction("AAPL", date(2013, 1, 15), ActionKind.SPLIT, Decimal(4)),)
    assert "Alert 2: AAPL at $440.00" in text_of(await talk.say("ann", "/alert AAPL < 440"))
    assert "You have that alert already: 1, AAPL at $110.00" in text_of(await talk.say("ann", "/alert AAPL < 110"))


async def test_share_has_no_price_then_the_list_says_that_it_is_not_told(talk: Talk) -> None:
    await talk.say("ann", "/alert AAPL < 440")
    ((alert_id, (tenant_id, alert)),) = talk.memory.state.alerts.items()
    talk.memory.state.alerts[alert_id] = (tenant_id, replace(alert, symbol="GONE"))
    assert "armed · Ann · no price now; it waits until there is one" in text_of(await talk.say("ann", "/alerts"))


async def test_only_who_asked_removes_it(talk: Talk) -> None:
    talk.people.not_admins.add("U-bob")
    await talk.say("ann", "/alert AAPL < 440")
    assert "Alert 1 is Ann’s" in text_of(await talk.say("bob", "/alerts remove 1"))
    assert states(talk) == [AlertState.ARMED]
    assert "Removed: 1, AAPL" in text_of(await talk.say("ann", "cancel alert 1"))
    assert states(talk) == [AlertState.REMOVED]


async def test_as_many_as_are_kept_then_a_sentence_and_none_set(talk: Talk) -> None:
    for number in range(MOST_ALERTS_OF_PERSON):
        await talk.say("ann", f"/alert AAPL < {400 - number}")
    assert f"You have {MOST_ALERTS_OF_PERSON} alerts" in text_of(await talk.say("ann", "/alert AAPL > 500"))
    assert len(states(talk)) == MOST_ALERTS_OF_PERSON
    assert "Alert 51" in text_of(await talk.say("bob", "/alert AAPL > 500"))
