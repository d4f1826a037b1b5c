"""The world's time zones by the names people use: "Asia/Shanghai", "new york", 上海, "UTC+8"."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from babel import Locale

from bot.domain.text.word_lists import WordLists
from bot.language.phrase_files import read_phrases
from bot.language.similar_names import similar_names

_NO_ZONES: Final = frozenset({"Factory"})  # means that nobody has chosen one
_AREAS: Final = frozenset(
    {"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}
)  # whose zones are called after cities; others, like US/Pacific, are not
_NOISE = re.compile(r"(?![+-]\d)[\W_]+")  # a sign before a figure tells GMT+8 from GMT-8
_OFFSET = re.compile(r"(?:utc|gmt)([+-])0?(\d{1,2})")
_LONGEST: Final = 40  # characters


def time_zone(name: str) -> str | None:
    """Return the IANA name of the zone that people call `name`, in either case; None: there is none."""
    folded = _folded(name[:_LONGEST]).removesuffix("time").removesuffix("时间")
    if match := _OFFSET.fullmatch(folded):
        west = "-" if match[1] == "+" else "+"  # the names of these zones count hours west of Greenwich
        folded = f"etcgmt{west}{int(match[2])}"
    return _table().get(folded)


def similar_zones(name: str) -> tuple[str, ...]:
    """Return up to three IANA names that `name` may have been meant for, the nearest first."""
    folded = _folded(name[:_LONGEST])
    if (ambiguous := _ambiguous().get(folded)) is not None:
        return ambiguous
    found = similar_names(folded, _table(), limit=6)
    zones = dict.fromkeys(_table()[near] for near in found)
    return tuple(zone for zone in zones if not zone.startswith("Etc/"))[:3]


def _folded(name: str) -> str:
    """Return a name without case, accents, and what stands between words."""
    letters = (c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    return _NOISE.sub("", "".join(letters))


@cache
def _table() -> Mapping[str, str]:
    """Every zone by its folded names; of two with one name, the first in the list."""
    found: dict[str, str] = {}
    for name, zone in _names():
        found.setdefault(_folded(name), zone)
    return found


@cache
def _ambiguous() -> Mapping[str, tuple[str, ...]]:
    """The zones that an abbreviation may mean."""
    found: dict[str, tuple[str, ...]] = {}
    for zone, names in _aliases()["ambiguous"].items():
        found.update({name: (*found.get(name, ()), zone) for name in names})
    return found


@cache
def _aliases() -> Mapping[str, WordLists]:
    return read_phrases("time_zones", zones=_zones(), ambiguous=_zones())


@cache
def _zones() -> tuple[str, ...]:
    zones = files("tzdata").joinpath("zones").read_text("utf-8").split()
    return tuple(zone for zone in zones if zone not in _NO_ZONES)


def _names() -> Iterator[tuple[str, str]]:
    yield from ((zone, zone) for zone in _zones())
    yield from ((name, zone) for zone, names in _aliases()["zones"].items() for name in names)
    cities = [zone for zone in _zones() if zone.partition("/")[0] in _AREAS]
    yield from ((zone.rpartition("/")[2], zone) for zone in cities)
    for language in ("en", "zh"):
        called = Locale(language).time_zones
        yield from ((city, zone) for zone in cities if zone in called and (city := called[zone].get("city")))
