"""The platform-neutral form of a reply's blocks: lines, code and tables; a model's Markdown is parsed into it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from adapters.markup.text import (
    TextRun,
    TextRuns,
    TextStyle,
    bold_runs,
    clean_line,
    clean_text,
    emphasised_runs,
    plain_runs,
    plain_text_of,
)
from bot.domain.conversation.blocks import Bullets, Paragraph, Quotation, Quotations, Table
from bot.domain.text.emphasis import emphasis_as_text
from bot.domain.text.links import DOT

_PARSER: Final = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("reference")
_MARKS: Final = {"strong": TextStyle.BOLD, "em": TextStyle.ITALIC, "s": TextStyle.STRIKE}
_LISTS: Final = frozenset({"bullet_list", "ordered_list"})
_RULE: Final = "———"
_JOINS_ADDRESS: Final = re.compile(rf"^(?:[:/]|{DOT})|(?:[:/]|{DOT})$")
_TOO_DEEP: Final = _PARSER.options["maxNesting"] - 1  # the parser drops content nested deeper
# An answer has a few thousand characters, and some signs among its words. What is longer is plain text from there on,
# and what has more signs is plain text: to parse them takes time in the square of their number.
_MAX_PARSED: Final = 8_000
_MAX_SIGNS: Final = 1_000
_SIGNS: Final = re.compile(r"[#\[\]!|*_~`<>&\\]")


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


@dataclass(frozen=True, slots=True)
class _BlockContext:
    depth: int = 0
    is_quoted: bool = False
    is_apart: bool = True


def parse_markdown(markdown: str) -> Flow:
    """Return the Markdown as lines, code and tables; no text is lost, even of nesting too deep to parse.

    Only headings at the end, below which nothing was written, are left out, unless there is nothing else.
    """
    text = clean_text(markdown)
    end = len(text) if len(text) <= _MAX_PARSED else text.rfind("\n", 0, _MAX_PARSED) + 1
    if len(_SIGNS.findall(text, 0, end)) > _MAX_SIGNS:
        end = 0
    return (*_parsed(text[:end], is_whole=end == len(text)), *_plain(text[end:]))


def _plain(text: str) -> Flow:
    return (TextLine(runs=plain_runs(text.strip()), is_apart=True),) if text.strip() else ()


def _parsed(text: str, *, is_whole: bool) -> Flow:
    tokens = _PARSER.parse(text)
    if any(token.level >= _TOO_DEEP for token in tokens):
        return _plain(text)
    document = SyntaxTreeNode(tokens)
    written = list(document.children)
    while is_whole and written and written[-1].type == "heading":
        written.pop()
    return tuple(_children(written or document.children, _BlockContext()))


def _children(nodes: Iterable[SyntaxTreeNode], context: _BlockContext) -> Iterator[FlowItem]:
    previous = ""
    for child in nodes:
        follows_closely = previous == "heading" or (previous == "paragraph" and child.type in _LISTS)
        yield from _block(child, replace(context, is_apart=context.is_apart and not follows_closely))
        previous = child.type


def _block(node: SyntaxTreeNode, context: _BlockContext) -> Iterator[FlowItem]:
    match node.type:
        case "blockquote":
            yield from _children(node.children, replace(context, is_quoted=True))
        case "bullet_list" | "ordered_list":
            yield from _list(node, context)
        case "fence" | "code_block":
            yield CodeBlock(emphasis_as_text(node.content.rstrip("\n")))
        case "table":
            rows = [
                tuple(plain_text_of(_inlines(cell, frozenset())) for cell in row.children)
                for part in node.children
                for row in part.children
            ]
            yield Table(rows[0], tuple(rows[1:]))
        case "hr":
            yield _line((TextRun(_RULE),), context)
        case "heading":
            yield replace(_line(_inlines(node, frozenset({TextStyle.BOLD})), context), is_heading=True)
        case _:
            line = _line(_inlines(node, frozenset()) if node.children else emphasised_runs(node.content), context)
            yield replace(line, is_heading=_is_bold_line(line))


def _is_bold_line(line: TextLine) -> bool:
    """Return whether a paragraph is one line in bold, as models often write a heading."""
    is_bold = bool(line.runs) and all(TextStyle.BOLD in run.styles for run in line.runs)
    return is_bold and not line.depth and "\n" not in plain_text_of(line.runs)


def _line(runs: TextRuns, context: _BlockContext) -> TextLine:
    return TextLine(runs=runs, depth=context.depth, is_quoted=context.is_quoted, is_apart=context.is_apart)


def _list(node: SyntaxTreeNode, context: _BlockContext) -> Iterator[FlowItem]:
    start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
    for number, item in enumerate(node.children):
        mark = "•" if start is None else f"{start + number}."
        inner = replace(context, depth=context.depth + 1, is_apart=False)
        yield from _with_marker(
            tuple(_children(item.children, inner)), mark, inner, is_apart=context.is_apart and number == 0
        )


def _with_marker(content: Flow, mark: str, inner: _BlockContext, *, is_apart: bool) -> Iterator[FlowItem]:
    """Yield a list item's content, with the mark before its first line."""
    match content:
        case (TextLine(mark="") as first, *rest) if first.depth == inner.depth:
            yield replace(first, mark=mark, is_apart=is_apart)
            yield from rest
        case _:
            yield replace(_line((), inner), mark=mark, is_apart=is_apart)
            yield from content


def _inlines(node: SyntaxTreeNode, marks: frozenset[TextStyle]) -> TextRuns:
    return tuple(run for child in node.children for run in _inline(child, marks) if run.text)


def _inline(node: SyntaxTreeNode, marks: frozenset[TextStyle]) -> Iterator[TextRun]:
    match node.type:
        case "inline":
            yield from _inlines(node, marks)
        case "strong" | "em" | "s":
            yield from _inlines(node, marks | {_MARKS[node.type]})
        case "code_inline":
            yield TextRun(emphasis_as_text(node.content), marks | {TextStyle.CODE})
        case "link":
            yield from _link(node, marks)
        case "softbreak" | "hardbreak":
            yield TextRun("\n", marks)
        case "image":  # its alternative text
            yield from _apart(emphasised_runs(node.content, marks))
        case _:
            yield from emphasised_runs(node.content, marks)


def _link(node: SyntaxTreeNode, marks: frozenset[TextStyle]) -> Iterator[TextRun]:
    """Yield the label, then the address as text: a model may link anywhere, so people see the target first."""
    label, address = _inlines(node, marks), str(node.attrs.get("href", ""))
    label_text = plain_text_of(label).strip()
    if not address:
        yield from _apart(label)
    elif not label_text:
        yield from (*label, TextRun(address, marks))
    elif address.removeprefix("mailto:") == label_text:
        yield from label
    else:
        yield from (*label, TextRun(f" ({address})", marks))


def _apart(label: TextRuns) -> TextRuns:
    """Return the label, with spaces around it if it could make one address of the text before and after it."""
    text = plain_text_of(label)
    return (TextRun(" "), *label, TextRun(" ")) if _JOINS_ADDRESS.search(text) else label
