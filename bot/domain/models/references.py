"""Reads a model's text with references to facts: `{goog.close}`. Figures outside of references are marked."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Final

from bot.domain.models.facts import FactCatalogue, FactUnit, ModelFact
from bot.domain.models.figure_labels import is_sign_said, needs_name
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
    name = NAME if needs_name(fact, text, reference.at, catalogue=catalogue, symbol=symbol) else ""
    return f"{{{fact.id}{name}{UNSIGNED if is_sign_said(fact, text, reference.at) else ''}}}"
