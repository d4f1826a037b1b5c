"""Collects the facts of one request to a model: what the model is told, and the catalogue that its references name."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Final

from bot.domain.models.facts import FactCatalogue, FactUnit, ModelFact

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
        if value is not None and _decimal(value).is_finite():
            self.sheet.add(self._fact(name, f"{_rounded(_decimal(value)):f}", unit))

    def _fact(self, name: str, value: str, unit: FactUnit) -> ModelFact:
        fact_id = f"{self.prefix}.{name}" if name else self.prefix
        return ModelFact(
            id=fact_id.lower(), value=value, unit=unit, symbol=self.symbol, source=self.source, as_of=self.as_of
        )


def _decimal(value: Decimal | float) -> Decimal:
    return value if isinstance(value, Decimal) else Decimal(str(value))


def _rounded(value: Decimal) -> Decimal:
    """Return a value to four places, finer than any display, without trailing zeros."""
    return value.quantize(_PLACES).normalize() + Decimal(0) if abs(value) < 10**20 else value
