"""The platform-neutral form of a reply's blocks: a sequence of lines, code blocks and tables."""

from dataclasses import dataclass

from adapters.markup.text import TextRun, TextRuns, bold_runs, clean_line, clean_text, plain_runs
from bot.domain.conversation.blocks import Bullets, Paragraph, Quotation, Quotations, Table


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


def quotations_flow(block: Quotations) -> Flow:
    """Return a line for each quotation; the time is its link."""
    return tuple(TextLine(runs=_quotation_runs(item), mark="•", depth=1) for item in block.items)


def _quotation_runs(item: Quotation) -> TextRuns:
    before, at, after = item.parts
    return (
        TextRun(f"{clean_line(before)} "),
        TextRun(clean_line(at), link=item.link or ""),
        TextRun(clean_line(after)),
    )
