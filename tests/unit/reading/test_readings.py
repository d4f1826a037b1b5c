"""What whole messages are read as: the cases stand in `readings.txt`, two lines each."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from bot.domain.conversation.dialogue import ObjectKind
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.trading.trading_limits import Limits
from bot.reading.reader import MessageReader
from tests.fakes.messages import said
from tests.unit.reading.assembly.test_requests import INSTRUMENTS, TODAY, in_short

CASES: Final = Path(__file__).with_name("readings.txt")


def read_cases() -> Iterator[tuple[str, str, str]]:
    """Yield what is known before a message, the message, and what it is read as."""
    known = ""
    lines = iter(CASES.read_text(encoding="utf-8").splitlines())
    for line in lines:
        if line.startswith("@"):
            known = line[1:].strip()
        elif line and not line.startswith("#"):
            yield known, line, next(lines).strip()


def around(known: str) -> Surroundings:
    """Return what is known: "of IBM; holds GOOG; card" (right above), "old card", "cards" (two), "below an alert"."""
    facts = {name: symbols for name, *symbols in (each.split() for each in known.split(";") if each.strip())}
    pending = 2 if "cards" in facts else int("card" in facts or "old" in facts)
    is_below_alert = "below" in facts
    return Surroundings(
        INSTRUMENTS,
        TODAY,
        focus=tuple(facts.get("of", ())),
        held=tuple(facts.get("holds", ())),
        pending=pending,
        has_own_card=pending > 0,
        is_card_last="card" in facts,
        before=frozenset({Before.LIST}) if is_below_alert else frozenset(),
        shown_last=frozenset({ObjectKind.ALERT}) if is_below_alert else frozenset(),
    )


def shown(reading: Reading) -> str:
    """Return the requests of a message in order, what is left over, and the limits beside them."""
    requests = " ++ ".join(in_short(each.request) for each in (reading, *reading.further))
    left = f" | left {' / '.join(reading.left_over)}" if reading.left_over else ""
    beside = "".join(f" | beside {in_short(each)}" for each in reading.beside)
    return requests + left + beside + (f" | bounds {in_short(reading.bounds)}" if reading.bounds != Limits() else "")


def made(reading: Reading) -> set[str]:
    """Return the names of the requests that can be done as they are said, and "further" of several."""
    requests = [each.request for each in (reading, *reading.further)]
    done = (
        each
        for each in requests
        if not (getattr(each, "problem", None) or getattr(getattr(each, "terms", None), "problems", ()))
    )
    return {type(each).__name__ for each in done} | ({"further"} if reading.further else set())


@pytest.mark.parametrize(("known", "text", "expected"), list(read_cases()))
def test_message_is_read_as(known: str, text: str, expected: str) -> None:
    message: MessageFacts = said(text)
    reading = MessageReader(around(known)).read(message)
    if expected.startswith("not "):
        assert made(reading).isdisjoint(expected.removeprefix("not ").split(", "))
    else:
        assert shown(reading) == expected
