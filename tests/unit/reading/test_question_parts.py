"""Questions about several things, and questions that only look like it."""

import pytest

from bot.domain.text.normalise import normalise
from bot.reading.recall.question_parts import split_question


def parts(text: str) -> list[str]:
    return [each.text for each in split_question(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("who mentioned tariffs? what was said on rates?", ["who mentioned tariffs?", "what was said on rates?"]),
        ("小李对石油说了什么，还有我们为什么放弃谷歌？", ["小李对石油说了什么", "我们为什么放弃谷歌?"]),
    ],
)
def test_several(text: str, expected: list[str]) -> None:
    assert parts(normalise(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "what did Bob say about oil and gas?",
        "I forgot, what did Bob say about oil?",
        "小李对石油和天然气说过什么?",
    ],
)
def test_one(text: str) -> None:
    assert parts(text) == [text]


def test_too_many_are_read_as_one() -> None:
    text = " and ".join(f"what did {name} want from oil" for name in ("Ann", "Bob", "Carol", "Dan"))
    assert parts(text) == [text]


@pytest.mark.parametrize("text", ["what did Bob say about oil, and what about gas?", "小李对石油说了什么,那天然气呢?"])
def test_a_part_may_go_on(text: str) -> None:
    assert [each.goes_on for each in split_question(text)] == [False, True]
