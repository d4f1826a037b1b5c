"""Discord's Markdown: our marks are marks, everything else is text.

A backslash before punctuation is shown as the punctuation, so that escapes are neither seen nor copied; they stand only
where Discord would read markup: emphasis, code, spoilers, headings, subtext, quotes, lists, masked links, `<…>` of any
kind, `:emoji:`, `://` of an address and the path of an invitation. Addresses are therefore text: to be read and copied,
not to be clicked, and without a preview. What notifies people is looked for in the raw text, whatever escapes it, so a
zero-width space parts `@` from `everyone`, `here` and ids.
"""

import re
from typing import Final

from adapters.markup.inline import InlineMarks, render_runs
from adapters.markup.text import ZERO_WIDTH_SPACE, clean_text
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


def escape_markup(text: str, has_marks: bool = False) -> str:  # noqa: ARG001, FBT001, FBT002  what `InlineMarks` calls
    """Return clean text so that Discord shows it as it is.

    Args:
        text: As `clean` returns it.
        has_marks: Without meaning here: a single sign is escaped as well.
    """
    return disarm_mentions(_MARKUP.sub(lambda match: f"{match[0][:-1]}\\{match[0][-1]}", text))


def disarm_mentions(text: str) -> str:
    """Return `text` so that it notifies nobody, even where nothing else is markup."""
    return _MENTION.sub(f"@{ZERO_WIDTH_SPACE}", text)


def render_inline(runs: TextRuns) -> str:
    """Return runs as Discord's Markdown."""
    return render_runs(runs, _MARKS)


def fence_code(text: str) -> str:
    """Return text as a block of code, which it cannot leave."""
    inner = clean_text(text).replace("``", f"`{ZERO_WIDTH_SPACE}`").replace("``", f"`{ZERO_WIDTH_SPACE}`")
    return f"```\n{disarm_mentions(inner)}\n```"


def list_prefix(mark: str, depth: int) -> str:
    """Return what stands before a list's item."""
    if not depth:
        return ""
    indent = "   " * (depth - 1)  # below "1." it takes three
    if not mark:
        return f"{indent}  "
    return f"{indent}{'-' if mark == '•' else mark} "


def _render_code(text: str) -> str:
    """Inline code; what holds a backtick could leave it, and stays text."""
    return escape_markup(text) if "`" in text else f"`{disarm_mentions(text)}`"


_MARKS: Final = InlineMarks(
    delimiters={TextStyle.BOLD: "**", TextStyle.ITALIC: "*", TextStyle.STRIKE: "~~"},
    escape=escape_markup,
    code=_render_code,
    needs_separator=lambda _: False,
)
