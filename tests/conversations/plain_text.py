"""Reduces the texts of all platforms to what a person reads, without markup, so that they can be compared."""

import html
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, Final

Json = dict[str, Any]
_MARKS: Final = re.compile(r"[\s\u200b*_~`\u02cb]+")  # bold, italic, struck, code; a grave accent for a backtick
_DRAWN: Final = re.compile("[|•◦─:·-]+")  # what lists, tables and labels are drawn with
_MOMENT: Final = re.compile(r"(?:(?:\d{4}-)?\d\d-\d\d )?\d\d:\d\d(?: UTC(?:[+−]\d+(?::\d\d)?)?)?")
_ID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_REF: Final = re.compile(r"^-# ref [0-9a-f]{12}(?: · \d+)?$", re.MULTILINE)
_ESCAPE: Final = re.compile(r"\\([^a-zA-Z0-9\s])")


def letters_only(text: str) -> str:
    """The letters alone: no white space, nothing that could be a mark."""
    return _MARKS.sub("", unicodedata.normalize("NFC", text))


def without_times_and_ids(text: str) -> str:
    """`text` with its instants and ids made the same: those differ between any two runs."""
    for pattern, word in ((_MOMENT, "TIME"), (_ID, "ID")):
        text = pattern.sub(word, text)
    return text


def left_over(shown: str, pieces: Iterable[str], columns: Sequence[str]) -> tuple[str, list[str]]:
    """What `shown` has beyond `pieces`, and which of them it lacks; names of columns may be there or not."""
    rest, missing = letters_only(shown), []
    for piece in sorted(map(letters_only, pieces), key=len, reverse=True):
        if piece not in rest:
            missing.append(piece)
        rest = rest.replace(piece, "\n", 1)
    words = {letters_only(word) for name in columns for word in (name, *name.split(), *_letters(name))}
    for word in sorted(words, key=len, reverse=True):
        rest = rest.replace(word, "")
    return _DRAWN.sub("", rest).replace("\n", ""), missing


def of_slack(blocks: Sequence[Json]) -> str:
    """The text of Block Kit, in the order in which a person reads it."""
    return "\n".join(html.unescape(each["text"]).replace("```", "\n") for block in blocks for each in _texts(block))


def of_discord(content: str, embeds: Sequence[Json]) -> str:
    """The text of a message and its embeds, without the mark by which our messages are found again."""
    parts = [_unescaped(_REF.sub("", content))]
    for embed in embeds:
        marked = [embed.get("title", ""), *(part for f in embed.get("fields", ()) for part in (f["name"], f["value"]))]
        parts += [_unescaped(part) for part in (*marked, embed.get("description", ""))]
        parts.append(embed.get("footer", {}).get("text", ""))
    return "\n".join(part for part in parts if part.strip())


def _texts(block: Json) -> list[Json]:
    found = [block.get("text"), *block.get("fields", ())]
    if block["type"] == "context":
        found += block["elements"]
    return [each for each in found if each]


def _unescaped(text: str) -> str:
    """Escapes are read outside of code alone."""
    parts = text.split("```")
    return "\n".join(part if number % 2 else _ESCAPE.sub(r"\1", part) for number, part in enumerate(parts))


def _letters(name: str) -> list[str]:
    """Chinese names of columns break between any two letters."""
    return [] if name.isascii() else list(name)
