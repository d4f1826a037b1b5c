from hypothesis import given
from hypothesis import strategies as st

from bot.domain.text.emphasis import emphasis_as_text, emphasise, split_emphasis, strip_private_signs, without_emphasis


def test_bold_is_text_between_asterisks_where_nothing_can_be_bold() -> None:
    text = f"It closed at {emphasise('$755.69')}, up {emphasise('4.5 %')}."
    assert emphasis_as_text(text) == "It closed at **$755.69**, up **4.5 %**."
    assert without_emphasis(text) == "It closed at $755.69, up 4.5 %."
    assert list(split_emphasis(text))[1] == ("$755.69", True)


def test_half_a_pair_of_signs_is_dropped() -> None:
    cut = emphasise("$755.69")[:-1]
    assert emphasis_as_text(f"at {cut}") == "at $755.69"
    assert emphasis_as_text(emphasise("a")[1:]) == "a"


@given(st.text(alphabet="ab\ue010\ue011\ue012\ue013 "))
def test_no_sign_is_ever_shown_and_none_of_others_is_kept(text: str) -> None:
    assert not {"\ue010", "\ue011"} & set(emphasis_as_text(text))
    assert strip_private_signs(text) == text.translate(dict.fromkeys(range(0xE000, 0xF900)))
