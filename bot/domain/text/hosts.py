"""Host names as people and models write them, with and without a path: which are addresses, and which only look so."""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from bot.domain.text.word_lists import read_word_lists

DOT: Final = r"[.\u3002\uff0e\uff61\u2024\ufe52]"  # a browser takes any of them for a dot
_TICKER: Final = re.compile(
    r"[A-Z0-9]{1,6}\.(?:AS|AX|BO|DE|F|HK|KQ|KS|L|MC|MI|NS|PA|SA|SH|SS|SW|SZ|T|TO|TW|US)|\d{4,6}\.(?:hk|ks|ss|sz|tw)"
)
_BYTE: Final = 255


@dataclass(frozen=True, slots=True)
class _Endings:
    """The lists of `host_endings.toml`, which explains them."""

    usual: frozenset[str]
    general: frozenset[str]
    countries: frozenset[str]
    other_scripts: frozenset[str]
    companies: frozenset[str]  # whole hosts


@cache
def _endings() -> _Endings:
    tables = {"endings": ("usual", "general", "countries", "other_scripts"), "names": ("companies",)}
    lists = read_word_lists(files(__package__) / "host_endings.toml", tables=tables, normal=str.lower)
    endings = lists["endings"]
    return _Endings(
        usual=frozenset(endings["usual"]),
        general=frozenset(endings["general"]),
        countries=frozenset(endings["countries"]),
        other_scripts=frozenset(endings["other_scripts"]),
        companies=frozenset(lists["names"]["companies"]),
    )


def is_address(host: str, *, has_path: bool) -> bool:
    """Return whether a dotted word is an address that a program may make a link of, rather than a name or a figure."""
    if _TICKER.fullmatch(host) or (host.lower() in _endings().companies and not has_path):
        return False
    *first, last = re.split(DOT, host.strip("_-").lower())
    if not first or last in _endings().usual:
        return bool(first) or last == "localhost"
    if any(label.startswith("xn--") for label in (*first, last)):
        return True
    if not _is_plain(host):
        return False
    return first[0].endswith("www") or _ends_an_address(host) or _may_end_a_host((*first, last), has_path=has_path)


def is_below(host: str, allowed: frozenset[str]) -> bool:
    """Return whether `host`, in any case, is one of the allowed hosts or a part of one."""
    labels = host.lower().split(".")
    return any(".".join(labels[start:]) in allowed for start in range(len(labels)))


def _is_plain(host: str) -> bool:
    """Whether its dots are dots: a full stop of a Chinese sentence is rarely one."""
    return len(re.findall(DOT, host)) == host.count(".")


def _ends_an_address(host: str) -> bool:
    """Whether it has an ending that makes an address of it as it is written."""
    last = host.strip("_-").rpartition(".")[2]
    endings = _endings()
    return (
        last in endings.countries
        or (last.lower() in endings.general and (last.islower() or last.isupper()))
        or last.lower() in endings.other_scripts
    )


def _may_end_a_host(labels: tuple[str, ...], *, has_path: bool) -> bool:
    """Whether it is a host by its ending: four numbers; before a path, letters too."""
    if all(label.isdecimal() for label in labels):
        return len(labels) == 4 and all(int(label) <= _BYTE for label in labels)  # noqa: PLR2004 - of an IP address
    return has_path and labels[-1].isalpha() and len(labels[-1]) > 1
