"""Reads texts as questions to memory, and tells what earlier messages are: questions, reports of what people think."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests.memory import AskMemory
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.memory.recall import RecallQuestion
from bot.domain.memory.statements import states
from bot.domain.text.normalise import normalise
from bot.reading.assembly import assemble
from bot.reading.parses import QUESTIONS, Kind, Parse, SlotName
from bot.reading.recall.recall_words import Asked, asked_in, asks
from bot.reading.recognisers.people import read_person
from bot.reading.recognisers.shares import with_symbols
from bot.reading.trained.parser import trained_parser
from bot.reading.word_tables import either, read_lists

_SURE: Final = 0.8
_SENTENCE: Final = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")
_OF_TALK: Final = frozenset({Kind.SUMMARY, Kind.CONVERSATIONS})
_ASKS_OF_TALK: Final = frozenset({Asked.TALK, Asked.VIEW, Asked.OPEN, Asked.DECIDED})
_QUESTIONS: Final = (
    QUESTIONS
    | _OF_TALK
    | {
        *(Kind.FILES, Kind.HELP, Kind.ORDERS, Kind.ORDER_STATUS, Kind.PENDING, Kind.PORTFOLIO, Kind.REVIEW),
        *(Kind.TRADE_RECORD, Kind.LIMIT_LIST, Kind.MEMORY_SHOW),
    }
)
_REPORTS: Final = frozenset({Kind.REMARK, Kind.PEOPLE, Kind.ARGUE})


@dataclass(frozen=True, slots=True)
class EarlierMessages:
    """Reads the texts of messages that were answered before."""

    instruments: InstrumentTable

    def ask_what_was_said(self, text: str) -> bool:
        """Return whether a message asks what was said, not what people know: "who takes care of the printers?"."""
        parse = self._parse(text)
        is_of_talk = parse.kind in _OF_TALK or (
            parse.kind is Kind.RECALL and not _ASKS_OF_TALK.isdisjoint(asked_in(text))
        )
        return is_of_talk and parse.certainty >= _SURE

    def only_ask(self, text: str) -> bool:
        """Return whether each sentence of a message asks: it tells nothing that could be quoted as somebody's words."""
        sentences = [each for match in _SENTENCE.finditer(text) if (each := match.group().strip()).strip(" .!?。！？")]
        return bool(sentences) and all(map(self._asks, sentences))

    def reported_person(self, text: str) -> str:
        """Return the name of whoever a message reports on: "Carol thinks banks are cheap"; empty: on nobody."""
        parse = self._parse(text)
        return _first_person(parse) if parse.kind in _REPORTS else ""

    def named_person(self, text: str) -> str:
        """Return the person that a message asks about or reports on, as typed; empty: it names nobody."""
        return _first_person(self._parse(text))

    def states(self, text: str, question: RecallQuestion) -> bool:
        """Return whether a text says what the question asks whether it was said."""
        called, _ = with_symbols(text, self.instruments)
        return states(called, question.claim, names=question.symbols)

    def _asks(self, sentence: str) -> bool:
        parse = self._parse(sentence)
        is_sure = parse.certainty >= _SURE or asks(sentence)
        return sentence.endswith(("?", "？")) or (parse.kind in _QUESTIONS and is_sure)

    def _parse(self, text: str) -> Parse:
        return trained_parser().parse(normalise(text), (), self.instruments)


def _first_person(parse: Parse) -> str:
    names = (read_person(slot.text) for slot in parse.each(SlotName.PERSON))
    return next(filter(None, names), "")


def read_memory_question(text: str, around: Surroundings, message: MessageFacts) -> AskMemory | None:
    """Return the question that a text asks memory; None: it names nothing that could be one."""
    before = frozenset({Before.FOCUS}) if around.focus else frozenset[Before]()
    parse = trained_parser().parse_as(normalise(text), Kind.RECALL, instruments=around.instruments, before=before)
    request = assemble(parse, around, message)
    return request if isinstance(request, AskMemory) else None


def continued_question(text: str, before: str, around: Surroundings, message: MessageFacts) -> AskMemory | None:
    """Return what "and about banks?" asks behind another question: that one, about another topic."""
    asked, earlier = (read_memory_question(each, around, message) for each in (text, before))
    if asked is None or earlier is None:
        return None
    about, of = asked.whole.question, earlier.whole.question
    speaker = about.speaker or of.speaker
    question = replace(of, text=about.text, symbols=about.symbols, speaker=speaker, latest_first=False)
    names_pronoun = earlier.whole.names_pronoun and not about.speaker
    return AskMemory(whole=replace(asked.whole, question=question, names_pronoun=names_pronoun), topic=about.text)


_MAX_LENGTH = 300  # characters: a longer message tells something


def asks_documents(text: str, *, names: Iterable[str] = ()) -> bool:
    """Return whether a question speaks of a team's documents."""
    plain = normalise(text).lower()
    if len(plain) > _MAX_LENGTH:
        return False
    named = (rf"(?<![a-z0-9]){re.escape(normalise(each).lower())}(?![a-z0-9])" for each in names if each)
    return re.search(_documents(), plain) is not None or any(re.search(each, plain) for each in named)


def topic_of_document_question(text: str) -> str:
    """Return a question about what is written down without its words for documents, and those beside them.

    "what does our policy say about gold?" is about gold, 我们的章程对黄金怎么规定的？ about 黄金.
    """
    says = either(read_lists("recall", "documents")["says"])
    return re.sub(rf"{_documents()}|{says}", " ", normalise(text).lower())


@cache
def _documents() -> str:
    """Return the pattern of words that name documents; in English one beside them stands before, or a word before."""
    lists = read_lists("recall", "documents")
    beside = rf"(?:{either(lists['beside'], stands_alone=True)})"
    english = either((each for each in lists["names"] if each.isascii()), stands_alone=True)
    chinese = either(each for each in lists["names"] if not each.isascii())
    return rf"(?:{beside}\s+)+(?:[\w'-]+\s+)?(?:{english})|(?:{beside}\s*)*(?:{chinese})(?:\s*{beside})*"
