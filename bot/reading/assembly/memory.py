"""Makes requests about notes: what is to be kept, changed, forgotten or shown."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request, memory
from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.memory.core_memory import MemoryScope
from bot.domain.text.normalise import as_typed
from bot.domain.text.tokens import tokenise
from bot.domain.trading.trading_limits import LimitMeasure
from bot.reading.assembly.limits import set_limits
from bot.reading.assembly.slots import leaves_out
from bot.reading.clauses.splitting import joined_clauses
from bot.reading.guarded_words import GuardedMessage
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.pointers import places_in
from bot.reading.recall.recall_words import Asked, asked_in, read_span, with_last_time
from bot.reading.recognisers.note_places import NotePlace, placed_note, read_note_place, read_scope, subject_of_note
from bot.reading.recognisers.numbers import read_list_number
from bot.reading.times.finder import find_times
from bot.reading.trained.parser import trained_parser
from bot.reading.word_tables import find_phrases, phrase_list, phrase_table, words_of

_SURE: Final = 0.6  # of what a note says
_SURE_OF_WHOLE: Final = 0.8  # that it says nothing else
_LEAST_WORDS: Final = 4  # of a statement that no slot has, behind the first clause
_ASIDE: Final = frozenset({SlotName.PERSON, SlotName.TIME, SlotName.N, SlotName.WHICH})  # before a statement: of whom
_END_OF_CLAUSE: Final = re.compile(r"[,;!?()\n，。；：！？—–]|[.:](?!\w)")
_END_OF_SENTENCE: Final = re.compile(r"[!?\n。！？]|\.(?!\w)")
_BEGIN_OF_STATEMENT: Final = re.compile(_END_OF_CLAUSE.pattern + r"|\bthat\b")
_ENDS: Final = " \t\n,;:，；：?？"
_SEVERAL: Final = re.compile(r"(?:the )?(?:top|first|last)\b|[前后头]")  # "first two", 前两条

_OF_PEOPLE: Final = frozenset({Kind.PEOPLE})  # what is to be kept was said to Parley


def remember(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return what is to be kept; without a topic, what was said before is. None: something else, too."""
    statement = find_statement(parse)
    if parse.has(SlotName.TASK) or asks_reminder(parse, statement or "", around.today):
        return memory.RefuseMemoryRequest(memory.MemoryRefusal.REMINDER)
    if statement is None:
        is_task = not parse.has(SlotName.TOPIC) and _names_reminder(parse)  # "don't forget to buy IBM"
        return memory.RefuseMemoryRequest(memory.MemoryRefusal.REMINDER) if is_task else None
    typed, limit = as_typed(statement, message.text) if statement else "", None
    if statement:
        kept = trained_parser().parse(statement, (), around.instruments, excluded=_OF_PEOPLE)
        limit = stated_limit(kept, around, message)
    limit = limit and as_typed(limit, message.text)
    note = placed_note(statement, typed=typed, scope=_named_scope(parse), limit=limit)
    said = parse.blanked(parse.each(SlotName.TOPIC))
    is_rule = note.scope is MemoryScope.TEAM and Asked.RULE in asked_in(said)
    return replace(note, is_rule=limit is None and is_rule)


def asks_reminder(parse: Parse, statement: str, today: date) -> bool:
    """Return whether a message asks to be told again: at a time to come, or of something to do."""
    if not _names_reminder(parse):
        return False
    is_of_person = phrase_list("notes", "reminders", "begins").longest_match(words_of(statement), 0) is not None
    head = parse.text.lower().partition(" that ")[0]
    return is_of_person or parse.has(SlotName.TIME) or bool(find_times(head, today=today))


def _names_reminder(parse: Parse) -> bool:
    return phrase_list("notes", "reminders", "words").is_in(words_of(parse.text))


def forget(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return which notes are to be forgotten. None: several entries of a list, or several topics, are named.

    What a clause of its own says to keep is none of them: "drop the note on meetings and keep the other".
    """
    kept = [each.start for each in GuardedMessage.of(parse.text, around.instruments).each("kept")]
    starts = (each.start for each in joined_clauses(parse.text)[1:])
    whole, parse = parse, _before(parse, next((at for at in starts if any(at <= e for e in kept)), len(parse.text)))
    picked, topics = _picked(parse), list(parse.each(SlotName.TOPIC))
    if leaves_out(parse) or (leaves_out(whole) and not (picked or topics)):  # "all but the broker note"
        return memory.ShowMemoryHelp("delete")
    if picked:
        return memory.ForgetNote(picked[0]) if len(picked) == 1 and picked[0] is not None else None
    if parse.has(SlotName.PART) and not topics:  # "everything"
        scope = _named_scope(parse)
        return (
            memory.RefuseMemoryRequest(memory.MemoryRefusal.FORGET_WHAT)
            if scope is None
            else memory.ForgetAllNotes(scope)
        )
    about = topics or list(parse.each(SlotName.SHARE, SlotName.PERSON, SlotName.TIME))
    if not about:
        subject = subject_of_note(parse.text)  # of a word that is in no slot: "forget the lunch note"
        return memory.ForgetNotes(subject) if subject else memory.ForgetLastNote()
    if len(topics) > 1:
        return None
    text = " ".join(slot.text for slot in about)
    place = read_note_place(text)
    is_section = place.section is not None and not place.rest  # "my horizon", 我的风险偏好
    return (
        memory.ForgetAllNotes(place.scope, place.section)
        if is_section
        else memory.ForgetNotes(as_typed(text, message.text))
    )


def _before(parse: Parse, end: int) -> Parse:
    """Return what a parse finds before a place in its text, where a slot may be cut."""
    cut = (
        (each, parse.text[each.start : min(each.end, end)].rstrip(_ENDS)) for each in parse.slots if each.start < end
    )
    slots = tuple(replace(each, end=each.start + len(text), text=text) for each, text in cut if text)
    return replace(parse, text=parse.text[:end], slots=slots)


def edit_note(parse: Parse, _: Surroundings, message: MessageFacts) -> Request | None:
    """Return the new text of a note, or of the one that is named or contradicted. None: several notes are named."""
    topics, names = list(parse.each(SlotName.TOPIC)), list(parse.each(SlotName.WHICH))
    numbers = [number for number in _picked(parse) if number is not None]
    named = as_typed(" ".join(each.text for each in names if read_place(each.text.lower()) is None), message.text)
    statement = find_statement(parse) if topics else ""
    if len(numbers) > 1:
        return None
    if numbers:
        return None if statement is None else memory.EditNote(numbers[0], as_typed(statement, message.text))
    if not (topics or named):
        return memory.ShowMemoryHelp("edit")
    text = statement or (topics[-1].text if topics else "")  # "the note about the auditor: ..."
    return memory.CorrectNote(as_typed(text, message.text), named)


def _picked(parse: Parse) -> list[int | None]:
    """Return the numbers of the notes that are picked; None: words that pick not just one."""
    return [read_place(slot.text.lower()) for slot in parse.each(SlotName.N, SlotName.WHICH)]


def read_place(words: str) -> int | None:
    """Return the number of the one entry that is picked: "#2", "the second note", 第三条; None: not one is."""
    if places := places_in(words):
        return next(iter(places)) if len(places) == 1 and -1 not in places else None
    return None if _SEVERAL.match(words) else read_list_number(words)


def show_notes(parse: Parse, _: Surroundings, message: MessageFacts) -> Request | None:
    """Return which notes are to be shown: of one section if just that is named, as they were at a time if one is."""
    since, until = read_span(with_last_time(parse, message), message)
    places = (read_note_place(slot.text) for slot in parse.each(SlotName.TOPIC))
    named = (place for place in places if place.section is not None and not place.rest)
    place = next(named, NotePlace(None, None, ""))
    if until is not None:
        return memory.ShowMemoryAsOf(since=since or until, until=until, scope=place.scope, section=place.section)
    is_about_self = _named_scope(parse) is MemoryScope.PERSON
    return memory.ShowMemory(scope=place.scope, section=place.section, is_about_self=is_about_self)


def _named_scope(parse: Parse) -> MemoryScope | None:
    """Return for whom, or about whom, notes are said to be; None: it is not said."""
    return next(filter(None, (read_scope(slot.text) for slot in parse.each(SlotName.PERSON))), None)


def find_statement(parse: Parse) -> str | None:
    """Return what a message asks to keep; empty: it does not say what. None: it says something else, or two things.

    Behind "remember …", a statement goes on to the end of its clause, whatever words of it no slot has; and to that of
    the message where what follows speaks of trading: "earnings are on the 9th, don't buy before".
    """
    topics = list(parse.each(SlotName.TOPIC))
    if not topics:
        behind = _BEGIN_OF_STATEMENT.search(parse.text)
        rest = "" if behind is None else parse.text[behind.end() :]
        if len(tokenise(rest)) >= _LEAST_WORDS:
            return _trimmed(rest)
        return None if any(slot.name not in _ASIDE for slot in parse.slots) else ""
    start, end = _widened(parse, topics)
    is_headed = parse.kind is Kind.REMEMBER and parse.text[:start].rstrip().endswith(":")
    if not is_headed and any(_are_apart(parse, first, second) for first, second in pairwise(topics)):
        return None
    if is_headed:  # "note: … at $16.70, source: the call"
        end += _rest_of_sentence(parse, end)
    elif _has_words(parse.text[:start]):
        end += _rest_of_clause(parse, end)
        is_rule = any(find_phrases(parse.text[end:], phrase_table("guard", "sides")))
        end = len(parse.text) if is_rule else end
    end += len(parse.text[end:]) - len(parse.text[end:].lstrip("!"))
    return _trimmed(parse.text[start:end])


def stated_limit(statement: Parse, around: Surroundings, message: MessageFacts) -> str | None:
    """Return `Remember.limit`: what behind "/limits" would make a limit of a note."""
    is_limit = statement.kind is Kind.LIMIT_SET and statement.certainty >= _SURE
    limits = set_limits(statement, around, message) if is_limit else None
    if not isinstance(limits, StateLimits) or all(each.measure is LimitMeasure.PREFERENCE for each in limits.terms):
        return None
    return statement.text if statement.certainty >= _SURE_OF_WHOLE else ""


def _are_apart(parse: Parse, first: Slot, second: Slot) -> bool:
    """Return whether words between two parts of a text begin another clause."""
    between = parse.text[first.end : second.start]
    return _has_words(between) and _END_OF_CLAUSE.search(between) is not None


def _widened(parse: Parse, topics: Sequence[Slot]) -> tuple[int, int]:
    """Return where a statement begins and ends, with the slots that stand right beside it: a share, an amount."""
    start, end = topics[0].start, topics[-1].end
    for slot in parse.slots:
        between = parse.text[end : slot.start]
        names_scope = _END_OF_CLAUSE.search(between) is not None and read_scope(slot.text) is not None  # ", 全队都这样"
        if end <= slot.start and not (_has_words(between) or names_scope):
            end = slot.end
    for slot in reversed(parse.slots):
        if slot.end <= start and slot.name not in _ASIDE and not _has_words(parse.text[slot.end : start]):
            start = slot.start
    return start, end


def _rest_of_sentence(parse: Parse, start: int) -> int:
    """Return how many characters there are to the end of a sentence; or to thanks, or words that say for whom it is."""
    end = _END_OF_SENTENCE.search(parse.text, start)
    scopes = (each.start for each in parse.each(SlotName.PERSON) if each.start >= start and read_scope(each.text))
    thanks = (at for _, at, _ in find_phrases(parse.text, phrase_list("verdicts", "verdicts", "polite")) if at >= start)
    return min((*scopes, *thanks, len(parse.text) if end is None else end.start())) - start


def _rest_of_clause(parse: Parse, start: int) -> int:
    """Return how many characters there are to the end of a clause.

    0 if they say for whom it is; or if they are Chinese and may ask to keep it: 记下来.
    """
    text = parse.text[start:]
    match = _END_OF_CLAUSE.search(text)
    rest = text[: match.start()] if match else text
    is_named = any(start <= slot.start < start + len(rest) for slot in parse.each(SlotName.PERSON))
    may_ask = parse.kind is Kind.REMEMBER and not rest.isascii()
    return 0 if is_named or may_ask else len(rest)


def _trimmed(text: str) -> str:
    """Return a statement without signs around it; empty: it has no word."""
    text = text.strip(_ENDS)
    return text if _has_words(text) else ""


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, text))
