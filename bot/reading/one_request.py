"""Reads a text as one request, by what is learnt from examples; what is too unsure becomes what it may ask for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.domain.conversation.dialogue import ObjectKind
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, trades
from bot.domain.conversation.requests.analysis import Analyze
from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.text.locale import Language
from bot.domain.trading.trading_limits import LimitProblem, Limits
from bot.reading.assembly import assemble
from bot.reading.assembly.analysis import of_each_card
from bot.reading.assembly.limits import unread_clauses
from bot.reading.assembly.sizes import bounds_beside
from bot.reading.assembly.slots import shares_of
from bot.reading.clauses.corrected_share import as_correction, corrects_share, without_rejected
from bot.reading.clauses.several_figures import names_unknown_time, of_each_end, of_each_share, of_each_time
from bot.reading.follow_ups import as_follow_up, goes_on
from bot.reading.guard import TRADES, find_objection
from bot.reading.named_times import with_whole_times
from bot.reading.parses import QUESTIONS, Kind, Parse, SlotName
from bot.reading.stated_limits import bounds_further_trades
from bot.reading.trained.parser import trained_parser
from bot.reading.trained.picked import PickedExamples
from bot.reading.verdicts.reader import is_near_yes

SURE: Final = 0.6
SURE_OF_QUESTION: Final = 0.5  # which changes nothing
SURE_OF_TRADE: Final = 0.8
_LIKELY: Final = 0.4  # of a verdict
_LEAST_LIKELY: Final = 0.1  # of a kind that the person is asked about
_NOT_READ: Final = 0.3  # certainty
_QUESTION_MARKS: Final = ("?", "？")
_OF_PEOPLE: Final = frozenset({Kind.PEOPLE})  # what is read here was said to Parley
_SAID_TO_PEOPLE: Final = 0.5  # of a trade: whether it is meant is asked
_OF_SEVERAL: Final = frozenset({Kind.WHICH_CARD})  # while none waits; a "yes" or a change is still one, of nothing,
_CHANGES: Final = frozenset({Kind.CORRECT})  # but a change not below an alert
_ORDERS: Final = frozenset({Kind.ORDER, Kind.CORRECT})
_ANSWERS: Final = frozenset({Kind.ANSWER})
_NONE: Final[frozenset[Kind]] = frozenset()
_VERDICTS: Final = frozenset({Kind.CONFIRM, Kind.CANCEL, Kind.WAIT})
# Kinds that are taken for each other: the one that trades less, which stands even if it is unlikelier, and the other.
_RIVALS: Final = ((Kind.ORDER_IF, Kind.ORDER), (Kind.CORRECT, Kind.STOP_SET), (Kind.CORRECT, Kind.ORDER))
_LEAST_RIVAL: Final = 0.15  # of the kind that trades less
_OF_WHAT: Final = frozenset({SlotName.SHARE, SlotName.WHICH})
_FOCUS: Final = frozenset({Before.FOCUS})
_LISTS: Final = frozenset({Before.LIST, Before.TOLD})
_SURE_BESIDE_LIST: Final = 0.7  # that a message does not correct the share of what was shown


@dataclass(frozen=True, slots=True)
class RequestReader:
    """Reads one message, or the parts of one, said in some surroundings."""

    around: Surroundings
    message: MessageFacts
    language: Language

    def parse(self, text: str, picked: PickedExamples | None = None) -> Parse:
        """Return what the trained reader makes of a part, or of a message, for which picked examples count too."""
        around, before, excluded = self.around, self.around.came_before, _OF_PEOPLE
        if not around.pending:
            excluded |= _OF_SEVERAL | (_CHANGES if ObjectKind.ALERT in around.shown_last else _NONE)
        excluded |= _NONE if Before.ASKED in before else _ANSWERS
        parse = trained_parser().parse(text, before, around.instruments, excluded=excluded, picked=picked)
        is_order = parse.kind in _ORDERS and not around.addresses_other(text)
        if is_order and trained_parser().parse(text, before, around.instruments).kind is Kind.PEOPLE:
            return replace(parse, certainty=min(parse.certainty, _SAID_TO_PEOPLE))
        return parse

    def read(self, parse: Parse) -> Reading:
        """Return what a parsed text asks for; if that is too unsure, what it may ask for. The guard has not seen it."""
        around = self.around
        parse = self._as_correction(with_whole_times(as_follow_up(_as_rival(parse)), around.today))
        corrects = parse.kind is Kind.FOLLOW_UP and corrects_share(parse, around.instruments)
        parse = without_rejected(parse, around.instruments)
        request, further = self._requests(parse)
        bounds = bounds_beside(parse) if parse.kind is Kind.ANALYZE else Limits()
        request = request if bounds is not None else None
        reading = self._reading(parse, request, bounds or Limits(), corrects=corrects)
        if further:
            reading = replace(reading, text=parse.text)
            reading = replace(reading, further=tuple(replace(reading, request=each) for each in further))
        if isinstance(request, StateLimits) and not (request.problem or any(each.text for each in request.terms)):
            reading = replace(reading, left_over=unread_clauses(parse))
        if isinstance(request, trades.OrderRequest) and bounds_further_trades(parse):
            unclear = StateLimits(problem=LimitProblem.UNCLEAR, symbols=reading.shares.symbols)
            return Reading(request=unclear, language=reading.language, shares=reading.shares)
        is_sure = request is not None and parse.certainty >= self._least(parse, request)
        return reading if is_sure else self._unsure(reading, parse, is_made=request is not None)

    def guarded(self, reading: Reading, text: str) -> Reading:
        """Return what was read of a text if its words bear that out; else why no trade is made."""
        text = reading.text or text
        others = tuple(each for each in reading.others if self.objection(each, text) is None)
        problem = self.objection(reading.request, text)
        if problem is None:
            return replace(reading, others=others)
        terms = reading.request.terms if isinstance(reading.request, TRADES) else trades.TradeTerms()
        asked = trades.TradeTerms(shares=reading.shares, side=terms.side, problems=(problem,))
        return replace(not_read(reading.language, asked), problems=(problem,))

    def objection(self, request: Request, text: str) -> Problem | None:
        """Return why the guard does not let a request stand beside the words of a text; None: it does."""
        return find_objection(request, text, self.around, typed=self.message.text)

    def _reading(self, parse: Parse, request: Request | None, bounds: Limits, *, corrects: bool) -> Reading:
        text, shares, is_likely = parse.text, shares_of(parse, self.around), parse.certainty >= _LIKELY
        has_digit, goes_before = any(each.isdigit() for each in text), goes_on(parse)
        return Reading(
            request=request or NotUnderstood(trades.TradeTerms(shares=shares)),
            language=self.language,
            certainty=parse.certainty,
            bounds=bounds,
            shares=shares,
            is_question=parse.kind in QUESTIONS or (parse.kind is Kind.OFF_TOPIC and text.endswith(_QUESTION_MARKS)),
            is_near_yes=is_near_yes(text) or (is_likely and parse.kind is Kind.CONFIRM and not has_digit),
            names_verdict=is_likely and parse.kind in _VERDICTS,
            is_learnt=True,
            goes_on=parse.certainty >= SURE_OF_QUESTION and goes_before,
            corrects_share=corrects,
        )

    def _least(self, parse: Parse, request: Request) -> float:
        is_vague = isinstance(request, trades.CorrectOrder) and request.change.kind is trades.OrderChangeKind.VAGUE
        is_of_nothing = isinstance(request, trades.CorrectOrder) and not self.around.pending
        only_asks = is_vague or is_of_nothing or (isinstance(request, trades.Order) and bool(request.terms.problems))
        if isinstance(request, TRADES) and not (only_asks or self.objection(request, parse.text)):
            return SURE_OF_TRADE
        changes_nothing = parse.kind in QUESTIONS | {Kind.ARGUE}
        return SURE_OF_QUESTION if changes_nothing else _LIKELY if parse.kind is Kind.CONFIRM else SURE

    def _as_correction(self, parse: Parse) -> Parse:
        """Return a message that may correct which share is meant as one that goes on from what was shown last.

        Behind a list, an alert, or anything else than the card that waits, other readings of such words are likelier.
        """
        around = self.around
        if around.pending and not around.is_other_last:
            return parse
        if around.pending or (parse.certainty < _SURE_BESIDE_LIST and around.came_before & _LISTS):
            beside = replace(around, before=_FOCUS, pending=0, has_own_card=False)
            said = as_correction(replace(self, around=beside).parse(parse.text), around.instruments)
            is_one = said.kind is Kind.FOLLOW_UP and corrects_share(said, around.instruments)
            left = without_rejected(said, around.instruments).slots
            gone = replace(said, slots=tuple(each for each in said.slots if each not in left))
            is_of_card = around.pending and not set(shares_of(gone, around).symbols) <= set(around.focus)
            return said if is_one and not is_of_card else parse
        return as_correction(parse, around.instruments)

    def _requests(self, parse: Parse) -> tuple[Request | None, Sequence[Request]]:
        """Return what a parsed message asks for, and the same of other shares, of the other end and of other times."""
        made: list[Request | None] = []
        for part in (each for one in of_each_share(parse) for each in of_each_end(one)):
            request = self._assembled(part)
            times = of_each_time(part, self.around.today) if request is None else ()
            made += [self._assembled(each) for each in times] or [request]
        known = [each for each in made if each is not None]
        if known and len(known) == len(made):
            known = [one for each in known for one in of_each_card(each, parse, self.around)]
            return known[0], known[1:]
        if not names_unknown_time(parse, self.around.today):
            return None, ()
        return Analyze(shares=shares_of(parse, self.around), problems=(Problem.DATE_UNKNOWN,)), ()

    def _assembled(self, parse: Parse) -> Request | None:
        """Return the request of a parse; "increase it to 5" of what is held, while no card waits, is an order."""
        around, request = self.around, assemble(parse, self.around, self.message)
        size = request.terms.size if isinstance(request, trades.CorrectOrder) and not around.pending else None
        is_target = size is not None and size.is_target and not parse.has(SlotName.SHARE)
        is_of_held = is_target and set(around.focus[:1]) & set(around.held)
        return assemble(replace(parse, kind=Kind.ORDER), around, self.message) if is_of_held else request

    def _unsure(self, reading: Reading, parse: Parse, *, is_made: bool) -> Reading:
        """Return what a message asks for that is too unsure as a whole, or of which no request is made."""
        if not is_made and parse.kind in _ORDERS and parse.certainty >= SURE:
            problems = (Problem.ORDER_UNEXPLAINED,)
            return replace(reading, request=NotUnderstood(trades.TradeTerms(shares=reading.shares, problems=problems)))
        likely = _likely_requests(parse, self._assembled)
        request, certainty = max(likely.items(), key=lambda each: each[1], default=(None, 0.0))
        is_bare = all(slot.name in _OF_WHAT for slot in parse.slots)  # "how is MSFT?": a figure, and none is named
        is_only = is_bare and len(likely) == 1 and certainty >= _LIKELY
        is_asked = parse.kind in QUESTIONS and not isinstance(request, TRADES)
        if request is not None and is_asked and (is_only or certainty >= SURE):
            return replace(reading, request=request, certainty=max(certainty, SURE))  # whichever of its kinds it is
        others = () if reading.is_near_yes else tuple(likely)
        request = NotUnderstood(trades.TradeTerms(shares=reading.shares))
        return replace(reading, request=request, certainty=_NOT_READ, others=others)


def not_read(language: Language, terms: trades.TradeTerms) -> Reading:
    """Return that a message is not understood."""
    return Reading(request=NotUnderstood(terms), language=language, certainty=_NOT_READ, shares=terms.shares)


def _as_rival(parse: Parse) -> Parse:
    """Return a message that is one of two kinds of trade, it is unsure which, as the one that trades less."""
    likely = dict(parse.runners_up) | {parse.kind: parse.certainty}
    for kind, other in _RIVALS:
        is_one = parse.kind in {kind, other}
        together = likely.get(kind, 0.0) + likely.get(other, 0.0)
        if is_one and likely.get(kind, 0.0) >= _LEAST_RIVAL and parse.certainty < SURE_OF_TRADE <= together:
            return replace(parse, kind=kind, certainty=together)
    return parse


def _likely_requests(parse: Parse, assemble_as: Callable[[Parse], Request | None]) -> Mapping[Request, float]:
    """Return what a message may ask for, the likeliest kind first, with its certainty."""
    found: dict[Request, float] = {}
    for kind, likely in ((parse.kind, parse.certainty), *parse.runners_up):
        request = assemble_as(replace(parse, kind=kind)) if likely >= _LEAST_LIKELY else None
        if request is not None:
            found[request] = found.get(request, 0.0) + likely
    return found
