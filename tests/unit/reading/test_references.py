"""Messages that refer to what was shown: what they ask, and what they mean."""

from decimal import Decimal
from uuid import uuid4

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.dialogue import (
    Act,
    Dialogue,
    ObjectKind,
    ShownAnswer,
    ShownObject,
    Trend,
    ValueUnit,
)
from bot.domain.conversation.referents import referents
from bot.domain.ids import TurnId
from bot.domain.text.normalise import normalise
from bot.reading.references import read_reference

INSTRUMENTS = load_instruments()
ALERT = ShownObject(kind=ObjectKind.ALERT, id="3", symbols=("GOOG",), value=Decimal(700), unit=ValueUnit.PRICE)
LIMIT = ShownObject(kind=ObjectKind.LIMIT, id="l", value=Decimal(3000), unit=ValueUnit.MONEY)
CARD = ShownObject(kind=ObjectKind.CARD, id="c", symbols=("IBM",), value=Decimal(10), unit=ValueUnit.SHARES)
STOP = ShownObject(kind=ObjectKind.STOP, id="c", symbols=("IBM",), value=Decimal(198), unit=ValueUnit.PRICE)
LIST = ShownObject(kind=ObjectKind.WATCH_LIST, id="", symbols=("IBM", "MSFT"))


def said(*objects: ShownObject, by: str = "ann") -> ShownAnswer:
    return ShownAnswer(turn_id=TurnId(uuid4()), asked_by=by, objects=objects)


def meant(text: str, *answers: ShownAnswer, by: str = "ann") -> list[str]:
    """Return the kinds and ids of what a message means; `answers`: newest first."""
    reference = read_reference(normalise(text), INSTRUMENTS)
    assert reference is not None, text
    return [f"{each.kind} {each.id}" for each in referents(reference, Dialogue(answers), person_id=by)]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "add goog",
            "throw goog on there too",
            "put google on as well",
            "stick goog in there",
            "can you add goog to it?",
        ),
        *("goog too", "再加上谷歌", "把谷歌也放进去", "谷歌也加上"),
    ],
)
def test_a_share_is_added_to_the_list_that_was_shown(text: str) -> None:
    reference = read_reference(normalise(text), INSTRUMENTS)
    assert reference is not None
    assert (reference.act, reference.symbols) == (Act.ADD, ("GOOG",))
    assert meant(text, said(LIST)) == ["watch_list "]


@pytest.mark.parametrize(
    "text",
    [
        "make it 445?",
        "is it off?",
        "i want 20 of it",
        "i want the limit at 5k",
        "`remove it`",
        "stick with goog",
        "an alert at 430",
        "put 5k into google",
    ],
)
def test_a_question_code_or_wish_is_no_reference(text: str) -> None:
    assert read_reference(normalise(text), INSTRUMENTS) is None


@pytest.mark.parametrize(
    ("text", "act", "value", "unit", "trend"),
    [
        ("raise it to 5k", Act.CHANGE, "5000", ValueUnit.MONEY, Trend.UP),
        ("bump that up to 6 grand", Act.CHANGE, "6000", ValueUnit.MONEY, Trend.UP),
        ("lower the alert to 28", Act.CHANGE, "28", ValueUnit.PLAIN, Trend.DOWN),
        ("no, 445", Act.CHANGE, "445", ValueUnit.PLAIN, Trend.EITHER),
        ("改成29块", Act.CHANGE, "29", ValueUnit.MONEY, Trend.EITHER),
        ("提高到5000", Act.CHANGE, "5000", ValueUnit.PLAIN, Trend.UP),
        ("make the limit 8%", Act.CHANGE, "8", ValueUnit.PERCENT, Trend.EITHER),
        ("i want the alert at 430 instead", Act.CHANGE, "430", ValueUnit.PLAIN, Trend.EITHER),
        ("can you make the alert 430?", Act.CHANGE, "430", ValueUnit.PLAIN, Trend.EITHER),
        ("能改成430吗？", Act.CHANGE, "430", ValueUnit.PLAIN, Trend.EITHER),
    ],
)
def test_a_change_names_its_value(text: str, act: Act, value: str, unit: ValueUnit, trend: Trend) -> None:
    reference = read_reference(normalise(text), INSTRUMENTS)
    assert reference is not None
    assert reference.new is not None
    assert (reference.act, str(reference.new.value), reference.new.unit, reference.trend) == (act, value, unit, trend)


@pytest.mark.parametrize(
    "text",
    [
        "buy it", "sell it", "5", "it", "yes", "ok", "remove", "what is it?", "remove it?", "should i remove it",
        "tell bob to remove it", "raise the roof tonight", "cancel the meeting at 5", "add 5 goog", "buy 5 more of it",
        "买它", "卖掉它", "要不要删掉它？", "把会议取消", "drop 5 shares of goog", "set it and forget it",
    ],
)  # fmt: skip
def test_orders_verdicts_questions_and_talk_are_no_references(text: str) -> None:
    assert read_reference(normalise(text), INSTRUMENTS) is None


@pytest.mark.parametrize("text", ["remove it", "kill that", "delete this one please", "删掉它", "把那个取消"])
def test_it_is_what_was_shown_last(text: str) -> None:
    assert meant(text, said(ALERT), said(CARD, STOP)) == ["alert 3"]
    assert meant(text, said(CARD, STOP), said(ALERT)) == ["card c"]


def test_a_value_means_what_can_have_it() -> None:
    assert meant("raise it to 5k", said(CARD, STOP), said(LIMIT)) == ["card c"]  # $5,000 of it
    assert meant("raise it to 5k", said(LIMIT), said(CARD, STOP)) == ["limit l"]
    assert meant("lower it to 690", said(ALERT), said(LIMIT)) == ["alert 3"]
    assert meant("raise it to 690", said(ALERT)) == []  # it is lower


@pytest.mark.parametrize("text", ["make it 2900", "no, 2900", "raise it to $3,500", "remove it"])
def test_a_limit_is_changed_only_right_below_it(text: str) -> None:
    assert meant(text, said(LIMIT)) == ["limit l"]
    assert meant(text, said(), said(LIMIT)) == []
    assert meant(text, said(CARD, STOP), said(LIMIT)) in ([], ["card c"])
    assert meant(text, said(CARD, STOP, by="bob"), said(LIMIT)) in ([], ["card c"])


@pytest.mark.parametrize("text", ["make it 5", "make it 10 shares", "set it to 4 %"])
def test_a_limit_keeps_its_unit_and_its_order_of_size(text: str) -> None:
    assert meant(text, said(LIMIT)) == []


def test_a_noun_or_verb_goes_before_what_was_shown_last() -> None:
    assert meant("remove the limit", said(ALERT), said(LIMIT)) == ["limit l"]
    assert meant("tighten it to 199.5", said(ALERT), said(CARD, STOP)) == ["stop c"]
    assert meant("move the stop to 199.5", said(CARD, STOP)) == ["stop c"]


def test_a_list_is_meant_by_a_share_alone() -> None:
    assert meant("add goog", said(), said(LIST)) == ["watch_list "]
    assert meant("take msft off", said(), said(LIST)) == ["watch_list "]
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
