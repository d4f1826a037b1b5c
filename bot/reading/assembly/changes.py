"""Makes requests about who cancelled, changed or ended something, when, and why."""

from typing import Final

from bot.domain.conversation.dialogue import ObjectKind
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.account import ShowCancelled, ShowTradeRecord
from bot.domain.conversation.requests.limits import ShowLimitChanges
from bot.domain.conversation.requests.memory import ShowNoteChanges
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.normalise import as_typed
from bot.reading.assembly.slots import picks_other, shares_of
from bot.reading.parses import Parse, SlotName
from bot.reading.pointers import pointers_in
from bot.reading.recall.recall_words import read_span
from bot.reading.recognisers.note_places import subject_of_note
from bot.reading.recognisers.people import read_person
from bot.reading.word_tables import find_phrases, lists_in, phrase_table

_DONE: Final = frozenset({"cancelled", "changed"})
_OBJECTS: Final = frozenset({"note", "limit"})
_SHOWN: Final = {ObjectKind.NOTE: "note", ObjectKind.LIMIT: "limit"}


def trade_record(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the question who traded, or who cancelled what; None: something is picked that is not known here."""
    shares, said = shares_of(parse, around), lists_in(parse.text, "recall", "changes")
    if picks_other(parse, shares):
        return None
    if "cancelled" not in said:
        return ShowTradeRecord(shares)
    since, until = read_span(parse, message)
    people = (read_person(as_typed(each.text, message.text)) for each in parse.each(SlotName.PERSON))
    by = next(filter(None, people), "")
    is_of_several = "several" in said or bool(by) or until is not None
    return ShowCancelled(shares=shares, since=since, until=until, by=by, is_of_several=is_of_several)


def change_of_kept(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the question who changed a note or a limit, when or why; None: something else is asked."""
    topics = list(parse.each(SlotName.TOPIC))
    said = lists_in(parse.blanked(topics), "recall", "changes")
    objects = said & _OBJECTS or lists_in(parse.text, "recall", "changes") & _OBJECTS
    is_asked = "happened" in said or ("asked" in said and not said.isdisjoint(_DONE))
    if not objects and not (topics or parse.has(SlotName.SHARE)) and pointers_in(parse.text):  # "who changed that?"
        objects = frozenset(_SHOWN[each] for each in around.shown_last if each in _SHOWN)
    if not is_asked or len(objects) != 1:
        return None
    if "limit" in objects:
        return ShowLimitChanges(shares_of(parse, around).symbols)
    about = _without_nouns(" ".join(each.text for each in (*topics, *parse.each(SlotName.SHARE))))
    since, until = read_span(parse, message)
    return ShowNoteChanges(about or subject_of_note(parse.text), since, until)


def _without_nouns(text: str) -> str:
    """Return what a note is of: of "the auditor note", "the auditor"."""
    for name, start, end in reversed(list(find_phrases(text, phrase_table("recall", "changes")))):
        text = f"{text[:start]} {text[end:]}" if name == "note" else text
    return " ".join(text.split())
