"""Makes requests for records of their slots: what is pending, was decided, said and changed, by whom and why."""

from typing import Final

from bot.domain.committee.debate import DISSENT, RULING, Speaker
from bot.domain.conversation.dialogue import ObjectKind
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.account import ShowCancelled, ShowOrderStatus, ShowPending, ShowTradeRecord
from bot.domain.conversation.requests.analysis import ShowDiscussion
from bot.domain.conversation.requests.explanation import Review, TurnPage
from bot.domain.conversation.requests.limits import ShowLimitChanges
from bot.domain.conversation.requests.memory import ShowNoteChanges
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.normalise import as_typed
from bot.domain.trading.execution.orders import Side
from bot.reading.assembly.slots import date_problems, dates_of, dates_to_come, picks_other, says, shares_of, side_of
from bot.reading.parses import Parse, SlotName
from bot.reading.pointers import pointers_in
from bot.reading.quantities.quantity import Unit, find_quantities
from bot.reading.recall.recall_words import read_span
from bot.reading.recognisers.note_places import subject_of_note
from bot.reading.recognisers.numbers import read_list_number
from bot.reading.recognisers.people import read_person
from bot.reading.word_tables import find_phrases, lists_in, phrase_table

_DEBATERS: Final = frozenset(
    {Speaker.BULL, Speaker.BEAR, Speaker.RESEARCH_JUDGE, Speaker.RISK_JUDGE}
)  # others' names are common words
_DONE: Final = frozenset({"cancelled", "changed"})
_OF_BOUNDS: Final = frozenset({Unit.MONEY, Unit.PERCENT})
_OBJECTS: Final = frozenset({"note", "rule", "limit"})
_SHOWN: Final = {ObjectKind.NOTE: "note", ObjectKind.LIMIT: "limit"}


def pending(parse: Parse, _around: Surroundings, _message: MessageFacts) -> Request | None:
    """Return the request for what waits for a confirmation."""
    return ShowPending(_page(parse) or 1)


def review(parse: Parse, around: Surroundings, _message: MessageFacts) -> Request | None:
    """Return the request for past decisions; None: their time is not known. Those on a share are of all times."""
    shares = shares_of(parse, around)
    dates = dates_to_come(parse, around.today) or dates_of(parse, around.today)
    if problems := date_problems(parse, around.today):
        return Review(shares=shares, problems=problems)
    if dates is None or picks_other(parse, shares):
        return None
    ranks = parse.has(SlotName.N, SlotName.MOST, SlotName.LEAST)
    is_of_one = not (dates or ranks) and says(parse.text, "one_trade")
    is_all = not dates and (bool(shares.symbols) or ranks or is_of_one)
    return Review(shares=shares, dates=dates, is_all=is_all, side=side_of(parse), is_of_one=is_of_one)


def page(parse: Parse, _around: Surroundings, _message: MessageFacts) -> Request | None:
    """Return the request for another page: the one that is numbered, the first, the one before, else the next."""
    slot = parse.first(SlotName.N)
    words = slot.text if slot is not None else parse.text
    number = None if says(words, "items", table="pages") else _page(parse)
    if number is not None or says(words, "first", table="pages"):
        return TurnPage(page=number or 1)
    if says(words, "last", table="pages"):
        return None  # how many there are is not known
    return TurnPage(step=-1 if says(words, "back", table="pages") else 1)


def discussion(parse: Parse, around: Surroundings, _message: MessageFacts) -> Request | None:
    """Return the request for what the agents said to each other; of one of them, if only that one is named.

    A question about them ("who dissents?") is no request for the transcript.
    """
    share, speaker = next(iter(shares_of(parse, around).symbols), ""), _speaker(parse.text)
    asked = lists_in(parse.text, "discussion", "asked")
    asks = speaker or next((each for each in (DISSENT, RULING) if each in asked), "")
    if asks and "verbatim" not in asked:
        return ShowDiscussion(share=share, asks=asks)
    return ShowDiscussion(share=share, speaker=speaker)


def debater(text: str) -> str:
    """Return the code of the debater that words name; empty: none, or several."""
    return speaker if (speaker := _speaker(text)) in _DEBATERS else ""


def _speaker(text: str) -> str:
    speakers = lists_in(text, "discussion", "speakers")
    return next(iter(speakers)) if len(speakers) == 1 else ""


def _page(parse: Parse) -> int | None:
    slot = parse.first(SlotName.N)
    return read_list_number(slot.text) if slot is not None else None


def order_status(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the question what became of one's order; of somebody else's, what waits and was traded, and by whom."""
    shares = shares_of(parse, around)
    if picks_other(parse, shares):
        return None
    names_other = parse.has(SlotName.SHARE) and not shares.symbols  # "marco's", as what it is not known
    person = _person(parse, message)
    return ShowTradeRecord(shares, asked_by=person) if names_other or person else ShowOrderStatus(shares)


def trade_record(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the question who traded, or who cancelled what; None: something is picked that is not known here."""
    shares, said = shares_of(parse, around), lists_in(parse.text, "recall", "changes")
    if picks_other(parse, shares):
        return None
    if "cancelled" not in said:
        is_sale = says(parse.text, "a_sale")
        is_latest = is_sale or says(parse.text, "one_trade")
        return ShowTradeRecord(shares, side_of(parse) or (Side.SELL if is_sale else None), is_latest=is_latest)
    since, until = read_span(parse, message)
    by = _person(parse, message)
    is_of_several = "several" in said or bool(by) or until is not None
    return ShowCancelled(shares=shares, since=since, until=until, by=by, is_of_several=is_of_several)


def _person(parse: Parse, message: MessageFacts) -> str:
    people = (read_person(as_typed(each.text, message.text)) for each in parse.each(SlotName.PERSON))
    return next(filter(None, people), "")


def change_of_kept(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the question who changed a note or a limit, when or why; None: something else is asked."""
    topics = list(parse.each(SlotName.TOPIC))
    said = lists_in(parse.blanked(topics), "recall", "changes")
    objects = said & _OBJECTS or lists_in(parse.text, "recall", "changes") & _OBJECTS
    is_asked = "happened" in said or ("asked" in said and not said.isdisjoint(_DONE))
    is_open = objects <= {"rule"} and not (topics or parse.has(SlotName.SHARE))
    if is_open and (objects or pointers_in(parse.text)):
        shown = frozenset(_SHOWN[each] for each in around.shown_last if each in _SHOWN)
        objects = shown or objects  # "who changed that?"
    is_of_bound = any(each.unit in _OF_BOUNDS for topic in topics for each in find_quantities(topic.text))
    objects = objects or frozenset({"limit"} if is_of_bound else ())  # "who set the 10% one?"
    objects = frozenset("note" if each == "rule" else each for each in objects)
    if not is_asked or len(objects) != 1:
        return None
    if "limit" in objects:
        return ShowLimitChanges(shares_of(parse, around).symbols)
    text = " ".join(each.text for each in (*topics, *parse.each(SlotName.SHARE)))
    for name, start, end in reversed(list(find_phrases(text, phrase_table("recall", "changes")))):
        text = f"{text[:start]} {text[end:]}" if name in {"note", "rule"} else text
    about = " ".join(text.split())
    since, until = read_span(parse, message)
    return ShowNoteChanges(about or subject_of_note(parse.text), since, until)
