"""Messages that refer to what was shown, in conversations: the measured set, and what each kind leads to."""

from decimal import Decimal

import pytest

from bot.domain.text.locale import Language
from bot.domain.trading.decisions import DecisionStatus
from bot.domain.watching.alerts import PriceAlert
from tests.fakes.core import Talk, sentence, text_of
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


async def test_the_question_before_is_asked_of_another_share_and_changes_nothing() -> None:
    talk = Talk()
    assert "51.8" in await said(talk, "ann: rsi of goog", "ann: and ibm?", "ann: what about msft")
    await said(talk, "ann: buy 5 goog", "ann: and ibm?")
    assert stored(talk.memory.state)["pending"] == ("buy 5 GOOG",)


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


TWO_EACH = ("ann: alert goog under 720 or over 780", "bob: me too")
GONE_FIRST = (
    "ann: alert goog under 720",
    "ann: alert ibm under 190",
    "ann: alert msft under 25",
    "ann: remove alert 1",
)


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        ((*TWO_EACH, "ann: actually make the lower one 715"), "GOOG<715 GOOG>780 | GOOG<720 GOOG>780"),
        ((*TWO_EACH, "ann: 高的那个改成790"), "GOOG<720 GOOG>790 | GOOG<720 GOOG>780"),
        ((*TWO_EACH, "bob: scrap the upper one, I only care about the downside"), "GOOG<720 GOOG>780 | GOOG<720"),
        ((*TWO_EACH, "ann: change the 720 one to 710"), "GOOG<710 GOOG>780 | GOOG<720 GOOG>780"),
        ((*TWO_EACH, "ann: kill the one at 790"), "GOOG<720 GOOG>780 | GOOG<720 GOOG>780"),
        ((*TWO_EACH, "ann: change alert 1 to 715", "ann: drop the other one"), "GOOG<715 | GOOG<720 GOOG>780"),
        (("ann: alert goog under 700", "bob: alert goog under 690", "bob: mine to 695"), "GOOG<700 | GOOG<695"),
        ((*GONE_FIRST, "ann: /alerts", "ann: delete the second"), "IBM<190 MSFT<25 |"),
        ((*GONE_FIRST, "ann: /alerts", "ann: 第一个删掉"), "MSFT<25 |"),
    ],
)
async def test_one_of_several_alerts_is_picked_among_the_speakers_own_or_asked_for(
    lines: tuple[str, ...], left: str
) -> None:
    talk = Talk()
    await said(talk, *lines)
    alerts = (each for _, each in talk.memory.state.alerts.values() if each.is_open)
    found = {(each.person.name, f"{each.symbol}{_bound(each)}") for each in alerts}
    own, of_bob = left.split("|")
    assert found == {*(("Ann", each) for each in own.split()), *(("Bob", each) for each in of_bob.split())}


def _bound(alert: PriceAlert) -> str:
    return f"<{alert.bounds.lower}" if alert.bounds.lower else f">{alert.bounds.upper}"


async def test_several_alerts_may_be_meant_then_each_has_a_button() -> None:
    talk = Talk()
    await said(talk, "ann: alert ibm under 190 or over 215")
    asked = await talk.say("ann", "make it 195")
    assert [each.label for each in asked.answer.buttons] == ["1, IBM at $190.00 or below", "2, IBM at $215.00 or above"]
    await talk.press("ann", asked.answer.buttons[0].id)
    await talk.answer_next()
    assert stored(talk.memory.state)["alerts"] == ("IBM < 195", "IBM > 215")


@pytest.mark.parametrize(
    ("text", "pending"),
    [
        ("scrap the first one, earnings are due", ("buy 10 IBM",)),
        ("第二个先不要了，太贵了", ("buy 5 AAPL",)),
        ("后面那个取消吧", ("buy 5 AAPL",)),
        ("cancel the third one", ("buy 10 IBM", "buy 5 AAPL")),
        ("forget the other one", ("buy 10 IBM", "buy 5 AAPL")),
        ("don't cancel the second one", ("buy 10 IBM", "buy 5 AAPL")),
        ("cancel the second one?", ("buy 10 IBM", "buy 5 AAPL")),
        ("confirm the third one", ("buy 10 IBM", "buy 5 AAPL")),
        ("confirm all but the first one", ("buy 10 IBM", "buy 5 AAPL")),
    ],
)
async def test_a_verdict_picks_the_card_by_its_place_or_is_asked_back(text: str, pending: tuple[str, ...]) -> None:
    talk = Talk()
    await said(talk, "ann: buy 5 aapl and 10 ibm", f"ann: {text}")
    assert stored(talk.memory.state)["pending"] == pending
    assert talk.orders_carried_out == 0


async def test_the_second_is_of_the_notes_that_were_listed_since_the_cards() -> None:
    talk = Talk()
    notes = ("ann: remember: we sell in may", "ann: remember: bob is on leave", "ann: /memory")
    await said(talk, "ann: buy 5 aapl and 10 ibm", *notes, "ann: forget the second one")
    assert len(stored(talk.memory.state)["notes"]) == 1
    assert stored(talk.memory.state)["pending"] == ("buy 10 IBM", "buy 5 AAPL")


@pytest.mark.parametrize(
    ("lines", "labels", "pending"),
    [
        (("compare msft and ibm", "buy 20 of the second one"), ["Buy 20 MSFT", "Buy 20 IBM", "None of these"], ()),
        (("compare ibm and fb", "buy 20 of the second one"), None, ("buy 20 FB",)),
        (("比较一下 MSFT 和 IBM", "第二个买20股"), ["买入 20 股 MSFT", "买入 20 股 IBM", "都不是"], ()),
    ],
)
async def test_a_share_of_a_table_is_bought_by_its_place_where_it_was_said_there_too(
    lines: tuple[str, str], labels: list[str] | None, pending: tuple[str, ...]
) -> None:
    talk = Talk()
    await said(talk, f"ann: {lines[0]}")
    reply = await talk.say("ann", lines[1])
    assert stored(talk.memory.state)["pending"] == pending
    assert labels is None or [each.label for each in reply.answer.buttons] == labels


async def test_both_are_the_shares_that_were_shown_whatever_is_said_before() -> None:
    talk = Talk()
    await said(talk, "ann: buy 5 goog and 10 msft", "ann: don't confirm yet; add both to my watch list")
    assert stored(talk.memory.state)["watch"] == ("GOOG", "MSFT")
    assert stored(talk.memory.state)["pending"] == ("buy 10 MSFT", "buy 5 GOOG")


@pytest.mark.parametrize(
    ("text", "kept"), [("把财报那条规则删了吧", "alerts"), ("the earnings rule can go, drop the rule", "alerts")]
)
async def test_a_rule_that_is_to_go_is_no_alert(text: str, kept: str) -> None:
    talk = Talk()
    await said(talk, "ann: alert me when IBM drops below 190", f"ann: {text}")
    assert stored(talk.memory.state)[kept] == ("IBM < 190",)


@pytest.mark.parametrize("text", ["make it 4", "改成4股", "double it"])
async def test_one_of_several_cards_is_changed_behind_another_answer_then_asked_which(talk: Talk, text: str) -> None:
    for each in ("buy 3 IBM", "buy 5 AAPL", "price of MSFT?"):
        await talk.say("ann", each)
    answer = await talk.say("ann", text)
    assert sentence("amend-which", answer.language, symbol="AAPL") in answer.answer.brief
    assert sorted(int(each.proposal.shares) for each in talk.decisions()) == [3, 5]


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


async def test_card_waits_then_the_change_since_is_undone_and_the_card_stays(talk: Talk) -> None:
    card = (await talk.say("ann", "buy 2 AAPL")).answer.decisions
    await talk.say("ann", "/watch MSFT")
    await talk.say("ann", "undo that")
    assert "MSFT" not in text_of(await talk.say("ann", "/watch"))
    assert [each.id for each in (await talk.say("ann", "/pending")).answer.decisions] == [each.id for each in card]
