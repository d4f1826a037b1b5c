"""Looks back at what was said, what is written in the team's files, or what was decided; and shows what is recalled."""

from dataclasses import dataclass, replace
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Bullets, Paragraph, plain_text
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.account import ShowTradeRecord
from bot.domain.conversation.requests.analysis import Analyze
from bot.domain.conversation.requests.explanation import Review
from bot.domain.conversation.requests.limits import ShowLimits
from bot.domain.conversation.requests.memory import AskMemory, ExplainRecall
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.memory.core_memory import RememberedFact
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.memory.recall import RecallQuestion, covered_share
from bot.memory.questions import facts_about
from bot.reading.recall.memory_questions import read_memory_question
from bot.turns.handlers.analyze import AnalyzeHandler
from bot.turns.handlers.knowledge_bases import KnowledgeAnswers, may_be_written
from bot.turns.handlers.limits.limit_list import LimitListHandlers
from bot.turns.handlers.memory.what_was_said import WhatWasSaidHandler
from bot.turns.handlers.orders import OrderHandlers
from bot.turns.handlers.review import ReviewHandler
from bot.turns.handlers.talk import AskBackHandler
from bot.turns.several_results import joined_results

_MOST: Final = 2  # notes that are shown, and as many quotations


_DECISIONS: Final = 3  # with results, that are shown
_COVERED: Final = 0.5  # share of a question's words that the list of limits has


@dataclass(frozen=True, slots=True)
class RecallHandler:
    """Handler of requests for what was said, known or decided: what is written in the team's files goes first."""

    what_was_said: WhatWasSaidHandler
    knowledge: KnowledgeAnswers
    ask_back: AskBackHandler
    limits: LimitListHandlers
    orders: OrderHandlers
    view: AnalyzeHandler

    async def __call__(self, context: TurnContext, request: AskMemory) -> TurnResult:
        """Return what is asked for; whether a trade is all right, with the view of its share."""
        told = await self._told(context, request)
        if _tells_nothing(told.answer) and (of_any := _without_focus(context, request)) is not None:
            told = await self._told(context, of_any)
        if not request.asks_leave:
            return told
        shares = NamedShares(symbols=request.whole.question.symbols)
        return joined_results(told, await self.view(context, Analyze(shares=shares)))

    async def _told(self, context: TurnContext, request: AskMemory) -> TurnResult:
        written = await self.knowledge.to_question(context)
        if request.is_rule and not request.whole.question.terms:
            listed = await self.limits.show(context, ShowLimits(is_of_all=True))
            if not _tells_nothing(listed.answer):
                return joined_results(written, listed) if written else listed
        written = written or await self.what_was_said.remembered_rule(context, request)
        if written is None and not request.is_of_talk:
            written = await self.knowledge.to_other(context)
        said = written or await self.what_was_said(context, request)
        is_open = not (written or request.is_rule or request.whole.names_pronoun) and may_be_written(context)
        if is_open and _tells_nothing(said.answer):
            said = await self.knowledge.to_other(context) or said
        said = await self._with_limits(context, request, said)
        if request.whole.question.asks_trade and not (request.is_rule or request.asks_leave):
            shares = NamedShares(symbols=request.whole.question.symbols)
            said = joined_results(said, await self.orders.records(context, ShowTradeRecord(shares)))
        if not _tells_nothing(said.answer):
            return said
        is_half_read = bool(context.reading.left_over)  # it may have asked for nothing
        nearest = None if is_half_read else await self._nearest(context, request)
        return await self.ask_back(context) if is_half_read else nearest or said

    async def _nearest(self, context: TurnContext, request: AskMemory) -> TurnResult | None:
        """Return what comes nearest, as such; None: nothing does."""
        asked = await self.what_was_said.with_person_named_last(context, request.whole)
        if asked is None or not asked.terms:
            return None
        question = replace(asked, is_of_nearest=True, since=None, until=None)
        notes = await self._notes_near(context, question)
        found = (await self.what_was_said.recollect(context, question)).only(lambda each: each.is_searched, most=_MOST)
        answer = self.what_was_said.presenter.nearest(context.locale, notes[:_MOST], found)
        return TurnResult(answer=answer) if notes or found.found else None

    async def _notes_near(self, context: TurnContext, question: RecallQuestion) -> list[RememberedFact]:
        """Return the notes that come near to a question, if it is of nobody's words in particular."""
        recall = self.what_was_said.recall
        notes = () if question.speaker else await facts_about(recall.stores, context, "")
        texts = [each.fact.text for each in notes]
        near = await recall.which_are_near(context.turn.tenant_id, question, texts) if texts else []
        return [note for note, is_near in zip(notes, near, strict=True) if is_near]

    async def _with_limits(self, context: TurnContext, request: AskMemory, said: TurnResult) -> TurnResult:
        """Return an answer with the limits where nothing else answers, or it is asked whether a trade is all right."""
        terms = request.whole.question.terms_beside_shares
        if not (request.asks_leave or (terms and _tells_nothing(said.answer))):
            return said
        listed = await self.limits.show(context, ShowLimits(is_of_all=not request.asks_leave))
        lists = tuple(each for each in listed.answer.blocks if isinstance(each, Bullets))
        if covered_share(terms, plain_text(lists)) < _COVERED and not (request.asks_leave and lists):
            return said
        return listed if _tells_nothing(said.answer) else joined_results(said, listed)


def _without_focus(context: TurnContext, request: AskMemory) -> AskMemory | None:
    """Return a question that was taken for one about the share talked of as one about anything; None: it names it."""
    symbols = request.whole.question.symbols
    if not symbols or not set(symbols).isdisjoint(context.reading.shares.symbols) or request.of_each:
        return None
    around = replace(context.surroundings, focus=())
    asked = read_memory_question(context.plain_text, around, context.message_facts)
    return asked if asked is not None and not asked.whole.question.symbols else None


def _tells_nothing(answer: Answer) -> bool:
    """Return whether an answer quotes nothing and lists nothing: it says that nothing was found."""
    return not answer.sources and all(isinstance(each, Paragraph) for each in answer.blocks)


@dataclass(frozen=True, slots=True)
class LookBackAtDecisions:
    """Handler of requests for past decisions; of a share without any, what was said of it stands beside."""

    what_was_said: WhatWasSaidHandler
    review: ReviewHandler

    async def __call__(self, context: TurnContext, request: Review) -> TurnResult:
        """Return the decisions asked for."""
        result, symbols = await self.review(context, request), request.shares.symbols
        if result.answer.decisions or len(symbols) != 1:
            return result
        said = await self.what_was_said.statements_on(context, symbols[0])
        answer = result.answer
        return replace(result, answer=replace(answer, blocks=(*answer.blocks, *said.blocks), sources=said.sources))


@dataclass(frozen=True, slots=True)
class ExplainRecallHandler:
    """Handler of requests to show what would be recalled."""

    handler: WhatWasSaidHandler

    async def __call__(self, context: TurnContext, request: ExplainRecall) -> TurnResult:
        """Return the episodes with their scores by part, and results."""
        question = request.question
        presenter = self.handler.presenter
        if question is None:
            how = presenter.texts.render(context.locale, "recall-how")
            return TurnResult.of_text(how, state=context.state)
        recollection = await self.handler.recollect(context, question)
        if not recollection.is_searched:
            answer = presenter.under(context.locale, recollection, "recall-not-searched")
            return TurnResult(answer=answer, state=context.state)
        answer = presenter.explained(context.locale, recollection)
        results = presenter.results(context.locale, await self._settled(context, question))
        return TurnResult(answer=replace(answer, blocks=(*answer.blocks, *results)), state=context.state)

    async def _settled(self, context: TurnContext, asked: RecallQuestion) -> tuple[Episode, ...]:
        """Return decisions that the question is about, with the results known at the account's market time."""
        question = replace(asked, kinds=frozenset({EpisodeKind.DECISION}), limit=_DECISIONS)
        recalled = await self.handler.recall(context.turn, context.conversation, question)
        episodes = (each.episode for each in recalled if each.is_searched)
        return tuple(each for each in episodes if each.actual_results and not each.is_about_others(question.symbols))
