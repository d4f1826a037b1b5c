"""Markdown and text files as parts under headings, and what cannot be read."""

import pytest

from adapters.documents.reader import FileReader, headed_pages
from bot.domain.memory.knowledge.documents import MAX_CHARACTERS, MAX_FILE_BYTES
from bot.errors import UnusableFileError

MARKDOWN = b"""Intro.

# Mandate

## Leverage ##
None at all.

```
# no heading
```

Position size
-------------
At most 15 %.
"""
PAGES = (
    "Mandate\nAdopted in 2026.\n1. Size\nNo share exceeds\n12 % of net asset value.\n2 Cash\n2.1 Bills\nBills are held",
    "for a year.\n第三章 止损\n第七条 下跌百分之十二时，必须减仓。",
)


async def read(name: str, content: bytes) -> list[tuple[str, str]]:
    return [(each.heading, each.text.strip()) for each in (await FileReader().read(name, content)).parts]


async def test_markdown_is_read_by_its_headings() -> None:
    assert await read("mandate.MD", MARKDOWN) == [
        ("", "Intro."),
        ("Leverage", "None at all.\n\n```\n# no heading\n```"),
        ("Position size", "At most 15 %."),
    ]


async def test_text_is_read_by_numbered_lines() -> None:
    text = "第一章 总则\n\n本组合不使用杠杆。\n\n2.1 Position size\n\nAt most 15 %.\n\n3 shares were sold.\n"
    assert await read("rules.txt", text.encode()) == [
        ("第一章 总则", "本组合不使用杠杆。"),
        ("2.1 Position size", "At most 15 %.\n\n3 shares were sold."),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
async def test_text_in_any_usual_encoding(encoding: str) -> None:
    assert await read("a.txt", "不使用杠杆".encode(encoding)) == [("", "不使用杠杆")]


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("book.xlsx", b"x", "kind"),
        ("mandate", b"x", "kind"),
        ("a.txt", b" \n ", "empty"),
        ("a.md", b"# Only a heading", "empty"),
        ("a.txt", b"\x00\x01\x02\x03" * 20, "garbled"),
        ("a.pdf", b"no PDF at all", "garbled"),
        ("a.txt", b"x" * (MAX_FILE_BYTES + 1), "too_large"),
        ("a.txt", b"word " * (MAX_CHARACTERS // 5 + 1), "too_long"),
    ],
)
async def test_unusable_file_is_named_as_such(name: str, content: bytes, reason: str) -> None:
    with pytest.raises(UnusableFileError) as raised:
        await FileReader().read(name, content)
    assert raised.value.facts["reason"] == reason


def test_text_stands_under_its_numbered_headings_also_on_the_next_page() -> None:
    parts = [(each.page, each.heading, each.text) for each in headed_pages(PAGES) if each.text]
    assert parts == [
        ("1", "", "Mandate\nAdopted in 2026."),
        ("1", "1. Size", "No share exceeds\n12 % of net asset value."),
        ("1", "2.1 Bills", "Bills are held"),
        ("2", "2.1 Bills", "for a year."),
        ("2", "第三章 止损", "第七条 下跌百分之十二时，必须减仓。"),
    ]


def test_lines_of_a_sentence_a_list_or_a_table_are_no_headings() -> None:
    page = "At most\n35 Positions are held\n1. We buy shares.\nName Weight\n1 Apple 10\n第四条 禁止，\n不得"
    assert [each.heading for each in headed_pages([page])] == [""]
