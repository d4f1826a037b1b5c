from bot.domain.models.references import read_references
from bot.domain.text.emphasis import emphasise
from bot.presentation.commentary import shown_facts


def test_each_figure_has_an_id_behind_it_and_the_same_one_the_same() -> None:
    told = shown_facts({"shown": ["GOOG at $755.69 on 2013-01-31", {"Price": "$755.69", "RSI(14)": "66.0"}]})
    assert told.data == {
        "shown": ["GOOG at $755.69 {f1} on 2013-01-31 {f2}", {"Price": "$755.69 {f1}", "RSI(14)": "66.0 {f3}"}]
    }
    assert [fact.value for fact in told.facts] == ["$755.69", "2013-01-31", "66.0"]


def test_examples_have_none_and_braces_of_others_are_no_references() -> None:
    told = shown_facts({"abilities": "buy $500 of GOOG", "market": "as of {f1}"})
    assert told.data == {"abilities": "buy $500 of GOOG", "market": "as of (f1)"}
    assert list(told.facts) == []


def test_bold_of_what_is_shown_is_no_part_of_what_is_told() -> None:
    told = shown_facts({"shown": f"It closed at {emphasise('$1.00')}."})
    assert told.data == {"shown": "It closed at $1.00 {f1}."}
    assert read_references("At {f1}.", told.facts).faults == ()
