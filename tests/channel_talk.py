"""Conversations of several people with what each line must lead to, and lines said in threads: written by others.

Each line expects one of: "silent", "reply" (no new card, no trade), "card", "trade", "readback" (a "yes" that must not
trade), "no_trade" (silence or a reply), "heard" (a reply or a card), "any".
"""

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final

from adapters.console.input_dispatcher import as_said_in_channel
from bot.domain.conversation.threads import IncomingMessage, Person, Thread
from bot.domain.conversation.turns import InputStatus
from bot.domain.trading.decisions import Action
from tests.fakes.core import Talk

_DATA: Final = Path(__file__).parent / "data"
ALLOWED: Final[Mapping[str, frozenset[str]]] = {
    "silent": frozenset({"silent"}),
    "reply": frozenset({"reply"}),
    "card": frozenset({"card"}),
    "trade": frozenset({"trade"}),
    "readback": frozenset({"reply"}),
    "no_trade": frozenset({"silent", "reply"}),
    "heard": frozenset({"reply", "card"}),
    "any": frozenset({"silent", "reply", "card", "trade"}),
}
# Of what may not happen: a reply to what was not addressed, a card nobody asked for, a trade nobody meant.
GRAVE: Final = (("silent", "reply"), ("silent", "card"), ("reply", "card"), ("no_trade", "card"), ("readback", "card"))


@dataclass(frozen=True, slots=True)
class TalkLine:
    """One line of a conversation."""

    user: str
    text: str
    expect: str


@dataclass(frozen=True, slots=True)
class TalkScript:
    """One conversation, in a channel's thread or in direct messages."""

    name: str
    is_in_channel: bool
    lines: tuple[TalkLine, ...]


@dataclass(frozen=True, slots=True)
class TalkOutcome:
    """What one line led to: "silent", "reply", "card" or "trade"."""

    line: TalkLine
    outcome: str

    @property
    def is_as_expected(self) -> bool:
        return self.outcome in ALLOWED[self.line.expect]

    @property
    def is_grave(self) -> bool:
        is_trade = self.outcome == "trade" and not self.is_as_expected
        return is_trade or (self.line.expect, self.outcome) in GRAVE


@cache
def talk_scripts() -> tuple[TalkScript, ...]:
    """Return the conversations of `data/channel_talk.jsonl`."""
    documents = map(json.loads, (_DATA / "channel_talk.jsonl").read_text(encoding="utf-8").splitlines())
    return tuple(
        TalkScript(each["id"], each["place"] == "channel", tuple(TalkLine(**line) for line in each["lines"]))
        for each in documents
    )


def said_in_threads() -> Iterator[tuple[bool, int, str]]:
    """Yield lines of whom Parley answered last: whether it is meant, how many cards are pending, the text."""
    with (_DATA / "said_in_threads.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield row["meant"] == "1", int(row["pending"]), row["text"]


async def play(script: TalkScript) -> list[TalkOutcome]:
    """Hold a conversation over the rules, on an account of its own; return what each line led to."""
    talk, numbers = Talk(), count()
    thread = Thread("console", "home", "terminal", script.name)
    outcomes = []
    for line in script.lines:
        person = Person(f"U-{line.user}", line.user.capitalize())
        message = IncomingMessage(thread, f"m{next(numbers)}", person, line.text)
        if script.is_in_channel:
            message = as_said_in_channel(message)
        outcomes.append(TalkOutcome(line, await _outcome(talk, message)))
    return outcomes


async def _outcome(talk: Talk, message: IncomingMessage) -> str:
    orders, decisions = talk.orders_carried_out, len(talk.decisions())
    accepted = await talk.intake.hear_message(message)
    if accepted is None:
        return "silent"
    while (await talk.turn(accepted.turn)).status is InputStatus.ACCEPTED:
        await talk.answer_next()
    if talk.orders_carried_out > orders:
        return "trade"
    made = talk.decisions()[decisions:]
    return "card" if any(each.proposal.action is not Action.HOLD for each in made) else "reply"
