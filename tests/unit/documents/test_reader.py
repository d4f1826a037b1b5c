"""Markdown and text files as parts under headings, and what cannot be read."""

import pytest

from adapters.documents.reader import FileReader
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
