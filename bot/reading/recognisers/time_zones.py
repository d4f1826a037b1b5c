"""Finds time zones by the names that people use: "Asia/Shanghai", "new york", 上海, "UTC+8"."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from babel import Locale

from bot.reading.recognisers.similar_names import similar_names
from bot.reading.word_tables import read_lists

_NO_ZONES: Final = frozenset({"Factory"})  # means that no zone was chosen
_AREAS_OF_CITIES: Final = frozenset(
    {"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}
)  # zones of other areas, like US/Pacific, are not named after cities
_NOISE = re.compile(r"(?![+-]\d)[\W_]+")  # a sign before a figure tells GMT+8 from GMT-8
_OFFSET = re.compile(r"(?:utc|gmt)([+-])0?(\d{1,2})")
_MAX_NAME_LENGTH: Final = 40  # characters


def find_time_zone(name: str) -> str | None:
    """Return the IANA name of the zone that people call `name`, in any case; None: there is none, or several."""
    folded = _folded(name[:_MAX_NAME_LENGTH]).removesuffix("time").removesuffix("时间")
    if match := _OFFSET.fullmatch(folded):
        sign = "-" if match[1] == "+" else "+"  # the names of these zones count hours west of Greenwich
        folded = f"etcgmt{sign}{int(match[2])}"
    return _zones_by_name().get(folded)


def suggest_time_zones(name: str) -> tuple[str, ...]:
    """Return up to three IANA names that `name` may mean, the most similar first."""
    folded = _folded(name[:_MAX_NAME_LENGTH])
    if (ambiguous := read_lists("time_zones", "ambiguous").get(folded)) is not None:
        return ambiguous
    similar = similar_names(folded, _zones_by_name(), limit=6)
    zones = dict.fromkeys(_zones_by_name()[each] for each in similar)
    return tuple(zone for zone in zones if not zone.startswith("Etc/"))[:3]


def _folded(name: str) -> str:
    """Return a name in lower case, without accents, and without what separates words."""
    letters = (c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    return _NOISE.sub("", "".join(letters))


@cache
def _zones_by_name() -> Mapping[str, str]:
    """Return every zone by its folded names; a name of two zones is the first one's."""
    found: dict[str, str] = {}
    for name, zone in _names():
        found.setdefault(_folded(name), zone)
    return found


def _names() -> Iterator[tuple[str, str]]:
    """Yield (name, zone): IANA's names, ours, then cities in English and Chinese."""
    zones = [each for each in files("tzdata").joinpath("zones").read_text("utf-8").split() if each not in _NO_ZONES]
    yield from zip(zones, zones, strict=True)
    yield from ((name, zone) for zone, names in read_lists("time_zones", "zones").items() for name in names)
    cities = [zone for zone in zones if zone.partition("/")[0] in _AREAS_OF_CITIES]
    yield from ((zone.rpartition("/")[2], zone) for zone in cities)
    for language in ("en", "zh"):
        names = Locale(language).time_zones
        yield from ((city, zone) for zone in cities if zone in names and (city := names[zone].get("city")))
