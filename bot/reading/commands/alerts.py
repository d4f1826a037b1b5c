"""Reads what stands behind "/alert" and "/alerts": "AAPL < 440", "MSFT -5%", "remove 2". Every word has to be known."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot.domain.conversation.requests.alerts import AlertsRequest, AskAlertForm, SetAlerts, ShowAlerts
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.text.tokens import tokenise
from bot.domain.watching.alert_requests import AlertForm
from bot.reading.assembly import assemble
from bot.reading.commands.arguments import FILE, Arguments
from bot.reading.names.finder import Chunker
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.word_tables import phrase_table

_MAX_LENGTH: Final = 160  # characters
_NUMBER: Final = re.compile(r"(?P<sign>[+-]|±)? ?(?P<value>\$?\d+(?:,\d{3})*(?:\.\d+)?)(?P<unit> ?%)?")
_SIGNS: Final = {"+": "rises", "-": "falls"}
_CHANGES: Final = frozenset({"falls", "rises", "moves"})  # by a percentage
_LEVELS: Final = frozenset({"below", "above", "at"})  # of a price
_WAYS: Final = {"below": SlotName.DOWN, "falls": SlotName.DOWN, "above": SlotName.UP, "rises": SlotName.UP}
_ACTS: Final = {"remove": Kind.ALERT_REMOVE, "rearm": Kind.ALERT_REARM}
_TWO: Final = 2  # values


@dataclass(frozen=True, slots=True)
class _Word:
    """A phrase of a list, a share, or a number."""

    kind: str  # the name of a list, or "share", "price", "percent"
    start: int
    end: int


def read_alerts_command(command: Arguments, *, form: AlertForm) -> AlertsRequest:
    """Return what is asked about alerts; without an argument, their list.

    Args:
        command: What stands behind its name.
        form: What is explained where that is not understood.
    """
    if not command.text:
        return ShowAlerts()
    words = tuple(_words(command)) if len(command.text) <= _MAX_LENGTH else ()
    kinds = [each.kind for each in words]
    shares = command.shares
    if "" in kinds or not kinds:
        return AskAlertForm(form)
    if form is AlertForm.LIST and set(kinds) <= {"share", "list"} and not shares.unknown:
        return ShowAlerts(shares.symbols)
    acts = [_ACTS[kind] for kind in kinds if kind in _ACTS]
    if acts:
        read = _read(command, acts[0], words) if len(set(acts)) == 1 and not _is_condition(kinds) else None
    else:
        read = _read(command, Kind.ALERT_SET, words) if _is_clear(words) else None
    if isinstance(read, SetAlerts):
        return replace(read, shares=shares)
    return AskAlertForm(form) if read is None or isinstance(read, AskAlertForm) else read


def _is_condition(kinds: list[str]) -> bool:
    return not {*_LEVELS, *_CHANGES, "percent"}.isdisjoint(kinds)


def _is_clear(words: tuple[_Word, ...]) -> bool:
    """Return whether each value is of the kind that the word before it asks for; two are joined by "or"."""
    kinds = [each.kind for each in words if each.kind in {*_LEVELS, *_CHANGES, "price", "percent", "joiner"}]
    values = [each for each in kinds if each in {"price", "percent"}]
    ways = [each for each in kinds if each in {*_LEVELS, *_CHANGES}]
    is_joined = len(values) < _TWO or "joiner" in kinds
    wanted = {"percent" if each in _CHANGES else "price" for each in ways} or set(values)
    return bool(values) and is_joined and wanted == set(values) and len(ways) in {0, len(values)}


def _read(command: Arguments, kind: Kind, words: tuple[_Word, ...]) -> AlertsRequest | None:
    """Return the request of an alert that is set, removed or armed again."""
    names = {"share": SlotName.SHARE, "all": SlotName.WHICH, **_WAYS}
    names |= {"price": SlotName.LEVEL, "percent": SlotName.MOVE} if kind is Kind.ALERT_SET else {"price": SlotName.N}
    slots = (
        Slot(names[each.kind], each.start, each.end, command.text[each.start : each.end])
        for each in words
        if each.kind in names
    )
    request = assemble(Parse(text=command.text, kind=kind, slots=tuple(slots)), command.around, command.message)
    return request if isinstance(request, AlertsRequest) else None


def _words(command: Arguments) -> Iterator[_Word]:
    """Yield the words of a command but for fillers; one without a kind is not known."""
    text, shares = command.text, command.shares
    names = _names(command, shares)
    tokens, table = tokenise(text), phrase_table(FILE, "alerts")
    texts = [each.raw.lower() for each in tokens]
    at = 0
    while at < len(tokens):
        start, behind = tokens[at].start, tokens[at].end
        number = _NUMBER.match(text, start)
        if (name_end := names.get(start)) is not None:
            behind = name_end
            yield _Word("share", start, behind)
        elif number is not None:
            behind = number.end()
            if number["sign"] in _SIGNS:
                yield _Word(_SIGNS[number["sign"]], start, start + 1)
            yield _Word("percent" if number["unit"] else "price", number.start("value"), behind)
        elif (match := table.longest_match(texts, at)) is not None:
            behind = tokens[at + match[1] - 1].end
            if match[0] != "filler":
                yield _Word(match[0], start, behind)
        else:
            yield _Word("", start, behind)
        at = next((place for place in range(at, len(tokens)) if tokens[place].start >= behind), len(tokens))


def _names(command: Arguments, shares: NamedShares) -> dict[int, int]:
    """Return where the name of a share begins and ends."""
    chunks = tuple(Chunker(command.text, command.around.instruments).chunks())
    found = {each.start: each.tokens[-1].end for each in chunks if each.names_something}
    typed = {*shares.symbols, *shares.unknown, *shares.unsupported}
    words = (match for match in re.finditer(r"\S+", command.text) if match.group().strip(",;$").upper() in typed)
    return found | {each.start(): each.end() for each in words}
