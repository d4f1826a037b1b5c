"""The facts a model is told: each has an id, by which the model refers to it instead of writing its figure."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
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
