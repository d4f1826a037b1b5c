"""A verdict is bare if it has no word more; whoever adds one gives a reason."""

import pytest

from bot.domain.memory.summaries.by_rules import is_bare_verdict


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("yes", ()),
        ("Ok, go ahead please!", ()),
        ("no thanks, cancel it", ()),
        ("confirm both of them", ()),
        ("cancel the Google order", ("GOOG",)),
        ("CANCEL IBM", ("IBM",)),
        ("yes, 10 shares", ()),
        ("确认", ()),
        ("取消吧，谢谢", ()),
        ("把这笔取消掉", ()),
        ("取消谷歌", ("GOOG",)),
        ("👍", ()),
    ],
)
def test_only_words_of_verdicts_and_names_of_shares_then_bare(text: str, symbols: tuple[str, ...]) -> None:
    assert is_bare_verdict(text, symbols=symbols)


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("no, too expensive", ()),
        ("cancel, I don't trust their CFO", ()),
        ("no: debt", ()),
        ("cancel Google, overpriced", ("GOOG",)),
        ("取消，负债太高了", ()),
        ("取消谷歌，太贵", ("GOOG",)),
        ("取消 IBM 负债高", ("IBM",)),
        ("不买了，财报前", ()),
    ],
)
def test_a_word_more_then_not_bare(text: str, symbols: tuple[str, ...]) -> None:
    assert not is_bare_verdict(text, symbols=symbols)
