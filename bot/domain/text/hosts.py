"""Decides which dotted words in a text are web addresses, and which are names, tickers or figures."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from bot.domain.text.word_lists import read_word_lists

DOT: Final = r"[.\u3002\uff0e\uff61\u2024\ufe52]"  # browsers treat all of them as a dot
_TICKER: Final = re.compile(
    r"[A-Z0-9]{1,6}\.(?:AS|AX|BO|DE|F|HK|KQ|KS|L|MC|MI|NS|PA|SA|SH|SS|SW|SZ|T|TO|TW|US)|\d{4,6}\.(?:hk|ks|ss|sz|tw)"
)
_BYTE: Final = 255


@cache
def _endings() -> Mapping[str, frozenset[str]]:
    """Return the lists of `host_endings.toml`, which explains them."""
    lists = read_word_lists(__package__, "host_endings.toml")
    return {name: frozenset(entries) for table in lists.values() for name, entries in table.items()}


def is_address(host: str, *, has_path: bool) -> bool:
    """Return whether a program may turn the dotted word `host` into a link, as it is no name or figure."""
    if _TICKER.fullmatch(host) or (host.lower() in _endings()["companies"] and not has_path):
        return False
    *first, last = re.split(DOT, host.strip("_-").lower())
    if not first or last in _endings()["usual"]:
        return bool(first) or last == "localhost"
    if any(label.startswith("xn--") for label in (*first, last)):
        return True
    if not _is_plain(host):
        return False
    return first[0].endswith("www") or _ends_an_address(host) or _may_end_a_host((*first, last), has_path=has_path)


def is_below(host: str, allowed: frozenset[str]) -> bool:
    """Return whether `host` is one of the allowed hosts (in lower case) or a subdomain of one; case-insensitive."""
    labels = host.lower().split(".")
    return any(".".join(labels[start:]) in allowed for start in range(len(labels)))


def _is_plain(host: str) -> bool:
    """Return whether all dots are ASCII: other ones usually are the full stops of Chinese sentences."""
    return len(re.findall(DOT, host)) == host.count(".")


def _ends_an_address(host: str) -> bool:
    """Return whether the ending, as written, is enough to make `host` an address."""
    last = host.strip("_-").rpartition(".")[2]
    endings = _endings()
    return (
        last in endings["countries"]
        or (last.lower() in endings["general"] and (last.islower() or last.isupper()))
        or last.lower() in endings["other_scripts"]
    )


def _may_end_a_host(labels: tuple[str, ...], *, has_path: bool) -> bool:
    """Return whether the labels may be a host: an IPv4 address, or before a path any ending of letters."""
    if all(label.isdecimal() for label in labels):
        return len(labels) == 4 and all(int(label) <= _BYTE for label in labels)  # noqa: PLR2004 - of an IP address
    return has_path and labels[-1].isalpha() and len(labels[-1]) > 1
