"""An alert that names a level and no share is of the share whose price is near; several shares may have levels each."""

import pytest

from tests.fakes.core import Talk, button, text_of
from tests.references import said
from tests.unit.turns.test_alert_sequels import levels
from tests.unit.turns.test_guesses import pick


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("看下苹果，顺便ibm收盘多少，再帮我设个450的提醒",), ["AAPL 450"]),
        (("price of aapl. and what did ibm close at, and set me an alert at 200",), ["IBM 200"]),
        (("price of aapl", "price of ibm", "set an alert at 450"), ["AAPL 450"]),
        (("price of aapl", "price of ibm", "alert me if it drops below 100"), ["IBM 100"]),
        (("ibm和苹果谁贵", "再帮我设个200的提醒"), ["IBM 200"]),
        (("谷歌和苹果谁贵", "set an alert at 580"), []),  # both are within 30 %, and none is named
        (("price of ibm", "set an alert at 450"), ["IBM 450"]),
        (("alert me when aapl or ibm hits 210",), ["AAPL 210", "IBM 210"]),
    ],
)
async def test_a_level_is_of_the_share_near_it(lines: tuple[str, ...], expected: list[str]) -> None:
    talk = Talk()
    await said(talk, *(f"ann: {each}" for each in lines))
    assert levels(talk) == expected


async def test_no_share_is_near_then_asked_and_a_press_sets_it() -> None:
    talk = Talk()
    reply = await talk.say("ann", "price of aapl. and what did ibm close at, and set me an alert at 900")
    assert levels(talk) == []
    await talk.press("ann", pick(reply, "Set an alert: IBM"))
    await talk.answer_next()
    assert levels(talk) == ["IBM 900"]


@pytest.mark.parametrize(
    "message",
    [
        "alert me if msft drops below 27, fb goes under 30 or over 33, and ibm moves 3%",
        "msft跌破27，fb跌破30或涨破33，ibm波动3%的时候提醒我",
    ],
)
async def test_each_share_has_its_own_levels(message: str) -> None:
    talk = Talk()
    await talk.say("ann", message)
    assert levels(talk) == ["MSFT 27", "FB 30", "FB 33", "IBM 3"]


@pytest.mark.parametrize(
    "message",
    [
        "tell me when it is 10% more than what i was paying",
        "tell me when ibm is 10% above what i was paying",
        "ping me when ibm is 10% higher than my cost",
        "ibm比我的成本高10%的时候提醒我",
    ],
)
async def test_words_of_more_or_less_tell_the_side(message: str) -> None:
    talk = Talk()
    await talk.press("ann", button(await talk.say("ann", "buy 2 ibm"), "confirm"))
    await talk.say("ann", message)
    assert levels(talk)[-1] == "IBM 223.38"


async def test_what_was_not_bought_yet_is_counted_from_the_price_on_its_card() -> None:
    talk = Talk()
    await talk.say("ann", "buy 2 ibm")
    reply = await talk.say("ann", "tell me when it is 10% more than what i was paying")
    assert "10 % above the price on your card, $203.07" in text_of(reply)
    assert levels(talk) == ["IBM 223.38"]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("no 33 should be 32", ["FB 30", "FB 32"]),
        ("把33那个提醒改成32", ["FB 30", "FB 32"]),
        ("remove everything", []),
        ("全部删掉", []),
        ("把fb那个30的提醒删了", ["FB 33"]),
    ],
)
async def test_the_alert_at_the_level_that_is_named_is_meant(message: str, expected: list[str]) -> None:
    talk = Talk()
    await said(talk, "ann: alert me if fb goes under 30 or over 33", f"ann: {message}")
    assert levels(talk) == expected
