"""Platform-independent parts of an answer. Their texts may hold bold figures (`bot.domain.text.emphasis`)."""

from dataclasses import dataclass

from bot.domain.text.emphasis import emphasis_as_text, strip_private_signs, without_emphasis
from bot.domain.trading.decisions import DecisionKey


@dataclass(frozen=True, slots=True)
class ButtonQuestion:
    """A question between a press and its action, where the platform asks it itself; elsewhere a press is asked back."""

    title: str
    text: str
    accept: str  # the label of the choice to act
    decline: str  # the label of the other choice
    accepted_id: str  # of the button that a person presses by agreeing


@dataclass(frozen=True, slots=True)
class Button:
    """A button. Its id states the action and its subject; see `bot.domain.conversation.buttons`."""

    id: str  # "confirm:<decision id>:<version>"
    label: str
    question: ButtonQuestion | None = None


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Plain text, no markup; in place of one on pending decisions, what became of each is shown once one is decided."""

    text: str
    while_pending: tuple[DecisionKey, ...] = ()


@dataclass(frozen=True, slots=True)
class Markdown:
    """Markdown written by a model, so untrusted: platforms render its formatting, but no mention, link or command."""

    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """A heading and a list of plain texts."""

    heading: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of plain text, the first column aligned left, figures right. Shown as code: nothing in it is bold."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", tuple(map(without_emphasis, self.columns)))
        object.__setattr__(self, "rows", tuple(tuple(map(without_emphasis, row)) for row in self.rows))


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words that somebody said, by whom and when (as shown), with a link; one line, no markup, nothing bold."""

    by: str
    at: str
    text: str
    link: str | None = None  # made by the platform's adapter; on the time, if the platform knows it as its own

    def __post_init__(self) -> None:
        for name in ("by", "at", "text"):
            object.__setattr__(self, name, " ".join(strip_private_signs(getattr(self, name)).split()))

    @property
    def parts(self) -> tuple[str, str, str]:
        """What stands before the time, the time, and what stands after it."""
        return f"{self.by}, ", self.at, f": “{self.text}”"


@dataclass(frozen=True, slots=True)
class Quotations:
    """What people said, or Parley to them, one quotation below the other."""

    items: tuple[Quotation, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A decision or a view of a share as shown first: a title that says it, a few lines, and small print."""

    title: str
    lines: tuple[str, ...] = ()
    footer: str = ""
    decision_id: str = ""  # whose buttons are shown below this card
    final_status: str = ""  # after the decision was confirmed, cancelled, …: who did what, and when


Block = Paragraph | Markdown | Bullets | Table | Quotations | Card


def plain_text(blocks: tuple[Block, ...]) -> str:
    """Return blocks as plain text, for the history, for episodes and for programs."""
    return emphasis_as_text("\n\n".join(_plain_block(block) for block in blocks))


def _plain_block(block: Block) -> str:
    match block:
        case Paragraph(text) | Markdown(text):
            return text
        case Bullets(heading, items):
            return "\n".join([heading, *(f"• {item}" for item in items)])
        case Table(columns, rows):
            return "\n".join(" | ".join(row) for row in (columns, *rows))
        case Quotations(items):
            return "\n".join(f"• {''.join(item.parts)}" for item in items)
        case Card(title, lines, footer, final_status=final_status):
            return "\n".join(line for line in (title, *lines, footer, final_status) if line)
