"""Reads which channel setting is changed, and to what: "/settings language zh", 设置时区上海, "in English please"."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from babel import Locale

from bot.domain.conversation.channels import ChannelSetting, ListenMode
from bot.reading.names.misspelt import similar_names
from bot.reading.word_tables import either_phrase, read_lists

_MAX_MESSAGE_LENGTH = 80  # characters; a longer message says something else too
_NOT_IN_VALUE = " \"'“”「」.!?,;"  # at its beginning and end


@dataclass(frozen=True, slots=True)
class TypedSetting:
    """A setting and the value that it is to have."""

    setting: ChannelSetting
    value: str  # as typed; empty: none was named


def parse_setting(text: str) -> TypedSetting | None:
    """Return the setting that `text`, the text behind the command, changes; None: it names no setting."""
    for setting, assignment in _assignments().items():
        if match := assignment.fullmatch(" ".join(text.split())):
            return TypedSetting(setting, match["value"].strip(_NOT_IN_VALUE))
    return None


def text_after_settings_command(text: str) -> str | None:
    """Return the "language zh" of a whole message "settings language zh"; None: it is no such message."""
    match = _opening().match(text) if len(text) <= _MAX_MESSAGE_LENGTH else None
    return text[match.end() :] if match and parse_setting(text[match.end() :]) else None


def is_default(words: str) -> bool:
    """Return whether the value that words name is to be removed, as if it had never been set."""
    return words.strip().lower() in read_lists("settings", "values")["default"]


def read_setting_value(words: str, setting: ChannelSetting) -> str | None:
    """Return the value that words name for a setting, as `SettingChange.value`; None: none that it can have.

    Whoever wants to be heard less than now names a mode by that: "off". "On" names none: there are two.
    """
    match setting:
        case ChannelSetting.LANGUAGE:
            name = _named("languages", words)
            return None if name == "unspoken" else name
        case ChannelSetting.TIME_ZONE:
            return find_time_zone(words)
        case ChannelSetting.ENGINE:
            return re.sub(r"^the ", "", words.strip(), flags=re.IGNORECASE) or None
        case ChannelSetting.LISTEN:
            return _named("modes", words) or (ListenMode.MENTION if says_off(words) else None)
        case ChannelSetting.OVERHEAR | ChannelSetting.LEARN:
            return _named("switch", words)


def says_off(words: str) -> bool:
    """Return whether the words for a setting deny it: "don't listen", 别插嘴."""
    return _named("switch", words) == "off"


def _named(table: str, words: str) -> str | None:
    """Return the list that these words are a name of, or else the first that has a word or phrase of them."""
    folded = words.strip().lower().replace("_", "-").replace("’", "'")
    names, parts = read_lists("settings", table), read_lists("settings", f"{table}_within")
    exact = (name for name, phrases in names.items() if folded in phrases)
    within = (name for name, phrases in parts.items() if any(_has(folded, each) for each in phrases))
    return next(exact, None) or next(within, None)


def _has(words: str, phrase: str) -> bool:
    is_word = phrase.isascii() and phrase[0].isalpha()
    return re.search(rf"(?<![a-z']){re.escape(phrase)}(?![a-z'])", words) is not None if is_word else phrase in words


@cache
def _opening() -> re.Pattern[str]:
    return re.compile(rf"(?:{either_phrase(read_lists('settings', 'syntax')['openings'])})\s*", re.IGNORECASE)


@cache
def _assignments() -> Mapping[ChannelSetting, re.Pattern[str]]:
    names, assigned_by = read_lists("settings", "settings"), read_lists("settings", "syntax")["assigned_by"]
    behind = rf"(?![a-z])(?:\s*(?:{either_phrase(assigned_by)}))?\s*(?P<value>.*)"
    return {each: re.compile(rf"(?:{either_phrase(names[each])}){behind}", re.IGNORECASE) for each in ChannelSetting}


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
