"""Words about limits, alerts, notes and lists: what a tag, a clause or what was shown before makes of them."""

from datetime import date
from decimal import Decimal
from typing import Final

import pytest

from adapters.market.instruments import load_instruments
from adapters.market.sample import SampleMarket
from bot.domain.conversation.dialogue import ObjectKind
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.conversation.requests.memory import ForgetNotes, MemoryRefusal, RefuseMemoryRequest, Remember
from bot.domain.conversation.requests.watching import ChangeAlert, RemoveAlerts, SetAlerts, ShowAlerts
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.watching.alert_requests import Direction
from bot.reading.clauses.sequels import shares_added
from bot.reading.reader import MessageReader
from tests.fakes.messages import said

AROUND: Final = Surroundings(instruments=load_instruments(SampleMarket.benchmark), today=date(2013, 1, 31))
BELOW_ALERT: Final = Surroundings(
    instruments=AROUND.instruments,
    today=AROUND.today,
    focus=("FB",),
    before=frozenset({Before.LIST}),
    shown_last=frozenset({ObjectKind.ALERT}),
)


def read(text: str, around: Surroundings = AROUND) -> Reading:
    return MessageReader(around).read(said(text))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Never put more than 4000 dollars into one trade for me, ok?", "4000"),
        ("No single trade over $2,500, alright? thanks", "2500"),
        ("以后单笔别超过3500，好吗？", "3500"),
        ("单只股票不要超过百分之十五，行吗？", "15"),
        ("單檔不超過17%", "17"),
    ],
)
def test_limit_when_with_tag_or_other_characters_then_is_noted(text: str, value: str) -> None:
    request = read(text).request

    assert isinstance(request, StateLimits)
    assert [each.value for each in request.terms] == [Decimal(value)]


@pytest.mark.parametrize(
    "text",
    [
        "Never more than $2,100 per trade, and alert me when apple drops below 440",
        "Never more than $2,100 per trade. Alert me if fb drops below 25 and msft above 30",
    ],
)
def test_limit_when_beside_alerts_then_stays_with_the_first(text: str) -> None:
    reading = read(text)

    assert isinstance(reading.request, SetAlerts)
    assert [type(each) for each in reading.beside] == [StateLimits]


def test_limit_when_an_order_of_one_share_stands_beside_then_binds_every_share() -> None:
    card = Surroundings(AROUND.instruments, AROUND.today, focus=("GOOG",), pending=1, has_own_card=True)
    reading = read("I can only spend $4,000 on any single trade. And shrink that Google order to fit.", card)

    assert isinstance(reading.request, StateLimits)
    assert [(each.value, each.symbols) for each in reading.request.terms] == [(Decimal(4000), ())]
    assert reading.left_over == ("shrink that Google order to fit.",)


def test_note_when_with_tag_then_is_kept_without_it() -> None:
    request = read("remember that we like facebook, ok?").request

    assert isinstance(request, Remember)
    assert request.text == "we like facebook"


class TestBelowAlert:
    def test_level_when_before_another_share_then_is_of_the_share_of_the_alert(self) -> None:
        reading = read("actually 29 is fine too. and same for apple at 440", BELOW_ALERT)

        found = [each.request for each in (reading, *reading.further)]
        assert [(each.shares.symbols, each.conditions[0].value) for each in found if isinstance(each, SetAlerts)] == [
            ((), Decimal(29)),
            (("AAPL",), Decimal(440)),
        ]

    def test_level_when_alone_then_is_of_the_share_of_the_alert(self) -> None:
        request = read("actually 29 is fine too", BELOW_ALERT).request

        assert isinstance(request, SetAlerts)
        assert (request.shares.symbols, request.conditions[0].value) == ((), Decimal(29))

    def test_question_when_about_another_share_then_is_left_over_and_not_watched(self) -> None:
        reading = read("再加一个，跌到25也叫我，顺便看看我现在有没有 MSFT 的仓", BELOW_ALERT)

        assert isinstance(reading.request, SetAlerts)
        assert reading.request.shares.symbols == ()
        assert [each.shares.symbols for each in reading.further] == [("MSFT",)]

    def test_question_when_about_removal_then_removes_nothing(self) -> None:
        assert isinstance(read("另外25那个提醒删了没", BELOW_ALERT).request, ShowAlerts)

    @pytest.mark.parametrize("text", ["can you delete alert 2?", "把提醒2删了吧"])
    def test_request_when_polite_then_removes(self, text: str) -> None:
        assert isinstance(read(text, BELOW_ALERT).request, RemoveAlerts)


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("and the apple one, make it a 5% drop instead", Direction.BELOW),
        ("change alert 3 to up 5%", Direction.ABOVE),
    ],
)
def test_change_when_to_percentage_then_keeps_its_direction(text: str, direction: Direction) -> None:
    request = read(text, BELOW_ALERT).request

    assert isinstance(request, ChangeAlert)
    assert (request.change.value, request.change.is_percent, request.change.direction) == (Decimal(5), True, direction)


@pytest.mark.parametrize(
    ("text", "left_over"),
    [
        ("What's my average cost of FB, and set a stop at 26 on it", "set a stop at 26 on it"),
        (
            "tell me when it gets back to 31.50, and forget the bit on meetings",
            "forget the bit on meetings",
        ),
    ],
)
def test_part_when_it_needs_a_message_of_its_own_then_is_named(text: str, left_over: str) -> None:
    assert read(text, BELOW_ALERT).left_over == (left_over,)


@pytest.mark.parametrize(
    "text",
    [
        "k. remind me friday to look at it again",
        "remind me tomorrow to sell fb",
        "周五提醒我再看看苹果",
        "下周一提醒我看一下",
    ],
)
def test_reminder_when_at_a_time_then_is_refused(text: str) -> None:
    assert read(text, BELOW_ALERT).request == RefuseMemoryRequest(MemoryRefusal.REMINDER)


def test_reminder_when_of_a_rule_then_is_a_note() -> None:
    assert isinstance(read("remind us that we never hold over earnings").request, Remember)


def test_forget_when_another_note_is_kept_then_names_only_what_goes() -> None:
    request = read("drop that note about the meetings and keep the facebook one").request

    assert request == ForgetNotes("the meetings")


@pytest.mark.parametrize(
    ("text", "symbols", "unknown"),
    [
        ("Also the fruit company, and Facebook.", ("FB",), ("the fruit company",)),
        ("再加上苹果", ("AAPL",), ()),
    ],
)
def test_addition_when_below_a_list_then_names_what_is_known_and_not(
    text: str, symbols: tuple[str, ...], unknown: tuple[str, ...]
) -> None:
    found = shares_added(text, AROUND)

    assert found is not None
    assert (found.symbols, found.unknown) == (symbols, unknown)


@pytest.mark.parametrize("text", ["also how is Facebook doing?", "and buy 5 Facebook"])
def test_addition_when_more_is_said_then_is_none(text: str) -> None:
    assert shares_added(text, AROUND) is None
