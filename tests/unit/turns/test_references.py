"""Messages that refer to what was shown, in conversations: the measured set, and what each kind leads to."""

import pytest

from bot.domain.text.locale import Language
from bot.domain.trading.decisions import DecisionStatus
from tests.fakes.core import Talk
from tests.references import ReferenceResult, play, reference_cases, said, stored


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_of_the_measured_set_nearly_all_are_right_and_none_is_dangerous(language: str) -> None:
    results: list[ReferenceResult] = [await play(each) for each in reference_cases() if each.language == language]
    assert [each.case.name for each in results if each.is_dangerous] == []
    assert sum(each.is_right for each in results) / len(results) >= 0.95


@pytest.mark.parametrize(
    ("text", "pending"),
    [
        ("make the apple one 6", ("buy 10 IBM", "buy 6 AAPL")),
        ("the second: 4", ("buy 4 IBM", "buy 5 AAPL")),
        ("drop the first one", ("buy 10 IBM",)),
        ("cancel the last one", ("buy 5 AAPL",)),
        ("make both 4", ("buy 4 AAPL", "buy 4 IBM")),
        ("halve them", ("buy 2 AAPL", "buy 5 IBM")),
        ("make it 6", ("buy 10 IBM", "buy 5 AAPL")),
        ("第二个改成4股", ("buy 4 IBM", "buy 5 AAPL")),
        ("苹果那笔不要了", ("buy 10 IBM",)),
    ],
)
async def test_one_of_several_cards_is_changed_or_cancelled_by_its_share_or_place(
    text: str, pending: tuple[str, ...]
) -> None:
    talk = Talk()
    await said(talk, "ann: buy 5 aapl and 10 ibm", f"ann: {text}")
    assert stored(talk.memory.state)["pending"] == pending
    assert talk.orders_carried_out == 0


async def test_a_card_named_by_its_place_is_confirmed_like_any_other() -> None:
    talk = Talk()
    await said(talk, "ann: buy 5 aapl and 10 ibm", "ann: do the second one")
    assert stored(talk.memory.state)["held"] == ("10 IBM",)
    talk = Talk()
    await said(talk, "ann: buy 5 aapl and 10 ibm", "bob: buy 3 fb", "ann: do the second one")
    assert talk.orders_carried_out == 0  # somebody has spoken in between: it is read back


async def test_a_level_is_the_stop_of_the_card_and_never_its_size() -> None:
    talk = Talk()
    await said(talk, "ann: buy 2 GOOG", "ann: what is the stop?", "ann: raise it to 740")
    assert stored(talk.memory.state)["stops"] == ("GOOG 740",)
    assert stored(talk.memory.state)["pending"] == ("buy 2 GOOG",)
    await said(talk, "ann: make it 3")
    assert stored(talk.memory.state)["pending"] == ("buy 3 GOOG",)


async def test_an_alert_is_set_at_a_level_that_was_shown_and_copied_for_another_person() -> None:
    talk = Talk()
    await said(talk, "ann: what's the 52 week high of ibm", "ann: alert me there", "bob: me too")
    assert stored(talk.memory.state)["alerts"] == ("IBM > 211.79", "IBM > 211.79")
    assert {alert.person.name for _, alert in talk.memory.state.alerts.values()} == {"Ann", "Bob"}


async def test_the_order_carried_out_last_is_asked_about_in_words() -> None:
    talk = Talk()
    await said(talk, "ann: buy 7 MSFT", "ann: yes")
    for text in ("did it fill?", "and the microsoft order?", "成交了吗", "一共花了多少"):
        assert "27.45" in await said(talk, f"ann: {text}"), text
    assert "sell 7 MSFT" in await said(talk, "ann: undo that")
    assert [each.status for each in talk.decisions()] == [DecisionStatus.FILLED]


async def test_the_question_before_is_asked_of_another_share_and_changes_nothing() -> None:
    talk = Talk()
    assert "51.8" in await said(talk, "ann: rsi of goog", "ann: and ibm?", "ann: what about msft")
    await said(talk, "ann: buy 5 goog", "ann: and ibm?")
    assert stored(talk.memory.state)["pending"] == ("buy 5 GOOG",)


async def test_how_much_is_that_is_of_ones_own_card_whoever_was_answered_since() -> None:
    talk = Talk()
    assert "4,061.40" in await said(talk, "ann: buy 20 ibm", "bob: price of fb", "ann: how much is that")
    assert "14.1" in await said(talk, "ann: price of ibm", "bob: price of fb", "ann: what's its pe")


async def test_another_page_of_a_debate_is_turned_to() -> None:
    talk = Talk()
    second = await said(talk, "ann: dig deeper into GOOG", "ann: /discussion 2")
    first = await said(talk, "ann: /discussion")
    assert await said(talk, "ann: next page") == second != first


async def test_the_language_of_an_answer_is_that_of_who_asks() -> None:
    talk = Talk()
    await said(talk, "bob: price of ibm", "lin: 苹果股价")
    assert (await talk.say("bob", "GOOG?")).language is Language.ENGLISH
    assert (await talk.say("lin", "MSFT?")).language is Language.CHINESE
    assert (await talk.say("bob", "/status")).language is Language.ENGLISH


@pytest.mark.parametrize(
    ("said_before", "text", "language"),
    [
        ("买2股谷歌", "why", Language.CHINESE),
        ("买2股谷歌", "do it", Language.CHINESE),
        ("买2股谷歌", "price of ibm", Language.ENGLISH),
        ("buy 2 goog", "why", Language.ENGLISH),
        ("buy 2 goog", "为什么", Language.CHINESE),
    ],
)
async def test_a_word_or_two_of_english_change_no_talk_in_chinese(
    said_before: str, text: str, language: Language
) -> None:
    talk = Talk()
    await talk.say("lin", said_before)
    assert (await talk.say("lin", text)).language is language
