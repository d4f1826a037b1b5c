"""Files are split into passages that can be quoted."""

from itertools import pairwise
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.memory.knowledge.documents import (
    DocumentPart,
    DocumentText,
    split_passages,
    split_sentences,
    without_break_signs,
)

LONG = " ".join(f"Rule {number} forbids what the partners have not agreed on." for number in range(1, 41))
LONG_CHINESE = "".join(f"第{number}条：未经合伙人同意，不得开仓。" for number in range(1, 41))


def passages(*parts: DocumentPart) -> list[str]:
    return [each.text for each in split_passages(DocumentText(parts=parts))]


def test_short_paragraphs_are_one_passage_that_crosses_no_heading() -> None:
    parts = DocumentPart(text="One.\n\nTwo.", heading="x"), DocumentPart(text="B.", heading="y")
    found = split_passages(DocumentText(parts=parts))
    assert [(each.text, each.heading) for each in found] == [("One.\n\nTwo.", "x"), ("B.", "y")]


def test_long_text_is_cut_between_sentences_and_overlaps() -> None:
    for text, end, longest in ((LONG, ".", 700), (LONG_CHINESE, "。", 320)):
        found = passages(DocumentPart(text=text))
        assert len(found) > 2
        assert all(each.endswith(end) and len(each) <= longest for each in found)
        for before, after in pairwise(found):
            last = [*split_sentences(before)][-1].strip()
            assert last in after.splitlines()[0]
    found = passages(DocumentPart(text=LONG))
    assert all(any(f"Rule {number} forbids" in each for each in found) for number in range(1, 41))


def test_a_sentence_over_a_page_break_is_whole_and_of_both_pages() -> None:
    texts = ("Cash is kept. We hold no", "options at all.", "不得使用", "融资。")
    parts = tuple(DocumentPart(text=text, page=str(page)) for page, text in enumerate(texts, 1))
    found = split_passages(DocumentText(parts=parts))
    assert [(each.text, each.page) for each in found] == [
        ("Cash is kept. We hold no", "1"),
        ("We hold no options at all.", "1–2"),
        ("不得使用", "3"),
        ("不得使用融资。", "3–4"),
    ]


@pytest.mark.parametrize("end", ["Cash is kept.", "Cash is kept (see below.)", "现金不得低于百分之五。", "We hold no"])
def test_a_page_that_does_not_go_on_is_not_repeated(end: str) -> None:
    parts = (DocumentPart(text=end, page="1", heading="1 Cash"), DocumentPart(text="No gold.", page="2"))
    found = split_passages(DocumentText(parts=parts))
    assert [(each.text, each.page) for each in found] == [(end, "1"), ("No gold.", "2")]


def test_what_a_passage_repeats_is_of_the_page_that_is_cited() -> None:
    pages = (DocumentPart(text=LONG, page="1"), DocumentPart(text=LONG.replace("Rule", "Page two: rule"), page="2"))
    found = split_passages(DocumentText(parts=pages))
    assert all(("two" in each.text) is (each.page == "2") for each in found)


def test_a_sentence_without_end_is_cut_between_words() -> None:
    found = passages(DocumentPart(text="word " * 400))
    assert all(len(each) <= 700 and each.startswith("word") for each in found)


@pytest.mark.parametrize("text", ["A line of minutes.\n\n" * 30_000, "x" * 600_000, "纪要" * 150_000])
def test_a_long_text_without_headings_takes_time_in_proportion(text: str) -> None:
    started_at = process_time()
    assert len(passages(DocumentPart(text=text))) > 900
    assert process_time() - started_at < 5


def test_lines_of_a_page_are_joined() -> None:
    part = DocumentPart(text="No lever-\nage is used\nat all.\n\n本组合不使\n用杠杆。")
    assert without_break_signs(part).text == "No leverage is used at all.\n\n本组合不使用杠杆。"


@given(st.lists(st.text(max_size=800), max_size=4))
def test_any_text_is_split_within_bounds(texts: list[str]) -> None:
    for each in passages(*(DocumentPart(text=text, page=str(at)) for at, text in enumerate(texts))):
        assert 0 < len(each) <= 900
