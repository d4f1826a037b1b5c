"""Files as text: their parts, and the passages that these are split into."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Final
from uuid import UUID

from bot.domain.text.tokens import HAN
from bot.domain.text.zero_width import strip_zero_width

MAX_FILE_BYTES: Final = 10_000_000
MAX_PAGES: Final = 500
MAX_CHARACTERS: Final = 1_500_000
_PASSAGE_WIDTH: Final = 560  # a prompt shows 600 characters of a passage
_OVERLAP_WIDTH: Final = 120  # of whole sentences that a passage repeats from the one before
_UNFINISHED_WIDTH: Final = 280  # of a sentence that is repeated whole where it goes on over a page break
_SHORT_WIDTH: Final = 160  # a last passage that is shorter joins the one before
_HAN_WIDTH: Final = 2.5  # of a Chinese character, which says as much as a short word
_HAN: Final = re.compile(f"[{HAN}]")
_HAN_SIGNS: Final = "，、。；：！？（）《》“”"
_PARAGRAPH: Final = re.compile(r"\n[^\S\n]*\n+")
_WHOLE_SENTENCE: Final = re.compile(r"[.!?。！？；][\"')\]”’」）]*$")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])[\"')\]]*\s+|(?<=[。！？；])[”’」）]*\s*|\n+")


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPart:
    """A page, or what stands under one heading; a piece of it, short enough to be quoted, is its own part."""

    text: str  # paragraphs are separated by empty lines
    page: str = ""  # "12", or "3–4" of a piece that begins on the page before; empty: the file has no pages
    heading: str = ""  # empty: none


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentText:
    """The text of a file, in order."""

    parts: tuple[DocumentPart, ...]
    pages: int | None = None  # None: its format has none


def split_passages(document: DocumentText) -> tuple[DocumentPart, ...]:
    """Return the passages of a file, none across a heading; a sentence over a page break is whole, of both pages."""
    passages: list[DocumentPart] = []
    before, unfinished = DocumentPart(text=""), ""
    for part in document.parts:
        carried = unfinished if part.heading == before.heading and part.page != before.page else ""
        texts = tuple(_split(strip_zero_width(part.text), carried=carried))
        pages = [f"{before.page}–{part.page}" if carried else part.page, *repeat(part.page, len(texts))]
        passages += [
            DocumentPart(text=text, page=page, heading=part.heading) for text, page in zip(texts, pages, strict=False)
        ]
        if texts:
            before, unfinished = part, _unfinished_sentence(texts[-1])
    return tuple(passages)


def split_sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text, each with the space behind it."""
    start = 0
    for end in _SENTENCE_END.finditer(text):
        if text[start : end.end()].strip():
            yield text[start : end.end()]
            start = end.end()
    if text[start:].strip():
        yield text[start:]


def without_break_signs(part: DocumentPart) -> DocumentPart:
    """Return a part of a laid-out page: words hyphenated at line ends joined, single line ends made spaces."""
    joined = re.sub(r"(?<=[a-z])-\n(?=[a-z])", "", part.text)
    joined = re.sub(rf"(?<=[{HAN}{_HAN_SIGNS}])[^\S\n]*\n(?!\s*\n)(?=[{HAN}{_HAN_SIGNS}])", "", joined)
    return replace(part, text=re.sub(r"(?<!\n)\n(?!\s*\n)", " ", joined))


def _split(text: str, *, carried: str) -> Iterator[str]:
    pieces = list(_pieces(text))
    if not pieces:
        return
    current, is_new = carried, False
    widths = list(map(_width, pieces))
    rest = sum(widths)
    for piece, width in zip(pieces, widths, strict=True):
        is_full = _width(current) + width > _PASSAGE_WIDTH
        if is_new and is_full and not (rest < _SHORT_WIDTH and _width(current) + rest <= 1.25 * _PASSAGE_WIDTH):
            yield _tidy(current)
            current = _end_of(current)
        current = f"{current}{piece}"
        is_new = True
        rest -= width
    yield _tidy(current)


def _pieces(text: str) -> Iterator[str]:
    """Yield paragraphs that fit into a passage; of longer ones, sentences; of a longer sentence, cuts between words."""
    for paragraph in _PARAGRAPH.split(text):
        if not paragraph.strip():
            continue
        if _width(paragraph) <= _PASSAGE_WIDTH:
            yield f"{paragraph.strip()}\n\n"
            continue
        for sentence in split_sentences(paragraph.strip()):
            yield from _cut(sentence)
        yield "\n\n"


def _cut(sentence: str) -> Iterator[str]:
    start = 0
    while _width(head := sentence[start : start + _PASSAGE_WIDTH + 1]) > _PASSAGE_WIDTH:
        at = int(_PASSAGE_WIDTH / _HAN_WIDTH) if _HAN.search(head[:_PASSAGE_WIDTH]) else _PASSAGE_WIDTH - 1
        space = head.rfind(" ", at // 2, at)
        at = space + 1 if space > 0 else at
        yield head[:at]
        start += at
    yield head


def _end_of(text: str) -> str:
    """Return the last whole sentences of a passage that fit into the overlap."""
    kept: list[str] = []
    for sentence in reversed(list(split_sentences(text))):
        if _width("".join(kept)) + _width(sentence) > _OVERLAP_WIDTH:
            break
        kept.insert(0, sentence)
    end = "".join(kept).strip()
    return f"{end}\n" if end else ""


def _unfinished_sentence(text: str) -> str:
    """Return the sentence at the end of a text, if it has no end there and is short enough to be repeated."""
    last = next(reversed(list(split_sentences(text))), "").strip()
    is_whole = not last or _WHOLE_SENTENCE.search(last) is not None
    if is_whole or _width(last) > _UNFINISHED_WIDTH:
        return ""
    return last if _HAN.match(last[-1]) else f"{last} "


def _tidy(text: str) -> str:
    lines = "\n".join(" ".join(line.split()) for line in text.splitlines())
    return re.sub(r"\n{3,}", "\n\n", lines).strip()


def _width(text: str) -> float:
    wide = len(_HAN.findall(text))
    return len(text) + wide * (_HAN_WIDTH - 1)


MAX_PASSAGES: Final = 5  # that an answer or a prompt rests on


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgePassage:
    """A passage of one file."""

    text: str
    title: str  # of the file
    page: str = ""  # "12", "3–4", or a heading; empty: the file has neither
    score: float = 0.0
    base: str = ""  # the name of its knowledge base
    id: UUID | None = None  # of its episode
