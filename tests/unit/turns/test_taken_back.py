"""“Undo that” takes back what the latest answer to the person has changed, and nothing else."""

from decimal import Decimal

import pytest

from bot.domain.trading.decisions import DecisionStatus
from tests.fakes.core import Talk, sentence, text_of


@pytest.mark.parametrize(
    ("said", "undo", "shown", "holds"),
    [
        (("alert me when AAPL drops below 20", "remove it"), "undo that", "/alerts", "$20.00"),
        (("alert me when AAPL drops below 20", "make it 18"), "take that back", "/alerts", "$20.00"),
        (("/watch AAPL MSFT", "/unwatch MSFT"), "oops, undo", "/watch", "MSFT"),
        (("把MSFT加到自选", "清空自选"), "撤销", "/watch", "MSFT"),
        (("at most $3,000 per trade from now on", "make it 4000"), "undo that", "/limits", "$3,000"),
        (("at most $3,000 per trade from now on", "/limits remove 1"), "撤销", "/limits", "$3,000"),
        (("/brief on", "/brief off"), "undo that", "/brief status", "half an hour before each opening"),
        (("remember we like dividends", "/memory delete 1"), "撤回刚才的", "/memory", "dividends"),
        (("remember we like dividends", "undo that"), "undo that", "/memory", "dividends"),
    ],
)
async def test_what_ended_holds_again(talk: Talk, said: tuple[str, ...], undo: str, shown: str, holds: str) -> None:
    for each in said:
        await talk.say("ann", each)
    assert holds in text_of(await talk.say("ann", undo))
    assert holds in text_of(await talk.say("ann", shown))


@pytest.mark.parametrize(
    ("said", "shown", "gone"),
    [
        ("alert me when AAPL drops below 20", "/alerts", "$20.00"),
        ("/watch TSLA", "/watch", "TSLA"),
        ("at most $3,000 per trade from now on", "/limits", "$3,000"),
    ],
)
@pytest.mark.parametrize("undo", ["undo that", "撤销"])
async def test_what_was_made_is_gone(talk: Talk, said: str, shown: str, gone: str, undo: str) -> None:
    await talk.say("ann", said)
    await talk.say("bob", "hello")  # the latest answer, but not to the person
    await talk.say("ann", undo)
    assert gone not in text_of(await talk.say("ann", shown))


@pytest.mark.parametrize("undo", ["undo that", "撤销"])
async def test_another_answer_is_between_then_asked_which_and_a_press_undoes(talk: Talk, undo: str) -> None:
    for each in ("/watch AAPL", "alert me when AAPL drops below 20", "price of MSFT?"):
        await talk.say("ann", each)
    answer = await talk.say("ann", undo)
    assert text_of(answer).startswith(sentence("guess-question", answer.language))
    assert len(answer.answer.buttons) == 3
    assert "AAPL" in text_of(await talk.say("ann", "/watch"))
    await talk.press("ann", answer.answer.buttons[0])
    assert "$20.00" not in text_of(await talk.say("ann", "/alerts"))
    assert "AAPL" in text_of(await talk.say("ann", "/watch"))


async def test_nothing_was_changed_then_says_how(talk: Talk) -> None:
    await talk.say("ann", "price of MSFT?")
    assert text_of(await talk.say("ann", "undo that")) == sentence("undo-nothing")


BETWEEN = "price of IBM?"
ALERT, LIMIT = "alert me when AAPL drops below 20", "at most $3,000 per trade from now on"


@pytest.mark.parametrize(
    ("said", "undo", "shown", "gone"),
    [
        ((ALERT, "/watch MSFT", BETWEEN), "undo the alert", "/alerts", "$20.00"),
        ((LIMIT, BETWEEN, BETWEEN), "undo that limit change", "/limits", "$3,000"),
        ((LIMIT, ALERT), "撤销刚才的限额改动", "/limits", "$3,000"),
        (("/brief on", BETWEEN), "undo the brief", "/brief status", "Ann asked"),
    ],
)
async def test_a_change_is_named_then_the_latest_of_its_sort_is_undone(
    talk: Talk, said: tuple[str, ...], undo: str, shown: str, gone: str
) -> None:
    for each in said:
        await talk.say("ann", each)
    await talk.say("ann", undo)
    assert gone not in text_of(await talk.say("ann", shown))


@pytest.mark.parametrize(
    ("said", "back", "shown", "holds"),
    [
        ((ALERT, "remove it", "/watch IBM", BETWEEN), "bring the apple alert back", "/alerts", "$20.00"),
        (("/watch AAPL MSFT", "/unwatch MSFT", BETWEEN), "put it back on the list", "/watch", "MSFT"),
        (("remember we like dividends", "/memory delete 1", BETWEEN), "bring that note back", "/memory", "dividends"),
        (("remember we like dividends", "/memory delete 1", BETWEEN), "那条笔记恢复回来", "/memory", "dividends"),
    ],
)
async def test_what_is_gone_is_wanted_back_then_it_is_there(
    talk: Talk, said: tuple[str, ...], back: str, shown: str, holds: str
) -> None:
    for each in said:
        await talk.say("ann", each)
    await talk.say("ann", back)
    assert holds in text_of(await talk.say("ann", shown))


@pytest.mark.parametrize("back", ["bring the apple alert back", "put the note back"])
async def test_nothing_of_it_is_gone_then_what_there_is_stays(talk: Talk, back: str) -> None:
    for each in (ALERT, "remember we like dividends", BETWEEN, back):
        await talk.say("ann", each)
    assert "$20.00" in text_of(await talk.say("ann", "/alerts"))
    assert "dividends" in text_of(await talk.say("ann", "/memory"))


async def test_a_note_changed_since_then_undoing_the_note_changes_no_other(talk: Talk) -> None:
    for each in ("remember we like dividends", "/memory delete 1"):
        await talk.say("ann", each)
    await talk.say("ann", "remember we like rail", thread="other")
    await talk.say("ann", "bring that note back")
    shown = text_of(await talk.say("ann", "/memory"))
    assert "rail" in shown


@pytest.mark.parametrize("back", ["undo", "bring the msft card back", "撤销"])
async def test_cancelled_cards_are_wanted_back_then_they_are_offered_and_nothing_is_traded(
    talk: Talk, back: str
) -> None:
    for each in ("buy 10 msft with a stop at 20", "cancel"):
        await talk.say("ann", each)
    (card,) = (await talk.say("ann", back)).answer.decisions
    assert (card.proposal.symbol, int(card.proposal.shares), card.proposal.stop_price) == ("MSFT", 10, Decimal(20))
    assert card.status is DecisionStatus.PROPOSED
    assert talk.orders_carried_out == 0


async def test_all_cards_were_cancelled_then_all_are_offered_anew(talk: Talk) -> None:
    for each in ("buy 10 msft and 2 aapl", "cancel all"):
        await talk.say("ann", each)
    offered = (await talk.say("ann", "undo that")).answer.decisions
    assert [(each.proposal.symbol, int(each.proposal.shares)) for each in offered] == [("MSFT", 10), ("AAPL", 2)]


async def test_an_alert_removed_by_its_button_is_undone(talk: Talk) -> None:
    answer = await talk.say("ann", ALERT)
    await talk.press("ann", answer.answer.buttons[0])
    await talk.say("ann", "undo that")
    assert "$20.00" in text_of(await talk.say("ann", "/alerts"))


async def test_a_trade_was_made_since_then_undo_is_of_the_trade(talk: Talk) -> None:
    for each in ("/watch AAPL", "buy 1 msft", "confirm"):
        await talk.say("ann", each)
    assert "cannot be undone" in text_of(await talk.say("ann", "undo"))
    assert "AAPL" in text_of(await talk.say("ann", "/watch"))


async def test_words_that_are_not_exact_lift_no_limit(talk: Talk) -> None:
    await talk.say("ann", "at most $3,000 per trade from now on")
    await talk.say("ann", "oops, undo")
    assert "$3,000" in text_of(await talk.say("ann", "/limits"))


async def test_what_is_undone_is_named_a_trade_then_the_list_stays(talk: Talk) -> None:
    await talk.say("ann", "/watch AAPL")
    await talk.say("ann", "undo the trade")
    assert "AAPL" in text_of(await talk.say("ann", "/watch"))


async def test_card_waits_then_the_change_since_is_undone_and_the_card_stays(talk: Talk) -> None:
    card = (await talk.say("ann", "buy 2 AAPL")).answer.decisions
    await talk.say("ann", "/watch MSFT")
    await talk.say("ann", "undo that")
    assert "MSFT" not in text_of(await talk.say("ann", "/watch"))
    assert [each.id for each in (await talk.say("ann", "/pending")).answer.decisions] == [each.id for each in card]
