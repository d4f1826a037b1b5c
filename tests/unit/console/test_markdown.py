"""A model's prose and a decided card in a terminal: readable, and without any escape sequence of theirs."""

import re

import pytest

from adapters.console.rendering import DisplayStyle, render_block, render_text
from bot.domain.conversation.blocks import Card, Markdown

FORBIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
PROSE = """# Why now
The trend is **up** and `NOK_X` is ~~not~~ cheap, see [the filing](https://x.example).

1. First
   - nested
2. Second

> quoted

```
a = 1
```

| Symbol | Price |
|---|---:|
| GOOG | 755.69 |
"""
PICTURE = """Why now
The trend is **up** and NOK_X is not cheap, see the filing (https://x.example).

1. First
  • nested
2. Second

  quoted

    a = 1

Symbol    Price
───────────────
GOOG     755.69
"""


def text(content: Markdown | Card, style: DisplayStyle) -> str:
    return render_text(render_block(content, style=style), style=style)


def test_markdown_when_rendered_then_reads_as_plain_text() -> None:
    shown = text(Markdown(PROSE), DisplayStyle(80))
    assert shown.replace("\n\n", "\n") == PICTURE.replace("\n\n", "\n")


@pytest.mark.parametrize("width", [20, 40])
def test_markdown_when_narrow_then_nothing_is_lost(width: int) -> None:
    shown = "".join(re.findall(r"\w", text(Markdown(PROSE), DisplayStyle(width))))
    assert shown.startswith("".join(re.findall(r"\w", PICTURE.partition("Symbol")[0])))


def test_markdown_when_it_carries_escape_sequences_then_none_reaches_the_terminal() -> None:
    evil = "**\x1b[31mred\x1b]0;t\x07** \x9b2J `\u202ex`\n\n```\n\x1b[2J\n```\n\n| \x1b[1m |\n|---|\n| \x9b2J |"
    assert not FORBIDDEN.search(text(Markdown(evil), DisplayStyle(60)))


def test_markdown_when_colours_are_shown_then_bold_is_bold() -> None:
    assert "\x1b[1mup\x1b[0m" in text(Markdown("is **up**"), DisplayStyle(60, "standard"))


def test_card_when_decided_then_its_fate_stands_on_it() -> None:
    card = Card("GOOG", ("For: buy",), "small print", final_status="Confirmed by Ann, 17:02 UTC.")
    shown = text(card, DisplayStyle(60))
    assert shown.index("buy") < shown.index("Confirmed by Ann") < shown.index("small print")
