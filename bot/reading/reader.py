"""Reads a message: exact forms, whose every word is explained; then what is learnt from examples; then the rules."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, is_command, shares_named
from bot.domain.conversation.requests.account import SetStop, ShowTradeRecord
from bot.domain.conversation.requests.alerts import ChangeAlert, ChosenAlerts, RemoveAlerts, SetAlerts
from bot.domain.conversation.requests.analysis import Analyze, Compare
from bot.domain.conversation.requests.arguing import ArgueView
from bot.domain.conversation.requests.explanation import Explain
from bot.domain.conversation.requests.further_questions import AskAdvice, AskMore
from bot.domain.conversation.requests.glossary import Define
from bot.domain.conversation.requests.limits import EndLimits, RemoveLimits, ShowLimits, StateLimits
from bot.domain.conversation.requests.memory import AskMemory, ForgetMe, RefuseMemoryRequest
from bot.domain.conversation.requests.review import Review
from bot.domain.conversation.requests.suppositions import SuppositionRequest
from bot.domain.conversation.requests.talk import AskNextStep, NotUnderstood, SmallTalk
from bot.domain.conversation.requests.trades import (
    Advise,
    AnalyzeDeep,
    CorrectOrder,
    Order,
    OrderRequest,
    TradeTerms,
    Verdict,
    Wait,
)
from bot.domain.conversation.requests.watching import Unwatch
from bot.domain.figures.query import FigureQuery
from bot.domain.text.locale import Language
from bot.domain.text.normalise import normalise
from bot.language.commands import without_mention
from bot.language.deep_analysis import text_without_depth
from bot.language.message_reading import ReadingContext
from bot.language.problems import Problem
from bot.language.questions.asides import text_behind_aside
from bot.language.requests import read as read_by_rules
from bot.language.requests.message import MessageFacts
from bot.reading.exact_forms.reader import read_exact_form
from bot.reading.figures.compared import compared_by_figure
from bot.reading.figures.parts import Surroundings
from bot.reading.figures.reader import read_figure_query
from bot.reading.orders import read_order
from bot.reading.trades import read_stop, read_trade_question
from bot.reading.trained.examples import Before
from bot.reading.trained.reader import SURE, TradeRequest, read_by_examples

_WANTS_MORE: Final = OrderRequest | Compare | Define | SuppositionRequest  # than a figure alone would answer

_RULES_SURE: Final = 0.97
_RULES_LIKELY: Final = 0.9
_LEAST_OF_TRADE: Final = 0.1  # below, examples do not bear out that the rules found a trade
_ASKED_BACK: Final = 0.5
_ALIKE: Final = (TradeRequest, Advise | AskAdvice | AskNextStep)
_NO_RECALL: Final = Order | CorrectOrder | StateLimits | Verdict | SmallTalk  # to the rules: what was said is not asked
_ONLY_EXACT: Final = Verdict | EndLimits | RemoveLimits | ForgetMe  # nothing but exact words asks for these

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MessageReader:
    """Reads messages said in some surroundings."""

    around: ReadingContext
    held: tuple[str, ...] = ()  # symbols
    has_own_card: bool = False  # a decision of the speaker is pending
    before: frozenset[Before] = frozenset()  # what Parley said last, while none is

    def read(self, message: MessageFacts) -> Reading:
        """Return what a message asks for. Whatever the text, nothing is raised; a defect is logged."""
        try:
            return self._read(message)
        except Exception:  # noqa: BLE001  # a bug: the person is asked back, the log gets the traceback
            _log.exception("a message was not read")
            language = self.around.profile or Language.ENGLISH
            return Reading(request=NotUnderstood(TradeTerms()), language=language, certainty=0.0)

    def _read(self, message: MessageFacts) -> Reading:
        by_rules = read_by_rules(message.text, self.around, message)
        text = without_mention(normalise(message.text))
        is_verdict = isinstance(by_rules.request, Verdict)
        question = self._of_trade(text) or (None if is_verdict else self._figures(text, by_rules))
        request = question or self._exact_form(text)
        if request is not None:
            return Reading(
                request=request,
                language=by_rules.language,
                shares=replace(shares_named(request), misspelt=by_rules.shares.misspelt),
                is_whole=True,
                is_question=question is not None,
            )
        if isinstance(by_rules.request, _ONLY_EXACT) or text.startswith("/"):
            return by_rules
        if (plain := self._plain_order(text, by_rules)) is not None:
            return plain
        learnt = read_by_examples(text, self._surroundings(), message, self._before(), by_rules.language)
        is_doubted = learnt.reading is None and learnt.trades < _LEAST_OF_TRADE and not by_rules.problems
        if is_doubted and isinstance(by_rules.request, Advise | Order):
            certainty = min(by_rules.certainty, _ASKED_BACK)  # it may be a card that nobody asked for
            by_rules = replace(by_rules, certainty=certainty)
        return self._agreed(by_rules, learnt.reading)

    def _agreed(self, by_rules: Reading, learnt: Reading | None) -> Reading:
        """Return the reading that stands of two: what is learnt is right more often, but where the rules see more."""
        is_command_to_rules = is_command(by_rules.request) and by_rules.certainty >= _RULES_SURE
        if isinstance(by_rules.request, RefuseMemoryRequest | ShowLimits) and learnt is not None:
            is_command_to_rules = not isinstance(learnt.request, SetAlerts | AskMemory)
        if learnt is None or is_command_to_rules or self._rules_see_more(by_rules, learnt):
            return by_rules
        if isinstance(learnt.request, AskMemory) and not isinstance(by_rules.request, _NO_RECALL):
            return replace(by_rules, asks_memory=True)
        is_unread = set(by_rules.problems) == {Problem.ORDER_UNEXPLAINED}
        if _is_same_kind(by_rules.request, learnt.request) and not is_unread:  # of its slots the rules know more
            request = by_rules.request
            is_asked = isinstance(request, SmallTalk) or (isinstance(request, Order) and request.needs_side)
            is_left = by_rules.certainty >= SURE or is_asked
            return by_rules if is_left else replace(by_rules, certainty=learnt.certainty)
        return learnt

    def _rules_see_more(self, by_rules: Reading, learnt: Reading) -> bool:
        """Return whether the rules have read what examples do not tell, or see why a trade is no order."""
        request, is_sure = by_rules.request, by_rules.certainty >= _RULES_LIKELY
        is_unlikely = learnt.certainty < _RULES_LIKELY
        asks_why = is_sure and is_unlikely and isinstance(request, Explain) and bool(request.shares.symbols)
        match learnt.request:
            case Order() | CorrectOrder() | AnalyzeDeep():
                stands = self._is_no_order(by_rules, learnt.request)
            case SetStop() | ArgueView() | Unwatch(is_all=True):  # of a card; of a view or list that was shown
                stands = self.has_own_card or not isinstance(learnt.request, SetStop)
            case AskMemory():
                is_of_ledger = is_sure and isinstance(request, Review | Explain)
                stands = is_of_ledger or (isinstance(request, SmallTalk) and not by_rules.is_question)
            case SmallTalk() | AskMore() | AskNextStep() | Advise():
                is_of_trade = isinstance(request, Order) and is_unlikely
                is_other = is_sure and (is_of_trade or isinstance(request, Compare | StateLimits))
                stands = is_other or asks_why or bool(by_rules.problems)
            case Wait():
                stands = is_unlikely
            case Compare():
                stands = is_sure and isinstance(request, AnalyzeDeep)
            case ChangeAlert(ChosenAlerts(numbers=(), symbols=())) | RemoveAlerts(ChosenAlerts(numbers=(), symbols=())):
                stands = not self.before & {Before.TOLD, Before.LIST}  # another thing was spoken of last
            case FigureQuery() | Analyze() | NotUnderstood():
                unknown = by_rules.shares.unknown or by_rules.shares.unsupported
                is_of_unknown = bool(unknown) and not shares_named(learnt.request).symbols
                is_other = asks_why or isinstance(request, SmallTalk | OrderRequest)
                stands = self._answers or is_of_unknown or is_other
            case _:
                stands = False
        return stands

    def _is_no_order(self, by_rules: Reading, learnt: TradeRequest) -> bool:
        """Return whether the rules see why what was learnt is no order, or answers what was asked."""
        is_limit = by_rules.certainty >= _RULES_LIKELY and isinstance(by_rules.request, StateLimits)
        corrects_nothing = isinstance(learnt, CorrectOrder) and not self.around.pending
        has_problem = bool(set(by_rules.problems) - {Problem.ORDER_UNEXPLAINED})
        is_denied = by_rules.denies_order or by_rules.is_near_yes
        return is_denied or has_problem or is_limit or corrects_nothing or self._answers

    @property
    def _answers(self) -> bool:
        """Whether the message may answer what Parley has asked, which is completed by the dialogue."""
        return Before.ASKED in self.before and not self.has_own_card

    def _before(self) -> frozenset[Before]:
        """Return what came just before the message."""
        if self.has_own_card:
            return frozenset({Before.CARDS if self.around.pending > 1 else Before.CARD})
        return self.before or (frozenset({Before.FOCUS}) if self.around.focus else frozenset())

    def _of_trade(self, text: str) -> ShowTradeRecord | SetStop | None:
        """Return what a message asks of a trade that was made; None: nothing. A stop may be that of an own card."""
        asked = read_trade_question(text, self.around.instruments, has_focus=bool(self.around.focus))
        return asked or (None if self.has_own_card else read_stop(text, self.around.instruments))

    def _exact_form(self, text: str) -> Request | None:
        form = read_exact_form(text, self.around.instruments, today=self.around.today)
        return None if isinstance(form, StateLimits) and self.has_own_card else form  # it may mean the card

    def _figures(self, text: str, by_rules: Reading) -> FigureQuery | None:
        """Return the question for figures that the message is, also one behind an aside; None: it is none."""
        surroundings = self._surroundings()
        found = (read_figure_query(each, surroundings) for each in self._questions(text, by_rules))
        query = next((query for query in found if query is not None), None)
        compared = by_rules.request
        if query is not None or not isinstance(compared, Compare):
            return query
        return compared_by_figure(text, compared, by_rules.shares.symbols)

    def _surroundings(self) -> Surroundings:
        around = self.around
        return Surroundings(
            around.instruments,
            around.today,
            focus=around.focus,
            held=self.held,
            pending=around.pending,
            is_card_last=around.is_card_last,
        )

    def _questions(self, text: str, by_rules: Reading) -> Iterator[str]:
        """Yield the message, and what it asks besides how deeply, or behind an aside: "thanks. and the P/E of IBM?"."""
        yield text
        request = by_rules.request
        if isinstance(request, AnalyzeDeep) or (isinstance(request, OrderRequest) and request.terms.is_deep):
            yield text_without_depth(text, self.around) or ""
        elif not (is_command(request) or by_rules.beside or isinstance(request, _WANTS_MORE)):
            yield text_behind_aside(text, self.around)

    def _plain_order(self, text: str, by_rules: Reading) -> Reading | None:
        """Return the plain order that a message is, every word of it; None: it is none."""
        has_focus = bool(self.around.focus) and not self.around.pending  # else "it" may be what is pending
        order = read_order(text, self.around.instruments)
        if order is None or not (order.terms.symbols or has_focus):
            return None
        return Reading(request=order, language=by_rules.language, shares=order.terms.shares)


def _is_same_kind(one: Request, other: Request) -> bool:
    return type(one) is type(other) or any(isinstance(one, each) and isinstance(other, each) for each in _ALIKE)
