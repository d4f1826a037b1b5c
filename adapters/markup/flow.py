"""The platform-neutral form of a reply's blocks: a sequence of lines, code blocks and tables."""

from dataclasses import dataclass

from adapters.markup.text import clean_text
from adapters.markup.text_runs import TextRuns, bold_runs, plain_runs
from bot.domain.conversation.blocks import Bullets, Paragraph, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLine:
    """Text that starts on a new line."""

    runs: TextRuns
    mark: str = ""  # of a list item: "•" or "3."
    depth: int = 0  # number of lists around it
    is_quoted: bool = False
    is_apart: bool = False  # a blank line precedes it
    is_heading: bool = False  # stays with the next item, never last in a message


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Text to be shown verbatim, in a monospaced font."""

    text: str


FlowItem = TextLine | CodeBlock | Table
Flow = tuple[FlowItem, ...]


def paragraph_flow(block: Paragraph) -> tuple[TextLine]:
    """Return plain text as one line."""
    return (TextLine(runs=plain_runs(block.text.strip()), is_apart=True),)


def bullets_flow(block: Bullets) -> Flow:
    """Return a bold heading and the items below it as lines."""
    heading = (
        (TextLine(runs=bold_runs(block.heading.strip()), is_apart=True, is_heading=True),)
        if clean_text(block.heading).strip()
        else ()
    )
    return (*heading, *(TextLine(runs=plain_runs(item.strip()), mark="•", depth=1) for item in block.items))
