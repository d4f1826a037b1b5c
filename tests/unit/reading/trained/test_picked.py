"""A team's own way of talking: what was picked once is understood, and nothing else is read otherwise."""

from typing import Final
from uuid import UUID

import pytest

from bot.domain.conversation.readings import PickedReading
from bot.domain.conversation.requests.account import ShowAccount
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import Order
from bot.domain.conversation.requests.watching import Watch
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.ids import TurnId
from bot.reading.parses import Kind, Parse
from bot.reading.reader import MessageReader
from bot.reading.trained.examples import Example, read_examples
from bot.reading.trained.parser import trained_parser
from bot.reading.trained.picked import PickedExamples
from tests.sample_market import MARKET, TODAY
from tests.unit.reading.test_lying_model import message

SLANG: Final = {
    "hang goog on the corkboard": Kind.WATCH_ADD,
    "谷歌焊墙上": Kind.WATCH_ADD,
    "我那坛子里还有啥": Kind.PORTFOLIO,
    "谷歌上车遛个弯": Kind.ORDER,
    "谷歌来一瓢": Kind.ORDER,
}


def picked(*said: tuple[str, Kind]) -> PickedExamples:
    return PickedExamples.of((PickedReading(TurnId(UUID(int=1)), text, kind) for text, kind in said), MARKET)


def reader(examples: PickedExamples, **around: object) -> MessageReader:
    return MessageReader(Surroundings(instruments=MARKET, today=TODAY, **around), examples)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "like", "request_type"),
    [
        ("hang goog on the corkboard", "hang goog on the corkboard", Watch),
        ("hang ibm on the corkboard please", "hang goog on the corkboard", Watch),
        ("hang nvda onto the corkboard", "hang goog on the corkboard", Watch),
        ("苹果焊墙上", "谷歌焊墙上", Watch),
        ("我那坛子里还有啥呀", "我那坛子里还有啥", ShowAccount),
        ("苹果上车遛个弯", "谷歌上车遛个弯", Order),
        ("给我微软上车遛个弯", "谷歌上车遛个弯", Order),
    ],
)
def test_slang_when_picked_once_then_understood_of_other_shares_too(text: str, like: str, request_type: type) -> None:
    said = message(text)
    assert isinstance(reader(PickedExamples()).read(said).request, NotUnderstood)
    assert isinstance(reader(picked((like, SLANG[like]))).read(said).request, request_type)


@pytest.mark.parametrize(
    "text",
    [
        "don't hang goog on the corkboard",
        "别盯着谷歌",
        "never 谷歌来一瓢",
        "if it dips 谷歌来一瓢",
        "别谷歌上车遛个弯",
        "上周谷歌上车遛个弯",
        "如果跌到100谷歌上车遛个弯",
        "谷歌上车遛个弯吗",
        "谷歌上车遛个弯是不是错了",
    ],
)
def test_when_words_turn_what_is_said_then_read_as_without_examples(text: str) -> None:
    said = message(text)
    assert reader(picked(*SLANG.items())).read(said) == reader(PickedExamples()).read(said)


def test_two_meanings_picked_for_the_same_words_then_asked_again() -> None:
    examples = picked(("hang goog on the corkboard", Kind.WATCH_ADD), ("hang ibm on the corkboard", Kind.ANALYZE))
    assert isinstance(reader(examples).read(message("hang nvda on the corkboard")).request, NotUnderstood)


def test_a_kind_that_there_no_longer_is_tells_nothing() -> None:
    gone = PickedReading(TurnId(UUID(int=1)), "hang goog on the corkboard", "no-such-kind")
    assert PickedExamples.of([gone], MARKET) == PickedExamples()


@pytest.mark.parametrize("kind", [Kind.CONFIRM, Kind.CANCEL, Kind.LIMIT_END, Kind.FORGET_ME])
def test_no_example_confirms_cancels_lifts_a_limit_or_erases(kind: Kind) -> None:
    assert picked(("hang goog on the corkboard", kind)) == PickedExamples()


def test_an_order_is_held_against_its_words_and_needs_its_certainty() -> None:
    examples = picked(("谷歌上车遛个弯", Kind.ORDER), ("微软来它一波", Kind.ORDER))
    for text in ("“谷歌上车遛个弯”", "谷歌上车遛个弯 IBM", "谷歌上车遛个弯 -5"):
        assert not isinstance(reader(examples).read(message(text)).request, Order)
    order = reader(examples).read(message("苹果上车遛个弯"))
    assert order.certainty >= 0.8


def test_what_the_reader_is_sure_of_no_example_changes() -> None:
    said = message("buy 5 ibm")
    assert reader(picked(("buy 5 goog", Kind.ANALYZE))).read(said) == reader(PickedExamples()).read(said)
    plain, taught = (
        trained_parser().parse("analyze ibm", (), MARKET, picked=each)
        for each in (None, picked(("analyze goog", Kind.ORDER)))
    )
    assert plain == taught


def parse(example: Example, examples: PickedExamples) -> Parse:
    return trained_parser().parse(example.parse.text, example.before, MARKET, picked=examples)


def test_fifty_examples_change_no_reading_of_other_wordings() -> None:
    held = [each for each in read_examples() if each.is_held_out and Before.CARD not in each.before]
    sample = held[:: len(held) // 150]
    examples = picked(*((each.parse.text, each.parse.kind) for each in sample[::3]))
    for each in sample[1::3]:
        taught, plain = parse(each, examples), parse(each, PickedExamples())
        assert taught.kind is plain.kind
        assert taught.certainty == pytest.approx(plain.certainty, abs=0.1)
