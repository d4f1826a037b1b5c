"""A model's words cut to a card's two lines: no bold figure is cut, and no other one loses its mark."""

from bot.domain.text.emphasis import emphasis_as_text, emphasise, split_emphasis
from bot.domain.text.loose_figures import find_loose_figures
from bot.presentation.decisions.arguments import clipped_words

EN = (
    f"It closed at {emphasise('$1,755.69')}, doubled [?] in a year, up 37 % [?] of late, at {emphasise('14.4 %')} more."
)
ZH = f"收于{emphasise('$1,755.69')}，一年内翻了三倍（未核对），近期上涨三成半（未核对），高于均线{emphasise('14.4%')}。"


def test_wherever_it_is_cut_figures_are_whole_and_marked() -> None:
    for text, mark, figures in ((EN, "[?]", {"$1,755.69", "14.4 %"}), (ZH, "（未核对）", {"$1,755.69", "14.4%"})):
        for columns in range(8, 100):
            short = clipped_words(text, columns, mark=mark)
            assert {part for part, is_bold in split_emphasis(short) if is_bold} <= figures
            rest = "".join(part for part, is_bold in split_emphasis(short) if not is_bold)
            for figure in find_loose_figures(rest):
                assert rest[figure.end :].lstrip().startswith(mark), emphasis_as_text(short)


def test_what_fits_is_left_alone() -> None:
    assert clipped_words(EN, 200, mark="[?]") == EN


def test_a_sentence_that_begins_with_a_long_headline_keeps_the_beginning_of_that() -> None:
    text = f"{emphasise('“Apple reports revenue of $54.5 billion, and more than was awaited”')} speaks for it."
    assert emphasis_as_text(clipped_words(text, 24, mark="[?]")) == "**“Apple reports…**"


def test_a_headline_is_cut_behind_other_words_too() -> None:
    text = f"What counts is {emphasise('“The Federal Trade Commission closes its search investigation”')}."
    assert emphasis_as_text(clipped_words(text, 40, mark="[?]")) == "What counts is **“The Federal Trade…**"
