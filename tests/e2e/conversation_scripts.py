"""The conversations of conversations.toml: who says and presses what, and what they are to see."""

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("conversations.toml")


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who takes part, called the same on every platform."""

    name: str
    locale: str = "en-US"  # in which they use Slack


@dataclass(frozen=True, slots=True)
class Says:
    """A message; where people type something else to the same effect ("@channel"), `raw` has it, by stage."""

    text: str
    raw: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Commands:
    """A slash command in a channel; in the terminal, the line that says the same."""

    name: str
    options: Mapping[str, str]

    @property
    def line(self) -> str:
        words = [f"{key} {value}" if self.name == "settings" else value for key, value in self.options.items()]
        return " ".join([f"/{self.name}", *words])


@dataclass(frozen=True, slots=True)
class Presses:
    """A press of the newest button of a kind; with `step`, of the one that the answer to that step had."""

    button: str  # "confirm", "cancel", "why", "up", "down"
    symbol: str | None = None  # of which decision, where there are several
    step: int | None = None  # from 1


@dataclass(frozen=True, slots=True)
class FillsIn:
    """Adjust… is pressed and the form behind it submitted."""

    amount: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class LetsTimePass:
    """What is pending in the conversation expires, this moment. Nobody is told yet."""


@dataclass(frozen=True, slots=True)
class Hears:
    """Nobody does anything; Parley says something by itself."""


Act = Says | Commands | Presses | FillsIn | LetsTimePass | Hears


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What is to be seen and stored after a step; None: whatever it is."""

    intent: str | None = None
    state: str | None = None
    symbols: Sequence[str] | None = None
    decisions: Sequence[Mapping[str, Any]] | None = None  # each: what is said of one, in their order
    buttons: Sequence[str] = ()  # kinds, sorted, each as often as it is there
    contains: Sequence[str] = ()
    lacks: Sequence[str] = ()
    private: bool = False  # nobody but who acted sees it
    fate: str | None = None  # what the card decided on says from now on
    pending: int | None = None  # how many decisions of the conversation can still be decided on
    orders: int | None = None  # how many orders came of the conversation
    vote: str | None = None  # what the database holds of the person's thumb


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    by: str
    act: Act
    expected: Expected


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """One conversation."""

    name: str
    desk: str  # conversations of a desk share an account, and follow one another in the order of the file
    is_direct: bool
    people: Mapping[str, Who]
    steps: tuple[Step, ...]


def load() -> tuple[Script, ...]:
    """Return all scripts, in the order of the file. Raises: ValueError: one says what nothing understands."""
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))
    people = {key: Who(**who) for key, who in found["people"].items()}
    scripts = tuple(_script(each, people) for each in found["conversation"])
    if doubles := [name for name, times in Counter(script.name for script in scripts).items() if times > 1]:
        msg = f"several conversations called {doubles}"
        raise ValueError(msg)
    return scripts


def _script(found: dict[str, Any], people: Mapping[str, Who]) -> Script:
    by = found.pop("by", "ann")
    steps = tuple(_step(each, by) for each in found.pop("step"))
    taking_part = {step.by: people[step.by] for step in steps}
    return Script(is_direct=found.pop("direct", False), people=taking_part, steps=steps, **found)


def _step(found: dict[str, Any], by: str) -> Step:
    by = found.pop("by", by)
    act = _act(found)
    unknown = found.keys() - {each.name for each in fields(Expected)}
    if unknown:
        msg = f"{sorted(unknown)} in the step {act}"
        raise ValueError(msg)
    return Step(by=by, act=act, expected=Expected(**found))


def _act(found: dict[str, Any]) -> Act:
    match found:
        case {"says": str(text)}:
            del found["says"]
            return Says(text * found.pop("times", 1), found.pop("raw", {}))
        case {"command": str(name)}:
            del found["command"]
            return Commands(name, found.pop("options", {}))
        case {"presses": str(button)}:
            del found["presses"]
            return Presses(button, found.pop("of", None), found.pop("under", None))
        case {"fills_in": {"amount": str(amount), **others}}:
            del found["fills_in"]
            return FillsIn(amount, str(others.get("note", "")))
        case {"time_passes": True}:
            del found["time_passes"]
            return LetsTimePass()
        case {"hears": True}:
            del found["hears"]
            return Hears()
    msg = f"nobody does anything in the step {found}"
    raise ValueError(msg)
