"""The market's clock can go back: what was decided later is then neither shown nor confirmed."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from bot.errors import ClockWaitsForOrderError
from tests.fakes.core import Talk, button, sentence, text_of

_EARLIER = date(2013, 1, 2)


async def go_back(talk: Talk) -> None:
    await talk.core.market_clock.set_date(talk.account.tenant_id, _EARLIER)


async def test_when_made_later_then_not_reviewed(talk: Talk) -> None:
    await talk.proposed()
    await go_back(talk)
    assert not (await talk.say("ann", "/review")).answer.decisions


async def test_when_made_later_then_not_explained(talk: Talk) -> None:
    await talk.proposed()
    await go_back(talk)
    text = text_of(await talk.say("ann", "why google?"))
    assert "2013-01-31" not in text
    assert "2013-01-02" in text


async def test_when_made_later_then_not_confirmed(talk: Talk) -> None:
    proposed = await talk.proposed()
    await go_back(talk)
    reply = await talk.press("ann", button(proposed, "confirm"))
    assert text_of(reply) == sentence("error-stale-decision", status="ahead_of_clock", symbol="GOOG")
    assert talk.orders_carried_out == 0


@pytest.mark.parametrize("holds_fills", [False, True])
@pytest.mark.parametrize("text", ["buy 10 AAPL", "买入10股苹果"])
async def test_while_an_order_is_open_then_it_stands_still_and_says_why(
    talk: Talk, text: str, *, holds_fills: bool
) -> None:
    card = await talk.say("ann", text)
    talk.broker.is_down, talk.broker.holds_fills = not holds_fills, holds_fills
    await talk.press("ann", button(card, "confirm"))
    before = talk.account.market_time

    reply = await talk.say("ann", "/advance 20", thread="other")
    with pytest.raises(ClockWaitsForOrderError):
        await talk.core.market_clock.set_date(talk.account.tenant_id, _EARLIER)

    facts = {"side": "buy", "shares": Decimal(10), "symbol": "AAPL"}
    assert text_of(reply).startswith(sentence("error-clock-waits-for-order", reply.language, **facts))
    assert talk.account.market_time == before


async def test_when_the_order_is_settled_then_it_moves(talk: Talk) -> None:
    card = await talk.say("ann", "buy 10 AAPL")
    talk.broker.is_down = True
    await talk.press("ann", button(card, "confirm"))
    talk.broker.is_down = False
    talk.pass_time(timedelta(seconds=20))
    await talk.recovery.finish_decisions()
    assert "2013-03-01" in text_of(await talk.say("ann", "/advance 20"))
    assert (await talk.core.market_clock.now(talk.account.tenant_id)).date() == date(2013, 3, 1)


async def test_when_an_order_is_confirmed_meanwhile_then_it_stands_still(talk: Talk) -> None:
    await talk.press("ann", button(await talk.say("ann", "buy 5 IBM"), "confirm"))
    card = await talk.say("ann", "buy 10 AAPL")
    talk.broker.holds_fills = True
    before = talk.account.market_time

    async def confirm() -> None:
        await talk.press("ann", button(card, "confirm"))

    turn = await talk.hand_in("ann", "/advance 20", thread="other")
    talk.market.before = confirm
    await talk.answer_next()

    assert len(talk.memory.state.orders) == 2
    assert "stands still" in text_of(talk.reply(turn))
    assert talk.account.market_time == before
