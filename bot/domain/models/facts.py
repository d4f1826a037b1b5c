"""The facts a model is told: each has an id, by which the model refers to it instead of writing its figure."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.domain.models.requests import NO_HISTORY, HistoryTokens

_ISO_DATE: Final = re.compile(r"(?<![0-9])((?:19|20)[0-9]{2})-[0-9]{2}-[0-9]{2}(?![0-9])")


class FactUnit(StrEnum):
    """What a fact's value is, and so how it is written."""

    USD = "usd"  # US dollars, to the cent
    LARGE_USD = "large_usd"  # US dollars, in billions
    PERCENT = "percent"  # 14.4 means 14.4 %
    CHANGE = "change"  # a percentage up or down: 4.5 is shown as +4.5 %
    NUMBER = "number"  # a ratio or an indicator
    COUNT = "count"  # shares, days
    DATE = "date"  # ISO 8601
    TEXT = "text"  # several figures, or figures as they were shown
    HEADLINE = "headline"  # words of others, shown as a quotation
    RECALLED = "recalled"  # a figure that was said earlier, shown with the date of that


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFact:
    """One fact as a model was told it; stored with each text that refers to it, so that it never changes later."""

    id: str  # "goog.close", in lower case
    value: str  # digits, a date or a text, by `unit`
    unit: FactUnit
    symbol: str = ""  # whose fact it is; empty: the account's, the market's or the person's
    source: str = ""  # "sample", "yahoo", "account", "rules"
    as_of: datetime | None = None  # when it was true; None: as of its text


@dataclass(frozen=True, slots=True)
class FactCatalogue:
    """All facts of one request to a model."""

    facts: Mapping[str, ModelFact] = field(default_factory=dict)  # by id, in the order in which they are told
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by symbol: what its company is called

    def __iter__(self) -> Iterator[ModelFact]:
        return iter(self.facts.values())

    @property
    def latest_year(self) -> int | None:
        """The year of the latest date in the facts; None: no date is known."""
        years = [fact.as_of.year for fact in self if fact.as_of is not None]
        dates = (fact.value for fact in self if fact.unit in {FactUnit.DATE, FactUnit.TEXT})
        return max((*years, *(int(found[1]) for date in dates for found in _ISO_DATE.finditer(date))), default=None)

    def get(self, written: str) -> ModelFact | None:
        """Return the fact that a reference names, in any case; None: there is none."""
        return self.facts.get(written.strip().lower())


@dataclass(frozen=True, slots=True)
class PromptFacts:
    """The data of a request to a model, made together with the catalogue of the facts in them."""

    data: Mapping[str, object]  # JSON values
    facts: FactCatalogue
    history: HistoryTokens = NO_HISTORY  # of the conversation in `data`


_PLACES: Final = Decimal("0.0001")


@dataclass(slots=True)
class FactSheet:
    """The facts added so far, in order. A value that is None adds nothing: what is not known is not told."""

    facts: dict[str, ModelFact] = field(default_factory=dict)  # by id
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)  # by symbol

    @property
    def catalogue(self) -> FactCatalogue:
        """The facts as a catalogue."""
        return FactCatalogue(dict(self.facts), dict(self.names))

    def add(self, fact: ModelFact) -> None:
        """Add a fact; its id is put in lower case."""
        self.facts[fact.id] = fact

    def add_all(self, facts: Iterable[ModelFact]) -> None:
        """Add facts that exist already."""
        for fact in facts:
            self.add(fact)

    def about(self, symbol: str, *, source: str, as_of: datetime | None = None) -> "FactGroup":
        """Return a group of facts on one share; its ids begin with the symbol."""
        return FactGroup(self, symbol.lower(), symbol=symbol, source=source, as_of=as_of)

    def group(self, prefix: str, *, source: str, as_of: datetime | None = None) -> "FactGroup":
        """Return a group of facts that belong to no share: "account", "limit1"."""
        return FactGroup(self, prefix, symbol="", source=source, as_of=as_of)


@dataclass(frozen=True, slots=True)
class FactGroup:
    """Adds facts that share the beginning of their ids, their source and their instant."""

    sheet: FactSheet
    prefix: str
    symbol: str
    source: str
    as_of: datetime | None

    def usd(self, name: str, amount: Decimal | float | None) -> None:
        """Add US dollars."""
        self._number(name, amount, FactUnit.USD)

    def large_usd(self, name: str, amount: Decimal | None) -> None:
        """Add US dollars that are told in billions."""
        self._number(name, amount, FactUnit.LARGE_USD)

    def percent(self, name: str, fraction: Decimal | float | None) -> None:
        """Add a fraction as a percentage: 0.144 is 14.4 %."""
        self._number(name, None if fraction is None else _decimal(fraction) * 100, FactUnit.PERCENT)

    def change(self, name: str, fraction: Decimal | float | None) -> None:
        """Add a fraction as a percentage with its sign: 0.045 is +4.5 %."""
        self._number(name, None if fraction is None else _decimal(fraction) * 100, FactUnit.CHANGE)

    def number(self, name: str, value: Decimal | float | None) -> None:
        """Add a ratio or an indicator."""
        self._number(name, value, FactUnit.NUMBER)

    def count(self, name: str, value: Decimal | int | None) -> None:
        """Add a number of shares or days."""
        self._number(name, value, FactUnit.COUNT)

    def date(self, name: str, day: date | None) -> None:
        """Add a date."""
        self.text(name, day.isoformat() if day else None, unit=FactUnit.DATE)

    def text(self, name: str, text: str | None, *, unit: FactUnit = FactUnit.TEXT) -> None:
        """Add several figures as one text, or words of others as a headline."""
        if text:
            self.sheet.add(self._fact(name, text, unit))

    def _number(self, name: str, value: Decimal | float | None, unit: FactUnit) -> None:
        if value is not None and (exact := _decimal(value)).is_finite():
            # Four places are finer than any display.
            shown = exact.quantize(_PLACES).normalize() + Decimal(0) if abs(exact) < 10**20 else exact
            self.sheet.add(self._fact(name, f"{shown:f}", unit))

    def _fact(self, name: str, value: str, unit: FactUnit) -> ModelFact:
        fact_id = f"{self.prefix}.{name}" if name else self.prefix
        return ModelFact(
            id=fact_id.lower(), value=value, unit=unit, symbol=self.symbol, source=self.source, as_of=self.as_of
        )


def _decimal(value: Decimal | float) -> Decimal:
    return value if isinstance(value, Decimal) else Decimal(str(value))
