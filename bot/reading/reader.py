"""Reads a message: commands and what only exact words may ask for; then by what is learnt from examples."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, intent_of, shares_named
from bot.domain.conversation.requests.analysis import Analyze, Compare
from bot.domain.conversation.requests.explanation import Explain
from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.conversation.requests.memory import CorrectNote, RefuseMemoryRequest, Remember
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import NotUnderstood, SmallTalk
from bot.domain.conversation.requests.trades import (
    Cancel,
    CorrectOrder,
    Order,
    OrderChange,
    OrderChangeKind,
    OrderRequest,
    ReadBack,
    TradeTerms,
    Wait,
)
from bot.domain.conversation.requests.watching import SetAlerts, ShowAlerts, ShowWatchList, Watch
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.figures.query import FigureQuery
from bot.domain.text.locale import Language
from bot.domain.text.normalise import MAX_TEXT_LENGTH, plain_text
from bot.domain.text.tokens import tokenise
from bot.domain.trading.trading_limits import LimitProblem, Limits
from bot.reading.agreement import TRADES, agreed
from bot.reading.assembly import assemble
from bot.reading.assembly.sizes import bounds_beside
from bot.reading.assembly.slots import shares_of
from bot.reading.clauses.alert_sequels import as_sequel_of_alert
from bot.reading.clauses.change_between import may_be_change_between
from bot.reading.clauses.corrected_share import as_correction, corrects_share, without_rejected
from bot.reading.clauses.elliptical import asks_when_alone
from bot.reading.clauses.order_beside import order_beside_trade
from bot.reading.clauses.parts import TALK
from bot.reading.clauses.several_figures import names_unknown_time, of_each_end, of_each_time
from bot.reading.clauses.several_requests import SeveralRequests
from bot.reading.clauses.splitting import clauses_of, without_tag
from bot.reading.commands.reader import read_command
from bot.reading.follow_ups import as_follow_up, goes_on
from bot.reading.guard import find_objection
from bot.reading.guarded_words import GuardedMessage
from bot.reading.languages import language_of
from bot.reading.named_times import with_whole_times
from bot.reading.parses import QUESTIONS, Kind, Parse, SlotName
from bot.reading.stated_limits import LimitsBeside, bounds_further_trades, limits_beside
from bot.reading.trained.features import MAX_CHARACTERS
from bot.reading.trained.parser import trained_parser
from bot.reading.trained.picked import PickedExamples
from bot.reading.verdicts.reader import cancels_explicitly, is_near_yes, read_exact, read_verdict
from bot.reading.verdicts.sequels import read_verdict_first

SURE: Final = 0.6
SURE_OF_QUESTION: Final = 0.5  # which changes nothing
SURE_OF_TRADE: Final = 0.8
_QUESTION_MARKS: Final = ("?", "？")
_LIKELY: Final = 0.4  # of a verdict
_LEAST_LIKELY: Final = 0.1  # of a kind that the person is asked about
_MAX_TOKENS: Final = 300  # of a message that is read: some recognisers take longer than its length
_NOT_READ: Final = 0.3  # certainty
_OF_PEOPLE: Final = frozenset({Kind.PEOPLE})  # what is read here was said to Parley
_OF_CARDS: Final = frozenset({Kind.CONFIRM, Kind.CORRECT, Kind.WHICH_CARD})
_ORDERS: Final = frozenset({Kind.ORDER, Kind.CORRECT})
_ANSWERS: Final = frozenset({Kind.ANSWER})
_NONE: Final[frozenset[Kind]] = frozenset()
_DECIDING: Final = frozenset({Intent.DECIDE, Intent.CONFIRM, Intent.CANCEL})
# Kinds that are taken for each other: the one that trades less, which stands even if it is unlikelier, and the other.
_RIVALS: Final = ((Kind.ORDER_IF, Kind.ORDER), (Kind.CORRECT, Kind.STOP_SET), (Kind.CORRECT, Kind.ORDER))
_LEAST_RIVAL: Final = 0.15  # of the kind that trades less
_OF_WHAT: Final = frozenset({SlotName.SHARE, SlotName.WHICH})
_FOCUS: Final = frozenset({Before.FOCUS})
_LISTS: Final = frozenset({Before.LIST, Before.TOLD})
_SURE_BESIDE_LIST: Final = 0.7  # that a message does not correct the share of what was shown
# What is done beside a cancellation: none of it trades, or ends what is not cancelled.
_OF_SHARES: Final = FigureQuery | Analyze | Compare | SetAlerts | Watch
_BESIDE_CANCEL: Final = Remember | ShowWatchList | ShowAlerts
_VERDICTS: Final = frozenset({Kind.CONFIRM, Kind.CANCEL, Kind.WAIT})

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MessageReader:
    """Reads messages said in some surroundings."""

    around: Surroundings
    picked: PickedExamples = field(default_factory=PickedExamples)  # of the workspace

    def read(self, message: MessageFacts) -> Reading:
        """Return what a message asks for. Whatever the text, nothing is raised; a defect is logged."""
        try:
            return self._read(message)
        except Exception:  # noqa: BLE001  # a bug: the person is asked back, the log gets the traceback
            _log.exception("a message was not read")
            language = self.around.profile or Language.ENGLISH
            return Reading(request=NotUnderstood(TradeTerms()), language=language, certainty=0.0)

    def read_again(self, before: Reading, parse: Parse, message: MessageFacts) -> Reading:
        """Return what stands of what was read of a message, now that another reader has parsed it."""
        reading = self._of_parse(parse, message, before.language)
        return agreed(before, self._guarded(reading, parse.text, message))

    def kind_of(self, request: Request, message: MessageFacts) -> Kind | None:
        """Return the likely kind as which a message makes just this request; None: it makes it as none."""
        parse = self.parse(plain_text(message.text), self.picked)
        kinds = (parse.kind, *(kind for kind, _ in parse.runners_up))
        made = ((kind, assemble(replace(parse, kind=kind), self.around, message)) for kind in kinds)
        return next((kind for kind, each in made if each == request), None)

    def _read(self, message: MessageFacts) -> Reading:
        text = plain_text(message.text)
        command = read_command(text, self.around, message)
        if command is not None:
            return command
        language = language_of(text, self.around)
        if not any(each.isprintable() and not each.isspace() for each in text):
            return Reading(request=NotUnderstood(TradeTerms()), language=language)
        is_long = len(text) > MAX_CHARACTERS or len(tokenise(text)) > _MAX_TOKENS
        if is_long or len(message.text) > MAX_TEXT_LENGTH:  # the part left out may change the rest
            return _not_read(language, TradeTerms(problems=(Problem.MESSAGE_CUT,)))
        if not text:
            return _not_read(language, TradeTerms())
        exact = read_exact(text, self.around, language) or self._verdict_first(text, message, language)
        return exact or self._requested(text, message, language)

    def _requested(self, text: str, message: MessageFacts, language: Language) -> Reading:
        """Return what a message asks for that is no verdict; whether one agrees, ", ok?", is asked of a trade only."""
        request = without_tag(text)
        reading = self._guarded(self._part(request, message, language), request, message)
        is_limit, is_read = isinstance(reading.request, StateLimits), not isinstance(reading.request, NotUnderstood)
        if request == text or is_limit or (is_read and intent_of(reading.request) not in _DECIDING):
            return reading
        return self._guarded(self._part(text, message, language), text, message)

    def _verdict_first(self, text: str, message: MessageFacts, language: Language) -> Reading | None:
        """Return the verdict that a message begins with, beside something else; None: it begins with none."""

        def read(part: str) -> Reading:
            verdict = read_exact(part, self.around, language) or self._verdict_first(part, message, language)
            return verdict or self._part(part, message, language)

        if (found := read_verdict_first(text, self.around, read)) is None:
            return None
        verdict, rest = found
        reading = Reading(request=verdict, language=language, shares=shares_named(verdict))
        beside = self._guarded(read(rest), rest, message) if rest and isinstance(verdict, Cancel) else None
        if beside is not None and _is_done_beside_cancel(beside):
            of_rest = replace(beside, text=beside.text or rest, further=(), left_over=())
            return replace(reading, further=(of_rest, *beside.further), left_over=beside.left_over)
        return replace(reading, left_over=(rest,) if rest else ())

    def _part(self, text: str, message: MessageFacts, language: Language) -> Reading:
        """Return what a message asks for that is no verdict, or the part of one beside its verdict."""
        whole = self._learnt(text, message, language)
        is_bounding = bool(whole.beside) or whole.bounds != Limits()
        around = self.around

        def read(parse: Parse, around: Surroundings) -> Reading:
            return replace(self, around=around).read_clause(parse, message, language)

        part = order_beside_trade(text, around, whole.request, self.parse, lambda parse: read(parse, around))
        if part is not None and not is_bounding:
            return part
        if is_bounding:
            return whole
        several = SeveralRequests(
            around,
            lambda clause, around: replace(self, around=around).parse(clause),
            read,
            lambda reading, text: self._objection(reading.request, text, message),
        )
        return _each_explained(several.read(text, whole) or whole)

    def read_clause(self, parse: Parse, message: MessageFacts, language: Language) -> Reading:
        """Return what a clause of a message asks for by itself."""
        reading = self._of_parse(parse, message, language)
        is_doubted = self._objection(reading.request, parse.text, message) is not None
        return _not_read(language, TradeTerms(shares=reading.shares)) if is_doubted else reading

    def _guarded(self, reading: Reading, text: str, message: MessageFacts) -> Reading:
        """Return a reading whose trade the message bears out; else why none is made. Beside limits, that is done."""
        if reading.beside:
            return reading
        text = reading.text or text
        others = tuple(each for each in reading.others if self._objection(each, text, message) is None)
        problem = self._objection(reading.request, text, message)
        if problem is None:
            return replace(reading, others=others)
        terms = reading.request.terms if isinstance(reading.request, TRADES) else TradeTerms()
        asked = TradeTerms(shares=reading.shares, side=terms.side, problems=(problem,))
        return replace(_not_read(reading.language, asked), problems=(problem,))

    def _objection(self, request: Request, text: str, message: MessageFacts) -> Problem | None:
        return find_objection(request, text, self.around, typed=message.text)

    def _learnt(self, text: str, message: MessageFacts, language: Language) -> Reading:
        """Return what a message asks for by what is learnt from examples, or what it may ask for."""
        beside = limits_beside(text, self.around)
        if beside is not None and (reading := self._with_limits(beside, message, language)) is not None:
            return reading
        if beside is not None and beside.stated.problem is None and self.parse(beside.rest).kind in _ORDERS:
            stated = beside.stated  # "… on any trade. And shrink that Google order": the limit is of any share
            shares = shares_named(stated)
            return Reading(request=stated, language=language, shares=shares, left_over=(beside.rest,))
        parse = self.parse(text, self.picked)
        if parse.kind is Kind.ORDER and (late := self._change_of_none(parse, message)) is not None:
            return Reading(request=late, language=language, certainty=SURE_OF_TRADE, is_learnt=True)
        reading = self._of_parse(parse, message, language)
        if beside is not None and not isinstance(reading.request, StateLimits):
            return _of_unclear_limit(reading)
        return reading

    def parse(self, text: str, picked: PickedExamples | None = None) -> Parse:
        """Return what the trained reader makes of a clause, or of a message, for which examples count too."""
        around, before = self.around, self.around.came_before
        excluded = (
            _OF_PEOPLE | (_NONE if around.pending else _OF_CARDS) | (_NONE if Before.ASKED in before else _ANSWERS)
        )
        return trained_parser().parse(text, before, around.instruments, excluded=excluded, picked=picked)

    def _with_limits(self, beside: LimitsBeside, message: MessageFacts, language: Language) -> Reading | None:
        """Return what a message asks for beside limits; None: the rest of it is not understood."""
        if beside.stated.problem is not None or not beside.rest:
            return Reading(request=beside.stated, language=language, shares=shares_named(beside.stated))
        reading = self._guarded(self._part(beside.rest, message, language), beside.rest, message)
        is_empty = (
            isinstance(reading.request, Remember) and not reading.request.text
        )  # "note this: never more than $2,000"
        if is_empty or isinstance(reading.request, SmallTalk):  # "…, ok?"
            return Reading(request=beside.stated, language=language, shares=shares_named(beside.stated))
        is_read = not isinstance(reading.request, NotUnderstood | ReadBack)
        return replace(reading, beside=(beside.stated,), is_whole=False) if is_read else None

    def _of_parse(self, parse: Parse, message: MessageFacts, language: Language) -> Reading:
        """Return what a message asks for that was parsed; if that is too unsure, what it may ask for."""
        parse = with_whole_times(as_follow_up(_as_rival(parse)), self.around.today)
        parse = self._as_correction(parse)
        corrects = parse.kind is Kind.FOLLOW_UP and corrects_share(parse, self.around.instruments)
        parse = without_rejected(parse, self.around.instruments)
        text, around = parse.text, self.around
        shares = shares_of(parse, around)
        request, further = self._requests(parse, message)
        bounds = bounds_beside(parse) if parse.kind is Kind.ANALYZE else Limits()
        request = request if bounds is not None else None
        changes_nothing = parse.kind in QUESTIONS | {Kind.ARGUE}
        least = SURE_OF_QUESTION if changes_nothing else _LIKELY if parse.kind is Kind.CONFIRM else SURE
        if isinstance(request, TRADES) and not (_only_asks(request) or self._objection(request, text, message)):
            least = SURE_OF_TRADE
        is_likely, has_digit = parse.certainty >= _LIKELY, any(each.isdigit() for each in text)
        reading = Reading(
            request=request or NotUnderstood(TradeTerms(shares=shares)),
            language=language,
            certainty=parse.certainty,
            bounds=bounds or Limits(),
            shares=shares,
            is_question=parse.kind in QUESTIONS or (parse.kind is Kind.OFF_TOPIC and text.endswith(_QUESTION_MARKS)),
            is_near_yes=is_near_yes(text) or (is_likely and parse.kind is Kind.CONFIRM and not has_digit),
            names_verdict=is_likely and parse.kind in _VERDICTS,
            is_learnt=True,
            goes_on=asks_when_alone(text)
            or (parse.certainty >= SURE_OF_QUESTION and (goes_on(parse) or may_be_change_between(parse))),
            corrects_share=corrects,
        )
        if further:
            reading = replace(reading, text=text)
            reading = replace(reading, further=tuple(replace(reading, request=each) for each in further))
        if isinstance(request, OrderRequest) and bounds_further_trades(parse):
            return _of_unclear_limit(reading)
        is_sure = parse.certainty >= least and request is not None
        wants_cancel = isinstance(request, Wait) and request.wants_cancel
        if around.pending and (wants_cancel or not is_sure):
            reading = self._cancellation(clauses_of(text), language) or reading
        may_be_of_alert = isinstance(reading.request, CorrectNote) and as_sequel_of_alert(text, around) is not None
        if (is_sure and not may_be_of_alert) or isinstance(reading.request, Cancel):
            return reading
        return self._unsure(reading, parse, message, is_made=request is not None)

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
            is_of_card = around.pending and not self._is_of_shown(said)
            return said if is_one and not is_of_card else parse
        return as_correction(parse, around.instruments)

    def _is_of_shown(self, parse: Parse) -> bool:
        """Return whether no share is said not to be meant but one of those shown last."""
        left = without_rejected(parse, self.around.instruments).slots
        gone = parse.without(left)
        return set(shares_of(gone, self.around).symbols) <= set(self.around.focus)

    def _requests(self, parse: Parse, message: MessageFacts) -> tuple[Request | None, Sequence[Request]]:
        """Return what a parsed message asks for, and the same of the other end of an order and of the other times."""
        made: list[Request | None] = []
        for part in of_each_end(parse):
            request = assemble(part, self.around, message)
            times = of_each_time(part, self.around.today) if request is None else ()
            made += [assemble(each, self.around, message) for each in times] or [request]
        known = [each for each in made if each is not None]
        if known and len(known) == len(made):
            return known[0], known[1:]
        if not names_unknown_time(parse, self.around.today):
            return None, ()
        return Analyze(shares=shares_of(parse, self.around), problems=(Problem.DATE_UNKNOWN,)), ()

    def _unsure(self, reading: Reading, parse: Parse, message: MessageFacts, *, is_made: bool) -> Reading:
        """Return what a message asks for that is too unsure as a whole, or of which no request is made."""
        text, around, shares = parse.text, self.around, reading.shares
        if not around.pending and (sequel := as_sequel_of_alert(text, around)) is not None:
            return self._sequel_offered(reading, sequel, message)
        is_free = not (around.pending or reading.goes_on)
        if is_free and (late := self._late_change(text, message)) is not None:
            return replace(reading, request=late, certainty=SURE_OF_TRADE)
        if not is_made and parse.kind in _ORDERS and parse.certainty >= SURE:
            problems = (Problem.ORDER_UNEXPLAINED,)
            return replace(reading, request=NotUnderstood(TradeTerms(shares=shares, problems=problems)))
        likely = _likely_requests(parse, lambda each: assemble(each, around, message))
        request, certainty = max(likely.items(), key=lambda each: each[1], default=(None, 0.0))
        is_bare = all(slot.name in _OF_WHAT for slot in parse.slots)  # "how is MSFT?": a figure, and none is named
        is_only = is_bare and len(likely) == 1 and certainty >= _LIKELY
        is_asked = parse.kind in QUESTIONS and not isinstance(request, TRADES)
        if request is not None and is_asked and (is_only or certainty >= SURE):
            return replace(reading, request=request, certainty=max(certainty, SURE))  # whichever of its kinds it is
        if isinstance(request, RefuseMemoryRequest) and certainty >= _LIKELY:  # which changes nothing
            return replace(reading, request=request, certainty=SURE)
        others = () if reading.is_near_yes else tuple(likely)
        return replace(reading, request=NotUnderstood(TradeTerms(shares=shares)), certainty=_NOT_READ, others=others)

    def _sequel_offered(self, reading: Reading, sequel: Parse, message: MessageFacts) -> Reading:
        """Return the question whether an alert on the share of the one before is meant."""
        shares = NamedShares(symbols=self.around.focus[:1])
        request = assemble(sequel, self.around, message)
        offered = (replace(request, shares=shares),) if isinstance(request, SetAlerts) else ()
        return replace(reading, request=NotUnderstood(TradeTerms(shares=shares)), certainty=_NOT_READ, others=offered)

    def _cancellation(self, clauses: Sequence[str], language: Language) -> Reading | None:
        """Return the cancellation that one clause of a message is, while the others are talk and take nothing back."""
        verdicts = [read_verdict(each, self.around) for each in clauses]
        found = [each for each in verdicts if each is not None]
        others = [clause for clause, verdict in zip(clauses, verdicts, strict=True) if verdict is None]
        is_said = any(cancels_explicitly(each, self.around.instruments) for each in clauses)
        if len(found) != 1 or not isinstance(found[0], Cancel) or not is_said or any("?" in each for each in clauses):
            return None
        for each in others:
            takes_back = GuardedMessage.of(each, self.around.instruments).each("taken_back", "denial", "contrast")
            if any(takes_back) or self.parse(each).kind not in TALK | {Kind.CANCEL}:
                return None
        return Reading(request=found[0], language=language, shares=shares_named(found[0]))

    def _change_of_none(self, parse: Parse, message: MessageFacts) -> CorrectOrder | None:
        """Return the change of a card that an order without a share is rather, while none waits; None: it is none."""
        around = self.around
        if around.pending or parse.has(SlotName.SHARE):
            return None
        likely = trained_parser().parse(parse.text, around.came_before, around.instruments, excluded=_OF_PEOPLE)
        return self._late_change(parse.text, message) if likely.kind is Kind.CORRECT else None

    def _late_change(self, text: str, message: MessageFacts) -> CorrectOrder | None:
        """Return the change of a card that is no longer pending; None: the message is something else."""
        around = replace(self.around, pending=1, has_own_card=True)
        parse = trained_parser().parse(text, around.came_before, around.instruments, excluded=_OF_PEOPLE)
        is_change = parse.kind is Kind.CORRECT and parse.certainty >= SURE_OF_TRADE and not parse.has(SlotName.SHARE)
        change = assemble(parse, around, message) if is_change else None
        return change if isinstance(change, CorrectOrder) else None


def _is_done_beside_cancel(reading: Reading) -> bool:
    """Return whether a request beside a cancellation is sure, and of no share that only the card could tell: "it"."""
    request = reading.request
    is_told = isinstance(request, _BESIDE_CANCEL) or (isinstance(request, _OF_SHARES) and bool(reading.shares.symbols))
    return is_told and reading.certainty >= SURE_OF_TRADE


def _each_explained(reading: Reading) -> Reading:
    """Return a question for reasons that names several shares as one for each: "why MSFT and not AAPL?"."""
    request = reading.request
    if not isinstance(request, Explain) or len(request.shares.symbols) < 2:  # noqa: PLR2004
        return reading
    readings = [
        replace(reading, request=replace(request, shares=NamedShares(symbols=(each,))), further=(), left_over=())
        for each in request.shares.symbols
    ]
    first = replace(readings[0], left_over=reading.left_over)
    return replace(first, further=(*readings[1:], *reading.further))


def _as_rival(parse: Parse) -> Parse:
    """Return a message that is one of two kinds of trade, it is unsure which, as the one that trades less."""
    likely = dict(parse.runners_up) | {parse.kind: parse.certainty}
    for kind, other in _RIVALS:
        is_one = parse.kind in {kind, other}
        together = likely.get(kind, 0.0) + likely.get(other, 0.0)
        if is_one and likely.get(kind, 0.0) >= _LEAST_RIVAL and parse.certainty < SURE_OF_TRADE <= together:
            return replace(parse, kind=kind, certainty=together)
    return parse


def _only_asks(request: Request) -> bool:
    """Return whether a trade cannot be made as it is said: a change without a size, an order under a condition."""
    match request:
        case CorrectOrder(change=OrderChange(kind=OrderChangeKind.VAGUE)):
            return True
        case Order(terms=terms):
            return bool(terms.problems)
    return False


def _likely_requests(parse: Parse, assemble_as: Callable[[Parse], Request | None]) -> Mapping[Request, float]:
    """Return what a message may ask for, the likeliest kind first, with its certainty."""
    found: dict[Request, float] = {}
    for kind, likely in ((parse.kind, parse.certainty), *parse.runners_up):
        request = assemble_as(replace(parse, kind=kind)) if likely >= _LEAST_LIKELY else None
        if request is not None:
            found[request] = found.get(request, 0.0) + likely
    return found


def _of_unclear_limit(reading: Reading) -> Reading:
    """Return that a message states a limit whose reach is not clear."""
    unclear = StateLimits(problem=LimitProblem.UNCLEAR, symbols=reading.shares.symbols)
    return Reading(request=unclear, language=reading.language, shares=reading.shares)


def _not_read(language: Language, terms: TradeTerms) -> Reading:
    return Reading(request=NotUnderstood(terms), language=language, certainty=_NOT_READ, shares=terms.shares)
