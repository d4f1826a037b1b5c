"""Messages that refer to what was shown: what they ask, and what they mean."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from uuid import uuid4

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.dialogue import (
    Act,
    Dialogue,
    NewValue,
    ObjectKind,
    Reference,
    ShownAnswer,
    ShownObject,
    Trend,
    ValueUnit,
)
from bot.domain.conversation.referents import new_value, referents
from bot.domain.conversation.surroundings import Surroundings, before_message, shown_last
from bot.domain.ids import TurnId
from bot.domain.text.locale import Language
from bot.domain.text.normalise import normalise
from bot.reading.one_request import RequestReader
from bot.reading.references import find_reference
from tests.fakes.messages import said as message

INSTRUMENTS = load_instruments()
ALERT = ShownObject(kind=ObjectKind.ALERT, id="3", symbols=("GOOG",), value=Decimal(700), unit=ValueUnit.PRICE)
LIMIT = ShownObject(kind=ObjectKind.LIMIT, id="l", value=Decimal(3000), unit=ValueUnit.MONEY)
CARD = ShownObject(kind=ObjectKind.CARD, id="c", symbols=("IBM",), value=Decimal(10), unit=ValueUnit.SHARES)
STOP = ShownObject(kind=ObjectKind.STOP, id="c", symbols=("IBM",), value=Decimal(198), unit=ValueUnit.PRICE)
LIST = ShownObject(kind=ObjectKind.WATCH_LIST, id="", symbols=("IBM", "MSFT"))


def said(*objects: ShownObject, by: str = "ann") -> ShownAnswer:
    return ShownAnswer(turn_id=TurnId(uuid4()), asked_by=by, objects=objects)


def described(text: str, *answers: ShownAnswer, by: str = "ann") -> Reference | None:
    """Return the reference of a message; `answers`: newest first."""
    dialogue = Dialogue(answers)
    cards = {each.id for answer in answers for each in answer.objects if each.kind is ObjectKind.CARD}
    around = Surroundings(
        instruments=INSTRUMENTS,
        today=date(2013, 1, 31),
        pending=len(cards),
        has_own_card=bool(cards),
        before=before_message(dialogue, by),
        shown_last=shown_last(dialogue),
    )
    parse = RequestReader(around, message(text), Language.ENGLISH).parse(normalise(text))
    return find_reference(parse, around)


def meant(text: str, *answers: ShownAnswer, by: str = "ann") -> list[str]:
    """Return the kinds and ids of what a message means."""
    reference = described(text, *answers, by=by)
    found = () if reference is None else referents(reference, Dialogue(answers), person_id=by)
    return [f"{each.kind} {each.id}" for each in found]


@pytest.mark.parametrize(
    ("text", "value", "unit", "trend"),
    [
        ("lower the alert to 28", "28", ValueUnit.PLAIN, Trend.DOWN),
        ("no, 445", "445", ValueUnit.PLAIN, Trend.EITHER),
        ("改成29块", "29", ValueUnit.MONEY, Trend.EITHER),
        ("提高到5000", "5000", ValueUnit.PLAIN, Trend.UP),
        ("make the limit 8%", "8", ValueUnit.PERCENT, Trend.EITHER),
        ("i want the alert at 430 instead", "430", ValueUnit.PLAIN, Trend.EITHER),
        ("can you make the alert 430?", "430", ValueUnit.PLAIN, Trend.EITHER),
        ("raise it to 5k", "5000", ValueUnit.MONEY, Trend.UP),
        ("bump that up to 6 grand", "6000", ValueUnit.MONEY, Trend.UP),
    ],
)
def test_a_change_names_its_value(text: str, value: str, unit: ValueUnit, trend: Trend) -> None:
    reference = described(text, said(ALERT))
    assert reference is not None
    assert reference.new is not None
    assert (reference.act, str(reference.new.value), reference.new.unit, reference.trend) == (
        Act.CHANGE,
        value,
        unit,
        trend,
    )


@pytest.mark.parametrize(
    "text",
    [
        "buy it", "5", "it", "ok", "what is it?", "remove it?", "should i remove it",
        "raise the roof tonight", "cancel the meeting at 5", "add 5 goog", "buy 5 more of it", "i want 20 of it",
        "买它", "卖掉它", "要不要删掉它？", "把会议取消", "drop 5 shares of goog", "call me at 5",
        "tell me at 3pm", "who is next?", "a cash one", "do it", "make it 445?", "put 5k into google",
    ],
)  # fmt: skip
def test_orders_verdicts_questions_and_talk_are_no_references(text: str) -> None:
    assert meant(text, said(ALERT), said(LIMIT)) == []


@pytest.mark.parametrize("text", ["remove it", "kill that", "delete this one please", "删掉它", "把那个取消"])
def test_it_is_what_was_shown_last_and_a_card_by_exact_words_only(text: str) -> None:
    assert meant(text, said(ALERT)) == ["alert 3"]
    assert meant(text, said(CARD, STOP)) == []


def test_a_value_means_what_can_have_it() -> None:
    assert meant("raise it to 5k", said(CARD, STOP), said(LIMIT)) == ["card c"]  # $5,000 of it
    assert meant("raise it to 5k", said(LIMIT)) == ["limit l"]
    assert meant("lower it to 690", said(ALERT), said(LIMIT)) == ["alert 3"]
    assert meant("raise it to 690", said(ALERT)) == []  # it is lower


@pytest.mark.parametrize("text", ["make it 2900", "raise it to $3,500"])
def test_a_limit_is_changed_only_right_below_it(text: str) -> None:
    assert meant(text, said(LIMIT)) == ["limit l"]
    assert meant(text, said(), said(LIMIT)) == []
    assert meant(text, said(CARD, STOP), said(LIMIT)) in ([], ["card c"])
    assert meant(text, said(CARD, STOP, by="bob"), said(LIMIT)) in ([], ["card c"])


@pytest.mark.parametrize("text", ["make it 5", "make it 10 shares", "set it to 4 %"])
def test_a_limit_keeps_its_unit_and_its_order_of_size(text: str) -> None:
    assert meant(text, said(LIMIT)) == []


def test_a_noun_goes_before_what_was_shown_last() -> None:
    assert meant("remove the limit", said(ALERT), said(LIMIT)) == ["limit l"]
    assert meant("move the stop to 199.5", said(CARD, STOP)) == ["stop c"]


def test_a_list_is_meant_by_a_share_alone() -> None:
    assert meant("remove goog", said(ALERT), said(LIST)) == ["alert 3"]
    assert meant("drop ibm", said(LIST)) == ["watch_list "]
    assert meant("drop ibm", said(ALERT), said(LIST)) == []  # what is held may be meant
    assert meant("take goog off", said(LIST)) == []


def test_a_place_counts_in_the_list_or_one_by_one() -> None:
    first, second = (ShownObject(kind=ObjectKind.ALERT, id=str(n), place=n) for n in (1, 2))
    assert meant("remove the first one", said(first, second)) == ["alert 1"]
    assert meant("第二个删掉", said(first, second)) == ["alert 2"]
    assert meant("kill the first one", said(second), said(first)) == ["alert 1"]
    assert meant("kill the last one", said(second), said(first)) == ["alert 2"]
    assert meant("remove both", said(first, second)) == ["alert 1", "alert 2"]


def test_ones_own_goes_before_what_others_were_shown() -> None:
    second = ShownObject(kind=ObjectKind.ALERT, id="4", symbols=("FB",))
    assert meant("remove it", said(ALERT, by="bob"), said(second, by="ann")) == ["alert 4"]
    assert meant("remove it", said(ALERT, by="bob")) == ["alert 3"]


@pytest.mark.parametrize(
    ("text", "new", "trend"),
    [
        ("halve it", NewValue(Decimal("0.5"), ValueUnit.TIMES), Trend.EITHER),
        ("then half that", NewValue(Decimal("0.5"), ValueUnit.TIMES), Trend.EITHER),
        ("翻倍", NewValue(Decimal(2), ValueUnit.TIMES), Trend.EITHER),
        ("trim it by 2", NewValue(Decimal(2), is_difference=True), Trend.DOWN),
        ("少买2股", NewValue(Decimal(2), ValueUnit.SHARES, is_difference=True), Trend.DOWN),
        ("add 2 more to it", NewValue(Decimal(2), is_difference=True), Trend.UP),
        ("hmm back to 50", NewValue(Decimal(50)), Trend.EITHER),
    ],
)
def test_a_change_by_the_value_before(text: str, new: NewValue, trend: Trend) -> None:
    reference = described(text, said(CARD, STOP))
    assert reference is not None
    assert (reference.act, reference.new, reference.trend) == (Act.CHANGE, new, trend)


def test_the_value_before_is_changed_by_a_factor_or_a_difference() -> None:
    def changed(text: str, shown: ShownObject) -> Decimal | None:
        reference = described(text, said(shown))
        assert reference is not None
        new = new_value(reference, shown)
        return None if new is None else new.value

    assert changed("double it", LIMIT) == 6000
    assert changed("lower it by 500", LIMIT) == 2500
    assert changed("lower it by 5", ALERT) == 695
    assert changed("lower it by 5000", LIMIT) is None
    assert changed("make it 2900", LIMIT) == 2900


@pytest.mark.parametrize("text", ["alert me there", "ping me at that level", "到那儿提醒我", "到那个价提醒我"])
def test_a_level_that_was_shown_is_pointed_at(text: str) -> None:
    level = ShownObject(kind=ObjectKind.LEVEL, id="", symbols=("IBM",), value=Decimal("211.79"))
    assert meant(text, said(level)) == ["level "]
    assert meant(text, said(ALERT, CARD, STOP)) == []


def test_the_stop_of_a_card_is_a_level_too() -> None:
    assert meant("alert me at the stop", said(CARD, STOP)) == ["stop c"]


def test_a_number_out_of_proportion_as_a_size_is_the_stop() -> None:
    card, stop = replace(CARD, value=Decimal(2)), replace(STOP, value=Decimal(730))
    assert meant("raise it to 740", said(card, stop)) == ["stop c"]
    assert meant("make it 5", said(card, stop)) == ["card c"]
    assert meant("raise it to 700", said(card, stop)) == []  # lower than the stop
    assert meant("lower that to 196", said(CARD, STOP)) == ["stop c"]  # the size is lower
    assert meant("raise it to 20", said(CARD, STOP)) == ["card c"]


def test_both_are_two_and_mine_are_ones_own() -> None:
    second, third = (ShownObject(kind=ObjectKind.ALERT, id=n, symbols=("FB",)) for n in "45")
    assert meant("remove both", said(third), said(second), said(ALERT)) == ["alert 4", "alert 5"]
    assert meant("remove both", said(ALERT)) == []
    assert meant("remove them", said(second), said(ALERT)) == ["alert 3", "alert 4"]
    assert meant("remove mine", said(ALERT, by="bob"), said(second)) == ["alert 4"]
    assert meant("我的那个删掉", said(ALERT, by="bob")) == []


def test_a_limit_is_told_apart_by_what_it_bounds() -> None:
    trade, cash = (replace(LIMIT, id=each, aspect=each) for each in ("trade", "cash"))
    assert meant("lift the cash one", said(cash), said(trade)) == ["limit cash"]
    assert meant("现金那条取消", said(trade), said(cash)) == ["limit cash"]


def test_a_share_of_a_list_is_pointed_at_right_below_it() -> None:
    assert meant("take it off", said(LIST)) == ["watch_list "]
    assert meant("drop the second one", said(LIST)) == ["watch_list "]
    assert meant("take it off", said(), said(LIST)) == []


def test_what_was_decided_is_asked_about_or_undone() -> None:
    order = replace(CARD, kind=ObjectKind.ORDER)
    assert meant("did it fill?", said(order)) == ["order c"]
    assert meant("成交了吗", said(order)) == ["order c"]
    assert meant("undo that", said(order)) == ["order c"]
    assert meant("did it fill?", said(CARD, STOP)) == []
