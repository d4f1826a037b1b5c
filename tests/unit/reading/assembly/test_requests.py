"""What is made of messages with their slots marked: the cases stand in `requests.txt`, two lines each."""

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any, Final

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.figures.formulas import FORMULAS
from bot.domain.figures.measures import OF_ACCOUNT, OF_CARD, OF_LEVELS, Measure
from bot.domain.figures.query import FigureQuery, Manner, Scope
from bot.domain.market.instruments import InstrumentTable
from bot.reading.assembly import assemble
from bot.reading.parses import Kind
from bot.reading.trained.examples import read_examples, read_line

CASES: Final = Path(__file__).with_name("requests.txt")
TODAY: Final = date(2013, 1, 31)
NOW: Final = datetime(2013, 1, 31, 15, tzinfo=UTC)
INSTRUMENTS: Final = InstrumentTable(load_instruments(), covered=("AAPL", "FB", "GOOG", "IBM", "MSFT"))

_UNNAMED: Final = {
    "TradeTerms",
    "Size",
    "NamedShares",
    "OrderChange",
    "OrderPart",
    "Meant",
    "RecallPart",
    "RecallQuestion",
}
_UNSHOWN: Final = {"kinds", "limit", "known_at"}  # of a recall question: alike in all


def read_cases() -> Iterator[tuple[Kind, str, str]]:
    """Yield the kind, the marked line and the request of each case."""
    lines = [each for each in CASES.read_text(encoding="utf-8").splitlines() if each and not each.startswith("#")]
    for case, expected in zip(lines[::2], lines[1::2], strict=True):
        kind, _, line = case.partition(": ")
        yield Kind(kind), line, expected.strip()


def around(before: frozenset[Before] = frozenset()) -> Surroundings:
    """Return what was known: IBM is held, and talked of if anything is; behind a list MSFT stands second."""
    pending = 2 if Before.CARDS in before else int(Before.CARD in before)
    talked_of = ("IBM", "MSFT") if Before.LIST in before else ("IBM",) if pending or Before.FOCUS in before else ()
    return Surroundings(
        INSTRUMENTS,
        TODAY,
        focus=talked_of,
        held=("IBM",),
        pending=pending,
        pending_symbols=frozenset({"IBM", "GOOG"}) if pending > 1 else frozenset({"IBM"}) if pending else frozenset(),
        is_card_last=pending > 0,
        has_own_card=pending > 0,
        before=before,
    )


def read(line: str, kind: Kind) -> Request | None:
    """Return the request of a marked line."""
    parse, before = read_line(line, kind)
    facts = MessageFacts(text=parse.text, at=NOW, zone=UTC, market_time=NOW, asker="Ann Lee")
    return assemble(parse, around(before), facts)


def in_short(value: object) -> str:
    """Return a value with what differs from its defaults; "-": none."""
    if value is None:
        return "-"
    if isinstance(value, Decimal):
        return f"{value:.4g}" if value < 1 else f"{value:f}"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple | frozenset):
        return "+".join(map(in_short, value if isinstance(value, tuple) else sorted(value)))
    if not is_dataclass(value) or isinstance(value, type):
        return str(value)
    said = {each.name: getattr(value, each.name) for each in fields(value) if each.name not in _UNSHOWN}
    defaults = {each.name: _default(each) for each in fields(value)}
    shown = [
        name if each is True else f"{name}={in_short(each)}" for name, each in said.items() if each != defaults[name]
    ]
    name, inner = type(value).__name__, " ".join(shown)
    return f"({inner})" if name in _UNNAMED else f"{name} {inner}".strip()


def _default(field: Field[Any]) -> object:
    return field.default if field.default_factory is MISSING else field.default_factory()


@pytest.mark.parametrize(("kind", "line", "expected"), list(read_cases()))
def test_request_of_message(kind: Kind, line: str, expected: str) -> None:
    assert in_short(read(line, kind)) == expected


def test_examples_of_figures_when_read_then_a_handler_knows_all_measures() -> None:
    parses = [each for each in read_examples() if each.parse.kind is Kind.FIGURE][::5]
    facts = MessageFacts(text="", at=NOW, zone=UTC, market_time=NOW, asker="Ann")
    queries = [assemble(each.parse, around(each.before), facts) for each in parses]
    assert all(_is_answered(each) for each in queries if isinstance(each, FigureQuery))


def _is_answered(asked: FigureQuery) -> bool:
    """Return whether the handlers have a figure for each measure, of that scope and in that manner."""
    measures, returns = set(asked.measures), {Measure.CHANGE, Measure.TOTAL_RETURN}
    is_known = {
        Scope.CARD: measures <= OF_CARD,
        Scope.CARDS: measures <= OF_CARD,
        Scope.EXCHANGE: measures == {Measure.HOURS},
    }.get(
        asked.scope,
        measures <= set(FORMULAS)
        or (measures <= OF_LEVELS and len(measures) == 1)
        or (measures <= OF_ACCOUNT | returns and bool(measures & OF_ACCOUNT)),
    )
    is_by_day = asked.manner in {Manner.EXTREME_DAY, Manner.CHECK_DAYS}
    return is_known and not (is_by_day and FORMULAS[asked.measures[0]].daily is None)
