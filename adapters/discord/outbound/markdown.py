"""Renders runs as Discord's Markdown; escapes all other text so that it is shown literally.

Discord shows a backslash before punctuation as the punctuation, so escapes are neither seen nor copied. They are put
only where Discord would read markup: emphasis, code, spoilers, headings, subtext, quotes, lists, masked links, `<…>` of
any kind, `:emoji:`, `://` of an address and the path of an invitation. Addresses are therefore plain text: readable and
copyable, not clickable, without a preview. Discord looks for mentions in the raw text, escaped or not, so a zero-width
space separates `@` from `everyone`, `here` and ids.
"""

import re
from typing import Final

from adapters.markup.inline import MarkupDialect
from adapters.markup.text import ZERO_WIDTH_SPACE, TextStyle

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

_MESSAGE_LINK: Final = re.compile(r"https://discord\.com/channels/(?:@me|\d{1,20})/\d{1,20}/\d{1,20}", re.ASCII)


def escape_markup(text: str, *, has_marks: bool = False) -> str:  # noqa: ARG001  as in every dialect
    """Return `text` escaped so that Discord shows it literally.

    `has_marks`: ignored: a sign is escaped even where no marks are.
    """
    return disarm_mentions(_MARKUP.sub(lambda match: f"{match[0][:-1]}\\{match[0][-1]}", text))


def disarm_mentions(text: str) -> str:
    """Return `text` without working mentions, so that it notifies nobody; needed even where no markup is read."""
    return _MENTION.sub(f"@{ZERO_WIDTH_SPACE}", text)


def _render_code(text: str) -> str:
    """Return inline code; text with a backtick, which could close it, is only escaped."""
    return escape_markup(text) if "`" in text else f"`{disarm_mentions(text)}`"


MARKDOWN: Final = MarkupDialect(
    delimiters={TextStyle.BOLD: "**", TextStyle.ITALIC: "*", TextStyle.STRIKE: "~~"},
    escape=escape_markup,
    escape_code=disarm_mentions,
    code=_render_code,
    link=lambda label, link: f"[{label}](<{link}>)" if _MESSAGE_LINK.fullmatch(link) else label,  # <…>: no preview
    needs_separator=lambda _: False,
    indent="   ",  # nesting below "1." takes three spaces
    bullets=("-", "-"),
)
