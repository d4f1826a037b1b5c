"""Markdown that would take seconds to parse is shown as it is, and nothing of it is lost."""

import pytest

from adapters.markup.flow import CodeBlock, Flow, TextLine, parse_markdown
from adapters.markup.text import TextStyle
from bot.domain.conversation.blocks import Table


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
