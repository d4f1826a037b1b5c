"""What is said of an alert right after it was set, listed or told."""

import pytest

from bot.domain.watching.alerts import AlertState, PriceAlert
from tests.fakes.core import Talk, text_of
from tests.unit.turns.test_alert_presses import told


def alerts(talk: Talk) -> list[PriceAlert]:
    return [each for _, each in talk.memory.state.alerts.values() if each.state is not AlertState.REMOVED]


def levels(talk: Talk) -> list[str]:
    return [f"{each.symbol} {each.percent or each.bounds.lower or each.bounds.upper}" for each in alerts(talk)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no, 470", "AAPL is there already"),
        ("move it up to 470", "AAPL is there already"),
        ("改成430还是431", "没有改动"),
        ("not 450 but 445", "none was changed"),
        ("change the IBM alert to 170", "You have no such alert"),
        ("snooze it", "Not told yet"),
        ("what about 445?", ""),
        ("change the apple alert to 445 tomorrow", "none was changed"),
        ("done", ""),
        ("sell AAPL", "You hold no"),
        ("no, buy 5 IBM", "Buy 5 IBM"),
    ],
)
async def test_what_is_no_correction_of_it_leaves_it(talk: Talk, text: str, said: str) -> None:
    await talk.say("ann", "/alert AAPL < 440")
    assert said in text_of(await talk.say("ann", text))
    assert levels(talk) == ["AAPL 440"]


async def test_a_level_that_is_near_that_of_one_alert_alone_means_that_one(talk: Talk) -> None:
    await talk.say("ann", "/alert AAPL < 440")
    await talk.say("ann", "/alert GOOG > 800")
    await talk.say("ann", "make it 445")
    assert sorted(levels(talk)) == ["AAPL 445", "GOOG 800"]


async def test_somebody_else_has_set_one_since_then_it_is_ones_own(talk: Talk) -> None:
    await talk.say("ann", "/alert AAPL < 440")
    await talk.say("bob", "/alert AAPL < 430")
    await talk.say("ann", "make it 445")
    assert sorted(levels(talk)) == ["AAPL 430", "AAPL 445"]


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("snooze it", AlertState.ARMED),
        ("稍后提醒", AlertState.ARMED),
        ("dismiss it", AlertState.DONE),
    ],
)
async def test_alert_that_was_just_told_is_settled_as_by_its_button(talk: Talk, text: str, state: AlertState) -> None:
    await told(talk)
    await talk.say("bob", text)
    assert [each.state for each in alerts(talk)] == [state]
    assert alerts(talk)[0].settled_by is not None


async def test_alert_is_named_then_settled_by_anybody_though_another_thing_was_said(talk: Talk) -> None:
    await told(talk)
    await talk.say("bob", "analyze IBM")
    await talk.say("bob", "snooze the apple alert")
    assert [each.state for each in alerts(talk)] == [AlertState.ARMED]


@pytest.mark.parametrize("text", ["make it 198", "no, 198", "改成198"])
async def test_new_level_behind_an_alert_while_a_card_is_pending_may_mean_either_then_asked(
    talk: Talk, text: str
) -> None:
    await talk.say("ann", "buy 2 GOOG")
    await talk.say("ann", "/alert IBM < 200")
    reply = text_of(await talk.say("ann", text))
    assert reply.startswith(("Do you mean the alert, or the decision", "您指的是提醒，还是卡片上的决策"))
    assert levels(talk) == ["IBM 200"]
    assert [each.proposal.shares for each in talk.decisions()] == [2]


async def test_new_size_behind_the_card_itself_is_the_cards_although_an_alert_was_set_before(talk: Talk) -> None:
    await talk.say("ann", "/alert IBM < 200")
    await talk.say("ann", "buy 2 GOOG")
    await talk.say("ann", "make it 3")
    assert levels(talk) == ["IBM 200"]
    assert talk.decisions()[-1].proposal.shares == 3
