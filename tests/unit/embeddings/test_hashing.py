import math
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.embeddings.hashing import HashingEmbedder

EPISODES = {
    "AAPL": "analyze AAPL\nAAPL 455.49 at the close of 2013-01-31, below its 200-day average",
    "GOOG": "should I buy google? at most $3,000\nincrease GOOG, 3 shares at 755.69, above the 200-day average, RSI 61",
    "NVDA": "sell all my Nvidia\nclose NVDA, momentum turned negative, volatility high",
    "苹果": "分析一下苹果公司\nAAPL 455.49，低于200日均线",
    "英伟达": "清仓英伟达\n平仓 NVDA，动量转负",
    "微软": "减仓微软 50%\n减持 MSFT，财报不及预期",
}


def cosine(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


async def vector(text: str) -> tuple[float, ...]:
    (found,) = await HashingEmbedder().embed([text])
    return found


@pytest.mark.parametrize(
    ("question", "nearest"),
    [
        ("what about apple, AAPL, and its average?", {"AAPL"}),
        ("remind me of the google purchase", {"GOOG"}),
        ("why did we sell NVDA?", {"NVDA", "英伟达"}),
        ("苹果的均线怎么样", {"苹果"}),
        ("为什么卖出英伟达？", {"英伟达"}),
        ("微软为什么减仓", {"微软"}),
    ],
)
async def test_question_then_the_episode_it_is_about_is_nearest(question: str, nearest: set[str]) -> None:
    asked = await vector(question)
    near = {name: cosine(asked, await vector(text)) for name, text in EPISODES.items()}

    assert max(near, key=near.__getitem__) in nearest


@pytest.mark.parametrize("text", ["", "   ", "?!…", "🚀🚀", "\x00", "\ud800"])
async def test_text_without_words_then_one_defined_vector(text: str) -> None:
    assert math.isclose(math.hypot(*await vector(text)), 1)


async def test_width_and_case_differ_then_the_vector_is_the_same() -> None:
    assert await vector("ＡＡＰＬ 苹果") == await vector("aapl 苹果")


@given(st.text(max_size=300))
async def test_any_text_then_unit_length(text: str) -> None:
    found = await vector(text)

    assert len(found) == HashingEmbedder.dimensions
    assert math.isclose(math.hypot(*found), 1)


def test_another_process_then_the_same_vector() -> None:
    program = (
        "import asyncio; from adapters.embeddings.hashing import HashingEmbedder as E;"
        "print(asyncio.run(E().embed(['why did we sell NVDA? 为什么卖出英伟达'])))"
    )
    runs = {
        subprocess.check_output(  # noqa: S603 - our own interpreter and program
            [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed}
        )
        for seed in ("1", "2")
    }

    assert len(runs) == 1
