"""Figures that were looked up are bold on every platform, in plain blocks and in a model's Markdown."""

import pytest

from adapters.console.rendering import DisplayStyle, render_block, render_text
from adapters.discord.outbound.markdown import MARKDOWN
from adapters.markup.flow import CodeBlock, Flow, TextLine, parse_markdown
from adapters.markup.inline import MarkupDialect
from adapters.markup.pieces import flow_of, render_pieces
from adapters.markup.text import TextStyle
from adapters.slack.outbound.mrkdwn import MRKDWN
from bot.domain.conversation.blocks import Bullets, Markdown, Paragraph, Table, plain_text
from bot.domain.text.emphasis import emphasise

FIGURE = emphasise("$755.69")
ENGLISH, CHINESE = f"It closed at {FIGURE}, as *said*.", f"收于{FIGURE}，高于均线。"
BLOCKS = (Paragraph(ENGLISH), Bullets("Reasons", (ENGLISH,)), Markdown(ENGLISH.replace("*said*", "said")))


@pytest.mark.parametrize(("dialect", "bold"), [(MRKDWN, "*$755.69*"), (MARKDOWN, "**$755.69**")])
@pytest.mark.parametrize("block", [*BLOCKS, Markdown(CHINESE), Paragraph(CHINESE)])
def test_bold_in_the_platforms_own_markup(
    dialect: MarkupDialect, bold: str, block: Paragraph | Bullets | Markdown
) -> None:
    text = "".join(piece.text for piece in render_pieces(flow_of(block), dialect=dialect, limit=1_000))
    assert bold in text
    assert not any("\ue000" <= sign <= "\uf8ff" for sign in text)


@pytest.mark.parametrize("block", [*BLOCKS, Markdown(CHINESE)])
def test_terminal_shows_bold_or_asterisks(block: Paragraph | Bullets | Markdown) -> None:
    plain = render_text(render_block(block, style=DisplayStyle(80)), style=DisplayStyle(80))
    colored = DisplayStyle(80, "standard")
    assert "**$755.69**" in plain
    assert "\x1b[1m$755.69\x1b[0m" in render_text(render_block(block, style=colored), style=colored)


@pytest.mark.parametrize("name", ["close", "a name too wide for a table " * 4])
@pytest.mark.parametrize("dialect", [MRKDWN, MARKDOWN])
def test_a_table_shows_no_signs_of_bold(dialect: MarkupDialect, name: str) -> None:
    table = Table(("share", name), (("GOOG", FIGURE), (FIGURE, "x")))
    text = "".join(piece.text for piece in render_pieces(flow_of(table), dialect=dialect, limit=1_000))
    terminal = render_text(render_block(table, style=DisplayStyle(80)), style=DisplayStyle(80))
    for shown in (text, terminal, plain_text((table,))):
        assert "$755.69" in shown
        assert not any("\ue000" <= sign <= "\uf8ff" for sign in shown)


def test_plain_text_has_asterisks() -> None:
    assert plain_text(BLOCKS).count("**$755.69**") == len(BLOCKS)


def shown(flow: Flow) -> str:
    texts = []
    for item in flow:
        assert not isinstance(item, Table | CodeBlock)
        texts.append("".join(run.text for run in item.runs))
    return "\n".join(texts)


@pytest.mark.parametrize("unit", ["![", "|-|-|", "[a](", "*a_", "`` ` "])
def test_mostly_signs_then_plain_text(unit: str) -> None:
    markdown = unit * (50_000 // len(unit))
    (line,) = parse_markdown(markdown)
    assert isinstance(line, TextLine)
    assert shown((line,)).count(unit[0]) == markdown.count(unit[0])


def test_longer_than_an_answer_then_the_rest_is_plain_text() -> None:
    paragraph = "**Hold** the position, word by word.\n\n"
    flow = parse_markdown(paragraph * 1_000)
    assert isinstance(flow[0], TextLine)
    assert flow[0].runs[0].styles == frozenset({TextStyle.BOLD})
    assert shown(flow).count("Hold") == 1_000
    assert "**Hold**" in shown(flow[-1:])


def test_a_long_line_without_a_break_then_nothing_is_lost() -> None:
    flow = parse_markdown("word " * 10_000)
    assert shown(flow).count("word") == 10_000


def test_an_answer_with_many_signs_keeps_its_table() -> None:
    table = "| a | b | c |\n|---|---|---|\n" + "| *1* | **2** | `3` |\n" * 50
    assert any(isinstance(item, Table) for item in parse_markdown(table))
