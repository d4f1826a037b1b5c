"""What became of a decision: from its fill, to the horizon's session, and never by a later price."""

from datetime import date, datetime
from decimal import Decimal

import pytest

from bot.domain.ids import TenantId
from bot.domain.text.locale import Language
from tests.fakes.core import Talk, button, sentence, text_of

D = Decimal


async def test_when_bought_at_another_price_then_judged_from_the_fill_and_both_are_said(talk: Talk) -> None:
    proposed = await talk.proposed(text="buy 3 shares of GOOG")
    talk.market.prices["GOOG"] = D("765.00")
    await talk.press("ann", button(proposed, "confirm"))
    talk.market.prices.clear()
    await talk.say("ann", "/advance 1")
    text = text_of(await talk.say("ann", "/review"))
    assert "Proposed at 755.69; bought at 765.00" in text
    assert "765.00 → 775.60" in text


async def test_when_bought_as_proposed_then_said_once(talk: Talk) -> None:
    await talk.press("ann", button(await talk.proposed(text="buy 3 shares of GOOG"), "confirm"))
    await talk.say("ann", "/advance 1")
    assert "Proposed at" not in text_of(await talk.say("ann", "/review"))


async def test_when_bought_on_a_later_day_then_that_day_counts(talk: Talk) -> None:
    proposed = await talk.proposed(text="buy 3 shares of IBM")
    await talk.say("ann", "/advance 1")
    reply = await talk.press("ann", button(proposed, "confirm"))
    assert "bought 3 IBM" in text_of(reply)
    text = text_of(await talk.say("ann", "/review"))
    assert "2013-02-01 · buy 3 IBM" in text
    assert sentence("verdict-too-early") in text


async def test_when_the_horizon_is_over_then_judged_at_its_session_and_todays_price_is_apart(talk: Talk) -> None:
    await talk.core.market_clock.set_date((await _tenant(talk)), date(2012, 12, 3))
    await talk.press("ann", button(await talk.proposed(text="buy 3 shares of GOOG"), "confirm"))
    await talk.say("ann", "/advance 40")
    text = text_of(await talk.say("ann", "/review"))
    settled = await talk.market.quote("GOOG", as_of=datetime.fromisoformat("2013-01-02T16:00:00-05:00"))
    now = await talk.market.quote("GOOG", as_of=talk.account.market_time)
    assert f"→ {settled.price} at the close of 2013-01-02" in text
    assert "after 20 sessions" in text
    assert f"The price now: {now.price} at the close of" in text


async def test_when_reviewed_then_reasons_are_of_that_time(talk: Talk) -> None:
    await talk.proposed()
    assert "• at the time: Trades 14.4 % above" in text_of(await talk.say("ann", "/review"))
    assert "• 当时：现价比 200 日均线" in text_of(await talk.say("ann", "回顾一下之前的决策"))


@pytest.mark.parametrize(
    ("text", "language"),
    [("review our decisions of 2009-01-05", Language.ENGLISH), ("回顾 2013-02-20 的决策", Language.CHINESE)],
)
async def test_date_outside_the_data_then_refused_with_the_range(talk: Talk, text: str, language: Language) -> None:
    await talk.say("ann", "/help")
    refused = sentence("error-date-out-of-range", language, first="2010-01-04", last="2013-01-31")
    assert text_of(await talk.say("ann", text)) == refused


async def _tenant(talk: Talk) -> TenantId:
    await talk.say("ann", "/help")
    return talk.account.tenant_id


async def test_when_an_older_version_is_explained_then_not_by_the_fill_of_the_newer(talk: Talk) -> None:
    first = await talk.proposed(text="buy 3 shares of GOOG")
    talk.market.prices["GOOG"] = D("780.00")
    second = await talk.press("ann", button(first, "confirm"))
    await talk.press("ann", button(second, "confirm"))
    text = text_of(await talk.press("ann", button(first, "why")))
    assert "755.69 → 780.00" in text
    assert "bought at" not in text
