"""Memory answers only questions about what was said, known or decided, and with words that are on the question."""

import pytest

from tests.fakes.core import Talk, text_of


@pytest.mark.parametrize(
    ("first", "then", "asked"),
    [
        (
            "remember that our cap per sector is 20%",
            "remember that our cap per sector is 25%",
            "what is our cap per sector?",
        ),
        ("记住我们单个行业上限是 20%", "记住我们单个行业上限是 25%", "我们单个行业上限是多少？"),
    ],
)
async def test_a_note_of_a_limit_tells_since_when_and_what_held_before(
    talk: Talk, first: str, then: str, asked: str
) -> None:
    await talk.say("Ann", first)
    await talk.say("Ann", then)
    text = text_of(await talk.say("Bob", asked))
    lines = text.splitlines()
    assert ("bind no order" in lines[0]) or ("不约束任何订单" in lines[0])
    assert "25%" in lines[1]
    assert "2026-11-02" in lines[1]
    assert "20%" in lines[1]
