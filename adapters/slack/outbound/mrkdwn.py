"""Renders text runs as Slack's mrkdwn and escapes everything in them that would be read as markup.

`& < >` become entities, which also disables mentions, links, channels and dates. mrkdwn has no other escape, so a
zero-width space is inserted: beside `*`, `_` and `~` where they could open or close formatting, after the first colon
of `:name:`, after the `@` of "@here" and its like, before a `>` that begins a line. Paired backticks are replaced by
another grave accent: nothing else disables them. URLs are not linked because every text object is sent `verbatim`.
"""

import re
from typing import Final

from adapters.markup.inline import MarkupDialect
from adapters.markup.text import ZERO_WIDTH_SPACE, TextStyle

GRAVE: Final = "\u02cb"  # looks like a backtick; mrkdwn does not read it as one
_ENTITIES: Final = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"}
_EMOJI: Final = re.compile(r"(?!(?<=\d):\d\d:\d):(?=[^\s:]+:)")  # not in a time of day
_MENTION: Final = re.compile(r"@(?=(?:here|channel|everyone)(?![^\W_]))", re.IGNORECASE)  # "_" may follow
_QUOTE: Final = re.compile(r"^(?=[^\S\n]*>)", re.MULTILINE)
_SIGN: Final = re.compile(r"[*_~]")
_OPEN_MARKUP: Final = re.compile(r"(?:&[a-z]{0,3}|<[^<>]*)$")
_PAIR: Final = 2
_MESSAGE_LINK: Final = re.compile(r"https://[a-z0-9.-]{1,80}\.slack(?:-gov)?\.com/archives/[A-Za-z0-9/._?=&-]{1,160}")


def escape_entities(text: str) -> str:
    """Return `text` with `& < >` escaped, which Slack interprets in every text object."""
    return text.translate(_ENTITIES)


def escape_markup(text: str, *, has_marks: bool = False) -> str:
    """Return `text` escaped so that mrkdwn shows it literally.

    `has_marks`: whether the line also holds formatting marks, with which a single sign of `text` could pair.
    """
    text = _EMOJI.sub(f":{ZERO_WIDTH_SPACE}", text)
    text = _MENTION.sub(f"@{ZERO_WIDTH_SPACE}", text)
    text = _QUOTE.sub(ZERO_WIDTH_SPACE, text)
    if has_marks or text.count("`") >= _PAIR:
        text = text.replace("`", GRAVE)
    return escape_entities("\n".join(_escape_signs(line, has_marks=has_marks) for line in text.split("\n")))


def without_open_markup(text: str) -> str:
    """Return mrkdwn that was cut without the entity, link or mention that the cut has gone through."""
    return _OPEN_MARKUP.sub("", text)


def _escape_signs(line: str, *, has_marks: bool) -> str:
    """Return `line` with every `*`, `_` and `~` separated that could open or close formatting."""
    delimiters = [match.start() for match in _SIGN.finditer(line) if _can_delimit(line, match.start())]
    counts = {sign: sum(1 for at in delimiters if line[at] == sign) for sign in "*_~"}
    effective = {at for at in delimiters if has_marks or counts[line[at]] >= _PAIR}
    if not effective:
        return line
    return "".join(_separate(line, at) if at in effective else character for at, character in enumerate(line))


def _can_delimit(line: str, at: int) -> bool:
    """Return whether a sign can open or close formatting: not within a word, nor between spaces."""
    before, after = line[at - 1 : at], line[at + 1 : at + 2]
    within_word = before.isalnum() and after.isalnum()
    return not within_word and not (_is_space(before) and _is_space(after))


def _separate(line: str, at: int) -> str:
    before, after = line[at - 1 : at], line[at + 1 : at + 2]
    left = "" if _is_space(before) else ZERO_WIDTH_SPACE
    right = "" if _is_space(after) else ZERO_WIDTH_SPACE
    return f"{left}{line[at]}{right}"


def _is_space(character: str) -> bool:
    return not character or character.isspace()


def _is_word_character(character: str) -> bool:
    """Return whether Slack reads a mark next to this character as part of a word; true of Chinese, without spaces."""
    return character.isalnum() or not (character.isascii() or character.isspace())


MRKDWN: Final = MarkupDialect(  # it has no lists: they are written as text
    delimiters={TextStyle.BOLD: "*", TextStyle.ITALIC: "_", TextStyle.STRIKE: "~"},
    escape=escape_markup,
    escape_code=escape_entities,
    code=lambda text: f"`{escape_entities(text).replace('`', GRAVE)}`",
    link=lambda label, link: f"<{escape_entities(link)}|{label}>" if _MESSAGE_LINK.fullmatch(link) else label,
    needs_separator=_is_word_character,
    indent="    ",
    bullets=("•", "◦"),
)
