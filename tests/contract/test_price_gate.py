"""Yahoo's wrong and stale prices behind the gate, over the real yfinance: nothing is proposed or filled from them."""

from datetime import date, time
from decimal import Decimal
from typing import Any

import pytest

from adapters.market.hours import at_new_york
from adapters.market.price_gate import PriceGate
from bot.errors import MarketDataError, PriceHeldError
from tests.contract.yahoo_market import CALENDAR, NOON, OF_LIBRARIES, ServedYahoo
from tests.fakes.core import Talk, button, sentence, text_of
from tests.fakes.yahoo import BadBar, StaleData

pytestmark = OF_LIBRARIES

EVENING = at_new_york(date(2013, 1, 31), time(18))
# Only the row is wrong, not the price that counts: of a running session that is the last trade.
_ROW_ONLY = {
    BadBar.NULL_CLOSE,
    BadBar.NULL_ROW,
    BadBar.FUTURE_SESSION,
    BadBar.HIGH_BELOW_LOW,
    BadBar.QUOTE_BEHIND_CHART,
    BadBar.SPLIT_UNFOUNDED_2_1,
    BadBar.DIVIDEND_HUNDREDFOLD,
}
SHARES = ("NVDA", "TSLA", "AMZN", "NFLX", "ORCL", "CSCO", "INTC", "KO", "PEP", "WMT", "GE", "PFE", "JNJ", "XOM", "CVX")


def gate(yahoo: ServedYahoo) -> PriceGate:
    return PriceGate(yahoo.market, CALENDAR)


@pytest.mark.parametrize(
    ("at", "everywhere"), [(NOON, False), (EVENING, True)], ids=["in_the_chart_in_session", "everywhere_after_it"]
)
async def test_a_wrong_price_of_any_kind_is_held(yahoo: ServedYahoo, at: object, *, everywhere: bool) -> None:
    yahoo.clock.at = at  # type: ignore[assignment]
    passed = []
    for number, kind in enumerate(BadBar):
        symbol = f"S{number}"
        yahoo.world.add_random(symbol, price=Decimal(100))
        true = (await yahoo.market.quote(symbol)).price
        yahoo.world.spoil(symbol, kind, everywhere=everywhere)
        try:
            quote = await gate(yahoo).quote(symbol, anew=True)
        except MarketDataError:
            continue
        if quote.can_fill or (quote.staleness is None and abs(quote.price / true - 1) > Decimal("0.001")):
            passed.append((kind, quote.price, true))
    wrong = [each for each in passed if each[1] != each[2]]
    assert wrong == []
    not_wrong = {BadBar.QUOTE_BESIDE_CHART} if everywhere else set()
    assert {kind for kind, *_ in passed} <= _ROW_ONLY | not_wrong


@pytest.mark.parametrize("kind", StaleData)
async def test_a_stale_price_fills_nothing(yahoo: ServedYahoo, kind: StaleData) -> None:
    yahoo.world.add_random("NVDA", price=Decimal(500))
    yahoo.world.make_stale("NVDA", kind)
    try:
        quote = await gate(yahoo).quote("NVDA", anew=True)
    except PriceHeldError:
        raise
    except MarketDataError:
        return
    is_trading = kind.name.startswith(("MISSING", "NULL"))  # sessions before the running one have no row
    assert (quote.staleness is None) is is_trading


async def test_of_shares_in_a_conversation_only_those_with_a_good_price_are_traded(yahoo: ServedYahoo) -> None:
    talk = Talk(live=(gate(yahoo), NOON))
    yahoo.clock.at = NOON
    kinds = [kind for kind in BadBar if kind not in _ROW_ONLY][: len(SHARES)]
    for symbol, kind in zip(SHARES, kinds, strict=False):
        yahoo.world.add_random(symbol, price=Decimal(100))
        yahoo.world.spoil(symbol, kind)
    for symbol in ("MSFT", "SPY"):
        yahoo.world.add_random(symbol, price=Decimal(30))
    yahoo.world.add_random("IBM", price=Decimal(200))
    yahoo.world.make_stale("IBM", StaleData.HALTED_AN_HOUR)
    for symbol in SHARES:
        reply = await talk.say("ann", f"buy 3 {symbol}", thread=symbol)
        assert not reply.answer.decisions, text_of(reply)

    stale = await talk.say("ann", "buy 3 IBM", thread="stale")
    assert "too old: no fill" in text_of(stale)
    assert "nothing was filled at it" in text_of(await talk.press("ann", button(stale, "confirm"), thread="stale"))
    good = await talk.say("ann", "buy 3 MSFT", thread="good")
    assert text_of(await talk.press("ann", button(good, "confirm"), thread="good")).startswith("Done: bought 3 MSFT")
    assert talk.orders_carried_out == 1


async def test_of_a_late_exchange_each_price_says_so_and_is_traded_at(yahoo: ServedYahoo) -> None:
    yahoo.clock.at = NOON
    talk = Talk(live=(gate(yahoo), NOON))
    for symbol in ("MSFT", "SPY"):
        yahoo.world.add_random(symbol, price=Decimal(30), delay_minutes=15)
    for text in ("price of MSFT", "analyze MSFT"):
        said = text_of(await talk.say("ann", text, thread=text))
        assert "15 min delayed" in said, said
    await talk.say("ann", "/watch MSFT", thread="watch")
    assert "15 min delayed" in text_of(await talk.say("ann", "/watch", thread="watch"))
    assert "延迟 15 分钟" in text_of(await talk.say("bob", "微软现在多少钱？", thread="zh"))
    card = await talk.say("ann", "buy 3 MSFT")
    assert "Price 15 min delayed" in text_of(card)
    assert text_of(await talk.press("ann", button(card, "confirm"))).startswith("Done: bought 3 MSFT")


async def test_a_second_figure_of_minutes_ago_says_nothing_of_a_price_that_moved(yahoo: ServedYahoo) -> None:
    yahoo.world.add_random("NVDA", price=Decimal(500))
    yahoo.world.spoil("NVDA", BadBar.QUOTE_BEHIND_CHART)
    assert (await gate(yahoo).quote("NVDA", anew=True)).can_fill
    yahoo.world.spoil("NVDA", BadBar.QUOTE_BESIDE_CHART)
    yahoo.market._second_prices._fetched.clear()  # noqa: SLF001 - half a minute later
    with pytest.raises(PriceHeldError) as held:
        await gate(yahoo).quote("NVDA", anew=True)
    facts: dict[str, Any] = dict(held.value.facts)
    assert "the two agree: try again in a minute" in sentence("error-price-held", **facts)


async def test_on_a_saturday_a_card_says_when_the_exchange_opens_and_nothing_is_filled(yahoo: ServedYahoo) -> None:
    saturday = at_new_york(date(2013, 2, 2), time(12))
    yahoo.clock.at = saturday
    talk = Talk(live=(gate(yahoo), saturday))
    for symbol in ("MSFT", "SPY"):
        yahoo.world.add_random(symbol, price=Decimal(30))
    assert (await gate(yahoo).quote("MSFT")).staleness is None
    card = await talk.say("ann", "buy 3 MSFT")
    assert "Exchange closed: confirm after 2013-02-04 14:30 UTC, when it opens" in text_of(card)
    assert "The exchange is closed until" in text_of(await talk.press("ann", button(card, "confirm")))
    assert talk.orders_carried_out == 0


async def test_a_share_that_has_no_price_any_more_holds_up_no_other(yahoo: ServedYahoo) -> None:
    yahoo.clock.at = NOON
    talk = Talk(live=(gate(yahoo), NOON))
    for symbol in ("MSFT", "NVDA", "SPY"):
        yahoo.world.add_random(symbol, price=Decimal(30))
    await talk.press("ann", button(await talk.say("ann", "buy 10 NVDA"), "confirm"))
    yahoo.world.shares.pop("NVDA")
    yahoo.market._histories._fetched.clear()  # noqa: SLF001 - half a minute later
    card = await talk.say("ann", "buy 2 MSFT")
    assert "NVDA counted at the last price (2013-01-31)" in text_of(card)
    assert text_of(await talk.press("ann", button(card, "confirm"))).startswith("Done: bought 2 MSFT")
    assert "Nothing was decided" in text_of(await talk.say("ann", "sell 5 NVDA"))  # the source may be wrong


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("unknown", "The source has no price of NVDA now, so nothing can be traded in it."),
        ("delisted", "The source lists NVDA as no longer traded, so nothing"),
        ("halted", "The source has no trade of NVDA since 2013-01-18 (it may be halted or delisted), so nothing"),
    ],
)
async def test_a_held_share_that_the_source_lost_is_known_after_a_restart(
    yahoo: ServedYahoo, how: str, why: str
) -> None:
    talk = Talk(live=(gate(yahoo), NOON))
    for symbol in ("MSFT", "NVDA", "SPY"):
        yahoo.world.add_random(symbol, price=Decimal(30))
    await talk.press("ann", button(await talk.say("ann", "buy 10 NVDA"), "confirm"))
    if how == "unknown":
        yahoo.world.shares.pop("NVDA")
    else:
        yahoo.world.make_stale("NVDA", StaleData.DELISTED if how == "delisted" else StaleData.HALTED_SEVEN_SESSIONS)
    for text in (
        "price of NVDA",
        "analyze NVDA",
        "sell 5 NVDA",
        "what if NVDA falls 10%?",
        "alert me when NVDA is above 40",
    ):
        yahoo.market._source._known.clear()  # noqa: SLF001 - another process
        yahoo.market._histories._fetched.clear()  # noqa: SLF001
        assert why in text_of(await talk.say("ann", text, thread=text)), text
    if how == "delisted":
        yahoo.world.add_random("IBM", price=Decimal(30))
        yahoo.world.delist("IBM")
        assert text_of(await talk.say("ann", "price of IBM")).startswith("The source lists IBM as no longer traded")
