"""The trained reader: kinds and slots of messages that are among no examples, and any text in bounded time."""

from collections.abc import Collection
from typing import Final

import numpy as np
import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.surroundings import Before
from bot.domain.market.instruments import InstrumentTable
from bot.reading.parses import Kind, Parse, SlotName
from bot.reading.trained.features import kind_features, tokens_of
from bot.reading.trained.kinds import KindModel, softmax
from bot.reading.trained.parser import trained_parser
from bot.reading.trained.tags import best_tags
from bot.reading.trained.weights import LinearModel, pruned

INSTRUMENTS: Final = InstrumentTable(load_instruments())
ODD: Final = ("", " ", "?", "🚀", "\u3000", "、" * 8_000, "$1." * 2_600, "5%" * 4_000, "1-2/3" * 1_600, "a" * 8_000)


def parse(text: str, before: Collection[Before] = ()) -> Parse:
    return trained_parser().parse(text, before, INSTRUMENTS)


@pytest.mark.parametrize(
    ("text", "before", "kind"),
    [
        ("pls grab 12 shares of general mills", (), Kind.ORDER),
        ("帮我买12股通用磨坊", (), Kind.ORDER),
        ("12 rather than 20 please", (Before.CARD,), Kind.CORRECT),
        ("what's the p/e of general mills", (), Kind.FIGURE),
        ("通用磨坊的市盈率多少", (), Kind.FIGURE),
        ("ping me once kellogg drops below 55", (), Kind.ALERT_SET),
        ("家乐氏跌破55告诉我", (), Kind.ALERT_SET),
        ("who wants to grab lunch at noon?", (Before.CHAN,), Kind.PEOPLE),
    ],
)
def test_plain_message_when_parsed_then_of_its_kind(text: str, before: Collection[Before], kind: Kind) -> None:
    assert parse(text, before).kind is kind


def test_order_when_parsed_then_its_words_fill_slots() -> None:
    found = parse("buy 12 shares of general mills with a stop at 48.50")
    values = {slot.name: slot.text for slot in found.slots}
    assert values[SlotName.BUY] == "buy"
    assert values[SlotName.COUNT].startswith("12")
    assert values[SlotName.SHARE] == "general mills"
    assert values[SlotName.STOP] == "48.50"


def test_figure_when_parsed_then_the_measure_is_named() -> None:
    measure = parse("dividend yield of kraft heinz?").first(SlotName.MEASURE)
    assert measure is not None
    assert measure.value == "dividend_yield"


@pytest.mark.parametrize("text", ODD)
def test_any_text_when_parsed_then_slots_lie_in_it(text: str) -> None:
    found = parse(text)
    assert 0 <= found.certainty <= 1
    assert all(text[slot.start : slot.end] == slot.text for slot in found.slots)


def test_kind_is_excluded_when_parsed_then_the_next_one() -> None:
    first = parse("buy 12 general mills")
    other = trained_parser().parse("buy 12 general mills", (), INSTRUMENTS, excluded={first.kind})
    assert other.kind is not first.kind


class TestModel:
    WEIGHTS: Final = np.array([[2.0, -1.0], [0.0, 0.5], [-0.01, 0.0]], np.float32)

    def model(self, *, keep: int) -> LinearModel:
        codes = np.array([1, 2, 3], np.uint32)
        return pruned(["a", "b"], codes, self.WEIGHTS, np.array([0.1, 0.2], np.float32), keep=keep)

    def test_kept_when_few_then_the_greatest(self) -> None:
        model = self.model(keep=2)
        assert model.codes.tolist() == [1]
        assert np.sign(model.level).tolist() == [1, -1]

    def test_no_feature_is_known_when_scored_then_the_bias(self) -> None:
        assert self.model(keep=6).scores([{"unheard of"}, set()]) == pytest.approx(np.array([[0.1, 0.2]] * 2))

    def test_kept_as_arrays_when_read_then_scores_the_same(self) -> None:
        model = trained_parser().kinds
        again = KindModel.from_arrays(model.as_arrays())
        for text in ("buy 5 ibm", "就按你的节奏来"):
            asked = text, tokens_of(text), (), INSTRUMENTS
            assert again.probabilities(*asked) == pytest.approx(model.probabilities(*asked), abs=1e-3)

    def test_the_words_leave_a_doubt_when_asked_then_the_meaning_counts(self) -> None:
        model, text = trained_parser().kinds, "kindly ditch that pending purchase"
        words = model.words.scores([kind_features(text, tokens_of(text), (), INSTRUMENTS)])[0]
        assert model.probabilities(text, tokens_of(text), (), INSTRUMENTS) != pytest.approx(softmax(words))


def test_tag_inside_of_nothing_when_likeliest_then_not_taken() -> None:
    labels = ("B-share", "I-buy", "I-share", "O")
    scores = np.array([[0.0, 9.0, 5.0, 1.0], [0.0, 9.0, 8.0, 0.0]])
    assert best_tags(scores, labels, np.zeros((len(labels), len(labels)), np.float32)) == ["B-share", "I-share"]
