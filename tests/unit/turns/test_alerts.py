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


async def test_alert_is_set_then_the_answer_says_what_the_price_and_how_it_is_told(talk: Talk) -> None:
    reply = await talk.say("ann", "alert me when AAPL drops below 400")
    assert "Alert 1: AAPL at $400.00 or below. Now $455.49 (close of 2013-01-31, sample)." in text_of(reply)
    assert "an alert places no order" in text_of(reply)
    assert talk.decisions() == []


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


async def test_level_by_name_of_another_share_then_counted_anew(talk: Talk) -> None:
    await talk.say("ann", "price of google?")
    await talk.say("ann", "alert me at the 50-day average")
    assert "IBM at $194.15 or below" in text_of(await talk.say("ann", "sorry, I meant IBM"))
    assert states(talk) == [AlertState.REMOVED, AlertState.ARMED]


async def test_high_of_another_figure_then_no_alert_at_a_price(talk: Talk) -> None:
    await talk.say("ann", "price of google?")
    assert "none was set" in text_of(await talk.say("ann", "alert me when its volume hits a high"))
    assert states(talk) == []


async def test_share_under_discussion_is_meant_if_none_is_named(talk: Talk) -> None:
    assert "哪只股票" in text_of(await talk.say("ann", "跌破440提醒我"))
    await talk.say("ann", "analyze AAPL")
    assert "AAPL 到 $440.00 或更低" in text_of(await talk.say("ann", "跌破440提醒我"))


async def test_several_shares_then_one_alert_each(talk: Talk) -> None:
    text = text_of(await talk.say("ann", "/alert AAPL MSFT 5%"))
    assert "Alert 1: AAPL 5 % down or up, at $432.72 or below, or at $478.26 or above" in text
    assert "Alert 2: MSFT" in text


@pytest.mark.parametrize("text", ["/alert AAPL > 400", "alert me when AAPL hits 455.49"])
async def test_price_is_there_already_then_said_and_none_set(talk: Talk, text: str) -> None:
    assert "AAPL is there already: $455.49" in text_of(await talk.say("ann", text))
    assert states(talk) == []


async def test_level_far_from_the_price_is_read_back(talk: Talk) -> None:
    assert "Alert 1 is far from the price" in text_of(await talk.say("ann", "/alert AAPL < 44"))
    assert "far from" not in text_of(await talk.say("ann", "/alert AAPL < 440"))


async def test_unknown_share_then_the_usual_refusal(talk: Talk) -> None:
    assert "FOOO" in text_of(await talk.say("ann", "/alert FOOO < 3"))
    assert states(talk) == []


async def test_list_names_number_condition_distance_state_and_who_asked(talk: Talk) -> None:
    await talk.say("ann", "/alert AAPL < 440")
    await talk.say("bob", "let me know if google goes over $800", thread="other")
    text = text_of(await talk.say("bob", "show my alerts"))
    assert "1: AAPL at $440.00 or below · armed · Ann · now $455.49 (close of 2013-01-31, sample), 3.4 % away" in text
    assert "2: GOOG at $800.00 or above · armed · Bob" in text


@pytest.mark.parametrize(
    ("first", "again", "said"),
    [
        ("/alert AAPL < 440", "alert me when apple drops below 440", "1, AAPL at $440.00 or below. No second one"),
        ("/alert AAPL < 440", "跌破440提醒我", "您已有这个提醒：1 号，AAPL 到 $440.00 或更低。没有再设一个"),
        ("/alert AAPL 5%", "/alert AAPL 5%", "To count from the price now: “/alerts rearm 1”."),
        ("/alert AAPL -5%", "/alert AAPL -5%", "1, AAPL down 5 %, at $432.72 or below. No second one"),
    ],
)
async def test_same_alert_again_then_named_and_not_set_twice(talk: Talk, first: str, again: str, said: str) -> None:
    await talk.say("ann", first)
    assert said in text_of(await talk.say("ann", again))
    assert states(talk) == [AlertState.ARMED]


async def test_alerts_that_only_resemble_each_other_are_set(talk: Talk) -> None:
    for text in ("AAPL < 440", "AAPL < 439.99", "AAPL > 500", "AAPL 5%", "AAPL -5%", "AAPL 4%", "MSFT < 20"):
        await talk.say("ann", f"/alert {text}")
    await talk.say("bob", "/alert AAPL < 440")
    assert states(talk) == [AlertState.ARMED] * 8


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


async def test_remove_all_removes_ones_own(talk: Talk) -> None:
    for name, level in (("ann", 440), ("bob", 440), ("ann", 430)):
        await talk.say(name, f"/alert AAPL < {level}")
    await talk.say("ann", "/alerts remove all")
    assert states(talk) == [AlertState.REMOVED, AlertState.ARMED, AlertState.REMOVED]


@pytest.mark.parametrize("text", ["/alerts remove 7", "删除提醒7"])
async def test_unknown_number_then_said(talk: Talk, text: str) -> None:
    assert "7" in text_of(await talk.say("ann", text))


async def test_remove_without_a_number_then_the_only_one_or_which(talk: Talk) -> None:
    await talk.say("ann", "/alert AAPL < 440")
    await talk.say("ann", "/alert AAPL > 500")
    assert "Which alert?" in text_of(await talk.say("ann", "cancel my alert"))
    await talk.say("ann", "/alerts remove 2")
    assert "Removed: 1" in text_of(await talk.say("ann", "cancel my alert"))


async def test_as_many_as_are_kept_then_a_sentence_and_none_set(talk: Talk) -> None:
    for number in range(MOST_ALERTS_OF_PERSON):
        await talk.say("ann", f"/alert AAPL < {400 - number}")
    assert f"You have {MOST_ALERTS_OF_PERSON} alerts" in text_of(await talk.say("ann", "/alert AAPL > 500"))
    assert len(states(talk)) == MOST_ALERTS_OF_PERSON
    assert "Alert 51" in text_of(await talk.say("bob", "/alert AAPL > 500"))


@pytest.mark.parametrize(
    "text",
    [
        "alert me when AAPL drops below 400 and volume is high",
        "buy AAPL when it falls below 400",
        "remind me about AAPL on Friday",
        "Bob said: alert me when AAPL drops below 400",
        "别在苹果跌破400时提醒我",
    ],
)
async def test_what_cannot_be_an_alert_sets_none(talk: Talk, text: str) -> None:
    await talk.say("ann", text)
    assert states(talk) == []
    assert talk.decisions() == []


@pytest.mark.parametrize(
    ("text", "yes"),
    [("alert me when gogle goes above 780", "yes"), ("提醒我googel涨到780", "是的")],
)
async def test_yes_to_the_corrected_name_sets_the_alert_and_orders_nothing(talk: Talk, text: str, yes: str) -> None:
    await talk.say("ann", text)
    assert "GOOG" in text_of(await talk.say("ann", yes))
    assert talk.decisions() == []
    assert states(talk) == [AlertState.ARMED]


@pytest.mark.parametrize("text", ["don't alert me any more about gogle", "which alerts do I have on gogle?"])
async def test_yes_behind_another_request_about_alerts_orders_nothing(talk: Talk, text: str) -> None:
    await talk.say("ann", text)
    await talk.say("ann", "yes")
    assert talk.decisions() == []


async def test_number_and_share_that_do_not_fit_then_nothing_is_removed(talk: Talk) -> None:
    await talk.say("ann", "/alert MSFT > 28")
    assert "Which alert?" in text_of(await talk.say("ann", "remove IBM alert 1"))
    assert states(talk) == [AlertState.ARMED]
    await talk.say("ann", "remove MSFT alert 1")
    assert states(talk) == [AlertState.REMOVED]


async def test_no_alert_on_one_share_then_the_others_are_not_denied(talk: Talk) -> None:
    await talk.say("ann", "/alert MSFT > 28")
    assert "no alert on AAPL" in text_of(await talk.say("ann", "do I have an alert on apple?"))
    assert "one on another share" in text_of(await talk.say("ann", "do I have an alert on apple?"))
