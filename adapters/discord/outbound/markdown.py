"""Discord's Markdown: our marks are marks, everything else is text.

A backslash before punctuation is shown as the punctuation, so that escapes are neither seen nor copied; they stand only
where Discord would read markup: emphasis, code, spoilers, headings, subtext, quotes, lists, masked links, `<…>` of any
kind, `:emoji:`, `://` of an address and the path of an invitation. Addresses are therefore text: to be read and copied,
not to be clicked, and without a preview. What notifies people is looked for in the raw text, whatever escapes it, so a
zero-width space parts `@` from `everyone`, `here` and ids.
"""

import re
from typing import Final

from adapters.markup.inline import InlineMarks, marked
from adapters.markup.text import ZERO_WIDTH_SPACE, clean
from adapters.markup.text_runs import TextRuns, TextStyle

_MENTION: Final = re.compile(r"@(?=everyone|here|[!&]?\d)", re.IGNORECASE)
_MARKUP: Final = re.compile(  # the last character of each match is the one to escape
    r"""
      ^[^\S\n]* (?: \# | > | [-+](?=[\s\#]) )           # a heading, a quote, subtext, a list
    | ^[^\S\n]* \d+ [.)](?=\s)                          # an ordered list
    | (?<=<) [#:/]  | (?<=<\w) :  | (?<=<\w\w) :        # <#1>, <:e:1>, </command:1>, <a:e:1>, <t:1>, <id:home>
    | : (?= // | [^\s:]+: )                             # https://, :emoji:
    | (?i: discord[a-z]*\.[a-z]+/ )          # discord.gg/…
    | [\\*_~`|<\[\]]
    """,
    re.VERBOSE | re.MULTILINE,
)


def literal(text: str, has_marks: bool = False) -> str:  # noqa: ARG001, FBT001, FBT002  what `InlineMarks` calls
    """Return clean text so that Discord shows it as it is.

    Args:
        text: As `clean` returns it.
        has_marks: Without meaning here: a single sign is escaped as well.
    """
    return unmentioned(_MARKUP.sub(lambda match: f"{match[0][:-1]}\\{match[0][-1]}", text))


def unmentioned(text: str) -> str:
    """Return `text` so that it notifies nobody, even where nothing else is markup."""
    return _MENTION.sub(f"@{ZERO_WIDTH_SPACE}", text)


def inline(runs: TextRuns) -> str:
    """Return runs as Discord's Markdown."""
    return marked(runs, _MARKS)


def fence(text: str) -> str:
    """Return text as a block of code, which it cannot leave."""
    inner = clean(text).replace("``", f"`{ZERO_WIDTH_SPACE}`").replace("``", f"`{ZERO_WIDTH_SPACE}`")
    return f"```\n{unmentioned(inner)}\n```"


def item(mark: str, depth: int) -> str:
    """Return what stands before a list's item."""
    if not depth:
        return ""
    indent = "   " * (depth - 1)  # below "1." it takes three
    if not mark:
        return f"{indent}  "
    return f"{indent}{'-' if mark == '•' else mark} "


def _code(text: str) -> str:
    """Inline code; what holds a backtick could leave it, and stays text."""
    return literal(text) if "`" in text else f"`{unmentioned(text)}`"


_MARKS: Final = InlineMarks(
    around={TextStyle.BOLD: "**", TextStyle.ITALIC: "*", TextStyle.STRIKE: "~~"},
    literal=literal,
    code=_code,
    needs_gap=lambda _: False,
)
