"""Addresses in a model's text, made such that nobody can click them, unless their host is on a list.

A model may have been told by a headline or a message to lead people astray. What it writes stays readable
("https://x.y/z" becomes "x[.]y/z", "slack://x" becomes "slack[:]//x"), and no platform or terminal makes a link of it.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.domain.text.hosts import DOT, is_address, is_below
from bot.domain.text.zero_width import strip_zero_width

_SPLIT: Final = r"[*_~`]{0,8}"  # marks of Markdown, which are gone once it is shown
_RUN: Final = '(?:[^\\s<>"“”‘’«»，、；！？（）［］【】《》「」『』…。]|。(?=[a-z0-9]))'  # what an address goes on with
_FLAGS: Final = re.VERBOSE | re.IGNORECASE
_ODD: Final = (  # schemes that need no slashes
    "https?|javascript|vbscript|mailto|tel|sms|file|magnet|blob|view-source|facetime(?:-audio)?|skype|callto"
)
_LIVE: Final = rf"""
      (?P<url> (?P<scheme> [a-z0-9+.\-]{{0,31}} ) {_SPLIT} : {_SPLIT} / {_SPLIT} / {_SPLIT} (?P<rest> {_RUN}* ) )
    | (?P<odd> (?<![^\W_]) (?: {_ODD} | data (?= : (?: [a-z]+/ | [,;] ) ) ) {_SPLIT} : {_RUN}+ )
    | (?P<host> (?<![\w\-]) (?: localhost (?= :\d ) | [\w\-]+ (?: {_SPLIT} {DOT} {_SPLIT} [\w\-]+ )+ ) )
"""
_LINK: Final = r"""
      (?P<link> !? \[ (?P<label> [^\[\]\n]{0,300} ) \]
          \( [^\S\n]{0,9} <? (?P<address> [^\s<>()]+ (?: \( [^\s<>()]* \) [^\s<>()]* )? ) >?
          (?: [^\S\n]{1,9} ["'(] [^"'()\n]{0,300} ["')] )? [^\S\n]{0,9} \) )
"""
_PLAIN: Final = re.compile(_LIVE, _FLAGS)
_ANY: Final = re.compile(f"{_LINK}|{_LIVE}", _FLAGS)
_PATH: Final = re.compile(rf"{DOT}? (?: :\d{{1,5}} )? [/?\#] (?: (?<=/) | (?=[\w\-%=&+~@$]) )", _FLAGS)
_ENDS_AS_SCHEME: Final = re.compile(rf"(?<![^\W_]) (?: {_ODD} ) (?= {_SPLIT} : {_RUN} )", _FLAGS)
_AFTER_HOST: Final = re.compile(
    rf"""
      {DOT}? (?: :\d{{1,5}} )? [/?\#] {_RUN}*
    | :\d{{2,5}} (?! \w | {DOT} )
    | {_SPLIT} : (?! {_SPLIT} / {_SPLIT} / ) (?= {_RUN} )
    |
    """,
    _FLAGS,
)
_MARK: Final = re.compile(r"[*~`]")
_SIGN: Final = re.compile(rf"\[[.:]\]|(?P<dot>{DOT})|(?P<colon>:)")
_ALLOWABLE: Final = re.compile(  # nothing in it that one reader takes for the host and another does not
    r"(?:https?://)?(?P<host>[a-z0-9\-]+(?:\.[a-z0-9\-]+)+)(?::\d{1,5})?(?:[/?#][\w\-./?#%&=+~!$,;@:]*)?",
    re.IGNORECASE | re.ASCII,
)
_ENDING: Final = ".,;:!?*_~`'\")]}：．｡"  # ends a sentence or a mark rather than an address
_NOT_LAST: Final = re.compile(r":(?=.)")
_JOINS: Final = re.compile(rf"[A-Za-z0-9_:;\\/@#&%=+?!\-]|{DOT}")  # with what follows may be something else again
_ESCAPE: Final = re.compile(r"(?<!\\)\\+(?=[:/.@])")  # Markdown takes the backslashes away
_ENTITY: Final = re.compile(
    r"&(?!(?:amp|lt|gt|quot|apos|nbsp|#39);)(?:#x?[0-9a-f]{1,7}|[a-z][a-z0-9]{1,31});",
    re.IGNORECASE,
)


def neutralize_links(text: str, allowed: frozenset[str]) -> str:
    """Return `text` with every address made inert whose host is not, or not below, one of the `allowed` hosts.

    What Markdown would turn into an address (escapes, entities, invisible characters) counts as one. A Markdown link
    becomes its label and the inert address. Applied twice, it does nothing more. Time is linear in the length.

    Args:
        text: A model's words, Markdown or plain.
        allowed: Host names in lower case: "sec.gov" allows "www.sec.gov" too.
    """
    text = _ESCAPE.sub("", strip_zero_width(text))
    text = _ENTITY.sub(_spelt, text)
    return _LinkNeutralizer(allowed).written(text, _ANY)


@dataclass(frozen=True, slots=True)
class _LinkNeutralizer:
    """Writes addresses anew."""

    allowed: frozenset[str]

    def written(self, text: str, pattern: re.Pattern[str]) -> str:
        return "".join(self._parts(text, pattern))

    def _parts(self, text: str, pattern: re.Pattern[str]) -> Iterator[str]:
        done = 0
        while found := pattern.search(text, done):
            yield text[done : found.start()]
            done = found.end()
            if found["host"]:
                after = _after(found)
                done += len(after or "")
                yield found[0] if after is None else self._address(found, found[0] + after)
            elif pattern is _ANY and found["link"]:
                yield self._link(found)
            else:
                yield self._address(found, found[0])
        yield text[done:]

    def _link(self, found: re.Match[str]) -> str:
        address, label = self._within(found["address"]), self._within(found["label"]).strip()
        if address == found["address"]:
            return self._within(found[0])
        address = _bracketed(address)
        return f"{label} ({address})" if label not in {"", address} else address

    def _within(self, text: str) -> str:
        """A part of a Markdown link: no further link stands in it."""
        return self.written(text, _PLAIN)

    def _address(self, found: re.Match[str], text: str) -> str:
        body = text.rstrip(_ENDING)
        tail = _NOT_LAST.sub("[:]", text[len(body) :])  # before something else a colon may still end a scheme
        if self._is_allowed(body):
            following = found.string[
                (end := found.start() + len(text)) : end + 1
            ]  # a letter of another script would belong to it
            return text if body != text or following.isascii() else f"{text} "
        if found["host"] and text.endswith(":"):
            tail = _bracketed(tail)  # it was taken only because something follows it: the last label may be a scheme
        return (_url(found, body) if found["url"] else _bracketed(body)) + tail

    def _is_allowed(self, body: str) -> bool:
        found = _ALLOWABLE.fullmatch(body)
        return found is not None and "://" not in body[found.end("host") :] and is_below(found["host"], self.allowed)


def _after(found: re.Match[str]) -> str | None:
    """What belongs to a host's address: port, path, colon. None: it is no address."""
    has_path = _PATH.match(found.string, found.end()) is not None
    if not is_address(_MARK.sub("", found[0]), has_path=has_path) and not _ends_as_scheme(found):
        return None
    after = _AFTER_HOST.match(found.string, found.end())
    return after[0] if after else ""


def _ends_as_scheme(found: re.Match[str]) -> bool:
    """Whether the last word of what is no host would be a scheme by itself."""
    last = max(found[0].rfind(sign) for sign in "*~`._-\u3002\uff0e\uff61\u2024\ufe52") + 1
    scheme = _ENDS_AS_SCHEME.match(found.string, found.start() + last)
    return scheme is not None and scheme.end() == found.end()


def _url(found: re.Match[str], body: str) -> str:
    """An address with a scheme; of the usual ones it is left out, for readers to see the host first."""
    rest = body[found.start("rest") - found.start() :]
    is_apart = not _JOINS.match(found.string[max(found.start() - 1, 0) : found.start()])
    if is_apart and rest and found["scheme"].lower() in {"http", "https"}:
        return _bracketed(rest)
    return f"{_bracketed(found['scheme'])}[:]//{_bracketed(rest)}"


def _bracketed(text: str) -> str:
    """Every dot and colon in brackets, once."""
    return _SIGN.sub(lambda sign: "[.]" if sign["dot"] else "[:]" if sign["colon"] else sign[0], text)


def _spelt(found: re.Match[str]) -> str:
    """An entity as text: a reader of Markdown would write its character instead."""
    return found[0] if html.unescape(found[0]) == found[0] else f"&amp;{found[0][1:]}"
