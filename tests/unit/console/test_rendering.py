"""What replies look like in a terminal."""

import io
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth
from rich.console import Console

from adapters.console.buttons import ShownButtons
from adapters.console.prompting.prompt_screen import clip_end
from adapters.console.rendering import DisplayStyle, line_breaks, render_block, render_text
from adapters.console.screens import render_reply
from adapters.markup.text import clean_text
from bot.domain.conversation.blocks import (
    Block,
    Bullets,
    Button,
    Card,
    Markdown,
    Paragraph,
    Quotation,
    Quotations,
    Table,
)
from bot.domain.conversation.replies import Answer
from bot.domain.text.locale import Language
from bot.locales import Catalogue
from tests.fakes.console import CARD, CARD_IN_CHINESE, PORTFOLIO, make_reply
from tests.fakes.goldens import check_golden, golden_names
from tests.fakes.model_reply_cases import EVERY_CASE
from tests.fakes.reply_cases import EN, ZH, reply_of

EVIL = "\x1b[31mred\x1b]0;title\x07\x9b2J\u202egnp.exe\u2066\x08\x7f\0"
FORBIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
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


def text_of(answer: Answer, *, style: DisplayStyle, language: Language = Language.ENGLISH) -> str:
    reply, buttons = make_reply(answer, language=language), ShownButtons()
    buttons.remember_buttons(reply)
    return render_text(*render_reply(reply, style=style, catalogue=Catalogue(), buttons=buttons), style=style)


ANSWERS = {
    "card.en.80": (CARD, Language.ENGLISH, 80),
    "card.zh.40": (CARD_IN_CHINESE, Language.CHINESE, 40),
    "portfolio.en.80": (PORTFOLIO, Language.ENGLISH, 80),
    "portfolio.en.40": (PORTFOLIO, Language.ENGLISH, 40),
}
REPLIES = (
    ("analysis", EN),
    ("decide", ZH),
    ("explain", EN),
    ("what_if", ZH),
    ("review", EN),
    ("pending", ZH),
    ("orders", EN),
    ("help", ZH),
    ("dual_batch", EN),
    ("dual_explain", ZH),
    ("fallback_batch", ZH),
    ("discussion", EN),
)


@pytest.mark.parametrize("name", ANSWERS)
def test_answer_looks_as_pictured(name: str) -> None:
    answer, language, width = ANSWERS[name]
    check_golden(f"console/{name}.txt", text_of(answer, style=DisplayStyle(width), language=language))


@pytest.mark.parametrize(("name", "language"), REPLIES)
async def test_reply_of_the_core_looks_as_pictured(name: str, language: Language) -> None:
    reply = await reply_of(EVERY_CASE[name], language)
    picture = text_of(reply.answer, style=DisplayStyle(80), language=language)
    check_golden(f"console/{name}.{language.value}.txt", picture)


def test_every_picture_is_compared() -> None:
    pictured = {*ANSWERS, *(f"{name}.{language.value}" for name, language in REPLIES)}
    assert golden_names("console") == {f"console/{name}.txt" for name in pictured}


@pytest.mark.parametrize("answer", [CARD, CARD_IN_CHINESE])
def test_card_is_as_wide_as_its_text_needs(answer: Answer) -> None:
    assert text_of(answer, style=DisplayStyle(200)) == text_of(answer, style=DisplayStyle(80))


@pytest.mark.parametrize("width", [20, 40, 80, 200])
@pytest.mark.parametrize("answer", [CARD, CARD_IN_CHINESE, PORTFOLIO])
def test_reply_when_rendered_then_no_line_is_wider_than_the_terminal(answer: Answer, width: int) -> None:
    lines = text_of(answer, style=DisplayStyle(width)).splitlines()

    assert max(get_cwidth(line) for line in lines) <= width


def test_table_when_too_narrow_for_its_figures_then_becomes_labelled_lines() -> None:
    text = text_of(PORTFOLIO, style=DisplayStyle(30))

    assert "Price         755.69" in text
    assert "2,267.07" in text


def test_table_without_rows_then_shows_its_columns() -> None:
    assert "Symbol" in render_text(
        render_block(Table(("Symbol", "Shares"), ()), style=DisplayStyle(80)), style=DisplayStyle(80)
    )


def test_blocks_when_text_has_markup_then_show_it_as_it_is() -> None:
    text = "[bold]not bold[/bold] :smile: <@U123> *x*"

    assert text in render_text(render_block(Paragraph(text), style=DisplayStyle(80)), style=DisplayStyle(80))


@pytest.mark.parametrize(
    "content",
    [
        Paragraph(EVIL),
        Bullets(EVIL, (EVIL,)),
        Table((EVIL, EVIL), ((EVIL, EVIL),)),
        Quotations((Quotation(EVIL, EVIL, EVIL, EVIL),)),
        Card(EVIL, (EVIL,), EVIL),
    ],
)
def test_blocks_when_text_carries_escape_sequences_then_none_reaches_the_terminal(content: Block) -> None:
    answer = Answer(blocks=(content,), buttons=(Button("confirm:x:1", EVIL),))

    assert not FORBIDDEN.search(text_of(answer, style=DisplayStyle(80)))
    in_colour = re.sub(r"\x1b\[[\d;]*m", "", text_of(answer, style=DisplayStyle(80, "truecolor")))  # rich's own colours
    assert not FORBIDDEN.search(in_colour)


@given(st.text())
def test_shown_when_any_text_then_nothing_but_line_feeds_controls(text: str) -> None:
    assert not FORBIDDEN.search(clean_text(text))


def test_shown_when_ordinary_text_then_keeps_it() -> None:
    text = "Größe 苹果 👩‍💻 −3 %\nnext"

    assert clean_text(text) == text


def test_look_when_output_is_no_terminal_then_no_colour(tmp_path: Path) -> None:
    with (tmp_path / "out").open("w") as file:
        assert DisplayStyle.detect(file.fileno()).color is None


def test_rendered_when_no_colour_then_no_escape_sequence() -> None:
    assert "\x1b" not in text_of(CARD, style=DisplayStyle(80))
    assert "\x1b[" in text_of(CARD, style=DisplayStyle(80, "standard"))


def test_rendered_when_environment_forces_colour_then_the_look_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert Console(file=io.StringIO()).is_terminal  # what would otherwise apply

    assert "\x1b" not in text_of(CARD, style=DisplayStyle(80))


def test_clipped_when_double_width_then_counts_columns() -> None:
    assert clip_end("正在读取价格", 7) == "正在读…"
    assert clip_end("reading", 7) == "reading"


@given(st.text(alphabet="苹果价格 755.69，。（）abc…", max_size=60), st.integers(min_value=10, max_value=30))
def test_breaks_when_any_text_then_nothing_is_lost_and_no_line_too_wide(text: str, width: int) -> None:
    offsets = line_breaks(text, width=width)
    parts = [text[start:end] for start, end in pairwise([0, *offsets, len(text)])]

    assert "".join(parts) == text
    assert all(get_cwidth(part.rstrip()) <= width for part in parts)


def test_breaks_when_chinese_has_no_spaces_then_figures_and_marks_stay_whole() -> None:
    text = "价格755.69高于200日均线661.40，涨幅14.3%。"
    for width in range(8, 40):
        parts = [text[start:end] for start, end in pairwise([0, *line_breaks(text, width=width), len(text)])]

        assert all(any(figure in part for part in parts) for figure in ("755.69", "200", "661.40，", "14.3%。"))
        assert all(get_cwidth(part) <= width for part in parts)


def test_breaks_when_a_mark_follows_a_quotation_then_they_stay_together() -> None:
    text = "Ann’s words: “hello”, then “bye”; say “sell all my GOOG”. (“/history”), Bob’s"
    for width in range(12, 40):
        parts = [text[start:end] for start, end in pairwise([0, *line_breaks(text, width=width), len(text)])]

        assert not [part for part in parts if part[0] in ",;.)" or part.startswith("s ")]
        assert all(any(word in part for part in parts) for word in ("Ann’s", "“hello”,", "GOOG”.", "Bob’s"))


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
