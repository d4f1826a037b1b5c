"""Messages with their kinds and slots, from which the trained reader learns.

`bot/reading/examples/{en,zh}/<kind>.txt` has a message a line, with the words that fill a slot marked:

    card| make it [twelve](count) [shares of jnj](share)

In front of `|` stands what was said before (`Before`). A line `# 7` begins the messages that hand 7 has written; every
seventh hand is never trained on.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from bot.domain.conversation.surroundings import Before
from bot.domain.text.locale import Language
from bot.domain.text.normalise import normalise
from bot.reading.parses import Kind, Parse, Slot, SlotName

EXAMPLES: Final = Path(__file__).parent.parent / "examples"

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


def read_line(line: str, kind: Kind) -> tuple[Parse, frozenset[Before]]:
    """Return the message of a line, and what came before it. Raises: ValueError: a mark is not known."""
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
    return Parse(text=text.rstrip(), kind=kind, slots=tuple(slots)), before


def _normalised(text: str) -> str:
    """Return a part of a message normalised, with a blank where it begins or ends with one."""
    normal = normalise(text)
    if not normal:
        return " " if text else ""
    return " " * text[0].isspace() + normal + " " * text[-1].isspace()


def read_examples(folder: Path = EXAMPLES) -> Iterator[Example]:
    """Yield all examples. Raises: ValueError: a line, with its file, cannot be read."""
    for path in sorted(folder.glob("*/*.txt")):
        yield from _of_file(path.read_text(encoding="utf-8").splitlines(), path)


def digest_of(folder: Path = EXAMPLES) -> str:
    """Return a hash of all examples, which the weights that were learnt from them carry."""
    digest = sha256()
    for path in sorted(folder.glob("*/*.txt")):
        digest.update(f"{path.parent.name}/{path.name}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def _of_file(lines: Iterable[str], path: Path) -> Iterator[Example]:
    kind, language, hand = Kind(path.stem), Language(path.parent.name), 0
    for number, line in enumerate(lines, 1):
        if line.startswith("# "):
            hand = int(line[2:])
            continue
        try:
            parse, before = read_line(line, kind)
        except ValueError as error:
            message = f"{path}:{number}: {error}"
            raise ValueError(message) from error
        yield Example(parse, before, language, hand)
