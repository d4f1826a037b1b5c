"""Figures in sentences: finds those that a text states, and those among them that its data do not contain.

A figure matches a number of the data if that equals it after rounding or truncation to the places written ("$355 bn"
for 355,086,731,000). Dates, time spans, names of indicators and indices, list numbers and counts below ten are no
figures.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from typing import Final, Self

from bot.domain.text.figure_words import FIGURE, HUNDREDTHS, MARK, PERCENT, SCALES, blank_out_non_figures
from bot.domain.text.written_numbers import WrittenNumber, find_written_numbers

_MIN_UNITLESS: Final = 10  # smaller whole numbers without a unit are counts: "3 of the last 7 closes"
_MAX_WHOLE_DIGITS: Final = 15  # digits before the point; longer numbers are identifiers
_MAX_PLACES: Final = 8
_PLAIN_NUMBER: Final = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
# Texts written by a model do not prove its figures, nor do texts that repeat them: our earlier answers and summaries.
_MODEL_WRITTEN_KEYS: Final = frozenset({"filter_reasoning", "reasons", "summary"})
_ONE: Final = Decimal(1)
_WORD_SCALES: Final = tuple(Decimal(10) ** power for power in (12, 9, 8, 6, 4))
_ROUNDING_TOLERANCE: Final = Decimal("0.01")  # relative difference of a round number ("98,000") to the exact one


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure as stated in a text."""

    written: str  # with its sign and unit: "$3.5 bn"
    digits: Decimal  # 3.5
    places: int  # after the point: 1
    scale: Decimal  # 1,000,000,000
    is_percent: bool

    @property
    def value(self) -> Decimal:
        """The number stated: digits times scale."""
        return self.digits * self.scale

    def matches(self, known: Decimal) -> bool:
        """Return whether it is an acceptable way to write the number `known`: rounded, truncated, or a round number."""
        scaled, place = abs(known) / self.scale, _ONE.scaleb(-self.places)
        if self.digits in {scaled.quantize(place, ROUND_HALF_UP), scaled.quantize(place, ROUND_DOWN)}:
            return True
        half = Decimal(10) ** _trailing_zeros(self) / 2
        return bool(half >= _ONE) and abs(scaled - self.digits) <= min(half, self.digits * _ROUNDING_TOLERANCE)


@dataclass(frozen=True, slots=True)
class KnownFigures:
    """All figures that some data contain."""

    numbers: frozenset[Decimal] = frozenset()
    percents: frozenset[Decimal] = frozenset()

    def __or__(self, other: Self) -> Self:
        return type(self)(self.numbers | other.numbers, self.percents | other.percents)

    def contains(self, figure: Figure) -> bool:
        """Return whether `figure` matches one of them; a percentage is compared with percentages only."""
        candidates = self.percents if figure.is_percent else self.numbers | self.percents
        return any(figure.matches(known) for known in candidates)


def find_figures(text: str) -> tuple[Figure, ...]:
    """Return the figures stated in `text`, English or Chinese, in their order."""
    text = blank_out_non_figures(text)
    found = (
        *_figures_in_digits(text),
        *((word.start, _figure_from_words(word)) for word in find_written_numbers(text)),
    )
    return tuple(figure for _, figure in sorted(found, key=lambda each: each[0]))


def known_figures(data: object, *, name: str = "") -> KnownFigures:
    """Return the figures of a JSON value, including those in its texts.

    Args:
        data: The value. Keys and messages that hold a model's own words are skipped.
        name: The key of the value: "dividend_yield" and "…_percent" are percentages.
    """
    match data:
        case Mapping() if data.get("role") == "assistant":
            return KnownFigures()
        case Mapping():
            parts = [
                known_figures(value, name=str(key)) for key, value in data.items() if key not in _MODEL_WRITTEN_KEYS
            ]
        case str():
            return _known_figures_of_text(data, name)
        case Sequence():
            parts = [known_figures(value, name=name) for value in data]
        case int() | float() | Decimal():
            return _known_figures_of_text(str(data), name)
        case _:
            return KnownFigures()
    return _merge(parts)


def unfounded_figures(text: str, known: KnownFigures) -> tuple[str, ...]:
    """Return the figures of `text` that do not match a known figure, as written, without duplicates."""
    return tuple(dict.fromkeys(figure.written for figure in find_figures(text) if not known.contains(figure)))


def _figures_in_digits(text: str) -> Iterator[tuple[int, Figure]]:
    """Yield the figures in digits, each with its offset."""
    for found in FIGURE.finditer(text):
        digits = found["digits"].replace(",", "")
        whole, _, fraction = digits.partition(".")
        unit = (found["unit"] or "").lower()
        has_unit = bool(unit or found["currency"])
        if len(whole) > _MAX_WHOLE_DIGITS or len(fraction) > _MAX_PLACES:
            continue
        is_marked = text[: found.start()].endswith(MARK)
        if not has_unit and not fraction and Decimal(whole) < _MIN_UNITLESS and not is_marked:
            continue
        figure = Figure(
            written=" ".join(found.group().split()),
            digits=Decimal(digits),
            places=len(fraction),
            scale=SCALES.get(unit, _ONE),
            is_percent=unit in PERCENT or unit in HUNDREDTHS,
        )
        yield found.start(), figure


def _figure_from_words(word: WrittenNumber) -> Figure:
    """Return a figure in words, scaled by the largest unit that divides it: "three hundred" billion."""
    scale = next((unit for unit in _WORD_SCALES if word.value and not word.value % unit), _ONE)
    digits = word.value / scale
    return Figure(
        written=" ".join(word.written.split()),
        digits=digits,
        places=max(-int(digits.normalize().as_tuple().exponent), 0),
        scale=scale,
        is_percent=word.is_percent,
    )


def _known_figures_of_text(text: str, name: str) -> KnownFigures:
    if _PLAIN_NUMBER.fullmatch(text) and len(text) <= 2 * _MAX_WHOLE_DIGITS:
        figure = frozenset({abs(Decimal(text))}) if len(text.partition(".")[0]) <= _MAX_WHOLE_DIGITS else frozenset()
        is_percent = name == "dividend_yield" or name.endswith("_percent")
        return KnownFigures(percents=figure) if is_percent else KnownFigures(numbers=figure)
    figures = find_figures(text)
    return KnownFigures(
        numbers=frozenset(figure.value for figure in figures if not figure.is_percent),
        percents=frozenset(figure.value for figure in figures if figure.is_percent),
    )


def _merge(parts: Sequence[KnownFigures]) -> KnownFigures:
    return KnownFigures(
        numbers=frozenset().union(*(part.numbers for part in parts)),
        percents=frozenset().union(*(part.percents for part in parts)),
    )


def _trailing_zeros(figure: Figure) -> int:
    digits = str(figure.digits)
    return 0 if figure.places else len(digits) - len(digits.rstrip("0"))
