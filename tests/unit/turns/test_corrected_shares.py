"""Messages that correct which share was meant: what was made for the wrong one is put right, and it stays so."""

import pytest

from bot.domain.watching.alerts import AlertKind
from tests.fakes.core import Talk, button
from tests.references import said
from tests.unit.turns.test_alert_sequels import alerts, levels
from tests.unit.turns.test_guesses import pick


def watched(talk: Talk) -> list[str]:
    return sorted(each.symbol for each in talk.memory.state.watched.values())


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("alert me if ibm drops to 190", "no, sorry, i meant apple"), ["AAPL 190"]),
        (
            ("alert me if ibm drops to 190", "我是问苹果，不是IBM", "再加一个，涨回500也说一声"),
            ["AAPL 190", "AAPL 500"],
        ),
        (("alert me if ibm drops 5%", "not ibm, apple"), ["AAPL -5"]),
        (("alert me if ibm or goog drops 5%", "sorry i meant apple"), ["IBM -5", "GOOG -5"]),  # in place of which?
        (("alert me if msft drops below 190", "sorry i meant ibm"), ["IBM 190"]),  # none was set on MSFT
        (("alert me if ibm drops to 190", "and apple?"), ["IBM 190"]),
        (("alert me if ibm drops to 190", "price of fb", "no, i meant apple"), ["IBM 190"]),
        (("buy 5 goog", "alert me if ibm drops to 190", "sorry i meant apple"), ["AAPL 190"]),
        (("alert me if ibm drops to 190", "sorry, i meant google, above 800"), ["GOOG 800"]),
        (("IBM涨到210提醒我", "不是IBM，我说的是苹果，跌到430"), ["AAPL 430"]),
        (("alert me if ibm drops to 190", "and msft at 28"), ["IBM 190", "MSFT 28"]),
        (("提醒我ibm涨到450", "450那个提醒是苹果的，不是ibm"), ["AAPL 450"]),
        (("提醒我ibm涨到450", "price of fb", "the 450 alert is for apple, not ibm"), ["AAPL 450"]),
        (("提醒我ibm涨到450", "把ibm那个450的提醒删了，换成aapl跌到440"), ["AAPL 440"]),
        (("提醒我ibm涨到450", "460那个提醒是苹果的，不是ibm"), ["IBM 450"]),
        (("alert me if ibm drops to 190", "no i meant apple not ibm, delete that one"), ["AAPL 190"]),
    ],
)
async def test_an_alert_on_the_wrong_share_is_replaced(lines: tuple[str, ...], expected: list[str]) -> None:
    talk = Talk()
    await said(talk, *(f"ann: {each}" for each in lines))
    assert levels(talk) == expected


async def test_a_level_counted_from_what_was_paid_is_counted_anew() -> None:
    talk = Talk()
    for symbol in ("ibm", "msft"):
        await talk.press("ann", button(await talk.say("ann", f"buy 2 {symbol}"), "confirm"))
    await said(talk, "ann: alert me if we lose more than 5% on ibm", "ann: sorry, i meant msft")
    set_for_loss = [each for each in alerts(talk) if each.kind is not AlertKind.STOP]
    assert [(each.symbol, str(each.bounds.lower)) for each in set_for_loss] == [("MSFT", "26.08")]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("put goog on my watch list", "no, i meant msft"), ["MSFT"]),
        (("put goog on my watch list", "no, msft too"), ["GOOG", "MSFT"]),
        (("把谷歌加到自选", "不是谷歌，是脸书"), ["FB"]),
        (("watch apple", "no i meant msft not apple, take that off"), ["MSFT"]),
        (("watch apple", "no i meant amazon not apple, take that off"), []),  # there is no data for it
        (("自选加上苹果", "不对，我说的是亚马逊不是苹果，把那个删了"), []),
        (("put aapl and fb on my watch list", "take fb off my list", "oops, i meant aapl"), ["FB"]),
        (("put goog on my watch list", "put goog and fb on my watch list", "not goog, msft"), ["FB", "GOOG"]),
    ],
)
async def test_a_share_that_was_listed_by_mistake_is_replaced(lines: tuple[str, ...], expected: list[str]) -> None:
    talk = Talk()
    await said(talk, *(f"ann: {each}" for each in lines))
    assert watched(talk) == expected


@pytest.mark.parametrize(
    ("lines", "parts"),
    [
        (("what did goog do yesterday", "no, I don't follow GOOG, take IBM", "and the day before?"), ("IBM −0.50 %",)),
        (("GOOG 昨天收多少", "不对，我不看 GOOG，换成 IBM", "前天呢"), ("IBM $203.90",)),
        (("p/e of goog", "you gave me goog, i wanted msft", "buy 5 of it"), ("Buy 5 MSFT",)),
        (("analyze goog", "oops wrong stock, i wanted msft", "alert me if it drops below 20"), ("MSFT at $20.00",)),
        (("buy 5 goog", "sorry i meant msft", "make it 6"), ("Buy 6 MSFT",)),
    ],
)
async def test_the_share_that_is_meant_stays_talked_of(lines: tuple[str, ...], parts: tuple[str, ...]) -> None:
    talk = Talk()
    answer = await said(talk, *(f"ann: {each}" for each in lines))
    assert [part for part in parts if part not in answer] == []
    assert talk.conversation().focus == (parts[0].split()[0] if "Buy" not in answer else parts[0].split()[-1],)


@pytest.mark.parametrize("correction", ["no, i meant msft", "not ibm, msft", "不对，我问的是微软"])
async def test_a_correction_of_what_was_asked_beside_a_card_leaves_the_card(correction: str) -> None:
    talk = Talk()
    answer = await said(talk, "ann: buy 5 goog", "ann: price of ibm", f"ann: {correction}")
    assert "MSFT $27.45" in answer
    assert [(each.proposal.symbol, each.version) for each in talk.decisions()] == [("GOOG", 1)]


@pytest.mark.parametrize("named", ["hows amzn been", "how is $FOOO doing", "0700.HK?", "亚马逊呢", "价格 比特币"])
@pytest.mark.parametrize("of_it", ["add that one too pls", "watch it", "buy 5 then", "跌破20提醒我", "加自选吧"])
async def test_what_is_asked_of_it_is_done_to_no_other_share(talk: Talk, named: str, of_it: str) -> None:
    await said(talk, "ann: price of ibm", f"ann: {named}")
    reply = await talk.say("ann", of_it)
    state = talk.memory.state
    assert (state.watched, state.alerts, state.decisions) == ({}, {}, {})
    assert [str(each) for each in reply.answer.guesses if "IBM" in str(each)]


async def test_the_older_share_is_meant_then_a_press_does_it(talk: Talk) -> None:
    await said(talk, "ann: price of ibm", "ann: hows amzn been")
    await talk.press("ann", pick(await talk.say("ann", "watch it"), "Put on the watch list: IBM"))
    await talk.answer_next()
    assert [each.symbol for each in talk.memory.state.watched.values()] == ["IBM"]


async def test_a_share_with_data_is_named_next_then_it_is_meant(talk: Talk) -> None:
    await said(talk, "ann: price of ibm", "ann: hows amzn been", "ann: price of fb", "ann: watch it")
    assert [each.symbol for each in talk.memory.state.watched.values()] == ["FB"]
