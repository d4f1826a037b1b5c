"""What an answer is made of: paragraphs, lists, tables, cards and buttons, the same for all platforms."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press. The id names what it does, to which decision, in which version."""

    id: str  # "confirm:<decision id>:<version>"
    label: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Plain text: nothing in it is markup, whoever wrote it."""

    text: str


@dataclass(frozen=True, slots=True)
class Markdown:
    """Prose as a model writes it. Each platform shows its own marks for it, and never a mention, link or command."""

    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of plain texts under a heading."""

    heading: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of plain text; the first column reads left, the others right when they are figures."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A decision as a person sees it: a title, labelled fields, arguments, small print."""

    title: str
    fields: tuple[tuple[str, str], ...]
    sections: tuple[Bullets, ...]
    footer: str
    decision_id: str = ""  # whose buttons belong under this card
    final_status: str = ""  # once it is decided: who did what, and when


Block = Paragraph | Markdown | Bullets | Table | Card


def plain_text(blocks: tuple[Block, ...]) -> str:
    """The whole answer as plain text, for logs, programs, and platforms that want a fallback."""
    return "\n\n".join(_plain(block) for block in blocks)


def _plain(block: Block) -> str:
    match block:
        case Paragraph(text) | Markdown(text):
            return text
        case Bullets(heading, items):
            return "\n".join([heading, *(f"• {item}" for item in items)])
        case Table(columns, rows):
            return "\n".join(" | ".join(row) for row in (columns, *rows))
        case Card(title, fields, sections, footer, final_status=fate):
            said = (f"{label}: {value}" for label, value in fields)
            lines = [title, *said, *(_plain(s) for s in sections), footer, fate]
            return "\n".join(line for line in lines if line)
