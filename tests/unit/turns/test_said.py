"""Small conversations, and what is answered: they stand in `said/*.txt`.

A case begins with its title, `# …`, and `--` another one under the same title. Its lines stand in order; one with
` ⇒ ` is a case of its own. A new line in a text is written `\\n`.

`buy 5 IBM`      Ann says it; `bob: …` Bob does, `bob@two: …` in another thread. `a | b | c`: a case for each.
`[confirm]`      she presses that button of the latest answer; `bob [confirm 1]`: Bob the second of its kind; `[#0]`:
                 the first of any; `[confirm of 2]`: of the answer to the second line that somebody said or pressed.
`> …`, `! …`     the latest answer contains, or lacks, this text; `^ …`: it begins so; `= …`: it is this. What is shown
                 of it first does: `>> …`, `!! …`, `^^ …`, `== …`. `{id name=value}`: a sentence of the catalogue.
`line: …`        that is one of the lines shown first; `line -1: …` the last one; `fits: 10`: it takes ten on a phone.
`wait 7 days`    time passes; `in public`: the workspace reads along; `begin team`: first the lines below `## team`.
`kept: …`        the notes that Ann sees, `person I like tea; channel we skip IPOs`; `kept of bob in elsewhere: …` Bob
                 in another channel; `texts kept: …`, `scopes kept: …`, `number kept: …` their texts, scopes, number.
`cards: …`       what is proposed, oldest first: `buy 5 IBM, sell 3 FB`; `-`: nothing. The others: see `facts`;
                 `shown shares: 5, 3`, `stored symbol: IBM`: a field of the decisions that are shown, or stored.
"""

import re
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from itertools import product
from pathlib import Path
from typing import Final

import pytest

from bot.domain.conversation.replies import Reply
from bot.domain.memory.core_memory import MemoryPlace
from bot.domain.memory.episodes import Visibility
from bot.domain.trading.decisions import Action, DecisionStatus
from bot.domain.watching.alerts import AlertBounds, AlertKind, AlertState
from tests.fakes.core import Talk, sentence
from tests.fakes.phone import phone_lines

FOLDER: Final = Path(__file__).with_name("said")
TEXTS: Final = re.compile(r"(>>?|!!?|\^\^?|==?) (.*)")
FACTS: Final = re.compile(
    r"(cards|pending|decisions|statuses|by share|filled|shown|symbols|state|intent|private|question|levels"
    r"|alert states|watched|fits|line(?: -?\d+)?|(?:shown|stored) \w+): (.*)"
)
SPEAKER: Final = re.compile(r"(\w+)(?:@(\w+))?(?:: | (?=\[))")
PEOPLE: Final = frozenset(
    {
        "ann",
        "bob",
        "carol",
        "cat",
        "dan",
        "eve",
        "ines",
        "kim",
        "lee",
        "tom",
        "zhang",
        "zoe",
        "omar",
        "max",
        "gus",
        "hugo",
        "dana",
        "赵磊",
        "小林",
        "阿芳",
        "王强",
    }
)
KEPT: Final = re.compile(r"(texts |scopes |number )?kept(?: of (\w+))?(?: in (\w+))?: (.*)")
WAIT: Final = re.compile(r"wait (\d+) (days|minutes)")
PRESS: Final = re.compile(r"\[(#?[\w-]+)(?: (\d+))?(?: of (\d+))?\]")
SENTENCE: Final = re.compile(r"\{([\w-]+)((?: \w+=(?:'[^']*'|[^ }]+))*)\}")


def cases() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the title and the lines of each case."""
    for path in sorted(FOLDER.glob("*.txt")):
        begun: dict[str, list[str]] = {}
        for block in re.split(r"^#(?= |# )", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            title, _, body = block.strip("\n").partition("\n")
            if title.startswith("# "):
                begun[f"begin {title.removeprefix('# ')}"] = body.splitlines()
                continue
            for script in _scripts(body):
                whole = [*begun[script[0]], *script[1:]] if script[0] in begun else script
                choices = ([each] if TEXTS.match(each) or FACTS.match(each) else each.split(" | ") for each in whole)
                yield from ((f"{path.stem}:{title}", each) for each in product(*choices))


def _scripts(body: str) -> Iterator[list[str]]:
    for script in body.split("\n--\n"):
        lines = [line for line in script.splitlines() if line.strip()]
        yield from (line.split(" ⇒ ") for line in lines if " ⇒ " in line)
        if rest := [line for line in lines if " ⇒ " not in line]:
            yield rest


async def act(talk: Talk, line: str, before: list[Reply]) -> Reply:
    """Say or press what a line says, and return the answer."""
    speaker = SPEAKER.match(line)
    speaker = speaker if speaker and speaker[1].lower() in PEOPLE else None
    name, thread = (speaker[1], speaker[2] or "main") if speaker else ("ann", "main")
    said = (line[speaker.end() :] if speaker else line).replace("\\n", "\n")
    if (press := PRESS.fullmatch(said)) is None:
        return await talk.say(name, said, thread=thread)
    kind, at, reply = press[1], int(press[2] or 0), before[int(press[3] or 0) - 1]
    buttons = [each for each in reply.answer.buttons if kind.startswith("#") or each.id.startswith(f"{kind}:")]
    return await talk.press(name, buttons[int(kind[1:]) if kind.startswith("#") else at], thread=thread)


def check_text(mark: str, wanted: str, reply: Reply) -> None:
    """Check what an answer says."""
    said = reply.answer.brief if len(mark) > 1 else reply.answer.whole_text
    match mark[0]:
        case ">":
            assert wanted in said
        case "!":
            assert wanted not in said
        case "^":
            assert said.startswith(wanted)
        case _:
            assert said == wanted


def rendered(text: str, reply: Reply) -> str:
    """Return a text with its sentences, in the language of the answer."""

    def render(found: re.Match[str]) -> str:
        pairs = (each.partition("=") for each in re.findall(r"\w+=(?:'[^']*'|[^ }]+)", found[2]))
        return sentence(found[1], reply.language, **{name: value_of(value) for name, _, value in pairs})

    return SENTENCE.sub(render, text).replace("\\n", "\n")


def value_of(text: str) -> str | int | Decimal:
    """Return a value of a sentence: `5`, `D5.5`, a word, or a text in quotes."""
    if text.startswith("D"):
        return Decimal(text[1:])
    return int(text) if text.lstrip("-").isdigit() else text.strip("'")


def check_fact(talk: Talk, name: str, wanted: str, reply: Reply) -> None:
    """Check what is stored, or what else is known of the latest answer."""
    lines = reply.answer.brief.splitlines()
    if name == "fits":
        assert len(phone_lines(reply.answer.brief)) <= int(wanted)
    elif name == "line":
        assert rendered(wanted, reply) in lines
    elif name.startswith("line "):
        assert lines[int(name.removeprefix("line "))] == rendered(wanted, reply)
    elif name.startswith(("shown ", "stored ")):
        decisions = reply.answer.decisions if name.startswith("shown ") else talk.decisions()
        values = [getattr(each.proposal, name.split(" ")[1]) for each in decisions]
        plain = (f"{each.normalize():f}" if isinstance(each, Decimal) else str(each) for each in values)
        assert (", ".join(plain) or "-") == wanted
    else:
        assert facts(talk, reply)[name] == wanted


async def check_kept(talk: Talk, found: re.Match[str]) -> None:
    """Check which notes a person sees in a channel."""
    what, by, channel, wanted = found.groups()
    async with talk.stores.read(talk.conversation().tenant_id) as tx:
        memory = await tx.core_memory.load(MemoryPlace(channel or "terminal", f"U-{by or 'ann'}"))
    notes = [(str(section.key.scope), fact.text) for section, fact in memory.facts()]
    told = {
        "texts ": [text for _, text in notes],
        "scopes ": [scope for scope, _ in notes],
        "number ": [str(len(notes))],
    }
    assert "; ".join(told.get(what, [" ".join(each) for each in notes])) == wanted.removeprefix("-")


def facts(talk: Talk, reply: Reply) -> dict[str, str]:
    """Return what is stored, and known of an answer, by name; of several things, in order."""
    answer, decisions, state = reply.answer, talk.decisions(), talk.memory.state
    pending = [each.proposal for each in decisions if each.status is DecisionStatus.PROPOSED]
    alerts = [alert for _, alert in state.alerts.values()]
    left = [each for each in alerts if each.state is not AlertState.REMOVED and each.kind is AlertKind.LEVEL]
    watched = [(each.added_at, each.symbol) for (_, key, _), each in state.watched.items() if key.owner == "terminal"]
    latest = {each.proposal.symbol: str(each.status) for each in decisions}
    several = {
        "cards": [f"{each.side} {each.shares} {each.symbol}" for each in pending if each.action is not Action.HOLD],
        "pending": [f"{each.symbol} {each.shares}" for each in pending],
        "statuses": [str(each.status) for each in decisions],
        "by share": [f"{symbol} {status}" for symbol, status in sorted(latest.items())],
        "symbols": answer.symbols,
        "levels": [f"{each.symbol} {each.percent or _level(each.bounds)}" for each in left],
        "alert states": [str(each.state) for each in alerts],
        "watched": [symbol for _, symbol in sorted(watched, key=lambda each: each[0])],
    }
    return {name: ", ".join(each) or "-" for name, each in several.items()} | {
        "decisions": str(len(decisions)),
        "filled": str(talk.orders_carried_out),
        "shown": str(len(answer.decisions)),
        "state": reply.state.name,
        "intent": reply.intent.name,
        "private": "yes" if answer.is_private else "no",
        "question": "yes" if answer.has_question else "no",
    }


def _level(bounds: AlertBounds) -> str:
    return f"> {bounds.upper}" if bounds.lower is None else f"< {bounds.lower}"


@pytest.mark.parametrize("lines", [pytest.param(lines, id=title) for title, lines in cases()])
async def test_conversation_is_answered_as_its_script_says(talk: Talk, lines: tuple[str, ...]) -> None:
    replies: list[Reply] = []
    for line in lines:
        if line == "in public":
            talk.visibility = Visibility.PUBLIC
        elif wait := WAIT.fullmatch(line):
            talk.pass_time(timedelta(**{wait[2]: int(wait[1])}))
        elif kept := KEPT.fullmatch(line):
            await check_kept(talk, kept)
        elif replies and (text := TEXTS.match(line)):
            check_text(text[1], rendered(text[2], replies[-1]), replies[-1])
        elif replies and (fact := FACTS.match(line)):
            check_fact(talk, fact[1], fact[2], replies[-1])
        else:
            replies.append(await act(talk, line, replies))
