"""Recognise a message that does nothing but correct a pending proposal: "no, I meant 5 not 50", 改成微软."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from typing import Final

from bot.domain.conversation.requests.trades import OrderChange, OrderChangeKind
from bot.domain.trading.execution.orders import Side
from bot.language.lexicon.chunker import Chunk
from bot.language.orders.halving import is_halving
from bot.language.orders.leading_objections import without_objections
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases
from bot.reading.quantities.quantity import Quantity, Unit, find_quantities

_MAX_LENGTH: Final = 100  # characters; a longer message says something else too
_LISTS: Final = (
    *("opening", "wrong", "drop", "change", "switch", "negation", "but", "ending"),
    *("same_money", "same_count", "dropped"),
    *("further", "added", "removed", "added_before", "removed_before"),
    *("less", "more", "half", "double", "triple", "buy", "sell", "side_change"),
)
_NUMBER: Final = "\ue000"  # of Unicode's private use: nobody writes it
_SHARE: Final = "\ue001"
_GAP: Final = r"[\s,.;:!?…~，。；：！？、-]*"
_SIZES: Final = frozenset({Unit.NONE, Unit.MONEY, Unit.SHARES})


# Of the phrases in the data, those that say by themselves that another share is meant.
_ASKING: Final = ("what about", "how about")
_SWITCHING: Final = ("make it", "make that", "change", "switch", "swap", "replace", "换", "改", "变成", "替换")


_MARKS: Final = ("dropped", "other", "negated", "trailing", "same_money", "same_count")


@dataclass(frozen=True, slots=True)
class _Patterns:
    """The patterns of whole messages, in which one character stands for any number and one for any share."""

    size: re.Pattern[str]
    share: re.Pattern[str]
    wrong: re.Pattern[str]  # an opening which says that something was wrong
    multiples: Mapping[re.Pattern[str], Decimal]
    difference: re.Pattern[str]  # a number that is added or taken away
    vague: re.Pattern[str]
    side: re.Pattern[str]
    only_wrong: re.Pattern[str]
    buys: re.Pattern[str]
    sells: re.Pattern[str]


@cache
def correction_patterns() -> _Patterns:
    """Return the patterns (`data/*/corrections.toml`, which explains the lists)."""
    lists = read_phrases("corrections", {"corrections": _LISTS}, folders=LANGUAGE_FOLDERS)["corrections"]
    one = {name: _either(words) for name, words in lists.items()}
    opening, ending = _repeated(f"{one['opening']}|{one['wrong']}"), _repeated(one["ending"])
    changes = _repeated(f"{one['change']}|{one['switch']}")
    not_meant = rf"(?:(?:{one['negation']}){_GAP}%s{_GAP}(?:(?:{one['but']}){_GAP})?)?"
    meant_number = rf"(?P<meant>{_NUMBER}){_GAP}"
    size = (
        rf"{_GAP}(?P<opening>{opening})(?P<before>{changes})(?P<other>{not_meant % _NUMBER})(?P<between>{changes})"
        rf"{meant_number}(?P<ending>{ending})(?P<negated>{not_meant % _NUMBER}){ending}"
    )
    dropped = rf"(?P<dropped>(?:(?:{one['drop']}){_GAP}{_SHARE}{_GAP}{ending})?)"
    share = (
        rf"{_GAP}(?P<opening>{opening}){dropped}(?P<first_changes>{changes})(?P<other>{not_meant % _SHARE})"
        rf"(?P<changes>{changes})(?:(?P<number>{_NUMBER}){_GAP}{ending})?(?P<meant>{_SHARE}){_GAP}(?P<ending>{ending})"
        rf"(?P<negated>{not_meant % _SHARE}){ending}"
        rf"(?:(?P<same_money>{one['same_money']})|(?P<same_count>{one['same_count']}))?{_GAP}{ending}"
        rf"(?P<trailing>(?:(?:(?:{one['drop']}){_GAP}{_SHARE}|{_SHARE}{_GAP}(?:{one['dropped']})){_GAP}{ending})?)"
    )
    alone = rf"{_GAP}{opening}(?:%s){_GAP}{ending}"
    return _Patterns(
        size=re.compile(size),
        share=re.compile(share),
        wrong=re.compile(one["wrong"]),
        multiples={
            re.compile(alone % one["half"]): Decimal("0.5"),
            re.compile(alone % one["double"]): Decimal(2),
            re.compile(alone % one["triple"]): Decimal(3),
        },
        difference=re.compile(
            rf"{_GAP}{opening}(?:{changes}(?:(?P<further>{one['further']}){_GAP})?|(?P<plus>{one['added_before']}){_GAP}"
            rf"|(?P<minus>{one['removed_before']}){_GAP}){_NUMBER}{_GAP}"
            rf"(?:(?P<added>{one['added']})|(?P<removed>{one['removed']}))?{_GAP}(?:of )?{_SHARE}?{_GAP}{ending}"
        ),
        vague=re.compile(
            rf"{alone % (one['less'] + '|' + one['more'])}"
            rf"|{_GAP}{opening}{_NUMBER}{_GAP}(?:(?:is|are|'s){_GAP})?(?:{one['less']}|{one['more']}){_GAP}{ending}"
        ),
        side=re.compile(
            rf"{_GAP}(?P<opening>{opening})(?P<changes>{_repeated(one['switch'] + '|' + one['side_change'])})"
            rf"(?P<side>{one['sell']}|{one['buy']}){_GAP}(?P<ending>{ending})"
            rf"(?P<negated>(?:(?:{one['negation']}){_GAP}(?:{one['sell']}|{one['buy']}){_GAP})?){ending}"
        ),
        buys=re.compile(one["buy"]),
        sells=re.compile(one["sell"]),
        only_wrong=re.compile(rf"{_GAP}{opening}"),
    )


def _either(words: Iterable[str]) -> str:
    """Return a pattern for one of the words, longest first; a Latin word ends at a word's end."""
    ordered = sorted(words, key=len, reverse=True)
    return "|".join(
        rf"(?<![a-z]){re.escape(word)}(?![a-z])" if word[-1].isascii() else re.escape(word) for word in ordered
    )


def _repeated(words: str) -> str:
    return rf"(?:(?:{words}){_GAP}){{0,4}}"


def find_correction(text: str, chunks: Sequence[Chunk]) -> OrderChange | None:
    """Return the correction that a message is, also behind a clause that objects; None: it says something else.

    Args:
        text: Normalised, without a mention of the bot.
        chunks: Those of `text`.
    """
    if len(text) > _MAX_LENGTH or _NUMBER in text or _SHARE in text:
        return None
    named = tuple(chunk for chunk in chunks if chunk.instrument is not None and not chunk.is_misspelt)
    whole = _find_correction(text.lower(), named)
    if whole is not None:
        return whole
    rests = (_find_correction(rest.lower(), named) for rest in without_objections(text, chunks))
    return next((each for each in rests if each is not None), None)


def _find_correction(lowered: str, named: tuple[Chunk, ...]) -> OrderChange | None:
    found = (
        _difference(lowered, named)
        or _unnumbered_correction(lowered)
        or _side_correction(lowered)
        or _named_correction(lowered, named)
    )
    return replace(found, side=found.side or _side_in(lowered)) if found is not None else None


def _difference(text: str, names: tuple[Chunk, ...]) -> OrderChange | None:
    """Return the correction that adds a number to the size, or takes it away: "5 more", "another $500", 少买5股."""
    quantities = [each for each in find_quantities(text) if not any(_overlaps(each, name) for name in names)]
    if len(quantities) != 1 or quantities[0].value is None or quantities[0].unit not in _SIZES:
        return None
    template, _ = _template(text, quantities, names)
    match = correction_patterns().difference.fullmatch(template)
    if match is None or (match["removed"] and match["plus"]):
        return None
    is_less = bool(match["minus"] or match["removed"])
    is_more = bool(match["plus"] or match["added"] or match["further"])
    found = _size(quantities[0])
    if found is None or found.value is None or is_less is is_more:
        return None
    return replace(found, value=-found.value if is_less else found.value, is_difference=True)


def _unnumbered_correction(text: str) -> OrderChange | None:
    """Return the correction that says more or less, by a factor or by nobody knows how much."""
    patterns = correction_patterns()
    if is_halving(text):
        return OrderChange(kind=OrderChangeKind.MULTIPLE, value=Decimal("0.5"))
    for pattern, factor in patterns.multiples.items():
        if pattern.fullmatch(text):
            return OrderChange(kind=OrderChangeKind.MULTIPLE, value=factor)
    numbered, _ = _template(text, find_quantities(text), ())
    is_vague = any(map(patterns.vague.fullmatch, (text, numbered))) or (
        patterns.only_wrong.fullmatch(text) and _says_wrong(text)
    )
    return OrderChange(kind=OrderChangeKind.VAGUE) if is_vague else None


def _side_correction(text: str) -> OrderChange | None:
    match = correction_patterns().side.fullmatch(text)
    if match is None or not _is_side_marked(match):
        return None
    return OrderChange(kind=OrderChangeKind.SIDE, side=_side_in(match["side"]))


def _says_wrong(text: str) -> bool:
    """Return whether an opening says that something was wrong; a mere "no" or "sorry" does not."""
    return any(
        word in text for word in ("wrong", "typo", "mistake", "misread", "misclick", "mis-click", "错", "不是这")
    )


def _is_side_marked(match: "re.Match[str]") -> bool:
    is_wrong = correction_patterns().wrong.search(match["opening"]) is not None
    return is_wrong or bool(match["negated"] or match["changes"]) or "instead" in match["ending"]


def _side_in(text: str) -> Side | None:
    """Return the side that a text names; None: none, or both."""
    patterns = correction_patterns()
    sells, buys = patterns.sells.search(text) is not None, patterns.buys.search(text) is not None
    return None if sells is buys else Side.SELL if sells else Side.BUY


def _named_correction(text: str, names: tuple[Chunk, ...]) -> OrderChange | None:
    """Return the correction that names a number, a share, or both."""
    patterns = correction_patterns()
    quantities = [each for each in find_quantities(text) if not any(_overlaps(each, name) for name in names)]
    if any(each.value is None or each.unit not in _SIZES for each in quantities):
        return None
    template, places = _template(text, quantities, names)
    if match := patterns.size.fullmatch(template):
        return _size(places[match.start("meant")])
    if match := patterns.share.fullmatch(template):
        if not any(
            match[group]
            for group in ("opening", "dropped", "other", "first_changes", "changes", "ending", "negated", "trailing")
        ):
            return None
        return _share(places, match, has_marker=_is_marked(match))
    return None


def _is_marked(match: "re.Match[str]") -> bool:
    """Return whether more than the verb of an order says that another share is meant: "buy 20 MSFT" is an order."""
    is_wrong = correction_patterns().wrong.search(match["opening"]) is not None
    return is_wrong or any(match[group] for group in _MARKS) or "instead" in match["ending"]


def _size(meant: object) -> OrderChange | None:
    if not isinstance(meant, Quantity) or meant.value is None:
        return None
    is_money = meant.unit is Unit.MONEY or (meant.unit is Unit.NONE and meant.is_scaled)
    return OrderChange(
        kind=OrderChangeKind.SIZE, value=meant.value, is_money=is_money, has_unit=is_money or meant.unit is Unit.SHARES
    )


def _share(places: Mapping[int, object], match: "re.Match[str]", *, has_marker: bool) -> OrderChange | None:
    meant = places[match.start("meant")]
    if not isinstance(meant, Chunk) or meant.instrument is None:
        return None
    changes = match["first_changes"] + match["changes"]
    if any(asking in changes for asking in _ASKING) and not match["number"]:
        return None  # "no. what about AAPL?" asks
    switches = has_marker or any(word in changes for word in _SWITCHING)
    if not switches:
        return None
    size = _size(places[match.start("number")]) if match["number"] else None
    return OrderChange(
        kind=OrderChangeKind.SHARE,
        symbol=meant.instrument.symbol,
        dropped=_dropped(places, match),
        keeps_money=bool(match["same_money"]),
        keeps_count=bool(match["same_count"]),
        value=size.value if size else None,
        is_money=size.is_money if size else False,
        has_unit=size.has_unit if size else False,
    )


def _dropped(places: Mapping[int, object], match: "re.Match[str]") -> str | None:
    """Return the share that is meant no longer; None: none is named."""
    meant = match.start("meant")
    names = (place for at, place in places.items() if at != meant and isinstance(place, Chunk))
    return next((name.instrument.symbol for name in names if name.instrument is not None), None)


def _template(text: str, quantities: Iterable[Quantity], names: Iterable[Chunk]) -> tuple[str, Mapping[int, object]]:
    """Return `text` with one character for each number and each name, and what stands at these places."""
    found: list[tuple[int, int, object]] = [
        (each.start - text[: each.start].endswith("$"), each.end, each) for each in quantities
    ]
    found += [(name.start, name.tokens[-1].end, name) for name in names]
    template, places, at = "", dict[int, object](), 0
    for start, end, thing in sorted(found, key=lambda each: each[0]):
        template += text[at:start]
        places[len(template)] = thing
        template += _NUMBER if isinstance(thing, Quantity) else _SHARE
        at = end
    return template + text[at:], places


def _overlaps(quantity: Quantity, name: Chunk) -> bool:
    return quantity.start < name.tokens[-1].end and name.start < quantity.end
