"""Finds the headings in the text of laid-out pages, where no empty lines set them apart."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from adapters.documents.plain import ENDS_SENTENCE, MAX_HEADING
from bot.domain.memory.knowledge.documents import DocumentPart
from bot.domain.text.tokens import HAN

_HEADING: Final = re.compile(
    rf"(?:\d{{1,2}}(?:\.\d{{1,2}})*[.)、]?\s+[A-Z]|\d{{1,2}}[.、]\s*[{HAN}]|第[一二三四五六七八九十百\d]+[章节部分篇]"
    r"|[一二三四五六七八九十]{1,3}、|(?:Chapter|Section|Article|Part|Appendix|CHAPTER|SECTION|ARTICLE)\s+[\dIVXA-Z])"
    r"[^，。；;！？]*"
)
_ENDS_LIKE_SENTENCE: Final = (*ENDS_SENTENCE, ")", "）", "”", '"', "%")


def headed_pages(pages: Iterable[str]) -> Iterator[DocumentPart]:
    """Yield the parts of pages under their numbered headings; one goes on on the next page until another begins."""
    heading = ""
    for number, page in enumerate(pages, 1):
        body: list[str] = []
        lines = page.splitlines()
        for at, line in enumerate(lines):
            if not _is_heading(lines, at):
                body.append(line)
                continue
            yield DocumentPart(text="\n".join(body), page=str(number), heading=heading)
            heading, body = line.strip(), []
        yield DocumentPart(text="\n".join(body), page=str(number), heading=heading)


def _is_heading(lines: Sequence[str], at: int) -> bool:
    """Return whether a line is a numbered heading: it is short, and no sentence goes on over it."""
    line = lines[at].strip()
    if len(line) > MAX_HEADING or line.endswith(ENDS_SENTENCE) or not _HEADING.fullmatch(line):
        return False
    before = next((each.strip() for each in reversed(lines[:at]) if each.strip()), "")
    return not before or before.endswith(_ENDS_LIKE_SENTENCE) or _HEADING.fullmatch(before) is not None
