"""Find the price moves that a what-if question states: "drops 10 %", "falls to 400", 跌到700, 涨两成."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from typing import Final

from bot.domain.conversation.understanding import MoveKind, StatedMove
from bot.domain.text.number_words import CHINESE_NUMERALS, CHINESE_SCALES, parse_chinese_number, parse_english_number
from bot.language.lexicon.chunker import Chunk
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases
from bot.language.quantities.quantity import MAX_PLAIN_COUNT, Quantity, Unit, find_quantities

_FALL: Final = -1
_RISE: Final = 1
_MAX_MOVES: Final = 6
_REACH: Final = 60  # characters before a number in which its verb stands
_HUNDRED: Final = Decimal(100)
_LISTS: Final = (
    *("falls", "rises", "places", "swings", "to", "fillers", "between", "halves", "doubles", "zero"),
    *("persons", "person_moves", "other_subjects", "suppositions", "risks", "market"),
)
_DENOMINATORS: Final = {
    "half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
}  # fmt: skip
_ENGLISH_PART = re.compile(
    rf"\b(?:(?P<count>an?|one|two|three|four|five) )?(?P<part>{'|'.join(_DENOMINATORS)})s?\b"
    r"(?! (?:share|point|of the y))"
)
_SLASHED_PART = re.compile(r"(?<![\d/.$])(?P<top>\d{1,2})/(?P<bottom>\d{1,2})(?![\d/])")
_PERCENT_IN_WORDS = re.compile(rf"百分之(?P<number>[{CHINESE_NUMERALS}]+)")
_DIGITS_PERCENT = re.compile(r"百分之(?P<number>\d+(?:\.\d+)?)")
_CHINESE_PART = re.compile(rf"(?P<bottom>[{CHINESE_NUMERALS}])分之(?P<top>[{CHINESE_NUMERALS}])")
_CHINESE_HALF = re.compile(r"一半|(?<=[跌涨亏掉])半(?!年|天|个)|百分之五十")
_POINTS = re.compile(rf"(?P<number>\d+(?:\.\d+)?|[{CHINESE_NUMERALS}]+) ?(?:个百分点|个点|百分点|点)")
_STARTING_PRICE = re.compile(r"\bfrom (?:about |around )?\$?\d[\d,.]*(?: dollars)?(?= )|从\$?\d[\d,.]*(?:美元|块)?")
_LEADS = r"(?:and |then |but )?(?:it |the price |the stock |the share |它)?"
_NOUN_BEHIND = r"(?: (?:price|further|sudden|sharp|big|one-day))? ?(?:的)?"


@dataclass(frozen=True, slots=True)
class MovePatterns:
    """Patterns of the words around the number of a move."""

    before: re.Pattern[str]  # the words that end right before a number
    noun_behind: re.Pattern[str]  # "10 % drop"
    between: re.Pattern[str]  # from one number of a list to the next
    fixed: re.Pattern[str]  # moves of a known size
    other_subject: re.Pattern[str]  # right before the verb: it is not the share's price that moves
    supposition: re.Pattern[str]  # how a short message begins that supposes a move and says nothing else
    risks: re.Pattern[str]  # what scenarios are about, without a number
    market: re.Pattern[str]
    person_moves: frozenset[str]  # what a person can do as a price does: "what if I lose 10 %"


@dataclass(frozen=True, slots=True)
class _Wording:
    direction: int
    is_price: bool  # what follows is the price afterwards, unless it is a percentage


@cache
def move_patterns() -> MovePatterns:
    """Return the patterns of stated moves (`data/*/price_moves.toml`)."""
    words = read_phrases("price_moves", {"words": _LISTS}, folders=LANGUAGE_FOLDERS)["words"]
    either = {name: _any_of(phrases) for name, phrases in words.items()}
    verb = (
        rf"(?:(?P<fall>{either['falls']})|(?P<rise>{either['rises']})"
        rf"|(?P<place>{either['places']})|(?:{either['swings']}))"
    )
    filler = rf"(?: ?(?:{either['fillers']}))*"
    person = rf"(?P<person>(?:{either['persons']}) )?"
    return MovePatterns(
        before=re.compile(rf"{person}{verb}{filler}(?: ?(?P<to>{either['to']}))?{filler} ?(?:us)?\$? ?-?$"),
        noun_behind=re.compile(rf"{_NOUN_BEHIND}(?:(?P<fall>{either['falls']})|(?P<rise>{either['rises']}))"),
        between=re.compile(rf" ?[,/~-]? ?(?:{either['between']})? ?(?:(?P<to>{either['to']}))? ?\$?"),
        fixed=re.compile(
            rf"(?P<halves>{either['halves']})|(?P<doubles>{either['doubles']})|(?P<zero>{either['zero']})"
        ),
        other_subject=re.compile(rf"(?:{either['other_subjects']})(?:'s)?(?: [a-z]+)?{filler} ?$"),
        supposition=re.compile(rf"{_LEADS}(?:{either['suppositions']})(?!了)"),
        risks=re.compile(either["risks"]),
        market=re.compile(either["market"]),
        person_moves=frozenset(words["person_moves"]),
    )


def _any_of(phrases: Collection[str]) -> str:
    """Return a pattern for one of the phrases, longest first; Latin ones as whole words."""
    ordered = sorted(phrases, key=len, reverse=True)
    return "|".join(rf"\b{re.escape(p)}\b" if p[0].isascii() else re.escape(p) for p in ordered)


def find_price_moves(text: str) -> tuple[StatedMove, ...]:
    """Return the moves in a normalised, lower-case text without dates, in order, none twice; at most six.

    A number without a unit behind "falls" may be a percentage or dollars: it is returned as both.
    """
    text = " ".join(_with_percentages(_STARTING_PRICE.sub(" ", text)).split())
    fixed = tuple(_fixed_moves(text))
    numbered = _numbered_moves(move_patterns().fixed.sub(lambda match: "." * len(match.group()), text))
    return tuple(dict.fromkeys((*fixed, *numbered)))[:_MAX_MOVES]


def supposes_move(text: str, chunks: Sequence[Chunk]) -> bool:
    """Return whether a message begins as a supposed move does, of a share named first or of none: "goog drops to 400".

    Args:
        text: Normalised, in lower case.
        chunks: Those of `text`.
    """
    start = chunks[0].tokens[-1].end if chunks and chunks[0].instrument is not None else 0
    return move_patterns().supposition.match(text[start:].strip()) is not None


def speaks_of_risk(text: str) -> bool:
    """Return whether a normalised, lower-case text speaks of losses, moves or the stop: "what's my downside?"."""
    return move_patterns().risks.search(text) is not None


def names_market(text: str) -> bool:
    """Return whether a normalised, lower-case text speaks of the market, not of a share."""
    return move_patterns().market.search(text) is not None


def _with_percentages(text: str) -> str:
    """Return the text with fractions in words as percentages: "a fifth" is "20%", 三分之一 "33.3333%"."""
    text = _CHINESE_HALF.sub("50%", text)
    text = _DIGITS_PERCENT.sub(lambda m: f"{m['number']}%", text)
    text = _PERCENT_IN_WORDS.sub(lambda m: "或".join(f"{each}%" for each in _alternatives(m["number"])), text)
    text = _CHINESE_PART.sub(
        lambda m: _as_percent(parse_chinese_number(m["top"]), parse_chinese_number(m["bottom"])), text
    )
    text = _POINTS.sub(lambda m: f"{_number(m['number'])}%", text)
    text = _SLASHED_PART.sub(lambda m: _as_percent(int(m["top"]), int(m["bottom"])), text)
    return _ENGLISH_PART.sub(
        lambda m: _as_percent(parse_english_number(m["count"] or "one") or 1, _DENOMINATORS[m["part"]]), text
    )


def _alternatives(numeral: str) -> tuple[int, ...]:
    """Return the value of a Chinese numeral; of 七八, both: seven or eight."""
    digits = numeral if len(numeral) == 2 and not set(numeral) & {*CHINESE_SCALES, *"零〇"} else ""  # noqa: PLR2004 - two
    return tuple(map(parse_chinese_number, digits or (numeral,)))


def _number(written: str) -> str:
    return written if written[0].isdecimal() else str(parse_chinese_number(written))


def _as_percent(top: int, bottom: int) -> str:
    return f"{(_HUNDRED * top / bottom).quantize(Decimal('0.0001')).normalize():f}%" if bottom else " "


def _fixed_moves(text: str) -> Iterator[StatedMove]:
    for match in move_patterns().fixed.finditer(text):
        if match["zero"]:
            yield StatedMove(MoveKind.PRICE, Decimal(0), _FALL)
        elif match["halves"]:
            yield StatedMove(MoveKind.PERCENT, Decimal(50), _FALL)
        else:
            yield StatedMove(MoveKind.PERCENT, _HUNDRED, _RISE)


def _numbered_moves(text: str) -> Iterator[StatedMove]:
    """Yield the moves behind verbs and before nouns, and the further numbers of their lists ("5, 10 or 20 %")."""
    quantities = [each for each in find_quantities(text) if each.unit not in {Unit.SHARES, Unit.FOREIGN}]
    group: list[Quantity] = []
    wording: _Wording | None = None
    for at, quantity in enumerate(quantities):
        if group and wording and (joint := move_patterns().between.fullmatch(text[group[-1].end : quantity.start])):
            wording = replace(wording, is_price=wording.is_price or bool(joint["to"]))
            group.append(quantity)
        else:
            yield from _grouped_moves(group, wording)
            wording = _wording_before(text, quantity) or _noun_behind_group(text, quantities[at:])
            group = [quantity] if wording else []
    yield from _grouped_moves(group, wording)


def _wording_before(text: str, quantity: Quantity) -> _Wording | None:
    """Return how the words before a number state a move; None: they state none of the share's price."""
    left = text[max(0, quantity.start - _REACH) : quantity.start]
    patterns = move_patterns()
    if (match := patterns.before.search(left)) is None or patterns.other_subject.search(left[: match.start()]):
        return None
    if match["person"] and (match["fall"] or match["rise"]) not in patterns.person_moves:
        return None
    return _Wording(_direction(match), is_price=bool(match["to"] or match["place"]))


def _direction(match: re.Match[str]) -> int:
    return _FALL if match["fall"] else _RISE if match["rise"] else 0


def _noun_behind_group(text: str, quantities: list[Quantity]) -> _Wording | None:
    """Return the wording of "a 10 or 15 % drop": the noun stands behind the last number of the list."""
    for one, following in zip(quantities, [*quantities[1:], None], strict=True):
        match = move_patterns().noun_behind.match(text, one.end)
        if match and one.unit in {Unit.PERCENT, Unit.TENTHS, Unit.MONEY}:
            return _Wording(_FALL if match["fall"] else _RISE, is_price=False)
        if following is None or not move_patterns().between.fullmatch(text[one.end : following.start]):
            return None
    return None


def _grouped_moves(group: list[Quantity], wording: _Wording | None) -> Iterator[StatedMove]:
    """Yield the moves of a list of numbers; one without a unit has that of the next number which has one."""
    if wording is None:
        return
    unit = Unit.NONE
    found: list[Quantity] = []
    for quantity in reversed(group):
        unit = quantity.unit if quantity.unit is not Unit.NONE else unit
        found.insert(0, replace(quantity, unit=unit))
    for quantity in found:
        yield from _moves(quantity, wording)


def _moves(quantity: Quantity, wording: _Wording) -> Iterator[StatedMove]:
    value, problem, direction = quantity.value, quantity.problem, wording.direction
    if quantity.unit is Unit.OTHER:
        return
    if quantity.unit in {Unit.PERCENT, Unit.TENTHS}:
        value = value * 10 if value is not None and quantity.unit is Unit.TENTHS else value
        yield from _either_way(MoveKind.PERCENT, value, direction, problem)
    elif wording.is_price:
        yield StatedMove(MoveKind.PRICE, value, direction, problem)
    elif quantity.unit is Unit.MONEY or (value is not None and value > MAX_PLAIN_COUNT):
        yield from _either_way(MoveKind.AMOUNT, value, direction, problem)
    else:
        yield from _either_way(MoveKind.PERCENT, value, direction, problem)
        if problem is None:
            yield from _either_way(MoveKind.AMOUNT, value, direction, problem)


def _either_way(kind: MoveKind, value: Decimal | None, direction: int, problem: str | None) -> Iterator[StatedMove]:
    """Yield the move; of one without a direction ("moves 5 %"), both."""
    for way in (direction,) if direction else (_FALL, _RISE):
        yield StatedMove(kind, value, way, problem)
