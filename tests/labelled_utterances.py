"""Utterances with what they mean, as the tests and the benchmark read them."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path

from adapters.market.instruments import load_instruments
from bot.domain.conversation.surroundings import Surroundings
from bot.language.understand import understand
from bot.language.understanding import Understanding

FILE = Path(__file__).parent / "data" / "utterances.tsv"
TUNED = ("first", "fresh", "third", "blind", "blind2", "reviews", "blind3")  # the rules were widened for them
SOURCES = (*TUNED, "blind4", "blind5", "blind6")  # docs/benchmarks-intent.md says who wrote which
MARKET = load_instruments(["AAPL", "GOOG", "IBM", "MSFT", "FB"])
TODAY = date(2013, 1, 31)


@dataclass(frozen=True, slots=True)
class Utterance:
    """One labelled message. `expected` holds only what the label speaks of; symbols are always compared."""

    source: str  # the set it belongs to
    intent: str
    language: str
    kind: str  # "hard": wrongly read as a confirmation by a careless reader; "mixed": both languages
    pending: int
    focus: tuple[str, ...]
    text: str
    expected: Mapping[str, str]

    def read(self) -> Understanding:
        """Understand it in the sample market."""
        return understand(
            self.text, Surroundings(instruments=MARKET, today=TODAY, focus=self.focus, pending=self.pending)
        )


@cache
def load_utterances() -> Mapping[str, tuple[Utterance, ...]]:
    """Return the labelled sets by their source, in the file's order."""
    sets: dict[str, list[Utterance]] = {}
    with FILE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            sets.setdefault(row["source"], []).append(_utterance(row))
    return {source: tuple(utterances) for source, utterances in sets.items()}


def _utterance(row: Mapping[str, str]) -> Utterance:
    pairs = [pair.partition("=") for pair in row["expected"].split(" ") if pair]
    return Utterance(
        source=row["source"],
        intent=row["intent"],
        language=row["language"],
        kind=row["kind"],
        pending=int(row["pending"]),
        focus=tuple(filter(None, row["focus"].split(","))),
        text=row["text"],
        expected={"symbols": "", "unknown": "", "unsupported": ""} | {name: value for name, _, value in pairs},
    )


def shown(understanding: Understanding) -> dict[str, str]:
    """Return what was understood in the notation of the labels."""
    entities = understanding.entities
    return {
        "symbols": ",".join(entities.symbols),
        "unknown": ",".join(entities.unknown_symbols),
        "unsupported": ",".join(entities.unsupported),
        "side": entities.side or "",
        "amount": _plain(entities.amount),
        "limit": "1" if entities.amount_is_limit else "",
        "fraction": _plain(entities.fraction),
        "shares": _plain(entities.shares),
        "everything": "1" if entities.everything else "",
        "unlimited": "1" if entities.lifts_limit else "",
        "stop": _plain(entities.stop),
        "dates": "..".join(day.isoformat() for day in entities.dates),
        "problems": ",".join(entities.problems),
        "command": understanding.command or "",
    }


def _plain(value: Decimal | None) -> str:
    return "" if value is None else f"{value:f}"


def entity_errors(utterance: Utterance, understanding: Understanding) -> dict[str, tuple[str, str]]:
    """Return what differs from the label: name to (expected, found)."""
    found = shown(understanding)
    return {name: (want, found[name]) for name, want in utterance.expected.items() if found[name] != want}
