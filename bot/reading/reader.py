"""Reads a message: exact forms, whose every word is explained; then by what is learnt from examples."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, shares_named
from bot.domain.conversation.requests.analysis import Compare
from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import AnalyzeDeep, CorrectOrder, Order, OrderChangeKind, TradeTerms
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.text.locale import Language
from bot.domain.text.normalise import MAX_TEXT_LENGTH, collapse_repeated_signs, normalise
from bot.language.commands import without_mention
from bot.language.language_detection import detect_language
from bot.language.lexicon.chunker import Chunker
from bot.reading.assembly import assemble
from bot.reading.commands import read_command
from bot.reading.exact_forms.reader import read_exact_form
from bot.reading.figures.compared import compared_by_figure
from bot.reading.figures.reader import read_figure_query
from bot.reading.orders import read_order
from bot.reading.parses import Kind, Parse, SlotName
from bot.reading.recognisers.shares import named_shares
from bot.reading.trades import read_stop, read_trade_question
from bot.reading.trained.features import MAX_CHARACTERS
from bot.reading.trained.parser import trained_parser
from bot.reading.verdicts.reader import is_near_yes, read_exact
from bot.reading.verdicts.sequels import read_verdict_first

SURE: Final = 0.6
SURE_OF_TRADE: Final = 0.8
QUESTIONS: Final = frozenset(
    {
        Kind.ADVISE,
        Kind.AFFORD,
        Kind.ANALYZE,
        Kind.ASK_MORE,
        Kind.COMPARE,
        Kind.DEFINE,
        Kind.EXPLAIN,
        Kind.FIGURE,
        Kind.RECALL,
        Kind.SUPPOSE,
        Kind.VIEW_CHANGE,
    }
)
_LIKELY: Final = 0.4  # of a verdict
_LEAST_LIKELY: Final = 0.1  # of a kind that the person is asked about
_OF_PEOPLE: Final = frozenset({Kind.PEOPLE})  # what is read here was said to Parley
_OF_CARDS: Final = frozenset({Kind.CONFIRM, Kind.CORRECT, Kind.WHICH_CARD})
_ANSWERS: Final = frozenset({Kind.ANSWER})
_NONE: Final[frozenset[Kind]] = frozenset()
_VERDICTS: Final = frozenset({Kind.CONFIRM, Kind.CANCEL, Kind.WAIT})
_TRADES: Final = Order | CorrectOrder | AnalyzeDeep

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MessageReader:
    """Reads messages said in some surroundings."""

    around: Surroundings

    def read(self, message: MessageFacts) -> Reading:
        """Return what a message asks for. Whatever the text, nothing is raised; a defect is logged."""
        try:
            return self._read(message)
        except Exception:  # noqa: BLE001  # a bug: the person is asked back, the log gets the traceback
            _log.exception("a message was not read")
            language = self.around.profile or Language.ENGLISH
            return Reading(request=NotUnderstood(TradeTerms()), language=language, certainty=0.0)

    def _read(self, message: MessageFacts) -> Reading:
        text = without_mention(normalise(collapse_repeated_signs(message.text[:MAX_TEXT_LENGTH])))
        command = read_command(text, self.around, message)
        if command is not None:
            return command
        language = detect_language(tuple(Chunker(text, self.around.instruments).chunks()), self.around.profile)
        if len(text) > MAX_CHARACTERS or len(message.text) > MAX_TEXT_LENGTH:  # the part left out may change the rest
            return _not_read(language, TradeTerms(problems=(Problem.MESSAGE_CUT,)))
        exact = read_exact(text, self.around, language) or self._verdict_first(text, message, language)
        return exact or self._part(text, message, language)

    def _verdict_first(self, text: str, message: MessageFacts, language: Language) -> Reading | None:
        """Return the verdict that a message begins with, beside something else; None: it begins with none."""

        def read(part: str) -> Reading:
            return read_exact(part, self.around, language) or self._part(part, message, language)

        verdict = read_verdict_first(text, self.around, read)
        return None if verdict is None else Reading(request=verdict, language=language, shares=shares_named(verdict))

    def _part(self, text: str, message: MessageFacts, language: Language) -> Reading:
        """Return what a message asks for that is no verdict, or the part of one beside its verdict."""
        return self._explained(text, language) or self._learnt(text, message, language)

    def _explained(self, text: str, language: Language) -> Reading | None:
        """Return the request of a message whose every word is explained; None: some are not."""
        around = self.around
        asked = read_trade_question(text, around.instruments, has_focus=bool(around.focus))
        stop = None if asked or around.has_own_card else read_stop(text, around.instruments)
        question = asked or stop or read_figure_query(text, around)
        request = question or self._exact_form(text)
        if request is None:
            return self._plain_order(text, language)
        return Reading(
            request=request,
            language=language,
            shares=shares_named(request),
            is_whole=True,
            is_question=question is not None,
        )

    def _exact_form(self, text: str) -> Request | None:
        form = read_exact_form(text, self.around.instruments, today=self.around.today)
        return None if isinstance(form, StateLimits) and self.around.has_own_card else form  # it may mean the card

    def _plain_order(self, text: str, language: Language) -> Reading | None:
        """Return the plain order that a message is, every word of it; None: it is none."""
        has_focus = bool(self.around.focus) and not self.around.pending  # else "it" may be what is pending
        order = read_order(text, self.around.instruments)
        if order is None or not (order.terms.symbols or has_focus):
            return None
        return Reading(request=order, language=language, shares=order.terms.shares)

    def _learnt(self, text: str, message: MessageFacts, language: Language) -> Reading:
        """Return what a message asks for by what is learnt from examples, or what it may ask for."""
        before, around = self._before, self.around
        excluded = (
            _OF_PEOPLE | (_NONE if around.pending else _OF_CARDS) | (_NONE if Before.ASKED in before else _ANSWERS)
        )
        parse = trained_parser().parse(text, before, around.instruments, excluded=excluded)
        shares = named_shares((slot.text for slot in parse.each(SlotName.SHARE)), around.instruments)
        request = assemble(parse, around, message)
        if isinstance(request, Compare):
            request = compared_by_figure(text, request, shares.symbols) or request
        least = SURE_OF_TRADE if isinstance(request, _TRADES) and not _only_asks(request) else SURE
        is_likely, has_digit = parse.certainty >= _LIKELY, any(each.isdigit() for each in text)
        reading = Reading(
            request=request or NotUnderstood(TradeTerms(shares=shares)),
            language=language,
            certainty=parse.certainty,
            shares=shares,
            is_question=parse.kind in QUESTIONS,
            is_near_yes=is_near_yes(text) or (is_likely and parse.kind is Kind.CONFIRM and not has_digit),
            names_verdict=is_likely and parse.kind in _VERDICTS,
            denies_order=parse.kind is Kind.REMARK,
        )
        if parse.certainty >= least and request is not None:
            return reading
        if not around.pending and (late := self._late_change(text, message)) is not None:
            return replace(reading, request=late, certainty=SURE_OF_TRADE)
        others = tuple(_likely_requests(parse, lambda each: assemble(each, around, message)))
        not_understood = _not_read(language, TradeTerms(shares=shares))
        return replace(reading, request=not_understood.request, certainty=not_understood.certainty, others=others)

    def _late_change(self, text: str, message: MessageFacts) -> CorrectOrder | None:
        """Return the change of a card that is no longer pending; None: the message is something else."""
        around = replace(self.around, pending=1)
        parse = trained_parser().parse(text, self._before, around.instruments, excluded=_OF_PEOPLE)
        is_change = parse.kind is Kind.CORRECT and parse.certainty >= SURE_OF_TRADE and not parse.has(SlotName.SHARE)
        change = assemble(parse, around, message) if is_change else None
        return change if isinstance(change, CorrectOrder) else None

    @property
    def _before(self) -> frozenset[Before]:
        """What came just before the message."""
        if self.around.has_own_card:
            return frozenset({Before.CARDS if self.around.pending > 1 else Before.CARD})
        return self.around.before or (frozenset({Before.FOCUS}) if self.around.focus else frozenset())


def _only_asks(request: Request) -> bool:
    """Return whether a change says no size, so that it is asked for."""
    return isinstance(request, CorrectOrder) and request.change.kind is OrderChangeKind.VAGUE


def _likely_requests(parse: Parse, assemble_as: Callable[[Parse], Request | None]) -> Iterator[Request]:
    """Yield what a message may ask for, the likeliest first."""
    for kind, likely in ((parse.kind, parse.certainty), *parse.runners_up):
        request = assemble_as(replace(parse, kind=kind)) if likely >= _LEAST_LIKELY else None
        if request is not None:
            yield request


def _not_read(language: Language, terms: TradeTerms) -> Reading:
    return Reading(request=NotUnderstood(terms), language=language, certainty=0.3, shares=terms.shares)
