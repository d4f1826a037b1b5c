"""Reads conversations.toml: the steps of each conversation, and what each must show and store."""

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("conversations.toml")


@dataclass(frozen=True, slots=True)
class Participant:
    """A person in the conversations, with the same name on every platform."""

    name: str
    locale: str = "en-US"  # in which they use Slack


@dataclass(frozen=True, slots=True)
class SendMessage:
    """A message; `raw` holds what people type instead on a platform ("@channel")."""

    text: str
    raw: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RunCommand:
    """A slash command in a channel; in the terminal, the line that says the same."""

    name: str
    options: Mapping[str, str]

    @property
    def line(self) -> str:
        words = [f"{key} {value}" if self.name == "settings" else value for key, value in self.options.items()]
        return " ".join([f"/{self.name}", *words])


@dataclass(frozen=True, slots=True)
class PressButton:
    """A press of the newest button of a kind; with `step`, of the one that the answer to that step had."""

    button: str  # "confirm", "cancel", "why", "up", "down"
    symbol: str | None = None  # of which decision, where there are several
    step: int | None = None  # from 1


@dataclass(frozen=True, slots=True)
class SubmitForm:
    """Adjust… is pressed and the form behind it submitted."""

    amount: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class ExpireDecisions:
    """The conversation's pending decisions expire now; no notice is sent yet."""


@dataclass(frozen=True, slots=True)
class AwaitNotice:
    """Wait for a notice that Parley sends without an input."""


Act = SendMessage | RunCommand | PressButton | SubmitForm | ExpireDecisions | AwaitNotice


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedAnswer:
    """What a step must show and store; None: any value."""

    intent: str | None = None
    state: str | None = None
    symbols: Sequence[str] | None = None
    decisions: Sequence[Mapping[str, Any]] | None = None  # each: what is said of one, in their order
    buttons: Sequence[str] = ()  # kinds, sorted, each as often as it is there
    contains: Sequence[str] = ()
    lacks: Sequence[str] = ()
    private: bool = False  # nobody but who acted sees it
    final_text: str | None = None  # what the card decided on says from now on
    pending: int | None = None  # how many decisions of the conversation can still be decided on
    orders: int | None = None  # how many orders came of the conversation
    vote: str | None = None  # what the database holds of the person's thumb


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptStep:
    by: str
    act: Act
    expected: ExpectedAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationScript:
    """One conversation."""

    name: str
    account_group: str  # conversations of a group share an account and run in the order of the file
    is_direct: bool
    people: Mapping[str, Participant]
    steps: tuple[ScriptStep, ...]


def load() -> tuple[ConversationScript, ...]:
    """Return all scripts, in the order of the file. Raises: ValueError: a step has an unknown form or key."""
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))
    people = {key: Participant(**who) for key, who in found["people"].items()}
    scripts = tuple(_parse_script(each, people) for each in found["conversation"])
    if doubles := [name for name, times in Counter(script.name for script in scripts).items() if times > 1]:
        msg = f"several conversations called {doubles}"
        raise ValueError(msg)
    return scripts


def _parse_script(found: dict[str, Any], people: Mapping[str, Participant]) -> ConversationScript:
    by = found.pop("by", "ann")
    steps = tuple(_parse_step(each, by) for each in found.pop("step"))
    taking_part = {step.by: people[step.by] for step in steps}
    return ConversationScript(is_direct=found.pop("direct", False), people=taking_part, steps=steps, **found)


def _parse_step(found: dict[str, Any], by: str) -> ScriptStep:
    by = found.pop("by", by)
    act = _parse_action(found)
    unknown = found.keys() - {each.name for each in fields(ExpectedAnswer)}
    if unknown:
        msg = f"{sorted(unknown)} in the step {act}"
        raise ValueError(msg)
    return ScriptStep(by=by, act=act, expected=ExpectedAnswer(**found))


def _parse_action(found: dict[str, Any]) -> Act:
    match found:
        case {"says": str(text)}:
            del found["says"]
            return SendMessage(text * found.pop("times", 1), found.pop("raw", {}))
        case {"command": str(name)}:
            del found["command"]
            return RunCommand(name, found.pop("options", {}))
        case {"presses": str(button)}:
            del found["presses"]
            return PressButton(button, found.pop("of", None), found.pop("under", None))
        case {"fills_in": {"amount": str(amount), **others}}:
            del found["fills_in"]
            return SubmitForm(amount, str(others.get("note", "")))
        case {"time_passes": True}:
            del found["time_passes"]
            return ExpireDecisions()
        case {"hears": True}:
            del found["hears"]
            return AwaitNotice()
    msg = f"nobody does anything in the step {found}"
    raise ValueError(msg)
