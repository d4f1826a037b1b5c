"""Host names as people and models write them, with and without a path: which are addresses, and which only look so."""

import re
from typing import Final

DOT: Final = r"[.\u3002\uff0e\uff61\u2024\ufe52]"  # a browser takes any of them for a dot
# Endings that make an address of a word even without a path; with one, nearly any ending does.
_USUAL: Final = frozenset(
    re.findall(
        r"\w+",
        """com net org info biz io co ai app dev xyz online site website top club shop store live link click gg cc ru cn
        tk ml ga cf gq pw icu vip win bid loan page cloud tech fun finance money exchange capital broker forex bank
        support zone email chat social wiki ly mobi gov edu""",
    ),
)
# Companies that people call by their address.
_NAMES: Final = frozenset(
    {"amazon.com", "bill.com", "booking.com", "c3.ai", "cars.com", "monday.com", "salesforce.com", "trip.com"},
)
_TICKER: Final = re.compile(r"[A-Z0-9]{1,6}\.(?:AS|AX|BO|DE|F|HK|KQ|KS|L|MC|MI|NS|PA|SA|SH|SS|SW|SZ|T|TO|TW|US)")
_BYTE: Final = 255


def is_address(host: str, *, has_path: bool) -> bool:
    """Return whether a dotted word is an address that a program may make a link of, rather than a name or a figure."""
    if _TICKER.fullmatch(host) or (host.lower() in _NAMES and not has_path):
        return False
    *first, last = re.split(DOT, host.strip("_-").lower())
    if not first or last in _USUAL:
        return bool(first)
    if any(label.startswith("xn--") for label in (*first, last)):
        return True
    return _is_plain(host) and (first[0] == "www" or (has_path and _may_end_a_host((*first, last))))


def is_below(host: str, allowed: frozenset[str]) -> bool:
    """Return whether `host`, in any case, is one of the allowed hosts or a part of one."""
    labels = host.lower().split(".")
    return any(".".join(labels[start:]) in allowed for start in range(len(labels)))


def _is_plain(host: str) -> bool:
    """Whether its dots are dots: a full stop of a Chinese sentence is rarely one."""
    return len(re.findall(DOT, host)) == host.count(".")


def _may_end_a_host(labels: tuple[str, ...]) -> bool:
    """Whether what has a path is a host by its ending: letters, or four numbers."""
    if all(label.isdecimal() for label in labels):
        return len(labels) == 4 and all(int(label) <= _BYTE for label in labels)  # noqa: PLR2004 - of an IP address
    return labels[-1].isalpha() and len(labels[-1]) > 1
