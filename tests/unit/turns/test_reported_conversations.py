"""Small conversations that once failed, each for a kind: what is shown at the end, and what is proposed."""

import pytest

from tests.fakes.core import Talk


@pytest.mark.parametrize(
    ("texts", "now", "before"),
    [
        (
            (
                "remember that our limit per stock is 5%",
                "remember that our limit per stock is 8%",
                "what is our limit per stock?",
            ),
            "8%",
            "5%",
        ),
        (("记住我们单只上限5%", "记住我们单只上限8%", "单只上限是多少"), "8%", "5%"),
        (
            ("remember that I cover banks", "I no longer cover banks, I cover energy now", "what do I cover?"),
            "I cover energy now",
            "before: “I cover banks”",
        ),
    ],
)
async def test_note_is_answered_with_what_it_was_and_that_it_binds_nothing(
    talk: Talk, texts: tuple[str, ...], now: str, before: str
) -> None:
    replies = [await talk.say("ann", text) for text in texts]
    shown = replies[-1].answer.brief
    assert 0 <= shown.find(now) < shown.find(before)
    assert "bind no order" in shown or "不约束任何订单" in shown
