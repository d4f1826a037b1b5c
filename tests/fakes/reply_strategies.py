"""Any reply, for properties of rendering, and the text that must be visible of each block."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from uuid import UUID

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from adapters.markup.flow import TextLine, parse_markdown
from adapters.markup.text import clean_text, plain_text_of
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
from bot.domain.conversation.states import Intent
from bot.domain.text.locale import Language
from tests.fakes.console import make_reply

_REPLY_ID = UUID("01890a5d-ac96-774b-bcce-b302099a8057")
FRAGMENTS = (
    "<!channel>", "<@U12345>", "<#C123|x>", "<https://evil.example|click>", "@here", "@everyone", "<@&123456789>",
    "<@!123456789>", ":smile:", "<:e:123456>", "<a:e:1>", "</cmd:123>", "<t:0:R>", "<id:home>",
    "[x](https://evil.example)", "https://evil.example", "discord.gg/abc", "||spoiler||", "```", "``", "`x`", "~~x~~",
    "*b*", "**b**", "_i_", "__u__", "***", "NOK_X", "2*3", "&amp;", "&lt;", "\\", "\\*", "<script>",
    "👩\u200d💻", "🇩🇪", "e\u0301", "苹果", "，", "。", "العربية", "12:30:45", "![i](u)", "# heading",
    "-# small", "> quote", ">>> all", "- item", "1. item", "* item", "2 * 3", "\n", "\r\n", "\t", " ", "\u202e",
    "\u2066", "\u0000", "\u001b[31m", "\u200b", "\u200d", "\ud800", "| a | b |\n|---|---|\n| 1 | 2 |\n",
)  # fmt: skip
TEXTS = st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=12)), max_size=12).map("".join)
_DECISION = "01890a5d-ac96-774b-bcce-b302099a8057"


def _repeated(text: str, limit: int, excess: int) -> str:
    """Return `text` again and again, about as long as a limit allows."""
    return (text * (limit + excess))[: limit + excess] if text else ""


def _numbered_buttons(count: int) -> tuple[Button, ...]:
    """Return buttons of several decisions, eight of each."""
    return tuple(Button(f"why:{number // 8}:{number % 8}", f"Why? · {number}") for number in range(count))


def _near(*limits: int) -> st.SearchStrategy[str]:
    """Draw texts, short ones and such as are about as long as one of the limits."""
    long = st.builds(_repeated, TEXTS, st.sampled_from(limits), st.integers(-20, 40))
    return st.one_of(TEXTS, long, long)


_ANY = _near(80, 1_024, 2_000, 3_000, 4_000, 6_000, 12_000)  # the limits are those of Slack and Discord
_ROWS = st.integers(1, 4).flatmap(
    lambda n: st.tuples(
        st.lists(TEXTS, min_size=n, max_size=n).map(tuple),
        st.lists(st.lists(_ANY, min_size=n, max_size=n).map(tuple), max_size=2).map(tuple),
        st.lists(TEXTS, min_size=n, max_size=n).map(tuple),
        st.integers(0, 300),
    ).map(lambda drawn: Table(drawn[0], (*drawn[1], *(drawn[2],) * drawn[3])))
)
_BULLETS = st.builds(Bullets, _near(256), st.lists(_ANY, max_size=4).map(tuple))
_CARDS = st.builds(
    Card,
    title=_near(150, 256),
    lines=st.lists(_near(300, 3_000, 4_096), max_size=3).map(tuple),
    footer=_near(2_000, 2_048),
    decision_id=st.sampled_from(["", _DECISION]),
    final_status=_near(3_000, 4_096),
)
_QUOTATIONS = st.builds(
    Quotations,
    st.lists(
        st.builds(Quotation, by=TEXTS, at=TEXTS, text=_ANY, link=st.one_of(st.none(), TEXTS)), max_size=4
    ).map(tuple),
)  # fmt: skip
BLOCKS = st.one_of(
    st.builds(Paragraph, _ANY), st.builds(Markdown, _ANY), _BULLETS, _QUOTATIONS, _ROWS, _CARDS, _CARDS
)  # fmt: skip
_IDS = st.one_of(
    st.text(max_size=300),
    st.builds(
        "{}:{}:1".format, st.sampled_from(["confirm", "cancel", "why", "adjust"]), st.sampled_from([_DECISION, "x"])
    ),
)
REPLIES = st.builds(
    lambda blocks, paragraphs, buttons, further, intent, language: replace(
        make_reply(
            Answer(blocks=(*blocks, *(Paragraph("x"),) * paragraphs), buttons=(*buttons, *_numbered_buttons(further))),
            language=language,
        ),
        intent=intent,
        id=_REPLY_ID,
        confidence=Decimal(1),
    ),
    st.lists(BLOCKS, max_size=3),
    st.integers(0, 60),
    st.lists(st.builds(Button, _IDS, _near(75, 80)), max_size=6),
    st.integers(0, 40),
    st.sampled_from(Intent),
    st.sampled_from(Language),
)
REPLY_PROPERTY = settings(max_examples=20, suppress_health_check=list(HealthCheck))  # each example is a large one


def several_shares(length: int) -> Iterator[Block]:
    """Yield an answer on three shares as the core makes them: each line of it has about `length` words."""
    for symbol in ("AAPL", "GOOG", "IBM"):
        yield Paragraph(f"{symbol} · 455.49 at the close")
        yield Table((symbol, "Value"), tuple((f"figure {number}", "1") for number in range(9)))
        for heading in ("In favour of", "Against"):
            yield Bullets(f"{heading} {symbol}", tuple(f"{number} {'word ' * length}" for number in range(4)))
        yield Paragraph(f"On balance the rules speak against {symbol}.")
        words = "word " * length
        prose = (
            f"{symbol} in words.",
            f"**A line of {symbol}**",
            words,
            f"## Risks of {symbol}",
            words,
            "## Nothing below",
        )
        yield Markdown("\n\n".join(prose))


def shown_by(block: object) -> str | None:
    """The letters and digits that must be seen of a block, in order; None where a table may be drawn in other ways."""
    match block:
        case Paragraph(text):
            found = [text]
        case Bullets(heading, items):
            found = [heading, *items]
        case Quotations(items):
            found = [part for item in items for part in item.parts]
        case Markdown(text):
            flow = parse_markdown(text)
            if any(isinstance(item, Table) for item in flow):
                return None
            found = [
                i.mark + plain_text_of(i.runs) if isinstance(i, TextLine) else i.text
                for i in flow
                if not isinstance(i, Table)
            ]
        case Card(title, lines, footer, final_status=final_status):
            found = [title, *lines, final_status, footer]
        case _:
            return None
    return "".join(character for character in clean_text("\n".join(found)) if character.isalnum())
