"""What runs down a page: lines, code and tables; a reply's blocks become that before any platform's markup is made."""

from dataclasses import dataclass

from adapters.markup.text import clean_text
from adapters.markup.text_runs import TextRuns, bold_runs, plain_runs
from bot.domain.conversation.blocks import Bullets, Paragraph, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLine:
    """Text that begins on a line of its own."""

    runs: TextRuns
    mark: str = ""  # before a list's item: "•" or "3."
    depth: int = 0  # lists it stands in
    is_quoted: bool = False
    is_apart: bool = False  # a blank line stands before it
    is_heading: bool = False  # it stands with what follows, never last in a message


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Text to be shown as it is, in letters of one width."""

    text: str


FlowItem = TextLine | CodeBlock | Table
Flow = tuple[FlowItem, ...]


def paragraph_flow(block: Paragraph) -> Flow:
    """Return plain text as one line."""
    return (TextLine(runs=plain_runs(block.text.strip()), is_apart=True),)


def bullets_flow(block: Bullets) -> Flow:
    """Return a heading in bold and the items below it."""
    heading = (
        (TextLine(runs=bold_runs(block.heading.strip()), is_apart=True, is_heading=True),)
        if clean_text(block.heading).strip()
        else ()
    )
    return (*heading, *(TextLine(runs=plain_runs(item.strip()), mark="•", depth=1) for item in block.items))
