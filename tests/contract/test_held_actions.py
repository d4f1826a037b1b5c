"""Listed splits and dividends that are wrong, over the real yfinance: they change no position by themselves."""

from dataclasses import replace
from datetime import date, time
from decimal import Decimal

import pytest

from adapters.market.hours import at_new_york
from adapters.market.price_gate import PriceGate
from tests.contract.yahoo_market import CALENDAR, NOON, OF_LIBRARIES, ServedYahoo
from tests.fakes.core import Talk, button, text_of
from tests.fakes.yahoo import BadBar

pytestmark = OF_LIBRARIES

D = Decimal
NEXT_NOON = at_new_york(date(2013, 2, 1), time(12))
NEXT_EVENING = at_new_york(date(2013, 2, 1), time(18))
SPLITS = [kind for kind in BadBar if kind.startswith("split_") and not kind.endswith("11_10")]


async def holder(yahoo: ServedYahoo) -> Talk:
    """A workspace that bought 10 NVDA at noon."""
    talk = Talk(live=(PriceGate(yahoo.market, CALENDAR), NOON))
    yahoo.clock.at = NEXT_EVENING
    for symbol in ("NVDA", "MSFT", "SPY"):
        yahoo.world.add_random(symbol, price=D(30))
    yahoo.clock.at = NOON
    await talk.press("ann", button(await talk.say("ann", "buy 10 NVDA"), "confirm"))
    return talk


def go_on(yahoo: ServedYahoo, talk: Talk, at: object) -> None:
    yahoo.clock.at = talk.clock.at = at  # type: ignore[assignment]
    yahoo.market._histories._fetched.clear()  # noqa: SLF001 - half a minute later


@pytest.mark.parametrize("at", [NEXT_NOON, NEXT_EVENING], ids=["in_session", "after_it"])
@pytest.mark.parametrize("kind", SPLITS)
async def test_a_wrong_split_is_not_booked_and_only_its_share_waits(
    yahoo: ServedYahoo, kind: BadBar, at: object
) -> None:
    talk = await holder(yahoo)
    yahoo.world.spoil("NVDA", kind)
    go_on(yahoo, talk, at)
    said = text_of(await talk.say("ann", "/portfolio"))
    assert "Not booked: a split of NVDA listed for 2013-02-01" in said
    held = talk.position("NVDA")
    assert held is not None
    assert held.shares == 10
    assert talk.memory.state.actions == {}
    assert "lists a split for 2013-02-01" in text_of(await talk.say("ann", "sell 5 NVDA", thread="own"))
    assert (await talk.say("ann", "buy 2 MSFT", thread="other")).answer.decisions


async def test_a_true_split_is_booked_from_its_first_price_on(yahoo: ServedYahoo) -> None:
    talk = await holder(yahoo)
    yahoo.world["NVDA"].splits = {date(2013, 2, 1): (2, 1)}
    *before, last = yahoo.world["NVDA"].bars
    halved = {name: getattr(last, name) / 2 for name in ("open", "high", "low", "close")}
    yahoo.world["NVDA"].bars = (*before, replace(last, **halved))
    go_on(yahoo, talk, NEXT_NOON)
    assert "Not booked" not in text_of(await talk.say("ann", "/portfolio"))
    held = talk.position("NVDA")
    assert held is not None
    assert held.shares == 20


async def test_an_admin_settles_a_split_that_was_held_back(yahoo: ServedYahoo) -> None:
    talk = await holder(yahoo)
    yahoo.world.spoil("NVDA", BadBar.SPLIT_UNFOUNDED_2_1)
    go_on(yahoo, talk, NEXT_NOON)
    await talk.say("ann", "/portfolio")
    card = await talk.say("ann", "/holding NVDA convert NVDA 1")
    done = await talk.press("ann", button(card, "holding_confirm"))
    assert "Done by Ann: 10 NVDA are 10 NVDA now" in text_of(done)
    assert "Not booked" not in text_of(await talk.say("ann", "/portfolio"))
    talk.check_invariants()
    sold = await talk.press("ann", button(await talk.say("ann", "sell 5 NVDA"), "confirm"))
    assert text_of(sold).startswith("Done: sold 5 NVDA")


async def test_a_dividend_of_more_than_a_quarter_of_the_price_waits_for_an_admin(yahoo: ServedYahoo) -> None:
    talk = await holder(yahoo)
    cash = talk.account.cash
    yahoo.world.spoil("NVDA", BadBar.DIVIDEND_HUNDREDFOLD)
    go_on(yahoo, talk, NEXT_NOON)
    assert "Not booked: a dividend of NVDA listed for 2013-02-01" in text_of(await talk.say("ann", "/portfolio"))
    assert talk.account.cash == cash
    card = await talk.say("ann", "/holding NVDA convert NVDA 1 0.21")
    assert "Settle NVDA: 1 for each share, and $0.21 in cash?" in text_of(card)
    assert "It can be undone until there is a trade in NVDA." in text_of(card)
    done = text_of(await talk.press("ann", button(card, "holding_confirm")))
    assert "One alert goes on with NVDA, at the same levels." in done  # its stop
    assert "Watch lists" not in done
    assert talk.account.cash == cash + D("2.10")
    assert "Not booked" not in text_of(await talk.say("ann", "/portfolio"))
    talk.check_invariants()
