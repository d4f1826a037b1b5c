"""Reads a message: exact forms first, whose every word is explained, then the rules."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, is_command, shares_named
from bot.domain.conversation.requests.account import SetStop, ShowTradeRecord
from bot.domain.conversation.requests.analysis import Compare
from bot.domain.conversation.requests.glossary import Define
from bot.domain.conversation.requests.limits import EndLimits, RemoveLimits, StateLimits
from bot.domain.conversation.requests.memory import ForgetMe
from bot.domain.conversation.requests.suppositions import SuppositionRequest
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import AnalyzeDeep, OrderRequest, TradeTerms, Verdict
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
from bot.reading.trained.reader import TradeRequest, read_by_examples

_WANTS_MORE: Final = OrderRequest | Compare | Define | SuppositionRequest  # than a figure alone would answer

_RULES_SURE: Final = 0.97
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
        learnt = read_by_examples(text, self._surroundings(), message, self._before(), by_rules.language)
        return self._agreed(self._with_plain_order(by_rules, text), learnt)

    def _agreed(self, by_rules: Reading, learnt: Reading | None) -> Reading:
        """Return the reading that stands of two.

        What is learnt is right more often. The rules stand for what is theirs alone, and where they see why a trade is
        no order; where they found the same kind of request, they know more of its slots.
        """
        is_command_to_rules = is_command(by_rules.request) and by_rules.certainty >= _RULES_SURE
        if learnt is None or is_command_to_rules:
            return by_rules
        if isinstance(learnt.request, TradeRequest) and _speaks_against_order(by_rules):
            return by_rules
        if type(learnt.request) is type(by_rules.request):
            return replace(by_rules, certainty=max(by_rules.certainty, learnt.certainty))
        return learnt

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

    def _with_plain_order(self, by_rules: Reading, text: str) -> Reading:
        """Return a message that is a plain order as that, whatever the rules made of it."""
        has_focus = bool(self.around.focus) and not self.around.pending  # else "it" may be what is pending
        order = read_order(text, self.around.instruments)
        if order is None or not (order.terms.symbols or has_focus):
            return by_rules
        return Reading(request=order, language=by_rules.language, shares=order.terms.shares)


def _speaks_against_order(reading: Reading) -> bool:
    """Return whether a message denies the trade it speaks of, or is no order for a reason that has a name."""
    return reading.denies_order or bool(set(reading.problems) - {Problem.ORDER_UNEXPLAINED})
