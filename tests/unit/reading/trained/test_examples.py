"""The examples: every line can be read, and the weights were learnt from these."""

import pytest

from bot.domain.conversation.surroundings import Before
from bot.domain.text.locale import Language
from bot.reading.parses import Kind, Slot, SlotName
from bot.reading.trained.examples import digest_of, read_examples, read_line
from bot.reading.trained.parser import WEIGHTS, read_weights

MOST_BYTES = 3_000_000


def test_line_when_read_then_its_marks_are_slots_of_the_plain_text() -> None:
    parse, before = read_line("card chan| make it [twelve](count), [rsi](measure=rsi) is high", Kind.CORRECT)
    assert parse.text == "make it twelve, rsi is high"
    assert parse.slots == (Slot(SlotName.COUNT, 8, 14, "twelve"), Slot(SlotName.MEASURE, 16, 19, "rsi", "rsi"))
    assert before == {Before.CARD, Before.CHAN}


@pytest.mark.parametrize("line", ["[5](shares) goog", "cards now| yes"])
def test_mark_is_not_known_when_read_then_refused(line: str) -> None:
    with pytest.raises(ValueError, match="is not a valid"):
        read_line(line, Kind.ORDER)


def test_all_examples_when_read_then_each_kind_has_some_by_several_hands_in_both_languages() -> None:
    hands: dict[tuple[Kind, Language], set[int]] = {}
    for each in read_examples():
        hands.setdefault((each.parse.kind, each.language), set()).add(each.hand)
    least = min(len(hands.get((kind, language), ())) for kind in Kind for language in Language)
    assert least > 10


def test_weights_when_examples_change_then_they_are_stale() -> None:
    assert str(read_weights()["examples"]) == digest_of(), "run `make train`"
    assert WEIGHTS.stat().st_size <= MOST_BYTES
