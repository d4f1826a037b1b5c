"""Texts of the kinds that hold up a reader: a phrase, sign or number again and again, and noise."""

import random
import tomllib
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final

import bot.reading

LENGTH: Final = 8_000  # characters
_COUNT: Final = 300
_PHRASES: Final = Path(bot.reading.__file__).parent / "data"
_SIGNS: Final = (
    *",.;:!?、，。；：！？…·~-–—_=+*/\\|<>()[]{}（）【】「」\"'`“”‘’$€£¥￥%‰&@#^°½¾",
    *("👍🏽", "🚀", "?!", ", ", ". ", "> ", "- ", "\n", "\n> ", "\t"),
)
_NUMBERS: Final = (
    *(
        "5%",
        "$1.",
        "1-2/3",
        "7",
        "1,000,",
        "3.14 ",
        "1e9 ",
        "½ ",
        "$5 ",
        "5k",
        "€3,",
        "¥8 ",
        "-1 ",
        "1:2 ",
        "2013-01-31 ",
        "12/25 ",
    ),
    *(
        "一千二百万",
        "三分之一",
        "等等，",
        "半",
        "百",
        "5股",
        "10 shares ",
        "twenty five ",
        "a third of ",
        "two and a half ",
    ),
)
_PAIRS: Final = (
    ("([{", ")]}"),
    ("(", ")"),
    ("「", "」"),
    ('"', '"'),
    ("**", "**"),
    ("<a>", "</a>"),
    ("$(", ")"),
    ("`", "`"),
)
_FENCES: Final = (
    "```\nbuy 5 IBM\n```\n",
    "```",
    "~~~\n",
    "` `` ``` ",
    "    code\n",
    "> > > ",
    "| a | b |\n|---|---|\n",
)
_CODE_POINTS: Final = range(1, 0xD800)  # up to the surrogates


def long_texts(size: int = LENGTH) -> tuple[str, ...]:
    """Return 300 texts of `size` characters each, the same in every run."""
    chance = random.Random(27)  # noqa: S311 - the same texts in every run
    phrases = sorted(set(_phrases()))
    kinds: tuple[Callable[[], str], ...] = (
        lambda: chance.choice(phrases) + chance.choice(("", " ", ", ", "，", ". ")),
        lambda: " ".join(chance.choices(phrases, k=3)) + " ",
        lambda: chance.choice(_SIGNS),
        lambda: chance.choice(_NUMBERS),
        lambda: "".join(chance.choices((*_SIGNS, *_NUMBERS), k=2)),
        lambda: "".join(chance.choices((*_SIGNS, *_NUMBERS, *phrases), k=7)),
        lambda: chance.choice(_FENCES),
        lambda: chance.choice(
            ("AAPL", "buy 5 AAPL ", "买", "yes ", "remember that ", "/analyze ", "@Parley ", "a", "0")
        ),
    )
    repeated = (filled(chance.choice(kinds)(), size) for _ in range(_COUNT - 60))
    nested = (_nested(*chance.choice(_PAIRS), size) for _ in range(10))
    mixed = (filled("".join(chance.choices((*_SIGNS, *_NUMBERS, *phrases), k=size)), size) for _ in range(25))
    noise = ("".join(map(chr, chance.choices(_CODE_POINTS, k=size))) for _ in range(25))
    return tuple(chain(repeated, nested, mixed, noise))


def filled(unit: str, size: int) -> str:
    """Return `unit` again and again, `size` characters in all."""
    return (unit * (size // len(unit) + 1))[:size]


def _nested(opening: str, closing: str, size: int) -> str:
    depth = size // (2 * max(len(opening), len(closing)))
    return (opening * depth + "AAPL" + closing * depth)[:size]


def _phrases() -> Iterator[str]:
    """Yield every string of the word files."""
    for path in _PHRASES.glob("*.toml"):
        waiting: list[object] = [tomllib.loads(path.read_text())]
        while waiting:
            match waiting.pop():
                case dict() as table:
                    waiting.extend(table.values())
                case list() as entries:
                    waiting.extend(entries)
                case str() as phrase if phrase:
                    yield phrase
