"""Words of politeness, repeated: a pattern that tries every way of dividing them takes years for sixty characters.

请你 is also 请 and 你. Nothing else would be answered meanwhile.
"""

import pytest

from bot.domain.conversation.surroundings import Surroundings
from bot.language.understand import understand
from tests.labelled_utterances import MARKET, TODAY

REPEATED = (
    *("请你", "请帮我", "请帮我把", "帮我把", "请把", "麻烦你", "那就", "想要", "要你", "你要", "一定要", "买入成本"),
    *(
        "can you please ",
        "for us here ",
        "just for me ",
        "morning all ",
        "please ",
        "so ok well ",
        "no make it change that ",
    ),
    *("跌破440或", "改成不是", "27块5"),
)


@pytest.mark.timeout(30)
def test_repeated_words_are_read() -> None:
    for words in REPEATED:
        for text in (words * 40, f"{words * 40}buy 3 IBM", f"{words * 40}!?"):
            understand(text, Surroundings(MARKET, TODAY))
