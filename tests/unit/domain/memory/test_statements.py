"""Statements that contradict each other, say the same, or are about the same."""

import pytest

from bot.domain.memory.statements import contradicts, is_about, repeats


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("I like retailers now", "I don't like retailers"),
        ("we can trade options", "we never trade options"),
        ("I no longer avoid banks", "I avoid banks"),
        ("our review is on day 5", "our review is on day 3"),
        ("我喜欢杠杆", "我不喜欢杠杆"),
        ("我们可以做空", "我们从不做空"),
        # another value of the same
        ("our broker is Falcon", "our broker is Kestrel"),
        ("the benchmark is the S&P 500 now", "our benchmark is the Russell 1000"),
        ("基准换成纳斯达克100", "我们的基准是标普500"),
    ],
)
def test_contradiction(new: str, old: str) -> None:
    assert contradicts(new, old)
    assert not repeats(new, old)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("I like growth", "I like dividends"),
        ("I hate leverage", "I never trade options"),
        ("we meet on Mondays", "we never short"),
        ("我喜欢分红", "我不喜欢杠杆"),
        ("", "I hate leverage"),
        ("our benchmark is the S&P 500", "our broker is Kestrel"),
        ("banks are cheap", "banks are risky"),
    ],
)
def test_both_can_be_true(new: str, old: str) -> None:
    assert not contradicts(new, old)


@pytest.mark.parametrize(
    ("new", "old"), [("We never short", "we never short"), ("I hate leverage.", "I really hate leverage")]
)
def test_repetition(new: str, old: str) -> None:
    assert repeats(new, old)


@pytest.mark.parametrize(
    ("query", "text", "is_found"),
    [
        ("banks", "I don't like regional banks", True),
        ("bank", "I don't like regional banks", True),
        ("the CFO", "the CFO of IBM leaves", True),
        ("we never hold over earnings", "we never hold over earnings", True),
        ("银行", "我们不买银行股", True),
        ("options", "I don't like regional banks", False),
        ("it", "I don't like regional banks", False),
        ("the cap", "our mandate caps rail at 40 %", True),
        ("the freight rule", "we never buy freight companies", True),
        ("oil", "never spoil the brand", False),
    ],
)
def test_topic(query: str, text: str, is_found: bool) -> None:  # noqa: FBT001 - a case
    assert is_about(query, text) is is_found
