"""Makes requests about what was said: questions, summaries of threads, and lists of conversations."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.memory import AskMemory, RecallPart, ShowConversations, ThreadPart
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.memory.episodes import EpisodeKind
from bot.domain.memory.recall import RecallQuestion
from bot.domain.memory.search_terms import query_terms
from bot.domain.text.normalise import as_typed
from bot.reading.assembly.records import change_of_kept, review
from bot.reading.assembly.slots import shares_of, text_beside
from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.recall.recall_words import (
    Asked,
    asked_in,
    asks_for_rule,
    asks_leave,
    claim_of,
    ends_with_receiver,
    read_span,
    speakers_in,
    with_last_time,
    with_people,
    with_times_of_rule,
    without_asking,
)
from bot.reading.recognisers.people import read_person
from bot.reading.recognisers.shares import named_shares, with_symbols
from bot.reading.word_tables import phrase_list, words_of

QUOTED: Final = 6  # episodes: three are shown first
QUOTABLE: Final = frozenset(EpisodeKind) - {EpisodeKind.DECISION}  # whose question and answer is an episode too

_RECENT: Final = timedelta(days=7)  # of "what did we talk about", where no time is named
_BESIDE: Final = 5  # characters between two names that are asked about alike: "Lars and Elin"
_TOPIC_WEIGHT: Final = 2  # of search terms: "object" alone, of "has anyone objected?", is no topic
_TOPICS: Final = (SlotName.TOPIC, SlotName.SHARE)
_ASIDE: Final = frozenset({SlotName.PERSON, SlotName.TIME, SlotName.WHICH, SlotName.N})  # never what is looked for


def recall(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the question that memory answers; of decisions in general or on a share, the ledger answers it."""
    parse, asked = with_last_time(with_people(parse), message), asked_in(parse.text)
    if Asked.APPLIES in asked and Asked.TALK not in asked:  # for whom a rule is: the rule says it
        people = tuple(parse.each(SlotName.PERSON))
        parse = replace(parse.without(people), text=parse.blanked(people))
    if (changed := change_of_kept(parse, around, message)) is not None:
        return changed
    if Asked.OPEN in asked and not parse.has(*_TOPICS, SlotName.PERSON):
        return summary(parse, around, message)
    words = "" if parse.has(SlotName.SHARE) else _other_words(parse, around)[0]
    says_topic = parse.has(SlotName.TOPIC, SlotName.PERSON) or _says_topic(words)
    if Asked.DECIDED in asked and not says_topic:
        return review(parse, around, message)
    is_rule = asks_for_rule(parse)
    whole = _part(with_times_of_rule(parse, message) if is_rule else parse, around, message)
    return AskMemory(
        whole=whole,
        of_each=tuple(_part(each, around, message) for each in _of_each(parse)),
        is_rule=is_rule,
        asks_leave=len(whole.question.symbols) == 1 and asks_leave(parse),
        is_of_talk=_is_of_talk(parse) or any((whole.question.since, whole.question.until)),
        topic=whole.question.text,
    )


def _is_of_talk(parse: Parse) -> bool:
    """Return whether it is asked what was said, not what is known or agreed."""
    return parse.has(SlotName.PERSON) or not asked_in(parse.text).isdisjoint({Asked.TALK, Asked.VIEW})


def _part(parse: Parse, around: Surroundings, message: MessageFacts) -> RecallPart:
    is_unnamed = not parse.has(SlotName.PERSON) and "one" in speakers_in(parse.text)
    question = _question(parse, around, message)
    return RecallPart(text=parse.text, question=question, names_pronoun=is_unnamed)


def _question(parse: Parse, around: Surroundings, message: MessageFacts) -> RecallQuestion:
    """Return what is to be recalled: said by the first person named; the names of others are words of the topic."""
    asker = message.asker.partition(" ")[0] if "self" in speakers_in(parse.text) else ""
    speaker, *others = _people(parse, message) or [asker]
    asked, span = asked_in(parse.text), read_span(parse, message)
    asks_view = Asked.VIEW in asked
    about, symbols = _about(parse, around, is_bare=not speaker and span == (None, None))
    claim, of_claim = claim_of(parse, around.instruments)
    about, symbols = (claim, of_claim) if claim else (about, symbols)
    question = RecallQuestion(
        text=" ".join([about, *others]).strip(),
        asks_questions=Asked.QUESTIONS in asked,
        asks_view=asks_view,
        asks_trade=len(symbols) == 1 and not (speaker or asks_view) and parse.has(SlotName.BUY, SlotName.SELL),
        symbols=symbols,
        speaker=speaker,
        since=span[0],
        until=span[1],
        kinds=QUOTABLE,
        limit=QUOTED,
        claim=claim,
        latest_first={Asked.WHEN, Asked.TALK} <= asked,
        known_at=message.market_time,
    )
    is_of_anything = not (question.terms or speaker or any(span))
    return replace(question, since=message.at - _RECENT, until=message.at) if is_of_anything else question


def _about(parse: Parse, around: Surroundings, *, is_bare: bool) -> tuple[str, tuple[str, ...]]:
    """Return the words that are looked for, with shares called by their symbols, and these.

    Without such words, it is the share talked of where one is pointed at; and where `is_bare`, no person and no time
    being named either, whatever the message says, or else also without a pointer the share talked of.
    """
    trades = (SlotName.BUY, SlotName.SELL) if Asked.VIEW in asked_in(parse.text) else ()  # "who was against buying IBM"
    asks_words = _is_of_talk(parse) or Asked.KEPT in asked_in(parse.text)
    if (named := list(parse.each(*_TOPICS, *trades))) and asks_words:
        return _called_by_symbols(named, around)
    points = phrase_list("recall", "pointers", "share").is_in(words_of(parse.text))  # "it", 这只
    is_of_all = is_bare and Asked.RULE in asked_in(parse.text)  # "our rules", of every share
    is_of_focus = points or (is_bare and not is_of_all and not _says_topic(_other_words(parse, around)[0]))
    if not named and around.focus and is_of_focus:
        return around.focus[0], around.focus[:1]
    is_open = is_bare or any(slot.name not in _ASIDE for slot in parse.slots)
    return _other_words(parse, around) if is_open else ("", ())


def _says_topic(words: str) -> bool:
    """Return whether words beside all slots name something to look for, and do not only ask."""
    return sum(query_terms(words).values()) >= _TOPIC_WEIGHT


def _other_words(parse: Parse, around: Surroundings) -> tuple[str, tuple[str, ...]]:
    """Return the words of a question that neither ask nor name a person or a time, with these shares."""
    aside = replace(parse, slots=tuple(parse.each(*_ASIDE)))
    words = " ".join(without_asking(text_beside(aside)).split()).strip(" ?")
    return with_symbols(words, around.instruments)


def _called_by_symbols(slots: Iterable[Slot], around: Surroundings) -> tuple[str, tuple[str, ...]]:
    words, symbols = list[str](), list[str]()
    for slot in slots:
        called, found = with_symbols(slot.text, around.instruments)
        if slot.name is SlotName.SHARE:
            found = named_shares([slot.text], around.instruments).symbols
            called = " ".join(found) or slot.text
        words.append(called)
        symbols += found
    return " ".join(words), tuple(dict.fromkeys(symbols))


def _people(parse: Parse, message: MessageFacts) -> list[str]:
    people = (read_person(as_typed(slot.text, message.text)) for slot in parse.each(SlotName.PERSON))
    return list(dict.fromkeys(filter(None, people)))


def _of_each(parse: Parse) -> Iterable[Parse]:
    """Yield a question about people named beside each other as one about each; nothing: it is about one at most."""
    people = list(parse.each(SlotName.PERSON))
    gaps = [second.start - first.end for first, second in pairwise(people)]
    if not gaps or max(gaps) > _BESIDE:
        return
    for person in people:
        text = f"{parse.text[: people[0].start]}{person.text}{parse.text[people[-1].end :]}"
        yield replace(
            parse, text=text, slots=tuple(each for each in parse.slots if each not in people or each == person)
        )


def summary(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return that this thread is to be summed up, or what was said in a time, on a topic or by somebody."""
    parse = with_last_time(with_people(parse), message)
    since, until = read_span(parse, message)
    about, symbols = _called_by_symbols(parse.each(*_TOPICS), around)
    of = (each for each in parse.each(SlotName.PERSON) if not ends_with_receiver(parse.text[: each.start]))
    speaker = next(iter(_people(replace(parse, slots=tuple(of)), message)), "")  # of "a recap for Ann" not Ann
    is_of_thread, is_of_time = not (about or speaker), (since, until) != (None, None)
    question = RecallQuestion(
        text=about,
        symbols=symbols,
        speaker=speaker,
        since=message.at - _RECENT if is_of_thread and not is_of_time else since,
        until=message.at if is_of_thread and not is_of_time else until,
        kinds=QUOTABLE,
        limit=QUOTED,
        known_at=message.market_time,
    )
    part = ThreadPart.OPEN_QUESTIONS if Asked.OPEN in asked_in(parse.text) else ThreadPart.SUMMARY
    whole = RecallPart(text=parse.text, question=question)
    thread = part if is_of_thread else None
    return AskMemory(whole=whole, thread=thread, is_of_time=is_of_time, is_summary=True, topic=about)


def conversations(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the request for a list of conversations, of a time, by somebody or on something."""
    since, until = read_span(with_last_time(parse, message), message)
    shares = shares_of(parse, around)
    misspelt = {each.symbol for each in shares.misspelt}
    names = parse.each(*_TOPICS, SlotName.PERSON)
    return ShowConversations(
        since=since,
        until=until,
        words=" ".join(read_person(as_typed(slot.text, message.text)) for slot in names),
        speaker=next(iter(_people(parse, message)), ""),
        symbols=tuple(each for each in shares.symbols if each not in misspelt),
        guessed=shares.symbols if misspelt else (),
    )
