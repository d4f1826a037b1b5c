"""Conversations whose last message refers to something shown, with what must become of it: `data/references/*.jsonl`.

A line of a file is one conversation: `id`, the `object` meant, `lines` ("ann: make it 6"; "[confirm]" presses the
newest button of that kind), what the last line `means`, and what it must lead to. Of the last line are checked

- what is stored, as lists: `pending` ("buy 6 AAPL"), `held` ("5 IBM"), `stops` of pending cards ("IBM 197"), `alerts`
  ("AAPL < 440", "FB 3%", "FB -5%"; "snoozed"), `limits` ("5000 per trade"), `watch` (symbols), `briefs` ("pre",
  "post"), `notes`; what is not named must stay as it was, unless it is `free` to change;
- the answer: patterns that it `says`, or `lacks`; the `request` that was read, as a pattern;
- `asks`: true: it asks back, and nothing changes.

`or` holds another outcome that is right too.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from bot.domain.conversation.replies import Reply
from bot.domain.memory.core_memory import StoredSection
from bot.domain.trading.decisions import Action, Decision, DecisionStatus
from bot.domain.trading.trading_limits import LimitMeasure, LimitTerms, LimitUnit
from bot.domain.watching.alerts import AlertState, PriceAlert
from tests.fakes.core import Talk, text_of
from tests.fakes.memory import StoredState

_DATA: Final = Path(__file__).parent / "data" / "references"

STORED: Final = ("pending", "held", "stops", "alerts", "limits", "watch", "briefs", "notes")
Stored: TypeAlias = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a reference must lead to."""

    stored: Stored
    free: frozenset[str] = frozenset()
    says: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    request: str = ""
    asks: bool = False


@dataclass(frozen=True, slots=True)
class ReferenceCase:
    """One conversation."""

    name: str
    language: str
    lines: tuple[tuple[str, str], ...]  # who says what
    outcomes: tuple[Outcome, ...]  # one of them is right


@dataclass(frozen=True, slots=True)
class ReferenceResult:
    """What the last line of a conversation has led to."""

    case: ReferenceCase
    before: Stored
    after: Stored
    answer: str
    request: str
    asks: bool

    @property
    def is_right(self) -> bool:
        return any(self._is(each) for each in self.case.outcomes)

    @property
    def is_dangerous(self) -> bool:
        """Something has changed that was not meant, or in another way."""
        return not self.is_right and not any(self._is_harmless(each) for each in self.case.outcomes)

    @property
    def changes(self) -> Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]:
        """Return what has changed, before and after; of stops, those of cards that are pending before and after."""
        changed = {key: (was, self.after[key]) for key, was in self.before.items() if was != self.after[key]}
        if "stops" in changed:
            was, now = ({each.split()[0]: each for each in texts} for texts in changed.pop("stops"))
            if any(was[symbol] != now[symbol] for symbol in was.keys() & now.keys()):
                changed["stops"] = self.before["stops"], self.after["stops"]
        return changed

    def _is(self, outcome: Outcome) -> bool:
        texts = [*outcome.says, *(f"^(?!.*(?:{each}))" for each in outcome.lacks)]
        return (
            self._is_harmless(outcome)
            and all(self.after[key] == wanted for key, wanted in outcome.stored.items())
            and (self.asks or not outcome.asks)
            and all(re.search(each, self.answer, re.DOTALL) for each in texts)
            and re.search(outcome.request, self.request) is not None
        )

    def _is_harmless(self, outcome: Outcome) -> bool:
        """Return whether nothing else has changed; a part of what was meant is nothing else."""
        return all(
            key in outcome.free or _is_part(was, now, outcome.stored.get(key, was))
            for key, (was, now) in self.changes.items()
        )


@cache
def reference_cases() -> tuple[ReferenceCase, ...]:
    """Return all conversations."""
    return tuple(
        _case(json.loads(line), language)
        for language in ("en", "zh")
        for line in (_DATA / f"{language}.jsonl").read_text(encoding="utf-8").splitlines()
    )


async def play(case: ReferenceCase) -> ReferenceResult:
    """Hold a conversation over the rules, on an account of its own."""
    talk, replies = Talk(), list[Reply]()
    for person, text in case.lines[:-1]:
        replies.append(await _act(talk, person, text, replies))
    before = stored(talk.memory.state)
    reply = await _act(talk, *case.lines[-1], replies)
    answer = reply.answer
    asks = answer.has_question or answer.asks is not None or re.search("[?？]", answer.brief) is not None
    return ReferenceResult(case, before, stored(talk.memory.state), answer.brief, _request(talk), asks)


def stored(state: StoredState) -> Stored:
    """Return what a reference may change, as sorted texts."""
    decisions = [each for each in state.decisions.values() if each.status is DecisionStatus.PROPOSED]
    cards = [each for each in decisions if each.proposal.action is not Action.HOLD]
    alerts = [alert for _, alert in state.alerts.values() if alert.is_open and alert.decision_id is None]
    limits = [limit.terms for key, (_, limit) in state.limits.items() if key not in state.ended_limits]
    found: Mapping[str, Iterable[str]] = {
        "pending": map(_card, cards),
        "held": (f"{each.shares.normalize():f} {each.symbol}" for each in state.positions.values() if each.shares),
        "stops": (f"{each.proposal.symbol} {_number(each.proposal.stop_price)}" for each in cards),
        "alerts": map(_alert, alerts),
        "limits": map(_limit, limits),
        "watch": (symbol for _, _, symbol in state.watched),
        "briefs": (
            phase.value.partition("_")[0] for each in state.brief_subscriptions.values() for phase in each.phases
        ),
        "notes": (each.text for section in _latest_sections(state) for each in section.facts),
    }
    return {key: tuple(sorted(texts)) for key, texts in found.items()}


def _is_part(was: Sequence[str], now: Sequence[str], wanted: Sequence[str]) -> bool:
    before, after, goal = map(Counter, (was, now, wanted))
    return before - after <= before - goal and after - before <= goal - before


def _case(document: Mapping[str, Any], language: str) -> ReferenceCase:
    either = (document, document["or"]) if "or" in document else (document,)
    return ReferenceCase(
        name=document["id"],
        language=language,
        lines=tuple(_said(each) for each in document["lines"]),
        outcomes=tuple(map(_outcome, either)),
    )


def _said(line: str) -> tuple[str, str]:
    person, _, text = line.partition(": ")
    return person, text


def _outcome(document: Mapping[str, Any]) -> Outcome:
    return Outcome(
        stored={key: tuple(sorted(document[key])) for key in STORED if key in document},
        free=frozenset(document.get("free", ())),
        says=tuple(document.get("says", ())),
        lacks=tuple(document.get("lacks", ())),
        request=document.get("request", ""),
        asks=document.get("asks", False),
    )


async def _act(talk: Talk, person: str, text: str, replies: Sequence[Reply]) -> Reply:
    if not text.startswith("["):
        return await talk.say(person, text)
    buttons = (button for reply in reversed(replies) for button in reply.answer.buttons)
    wanted = f"{text[1:-1]}:"
    return await talk.press(person, next(each for each in buttons if each.id.startswith(wanted)))


def _request(talk: Talk) -> str:
    log = talk.memory.state.turn_logs.get((talk.account.tenant_id, talk.conversation().id))
    return " ".join(entry.facts.get("request", "") for entry in log.entries) if log else ""


def _card(decision: Decision) -> str:
    side = decision.proposal.side
    return f"{side.value if side else 'hold'} {_number(decision.proposal.shares)} {decision.proposal.symbol}"


def _alert(alert: PriceAlert) -> str:
    bounds, percent = alert.bounds, alert.percent
    if percent is not None:
        level = (
            f"{_number(percent)}%"
            if percent < 0 or None not in {bounds.lower, bounds.upper}
            else f"+{_number(percent)}%"
        )
    else:
        level = f"> {_number(bounds.upper)}" if bounds.lower is None else f"< {_number(bounds.lower)}"
    is_snoozed = alert.state is AlertState.ARMED and alert.times_told > 0
    return f"{alert.symbol} {level}{' snoozed' if is_snoozed else ''}"


def _limit(terms: LimitTerms) -> str:
    unit = {LimitUnit.MONEY: "", LimitUnit.PERCENT: "%", LimitUnit.SHARES: " shares"}[terms.unit]
    measure = terms.measure.value if terms.measure is LimitMeasure.CASH else f"per {terms.measure.value}"
    return " ".join((f"{_number(terms.value)}{unit}", measure, *terms.symbols))


def _latest_sections(state: StoredState) -> Iterable[StoredSection]:
    latest: dict[object, StoredSection] = {}
    for _, change in sorted(state.memory_changes.values(), key=lambda each: each[1].version):
        latest[change.key] = change.section_after
    return latest.values()


def _number(value: Decimal | None) -> str:
    return "-" if value is None else f"{value.normalize():f}"


async def said(talk: Talk, *lines: str) -> str:
    """Say "ann: …" lines, and return the last answer."""
    reply = None
    for line in lines:
        person, _, text = line.partition(": ")
        reply = await talk.say(person, text)
    assert reply is not None
    return text_of(reply)
