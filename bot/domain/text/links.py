"""Makes links in a model's text unclickable, unless their host is on a list: "https://x.y/z" becomes "x[.]y/z"."""

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.domain.text.tokens import read_word_lists
from bot.domain.text.zero_width import strip_zero_width

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
    if len(re.findall(DOT, host)) != host.count("."):  # other dots usually are the full stops of Chinese sentences
        return False
    if all(label.isdecimal() for label in (*first, last)):  # an IPv4 address, or a number
        return len(first) == 3 and all(int(label) <= _BYTE for label in (*first, last))  # noqa: PLR2004
    may_be_path = has_path and last.isalpha() and len(last) > 1
    return may_be_path or first[0].endswith("www") or _ends_an_address(host)


def is_below(host: str, allowed: frozenset[str]) -> bool:
    """Return whether `host` is one of the allowed hosts (in lower case) or a subdomain of one; case-insensitive."""
    labels = host.lower().split(".")
    return any(".".join(labels[start:]) in allowed for start in range(len(labels)))


def _ends_an_address(host: str) -> bool:
    """Return whether the ending, as written, is enough to make `host` an address."""
    last = host.strip("_-").rpartition(".")[2]
    endings = _endings()
    return (
        last in endings["countries"]
        or (last.lower() in endings["general"] and (last.islower() or last.isupper()))
        or last.lower() in endings["other_scripts"]
    )


_MARKUP: Final = r"[*_~`]{0,8}"  # Markdown signs, which are not shown
# A character within an address.
_CHAR: Final = '(?:[^\\s<>"“”‘’«»，、；！？（）［］【】《》「」『』…。]|。(?=[a-z0-9]))'
_FLAGS: Final = re.VERBOSE | re.IGNORECASE
_BARE_SCHEME: Final = (  # needs no slashes
    "https?|javascript|vbscript|mailto|tel|sms|file|magnet|blob|view-source|facetime(?:-audio)?|skype|callto"
)
_ADDRESS: Final = rf"""
      (?P<url> (?P<scheme> [a-z0-9+.\-]{{0,31}} ) {_MARKUP} : {_MARKUP} / {_MARKUP} / {_MARKUP} (?P<rest> {_CHAR}* ) )
    | (?P<bare> (?<![^\W_]) (?: {_BARE_SCHEME} | data (?= : (?: [a-z]+/ | [,;] ) ) ) {_MARKUP} :
          (?: {_CHAR}+ | (?=>) ) )
    | (?P<host> (?<![\w\-]) (?: localhost (?= :\d ) | [\w\-]+ (?: {_MARKUP} {DOT} {_MARKUP} [\w\-]+ )+ ) )
"""
_MARKDOWN_LINK: Final = r"""
      (?P<link> !? \[ (?P<label> [^\[\]\n]{0,300} ) \]
          \( [^\S\n]{0,9} <? (?P<address> [^\s<>()]+ (?: \( [^\s<>()]* \) [^\s<>()]* )? ) >?
          (?: [^\S\n]{1,9} ["'(] [^"'()\n]{0,300} ["')] )? [^\S\n]{0,9} \) )
"""
_ADDRESS_PATTERN: Final = re.compile(_ADDRESS, _FLAGS)
_LINK_OR_ADDRESS_PATTERN: Final = re.compile(f"{_MARKDOWN_LINK}|{_ADDRESS}", _FLAGS)
_PATH: Final = re.compile(rf"{DOT}? (?: :\d{{1,5}} )? [/?\#] (?: (?<=/) | (?=[\w\-%=&+~@$]) )", _FLAGS)
_ENDS_AS_SCHEME: Final = re.compile(rf"(?<![^\W_]) (?: {_BARE_SCHEME} ) (?= {_MARKUP} : (?: {_CHAR} | > ) )", _FLAGS)
_AFTER_HOST: Final = re.compile(
    rf"""
      {DOT}? (?: :\d{{1,5}} )? [/?\#] {_CHAR}*
    | :\d{{2,5}} (?! \w | {DOT} )
    | {_MARKUP} : (?! {_MARKUP} / {_MARKUP} / ) (?= {_CHAR} | > )
    |
    """,
    _FLAGS,
)
_MARKUP_SIGN: Final = re.compile(r"[*~`]")
_DOT_OR_COLON: Final = re.compile(rf"\[[.:]\]|(?P<dot>{DOT})|(?P<colon>:)")
_PLAIN_ADDRESS: Final = re.compile(  # addresses in which all programs find the same host
    r"(?:https?://)?(?P<host>[a-z0-9\-]+(?:\.[a-z0-9\-]+)+)(?::\d{1,5})?(?:[/?#][\w\-./?#%&=+~!$,;@:]*)?",
    re.IGNORECASE | re.ASCII,
)
_TRAILING_SIGNS: Final = ".,;:!?*_~`'\")]}：．｡"  # after an address these belong to the sentence or the markup
_INNER_COLON: Final = re.compile(r":(?=.)")
# Before an address, these may make another address of it.
_JOINING_SIGN: Final = re.compile(rf"[A-Za-z0-9_:;\\/@#&%=+?!\-]|{DOT}")
_BACKSLASH_ESCAPE: Final = re.compile(r"(?<!\\)\\+(?=[:/.@])")  # Markdown removes the backslashes
_ENTITY: Final = re.compile(
    r"&(?!(?:amp|lt|gt|quot|apos|nbsp|#39);)(?:#x?[0-9a-f]{1,7}|[a-z][a-z0-9]{1,31});", re.IGNORECASE
)


def neutralize_links(text: str, allowed: frozenset[str]) -> str:
    """Return `text` with every address neutralized whose host is not one of, or below one of, the `allowed` hosts.

    What Markdown would turn into an address (escapes, entities, invisible characters) counts as one. A Markdown link
    becomes its label and the neutralized address. Idempotent; takes linear time.

    Args:
        text: A model's text, Markdown or plain.
        allowed: Host names in lower case: "sec.gov" allows "www.sec.gov" too.
    """
    text = _BACKSLASH_ESCAPE.sub("", strip_zero_width(text))
    text = _ENTITY.sub(_escape_entity, text)
    return _LinkNeutralizer(allowed).neutralize(text, _LINK_OR_ADDRESS_PATTERN)


@dataclass(frozen=True, slots=True)
class _LinkNeutralizer:
    allowed: frozenset[str]

    def neutralize(self, text: str, pattern: re.Pattern[str]) -> str:
        return "".join(self._neutralized_parts(text, pattern))

    def _neutralized_parts(self, text: str, pattern: re.Pattern[str]) -> Iterator[str]:
        done = 0
        while found := pattern.search(text, done):
            yield text[done : found.start()]
            done = found.end()
            if found["host"]:
                after = _rest_of_address(found)
                done += len(after or "")
                yield found[0] if after is None else self._neutralized_address(found, found[0] + after)
            elif pattern is _LINK_OR_ADDRESS_PATTERN and found["link"]:
                yield self._neutralized_link(found)
            else:
                yield self._neutralized_address(found, found[0])
        yield text[done:]

    def _neutralized_link(self, found: re.Match[str]) -> str:
        address, label = self._neutralize_plain(found["address"]), self._neutralize_plain(found["label"]).strip()
        if address == found["address"]:
            return self._neutralize_plain(found[0])
        address = _bracket(address)
        return f"{label} ({address})" if label not in {"", address} else address

    def _neutralize_plain(self, text: str) -> str:
        """Neutralize the addresses in a part of a Markdown link, which contains no further Markdown link."""
        return self.neutralize(text, _ADDRESS_PATTERN)

    def _neutralized_address(self, found: re.Match[str], text: str) -> str:
        body = text.rstrip(_TRAILING_SIGNS)
        tail = _INNER_COLON.sub("[:]", text[len(body) :])  # a colon before further characters may end a scheme
        if self._is_allowed(body):
            end = found.start() + len(text)
            following = found.string[end : end + 1]  # a non-ASCII letter would be read as part of the address
            return text if body != text or following.isascii() else f"{text} "
        if found["host"] and text.endswith(":"):
            tail = _bracket(tail)  # the colon matched because text follows it: the last label may be a scheme
        if tail == ":" and found.string[found.end() : found.end() + 1] == ">":
            tail = "[:]"  # an autolink that ends as a scheme: "<https:>"
        return (_neutralized_url(found, body) if found["url"] else _bracket(body)) + tail

    def _is_allowed(self, body: str) -> bool:
        found = _PLAIN_ADDRESS.fullmatch(body)
        return found is not None and "://" not in body[found.end("host") :] and is_below(found["host"], self.allowed)


def _rest_of_address(found: re.Match[str]) -> str | None:
    """Return what follows a host in its address: port, path, colon. None: it is no address."""
    has_path = _PATH.match(found.string, found.end()) is not None
    if not is_address(_MARKUP_SIGN.sub("", found[0]), has_path=has_path) and not _ends_as_scheme(found):
        return None
    after = _AFTER_HOST.match(found.string, found.end())
    return after[0] if after else ""


def _ends_as_scheme(found: re.Match[str]) -> bool:
    """Return whether the last label of a dotted word that is no host is a scheme."""
    last = max(found[0].rfind(sign) for sign in "*~`._-\u3002\uff0e\uff61\u2024\ufe52") + 1
    scheme = _ENDS_AS_SCHEME.match(found.string, found.start() + last)
    return scheme is not None and scheme.end() == found.end()


def _neutralized_url(found: re.Match[str], body: str) -> str:
    """Return a neutralized address with its scheme; http and https are left out, so that the host comes first."""
    rest = body[found.start("rest") - found.start() :]
    is_apart = not _JOINING_SIGN.match(found.string[max(found.start() - 1, 0) : found.start()])
    if is_apart and rest and found["scheme"].lower() in {"http", "https"}:
        return _bracket(rest)
    return f"{_bracket(found['scheme'])}[:]//{_bracket(rest)}"


def _bracket(text: str) -> str:
    """Return `text` with every dot and colon in brackets; those already in brackets stay."""
    return _DOT_OR_COLON.sub(lambda sign: "[.]" if sign["dot"] else "[:]" if sign["colon"] else sign[0], text)


def _escape_entity(found: re.Match[str]) -> str:
    """Return an entity such that Markdown shows its source instead of its character."""
    return found[0] if html.unescape(found[0]) == found[0] else f"&amp;{found[0][1:]}"
