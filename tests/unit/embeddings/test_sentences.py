import math

import pytest

from adapters.embeddings.sentences import SentenceEmbedder

SAID = {
    "oil": "Bob: my gut says crude tanks once the Saudis open the taps",
    "fees": "Ann: 客户又嫌管理费贵，可能得降到一点二",
    "holiday": "Cara: I'm away from the 3rd till the 17th, Dan has my book",
}


async def nearest(question: str) -> str:
    asked, *said = await SentenceEmbedder().embed([question, *SAID.values()])
    near = {
        name: math.fsum(a * b for a, b in zip(asked, each, strict=True)) for name, each in zip(SAID, said, strict=True)
    }
    return max(near, key=near.__getitem__)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("what does he expect for petroleum prices?", "oil"),
        ("油价会怎么走？", "oil"),
        ("are customers unhappy with what we charge?", "fees"),
        ("when does Cara go on vacation?", "holiday"),
    ],
)
async def test_other_words_or_another_language_then_what_means_the_same_is_nearest(question: str, name: str) -> None:
    assert await nearest(question) == name


@pytest.mark.parametrize("text", ["", "   ", "?!…", "🚀🚀", "\x00", "\ud800"])
async def test_text_without_words_then_unit_length(text: str) -> None:
    (found,) = await SentenceEmbedder().embed([text])

    assert len(found) == SentenceEmbedder.dimensions
    assert math.hypot(*found) == pytest.approx(1, abs=1e-5)


async def test_no_text_then_no_vector() -> None:
    assert await SentenceEmbedder().embed([]) == ()


async def test_a_pasted_book_then_only_its_beginning_counts() -> None:
    beginning, book = await SentenceEmbedder().embed(["gold " * 400, "gold " * 400 + "silver " * 100_000])

    assert beginning == book
