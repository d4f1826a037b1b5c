"""Reads a model's text with references to facts: `{goog.close}`. Figures outside of references are marked."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain
from typing import Final

from bot.domain.models.facts import FactCatalogue, FactUnit, ModelFact
from bot.domain.text.emphasis import GAP, UNCHECKED, emphasise, strip_private_signs
from bot.domain.text.loose_figures import REFERENCES, find_loose_figures, placeholder
from bot.domain.text.zero_width import strip_zero_width

_BRACES: Final = str.maketrans("｛｝", "{}")
_REFERENCE: Final = re.compile(r"`?(?:US)?\$?\{+\s*(?P<id>[^{}\n]{0,80}?)\s*\}+`?|\{+(?P<open>[A-Za-z0-9_.\-]*)|\}")
_UNFINISHED: Final = re.compile(r"(?:`?(?:US)?\$?\{+[^{}\n]{0,90}|`)$")
_PERCENT_AFTER: Final = re.compile(r"\s?(?:%|％|percent(?![A-Za-z]))")
_DOLLARS_AFTER: Final = re.compile(
    r"\s?(?:(?:US\s)?dollars?(?![A-Za-z])|USD(?![A-Za-z])|美元|美金|元(?![化素件宇旦])|块钱)"
)
_UNIT_AFTER: Final = {FactUnit.PERCENT: _PERCENT_AFTER, FactUnit.CHANGE: _PERCENT_AFTER, FactUnit.USD: _DOLLARS_AFTER}
NAME: Final = "!"  # after the id in a stored reference: show the share's name, too
UNSIGNED: Final = "~"  # after it: without the sign, which the words beside it say
_STORED: Final = re.compile(rf"\{{([^{{}}{NAME}{UNSIGNED}]+)({NAME}?)({UNSIGNED}?)\}}")
_BOLD_SIGNS: Final = re.compile(r"\\?\*+|__+|`+|~~+")
_STAR_BULLET: Final = re.compile(r"^(\s*)[*+](?=\s)", re.MULTILINE)
_HEADING: Final = re.compile(r"^\s{0,3}#{1,6}\s+|^\s{0,3}(?:=+|-{2,})\s*$", re.MULTILINE)
_MAX_FAULTS: Final = 12


@dataclass(frozen=True, slots=True)
class ReferencedText:
    """A model's text with its references resolved, to be shown by `fill_references`."""

    template: str  # `{goog.close}`, `{ibm.close!}` with the name, `{goog.change_20~}` unsigned; marks and gaps as signs
    facts: tuple[ModelFact, ...] = ()  # those referred to, in order of appearance
    faults: tuple[str, ...] = ()  # as written: figures outside of references, references to no fact

    @property
    def has_marks(self) -> bool:
        """Whether something in the text is marked as not looked up, or is a gap."""
        return UNCHECKED in self.template or GAP in self.template


@dataclass(frozen=True, slots=True)
class _Reference:
    at: int  # offset of its placeholder
    written: str
    fact: ModelFact | None


def read_references(
    text: str, catalogue: FactCatalogue, *, symbol: str = "", clean: Callable[[str], str] = str
) -> ReferencedText:
    """Return a model's text with its references resolved and all other figures and number words marked.

    Its own bold, headings and code marks are removed, so that bold means "looked up". `symbol`: the share that it is
    about; empty: several. `clean` is applied to the text between references.
    """
    written = strip_private_signs(strip_zero_width(text)).translate(_BRACES)
    without_headings = _HEADING.sub("", _STAR_BULLET.sub(r"\1-", written))
    # Italics go with bold, since signs may combine to it.
    plain, references = _extract(_BOLD_SIGNS.sub("", without_headings), catalogue)
    cleaned = clean(plain)
    if sum(sign in REFERENCES for sign in cleaned) != len(references):  # a reference within an address, now unreadable
        return ReferencedText(GAP, faults=tuple(each.written for each in references)[:_MAX_FAULTS])
    offsets = [at for at, sign in enumerate(cleaned) if sign in REFERENCES]
    placed = [_Reference(at, each.written, each.fact) for at, each in zip(offsets, references, strict=True)]
    names = tuple(chain(catalogue.names, *catalogue.names.values()))
    loose = find_loose_figures(cleaned, names=names, latest_year=catalogue.latest_year)
    inserted = {each.at: _stored(each, cleaned, catalogue, symbol) for each in placed}
    # A mark stands apart from what could make a link of it.
    marks = {each.end: UNCHECKED + " " * cleaned.startswith(("(", "[", ":"), each.end) for each in loose}
    template = "".join(
        marks.get(at, "") + inserted.get(at, sign.replace("{", "").replace("}", "")) for at, sign in enumerate(cleaned)
    )
    facts = {each.fact.id: each.fact for each in placed if each.fact is not None}
    as_written = {each.at: each.written for each in placed}
    figures = ("".join(as_written.get(at, sign) for at, sign in enumerate(each.written, each.start)) for each in loose)
    faults = dict.fromkeys((*figures, *(each.written for each in placed if each.fact is None)))
    return ReferencedText(template + marks.get(len(cleaned), ""), tuple(facts.values()), tuple(faults)[:_MAX_FAULTS])


def fill_references(template: str, facts: Mapping[str, str], *, names: Mapping[str, str], mark: str, gap: str) -> str:
    """Return a text for a block: bold `facts` as shown, with symbols from `names`, both by id; marks, gaps in words."""

    def shown(found: re.Match[str]) -> str:
        value = facts.get(found[1])
        if value is None:
            return gap
        name = names.get(found[1], "")
        value = value.lstrip("+−") if found[3] else value
        return emphasise(f"{value} ({name})" if found[2] and name else value)

    return _STORED.sub(shown, template).replace(UNCHECKED, mark).replace(GAP, gap)


def without_unfinished_reference(text: str) -> str:
    """Return a text that is still being written without a reference at its end that is not complete."""
    return _UNFINISHED.sub("", text.translate(_BRACES))


def rename_references(template: str, rename: Callable[[str], str]) -> str:
    """Return a stored text in which each reference has another id; marks and gaps are left out."""
    renamed = _STORED.sub(lambda found: f"{{{rename(found[1])}}}", template)
    return renamed.replace(UNCHECKED, "").replace(GAP, "…")


def _extract(text: str, catalogue: FactCatalogue) -> tuple[str, list[_Reference]]:
    parts: list[str] = []
    references: list[_Reference] = []
    end = 0
    for found in _REFERENCE.finditer(text):
        if found.start() < end:
            continue
        parts.append(text[end : found.start()])
        end = found.end()
        name = found["id"] if found["id"] is not None else found["open"]
        if not name:
            continue  # a brace
        fact = catalogue.get(name) if found["id"] is not None else None
        references.append(_Reference(0, found.group().strip("`$"), fact))
        parts.append(placeholder(fact.unit if fact else None))
        end = _end_with_unit(text, end, fact)
    return "".join((*parts, text[end:])), references


def _end_with_unit(text: str, end: int, fact: ModelFact | None) -> int:
    """Return the end of a reference with a unit after it that the fact has already: "{goog.change_20} %"."""
    after = _UNIT_AFTER.get(fact.unit) if fact else None
    found = after.match(text, end) if after else None
    return found.end() if found else end


def _stored(reference: _Reference, text: str, catalogue: FactCatalogue, symbol: str) -> str:
    fact = reference.fact
    if fact is None:
        return GAP
    name = NAME if _needs_name(fact, text, reference.at, catalogue=catalogue, symbol=symbol) else ""
    return f"{{{fact.id}{name}{UNSIGNED if _is_sign_said(fact, text, reference.at) else ''}}}"


# Between a share's name and its figure: "IBM's P/E of {…}", "IBM last closed at {…}", "IBM 的市盈率为 {…}".
_ENGLISH_LINK: Final = re.compile(
    r"(?:['’]s?)?\s?[:(]?(?:\s(?:is|was|has|stands?|stood|trades?|traded|trading|closed|costs?|last|now|only|just|at|of|on"
    r"|price|close|P/E|RSI|yield|average))*\s?",
    re.IGNORECASE,
)
_CHINESE_LINK: Final = re.compile(
    r"\s?(?:的|为|是|在|仅|约|现|报|收|于|达|价|股价|现价|收盘价?|报收|市盈率|股息率|均线|[：:（(])*\s?"
)
_LETTER: Final = "[A-Za-z0-9]"


def _needs_name(fact: ModelFact, text: str, at: int, *, catalogue: FactCatalogue, symbol: str) -> bool:
    """Return whether the figure at `at` of a text about `symbol` (empty: several) is shown with the name of its share.

    One of another share is, unless the name is its direct neighbour; one of `symbol` only if another was named last.
    """
    if not fact.symbol:
        return False
    if not symbol and len(catalogue.names) == 1:
        symbol = next(iter(catalogue.names))
    if fact.symbol == symbol:
        named = _named_before(text[:at], catalogue)
        return bool(named) and max(named)[2] != symbol
    return not _is_neighbour(fact.symbol, text, at, catalogue)


def _is_neighbour(symbol: str, text: str, at: int, catalogue: FactCatalogue) -> bool:
    """Return whether the figure at `at` has the share's name right before it, or in brackets behind it."""
    for name in _names(symbol, catalogue):
        if re.match(rf"\s?[(（]{name}[)）]", text[at + 1 :], re.IGNORECASE):
            return True
    named = _named_before(text[:at], catalogue)
    if not named or max(named)[2] != symbol:
        return False
    between = text[max(named)[0] : at]
    return any(link.fullmatch(between) is not None for link in (_ENGLISH_LINK, _CHINESE_LINK))


def _named_before(text: str, catalogue: FactCatalogue) -> list[tuple[int, int, str]]:
    """Return the end and the length of each name in `text`, and the symbol it stands for."""
    return [
        (found.end(), len(name), symbol)
        for symbol in catalogue.names
        for name in _names(symbol, catalogue)
        for found in re.finditer(rf"(?<!{_LETTER}){name}(?!{_LETTER})" if name.isascii() else name, text, re.IGNORECASE)
    ]


def _names(symbol: str, catalogue: FactCatalogue) -> Iterator[str]:
    """Yield what a share is called, as patterns."""
    yield from (re.escape(name) for name in (symbol, *catalogue.names.get(symbol, ())) if name)


_FILLER: Final = (
    r"(?:\s(?:by|of|about|around|some|roughly|nearly|almost|over|a|an|another|just|only|more|than|at|least|further))*\s"
)
_CHINESE_FILLER: Final = r"[了出于过幅度为达约近超已大]*\s?"
_UP: Final = re.compile(
    rf"""(?:(?<![A-Za-z])(?:up|plus|higher|ahead|rose|ris(?:es?|en|ing)|gr(?:ew|ow\w*)|add(?:s|ed|ing)?|rall(?:y|ies|ied|ying)
        |(?:gain|climb|advanc|increas|jump|surg|soar|rebound|recover|outperform)[a-z]*){_FILLER}
    |[涨升高增赚]{_CHINESE_FILLER}|(?<!\w)[+]\s?)$""",
    re.VERBOSE | re.IGNORECASE,
)
_DOWN: Final = re.compile(
    rf"""(?:(?<![A-Za-z])(?:down|lower|behind|fell|fall(?:s|en|ing)?|lo(?:st|se|ses|ss|sses|sing)|s[aiu]nk\w*|slid\w*|shed\w*|dip\w*
        |(?:drop|declin|slip|decreas|plung|tumbl|retreat|underperform|weaken)[a-z]*){_FILLER}
    |[跌降低亏]{_CHINESE_FILLER})$""",
    re.VERBOSE | re.IGNORECASE,
)
_UP_AFTER: Final = re.compile(
    r"\s(?:above|higher|up|ahead|gains?|rise|increase|advance|rally|growth|jump)(?![A-Za-z])|\s?的?(?:涨幅|升幅|上涨|增长)",
    re.IGNORECASE,
)
_DOWN_AFTER: Final = re.compile(
    r"\s(?:below|lower|down|under|beneath|behind|decline|drop|fall|loss|slide|dip|pullback)(?![A-Za-z])"
    r"|\s?的?(?:跌幅|降幅|下跌|回落|回撤)",
    re.IGNORECASE,
)


def _is_sign_said(fact: ModelFact, text: str, at: int) -> bool:
    """Return whether the words beside a change, at offset `at` of a text, say its direction, and none the other one."""
    if fact.unit is not FactUnit.CHANGE:
        return False
    before, after = text[max(0, at - 60) : at], text[at + 1 : at + 20]
    up = _UP.search(before) is not None or _UP_AFTER.match(after) is not None
    down = _DOWN.search(before) is not None or _DOWN_AFTER.match(after) is not None
    return up != down and up == (Decimal(fact.value) > 0)
