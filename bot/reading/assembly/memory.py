"""Makes requests about notes: what is to be kept, changed, forgotten or shown."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.memory import (
    EditNote,
    ForgetLastNote,
    ForgetMe,
    ForgetNote,
    ShowMemoryAsOf,
    ShowMemoryHelp,
)
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.memory.memory_requests import MemoryAct, MemoryRequest
from bot.domain.text.normalise import as_typed
from bot.domain.trading.trading_limits import LimitMeasure
from bot.language.limits.clauses import limit_items
from bot.language.limits.reading import read_limits
from bot.language.message_reading import read_message
from bot.language.requests.notes import note_asked
from bot.reading.assembly.recall import Assembler, read_span
from bot.reading.parses import Kind, Parse, SlotName
from bot.reading.recognisers.list_places import read_place


def _remember(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return what is to be kept; without a topic, what was said before is. None: two statements."""
    topics = [slot.text for slot in parse.each(SlotName.TOPIC)]
    if len(topics) > 1:
        return None
    topic = next(iter(topics), "")
    return note_asked(MemoryRequest(MemoryAct.STORE, topic, limit=_limit_in(topic, around)), message)


def _limit_in(topic: str, around: Surroundings) -> str | None:
    """Return `Remember.limit`: a note that reads as a limit is told to bind no order."""
    context = Surroundings(instruments=around.instruments, today=around.today)
    items = limit_items(topic, read_message(topic, context, is_command=False).chunks)
    said, commanded = (read_limits(topic, items, is_command=each) for each in (False, True))
    stated = commanded.reading if commanded is not None else None
    if stated is None or stated.problem is not None or not (stated.is_alone or said is not None):
        return None
    if all(each.measure is LimitMeasure.PREFERENCE for each in stated.terms):
        return None
    return topic if stated.is_alone else ""


def _forget(parse: Parse, _: Surroundings, message: MessageFacts) -> Request | None:
    """Return which notes are to be forgotten. None: several entries of a list, or several topics, are named."""
    picked, topics = _picked(parse), list(parse.each(SlotName.TOPIC))
    if picked:
        return ForgetNote(picked[0]) if len(picked) == 1 and picked[0] is not None else None
    about = topics or list(parse.each(SlotName.SHARE, SlotName.PERSON, SlotName.TIME))
    if not about:
        return ForgetLastNote()
    if len(topics) > 1:
        return None
    return note_asked(MemoryRequest(MemoryAct.FORGET, " ".join(slot.text for slot in about)), message)


def _edit(parse: Parse, _: Surroundings, message: MessageFacts) -> Request | None:
    """Return the new text of a note; of one that has no number, how notes are edited. None: several are named."""
    picked, topics = _picked(parse), list(parse.each(SlotName.TOPIC))
    if len(picked) > 1:
        return None
    if not topics or picked[:1] in ([], [None]):
        return ShowMemoryHelp("edit")
    return EditNote(picked[0] or 0, as_typed(topics[-1].text, message.text)) if len(topics) == 1 else None


def _picked(parse: Parse) -> list[int | None]:
    """Return the numbers of the notes that are picked; None: words that pick not just one."""
    return [read_place(slot.text) for slot in parse.each(SlotName.N, SlotName.WHICH)]


def _show(parse: Parse, _: Surroundings, message: MessageFacts) -> Request | None:
    since, until = read_span(parse, message)
    if until is not None:
        return ShowMemoryAsOf(since=since or until, until=until)
    return note_asked(MemoryRequest(MemoryAct.SHOW), replace(message, text=parse.text))


def _forget_me(_parse: Parse, _: Surroundings, _message: MessageFacts) -> Request | None:
    """Return that the person is to be erased: the handler only shows a card to confirm."""
    return ForgetMe()


ASSEMBLERS: Final[Mapping[Kind, Assembler]] = MappingProxyType(
    {
        Kind.REMEMBER: _remember,
        Kind.FORGET: _forget,
        Kind.MEMORY_SHOW: _show,
        Kind.MEMORY_EDIT: _edit,
        Kind.FORGET_ME: _forget_me,
    }
)
