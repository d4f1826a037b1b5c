"""Messages with their kinds and slots, from which the trained reader learns.

`bot/reading/examples/{en,zh}/<kind>.txt` has a message a line, with the words that fill a slot marked:

    card| make it [twelve](count) [shares of jnj](share)

In front of `|` stands what was said before (`Before`). A line `# 7` begins the messages that hand 7 has written; every
seventh hand is never trained on.

`bot/reading/examples/several/{en,zh}.txt` has messages that ask for several things, and some that only seem to, each
cut into its parts with their kinds:

    figure: whats [goog](share) [trading at](measure=price) // alert-set: ping me if it [drops below](down) [700](level)
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from bot.domain.conversation.surroundings import Before
from bot.domain.text.locale import Language
from bot.domain.text.normalise import normalise
from bot.domain.text.tokens import has_chinese
from bot.reading.parses import Kind, Parse, Slot, SlotName

EXAMPLES: Final = Path(__file__).parent.parent / "examples"

_SEVERAL: Final = "several"
_SIGNS: Final = "，。？！、"
_MARK: Final = re.compile(r"\[([^\]]*)\]\(([a-z_]+)(?:=([a-z_]+))?\)")
_BEFORE: Final = re.compile(r"([a-z ]+)\|\s*(.*)")


@dataclass(frozen=True, slots=True)
class Example:
    """A message with what it means."""

    parse: Parse
    before: frozenset[Before]
    language: Language
    hand: int  # who has written it

    @property
    def is_held_out(self) -> bool:
        """Whether its writer is one of those that are never trained on."""
        return self.hand % 7 == 0


def read_line(line: str, kind: Kind, where: str = "") -> tuple[Parse, frozenset[Before]]:
    """Return the message of a line, and what came before it. Raises: ValueError: it is empty, or a mark not known."""
    try:
        return _read_line(line, kind)
    except ValueError as error:
        message = f"{where}: {error}"
        raise ValueError(message) from error


def _read_line(line: str, kind: Kind) -> tuple[Parse, frozenset[Before]]:
    before: frozenset[Before] = frozenset()
    if match := _BEFORE.fullmatch(line):
        before, line = frozenset(map(Before, match[1].split())), match[2]
    text, at = "", 0
    slots: list[Slot] = []
    for mark in _MARK.finditer(line):
        text += _normalised(line[at : mark.start()])
        words = normalise(mark[1])
        slots.append(Slot(SlotName(mark[2]), len(text), len(text) + len(words), words, mark[3] or ""))
        text += words
        at = mark.end()
    text += _normalised(line[at:])
    if not text.strip():
        message = "an example without words"
        raise ValueError(message)
    return Parse(text=text.rstrip(), kind=kind, slots=tuple(slots)), before


def _normalised(text: str) -> str:
    """Return a part of a message normalised, with a blank where it begins or ends with one."""
    normal = normalise(text)
    if not normal:
        return " " if text else ""
    return " " * text[0].isspace() + normal + " " * text[-1].isspace()


@dataclass(frozen=True, slots=True)
class Several:
    """A message cut into its parts."""

    text: str  # of all parts
    starts: tuple[int, ...]  # where each part begins in it
    parts: tuple[Example, ...]

    @property
    def is_held_out(self) -> bool:
        """Whether its writer is one of those that are never trained on."""
        return self.parts[0].is_held_out


def read_examples(folder: Path = EXAMPLES) -> Iterator[Example]:
    """Yield all examples, also the parts of messages. Raises: ValueError: a line, with its file, cannot be read."""
    for language in Language:
        for path in sorted((folder / language).glob("*.txt")):
            for hand, where, line in _lines(path):
                parse, before = read_line(line, Kind(path.stem), where)
                yield Example(parse, before, language, hand)
    for each in read_several(folder):
        yield from each.parts


def read_several(folder: Path = EXAMPLES) -> Iterator[Several]:
    """Yield all messages that are cut into parts. Raises: ValueError: a line, with its file, cannot be read."""
    for language in Language:
        for hand, where, line in _lines(folder / _SEVERAL / f"{language}.txt"):
            yield _joined(tuple(_parts(line, where, language, hand)))


def digest_of(folder: Path = EXAMPLES) -> str:
    """Return a hash of all examples, which the weights that were learnt from them carry."""
    digest = sha256()
    for path in sorted(folder.glob("*/*.txt")):
        digest.update(f"{path.parent.name}/{path.name}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def _lines(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield the lines of a file, each with its hand and its place."""
    hand = 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("# "):
            hand = int(line[2:])
        else:
            yield hand, f"{path}:{number}", line


def _parts(line: str, where: str, language: Language, hand: int) -> Iterator[Example]:
    """Yield the parts of a line; behind one that names a share, that is talked of."""
    came, _, rest = line.rpartition("|") if "|" in line.partition(":")[0] else ("", "", line)
    came_before = frozenset(map(Before, came.split()))
    for part in rest.split(" // "):
        kind, _, words = part.partition(":")
        parse, _ = read_line(words.strip(), Kind(kind.strip()), where)
        yield Example(parse, came_before, language, hand)
        if parse.has(SlotName.SHARE) and not came_before:
            came_before = frozenset({Before.FOCUS})


def _joined(parts: tuple[Example, ...]) -> Several:
    text, starts = "", list[int]()
    for each in parts:
        words = each.parse.text
        text += " " if text and not (has_chinese(text[-1] + words[:1]) or text[-1] in _SIGNS) else ""
        starts.append(len(text))
        text += words
    return Several(text, tuple(starts), parts)
