"""Whether a message asks, and whom it may name."""

import pytest

from bot.language.memory.asking import asks_something, names_view, only_asks, possible_names


@pytest.mark.parametrize(
    "text",
    [
        "who is our broker",
        "did banks come up?",
        "tell me what bob said",
        "when is the meeting",
        "客户要我们干嘛",
        "surface卖得咋样来着",
        "any news on rates",
    ],
)
def test_question(text: str) -> None:
    assert asks_something(text)
    assert only_asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "I distrust Japanese banks",
        "When Hugo is away, Beatrix signs.",
        "银行太贵了",
        "should I buy IBM? Bob says the CFO is leaving",
        "buy 3 GOOG",
    ],
)
def test_what_tells_something_does_not_only_ask(text: str) -> None:
    assert not only_asks(text)


@pytest.mark.parametrize("text", ["max's take msft", "vera's plan for IBM", "老周的观点"])
def test_few_words_name_a_view(text: str) -> None:
    assert names_view(text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("anything from bob on gold?", {"bob"}),
        ("what does Will think of it", {"Will"}),
        ("max's view", {"max"}),
        ("赵磊对煤炭怎么看", {"赵磊"}),
        ("小林刚才说了啥", {"小林"}),
        ("what did O'Neill say", set()),
    ],
)
def test_names_are_among_the_possible_ones(text: str, names: set[str]) -> None:
    assert names <= set(possible_names(text))


@pytest.mark.parametrize(
    "text", ["what will it cost", "should I buy at most 5", "what is the max size", "how is the market doing"]
)
def test_ordinary_words_are_no_names(text: str) -> None:
    assert not {"will", "at", "most", "max", "the", "market"} & set(possible_names(text))
