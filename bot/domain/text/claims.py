"""Figures in sentences: which a text states, and which of them the data behind it do not hold.

A figure counts as held when it is one of the data's, rounded or cut to the places written ("$355 bn" for
355,086,731,000). Dates, spans of time, names of indicators and indices, list numbers and counts below ten state nothing
that could be looked for.
"""


import re
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN
from decimal import ROUND_HALF_UP
from decimal import Decimal
from typing import Final
from typing import Self
from bot.domain.text.figure_words import FIGURE
from bot.domain.text.figure_words import HUNDREDTHS
from bot.domain.text.figure_words import MARK
from bot.domain.text.figure_words import PERCENT
from bot.domain.text.figure_words import SCALES
from bot.domain.text.figure_words import without_counts
from bot.domain.text.written_numbers import WrittenNumber
from bot.domain.text.written_numbers import find_written_numbers


_LEAST_BARE: Final = 10  # a smaller whole number without a unit is a count: "3 of the last 7 closes"
_LONGEST: Final = 15  # digits before the point; what is longer is an identifier
_PLACES: Final = 8
_PLAIN: Final = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
# What a model wrote is no proof of what it writes, nor what repeats that: our own earlier answers and summaries.
_MODELS_WORDS: Final = frozenset({"filter_reasoning", "reasons", "summary"})
_ONE: Final = Decimal(1)
_WORD_SCALES: Final = tuple(Decimal(10) ** power for power in (12, 9, 8, 6, 4))
_ABOUT: Final = Decimal("0.01")  # how far a round number ("98,000") may lie from what it stands for


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure as a text states it."""

    written: str  # with its sign and unit: "$3.5 bn"
    digits: Decimal  # 3.5
    places: int  # after the point: 1
    scale: Decimal  # 1,000,000,000
    is_percent: bool

    @property
    def value(self) -> Decimal:
        """What it comes to."""
        return self.digits * self.scale

    def matches(self, known: Decimal) -> bool:
        """Whether it is `known` as one may write it."""
        shown, place = abs(known) / self.scale, _ONE.scaleb(-self.places)
        if self.digits in {shown.quantize(place, ROUND_HALF_UP), shown.quantize(place, ROUND_DOWN)}:
            return True
        half = Decimal(10) ** _trailing_zeros(self) / 2
        return bool(half >= _ONE) and abs(shown - self.digits) <= min(half, self.digits * _ABOUT)


@dataclass(frozen=True, slots=True)
class KnownFigures:
    """All figures that some data hold."""

    numbers: frozenset[Decimal] = frozenset()
    percents: frozenset[Decimal] = frozenset()

    def __or__(self, other: Self) -> Self:
        return type(self)(self.numbers | other.numbers, self.percents | other.percents)

    def contains(self, figure: Figure) -> bool:
        """Whether `figure` is among them; what is a percentage is looked for among percentages only."""
        among = self.percents if figure.is_percent else self.numbers | self.percents
        return any(figure.matches(known) for known in among)


def find_figures(text: str) -> tuple[Figure, ...]:
    """Return the figures that `text`, English or Chinese, states."""
    text = without_counts(text)
    found = (*_figures(text), *((word.start, _in_words(word)) for word in find_written_numbers(text)))
    return tuple(figure for _, figure in sorted(found, key=lambda each: each[0]))


def known_figures(data: object, *, name: str = "") -> KnownFigures:
    """Return the figures of a JSON value, those in its texts included.

    Args:
        data: The value; numbers may stand in texts. What is named as a model's own words is left out.
        name: Under which name it stands: "dividend_yield" and "…_percent" are percentages.
    """
    match data:
        case Mapping() if data.get("role") == "assistant":
            return KnownFigures()
        case Mapping():
            parts = [known_figures(value, name=str(key)) for key, value in data.items() if key not in _MODELS_WORDS]
        case str():
            return _of_text(data, name)
        case Sequence():
            parts = [known_figures(value, name=name) for value in data]
        case int() | float() | Decimal():
            return _of_text(str(data), name)
        case _:
            return KnownFigures()
    return _together(parts)


def unfounded_figures(text: str, known: KnownFigures) -> tuple[str, ...]:
    """Return the figures of `text` that are not among the known ones, as they are written there, each once."""
    return tuple(dict.fromkeys(figure.written for figure in find_figures(text) if not known.contains(figure)))


def _figures(text: str) -> Iterator[tuple[int, Figure]]:
    """Yield the figures in digits, each with where it stands."""
    for found in FIGURE.finditer(text):
        digits = found["digits"].replace(",", "")
        whole, _, fraction = digits.partition(".")
        unit = (found["unit"] or "").lower()
        has_unit = bool(unit or found["currency"])
        if len(whole) > _LONGEST or len(fraction) > _PLACES:
            continue
        is_marked = text[: found.start()].endswith(MARK)
        if not has_unit and not fraction and Decimal(whole) < _LEAST_BARE and not is_marked:
            continue
        figure = Figure(
            written=" ".join(found.group().split()),
            digits=Decimal(digits),
            places=len(fraction),
            scale=SCALES.get(unit, _ONE),
            is_percent=unit in PERCENT or unit in HUNDREDTHS,
        )
        yield found.start(), figure


def _in_words(word: WrittenNumber) -> Figure:
    """A figure in words, counted in the largest unit that leaves no broken number: "three hundred" billion."""
    scale = next((unit for unit in _WORD_SCALES if word.value and not word.value % unit), _ONE)
    digits = word.value / scale
    return Figure(
        written=" ".join(word.written.split()),
        digits=digits,
        places=max(-int(digits.normalize().as_tuple().exponent), 0),
        scale=scale,
        is_percent=word.is_percent,
    )


def _of_text(text: str, name: str) -> KnownFigures:
    if _PLAIN.fullmatch(text) and len(text) <= 2 * _LONGEST:
        figure = frozenset({abs(Decimal(text))}) if len(text.partition(".")[0]) <= _LONGEST else frozenset()
        is_percent = name == "dividend_yield" or name.endswith("_percent")
        return KnownFigures(percents=figure) if is_percent else KnownFigures(numbers=figure)
    stated = find_figures(text)
    return KnownFigures(
        numbers=frozenset(figure.value for figure in stated if not figure.is_percent),
        percents=frozenset(figure.value for figure in stated if figure.is_percent),
    )


def _together(parts: Sequence[KnownFigures]) -> KnownFigures:
    return KnownFigures(
        numbers=frozenset().union(*(part.numbers for part in parts)),
        percents=frozenset().union(*(part.percents for part in parts)),
    )


def _trailing_zeros(figure: Figure) -> int:
    digits = str(figure.digits)
    return 0 if figure.places else len(digits) - len(digits.rstrip("0"))
