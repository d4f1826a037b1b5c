"""The market's clock can go back: what was decided later is then neither shown nor confirmed."""

from datetime import date

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
