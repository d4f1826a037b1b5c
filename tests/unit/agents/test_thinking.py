"""What a model thought aloud is no part of its answer."""

import pytest

from bot.agents.answer_parser import strip_thinking


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("", ""),
        ("Hello.", "Hello."),
        ("<think>hm</think>Hello.", "Hello."),
        ("A<think>1\n2</think>B<THINKING>3</Thinking>C", "ABC"),
        ("A<think>1<think>2</think>B", "AB"),
        ("A<think>1</thinking>B", "AB"),
        ("A<think>never closed", "A"),
        ("A</think>B", "A</think>B"),
        ("I <thinker> and <think about>", "I <thinker> and <think about>"),
        ("<think>" * 100_000, ""),
        ("<think></think>" * 100_000 + "x", "x"),
    ],
)
def test_it_is_left_out(text: str, kept: str) -> None:
    assert strip_thinking(text) == kept
