"""Compares what a script says must be shown and stored with what was, and the runs of one script with each other."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from tests.conversations.driver import ShownAnswer, kind_of
from tests.conversations.plain_text import left_over, letters_only, without_times_and_ids
from tests.conversations.script_runner import ScriptRun, StepRun
from tests.conversations.scripts import ExpectedAnswer

# How the three differ, and are meant to:
# - A terminal has one pair of eyes: what is private elsewhere is printed there like everything else.
# - What a terminal has printed stays: cards do not say later what became of them, and their buttons are not taken away.
# - To a program `parley chat --json` says one answer for each line, and nothing that happens later.
# - A terminal has no forms and no thumbs to press: a program can send their ids.
# - On Discord direct messages are a workspace of their own, with an account of their own.
# - A table too wide for a thread's pane becomes a list, which says the names of its columns otherwise, or not at all.
# - Instants and ids are another run's.
# - The welcome stands before the first answer in a channel, and a terminal is one channel.
WELCOMES: Final = ("Hello, I am Parley.", "您好，我是 Parley。")
SEES_ALL: Final = frozenset({"terminal"})
FIGURES: Final = frozenset({"shares", "cash_change", "target_cash_amount", "price"})


def faults_of(script_run: ScriptRun, driver: str) -> Iterator[str]:
    """Yield every difference of a run from its script."""
    name = script_run.script.name
    for number, step_run in enumerate(script_run.steps_run, start=1):
        faults = [*check(step_run, driver)]
        if faults:
            text = step_run.shown.text if step_run.shown else ""
            yield f"{name}, step {number}, {step_run.step.act}: {faults}\n{text}"
    if script_run.error is not None:
        yield f"{name}, step {len(script_run.steps_run) + 1}: {script_run.error!r}"


def same(step_run: StepRun) -> dict[str, Any]:
    """Return what must not depend on the platform."""
    shown = step_run.shown
    if shown is None:
        return {}
    stored = shown.stored
    kinds = ("symbol", "action", "status", "version", *sorted(FIGURES))
    return {
        "intent": stored.intent,
        "state": stored.state,
        "symbols": stored.symbols,
        "decisions": [[each[kind] for kind in kinds] for each in stored.decisions],
        "buttons": shown.kinds,
        "private": stored.is_private,
        "text": [without_times_and_ids(piece) for piece in stored.pieces if not piece.startswith(WELCOMES)],
        "now": sorted(step_run.decisions.values()),
        "orders": step_run.orders,
    }


def check(step_run: StepRun, platform: str) -> Iterator[str]:
    """Yield every difference from the script."""
    expected, shown = step_run.step.expected, step_run.shown
    if shown is not None:
        yield from check_text(shown, expected)
        yield from check_stored(shown, expected)
        yield from check_buttons(shown, expected)
        if expected.private != shown.stored.is_private:
            yield f"stored as private: {shown.stored.is_private}"
        if shown.is_private != (expected.private and platform not in SEES_ALL):
            yield f"private: {shown.is_private}"
    for card in step_run.cards:
        yield from check_card(card, expected)
    if expected.final_text is not None and not step_run.cards and platform not in SEES_ALL:
        yield "no card was decided on"
    pending = sum(status == "proposed" for status in step_run.decisions.values())
    for name, found in (("pending", pending), ("orders", step_run.orders)):
        if getattr(expected, name) not in (None, found):
            yield f"{name}: {found}"
    if expected.vote is not None and shown and step_run.votes.get(shown.stored.person_id) != expected.vote:
        yield f"votes: {step_run.votes}"


def check_text(shown: ShownAnswer, expected: ExpectedAnswer) -> Iterator[str]:
    """Sentences, and that the platform shows the stored answer, the whole of it and nothing else."""
    text = letters_only(shown.text).casefold()
    yield from (f"it does not say {each!r}" for each in expected.contains if letters_only(each).casefold() not in text)
    yield from (f"it says {each!r}" for each in expected.lacks if letters_only(each).casefold() in text)
    rest, missing = left_over(shown.text, shown.stored.pieces, shown.stored.columns)
    if rest:
        yield f"it says more than is stored: {rest!r}"
    yield from (f"it does not say all that is stored: {each!r}" for each in missing)


def check_stored(shown: ShownAnswer, expected: ExpectedAnswer) -> Iterator[str]:
    stored = shown.stored
    for name in ("intent", "state", "symbols"):
        wanted, found = getattr(expected, name), getattr(stored, name)
        if wanted is not None and found != wanted:
            yield f"{name}: {found}"
        if shown.told and shown.told[name] != found:
            yield f"{name}, but the terminal says {shown.told[name]}"
    if expected.decisions is not None:
        yield from check_decisions(stored.decisions, expected.decisions)


def check_decisions(found: Sequence[Mapping[str, Any]], wanted: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if len(found) != len(wanted):
        yield f"{len(found)} decisions"
    for one, other in zip(found, wanted, strict=False):
        for name, value in other.items():
            if (Decimal(one[name]) if name in FIGURES else one[name]) != (Decimal(value) if name in FIGURES else value):
                yield f"{name} of {one['symbol']}: {one[name]}"


def check_buttons(shown: ShownAnswer, expected: ExpectedAnswer) -> Iterator[str]:
    if shown.kinds != sorted(expected.buttons):
        yield f"buttons: {shown.kinds}"
    if [each for each in shown.buttons if kind_of(each) not in {"up", "down"}] != shown.stored.buttons:
        yield f"buttons shown: {shown.buttons}, stored: {shown.stored.buttons}"


def check_card(card: ShownAnswer, expected: ExpectedAnswer) -> Iterator[str]:
    if letters_only(expected.final_text or "") not in letters_only(card.text):
        yield f"the card does not say {expected.final_text!r}, buttons {card.buttons}: {card.text}"
