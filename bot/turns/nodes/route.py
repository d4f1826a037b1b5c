"""Route: reads a message by what is learnt from examples, by the light model where that is unsure, else asks back."""

import asyncio
import logging
from dataclasses import dataclass, replace
from typing import Final

from bot.agents.reader_agent import ReaderAgent, ReaderRequest
from bot.context.policy import Policy
from bot.context.turn import TurnContext
from bot.domain.conversation.requests import intent_of, is_command, request_summary
from bot.domain.conversation.requests.account import PickAnother
from bot.domain.conversation.requests.talk import NotUnderstood, TalkRequest
from bot.domain.conversation.requests.trades import Cancel, Confirm, OrderRequest, Verdict
from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.conversation.states import Intent
from bot.domain.memory.knowledge.routing import NO_BASES, KnowledgeRoute
from bot.domain.models.requests import ReaderChoice
from bot.memory.knowledge.lookup import KnowledgeLookup
from bot.model_errors import ModelError
from bot.reading.reader import MessageReader
from bot.reading.trained.features import MAX_CHARACTERS
from bot.turns.analyses.objections import CommitteeObjections
from bot.turns.analyses.runs import AnalysisSequels
from bot.turns.dialogue.card_references import apart_from, is_verdict_unclear
from bot.turns.dialogue.open_questions import OpenQuestions
from bot.turns.dialogue.references import References
from bot.turns.memory.memory_questions import MemoryQuestions
from bot.turns.nodes.read_message import ReadMessage
from bot.turns.nodes.recall import RecallNode
from bot.turns.runner import TurnCancellation, TurnStoppedError
from bot.turns.state import Route, RoutingMethod, StepTimer, SystemRoute, TurnState

MIN_CONFIDENCE: Final = 0.5  # of a reading to act on; which kinds need more, the reader knows
CONFIRMATION_INTENTS: Final = frozenset({Intent.CONFIRM, Intent.CANCEL})

_SURE_ALONE: Final = 0.97  # of the trained reader, from which no model is asked
_READ_SECONDS: Final = 3.0
_ABOUT_NO_FILES: Final = CONFIRMATION_INTENTS | (frozenset(SystemRoute) - {SystemRoute.ASK_BACK})
_NAMED_DOCUMENT: Final = 0.9  # confidence

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteNode:
    """The first node. No reader, trained or model, confirms or cancels: that takes exact words or a button."""

    read_message: ReadMessage
    references: References
    open_questions: OpenQuestions
    analysis_sequels: AnalysisSequels
    objections: CommitteeObjections
    knowledge: KnowledgeLookup
    memory_questions: MemoryQuestions
    recall: RecallNode
    reader_agent: ReaderAgent | None  # None: there is no model
    cancellation: TurnCancellation
    policy: Policy

    async def __call__(self, state: TurnState) -> TurnState:
        """Add the understood message and its route."""
        timer = StepTimer("route", state["request"].caller)
        context = await self.read_message(state["request"])
        is_open = bool(context.reading.further) or not context.reading.is_whole
        if context.analysis is None and is_open:  # a run was completed before
            context = await self._complete_clauses(context)
        added = TurnState(context=context, route=self._route(context))
        if self.reader_agent is not None and self._is_for_model(context):
            added = await self._route_by_model(context, self.reader_agent)
        route = added["route"]
        facts = {**_request_facts(added["context"]), **_knowledge_facts(context.knowledge_route)}
        entry = timer.entry(
            target=route.target, method=route.method, confidence=route.confidence, reason=route.reason, **facts
        )
        return {**added, "execution_logs": (entry,)}

    async def _complete_clauses(self, context: TurnContext) -> TurnContext:
        reading, further, named = context.reading, list[TurnContext](), tuple[str, ...]()
        if not (reading.further or reading.text):
            completed = await self._complete(context)
            said = replace(completed.reading, beside=reading.beside, left_over=reading.left_over)
            return replace(completed, reading=said)
        first = await self._complete_clause(context.as_clause(reading))
        for clause in reading.further:
            named = (*first.reading.shares.symbols, *named) if not further else (*further[-1].symbols, *named)
            apart = apart_from(context.as_clause(clause, behind=named), first.request)
            further.append(await self._complete_clause(apart))
        if further and is_verdict_unclear(first.request, further[0].request):
            return context.with_request(PickAnother())
        if isinstance(first.request, Confirm) and isinstance(further[0].request, Cancel):  # while nothing is executed
            first, further[0] = further[0], first
        done = replace(
            first.reading,
            text=reading.text,
            further=reading.further,
            beside=reading.beside,
            left_over=reading.left_over,
        )
        return replace(context, reading=done, further=tuple(further))

    async def _complete_clause(self, context: TurnContext) -> TurnContext:
        """Return one of several requests completed; what was said before makes no trade and no verdict of it."""
        if context.reading.is_whole:
            return context
        completed = await self._complete(context)
        is_verdict = isinstance(context.request, Verdict)  # the message begins with it
        return context if isinstance(completed.request, OrderRequest | Verdict) and not is_verdict else completed

    async def _complete(self, context: TurnContext) -> TurnContext:
        context = await self.references.resolve(context)
        if context.reading.is_whole:
            return context
        context = await self.analysis_sequels.complete(context)
        context = await self.open_questions.complete(context)
        context = await self.objections.complete(context)
        if context.reading.is_whole:
            return context
        return await self.memory_questions.recognise(await self._with_base(context))

    async def _with_base(self, context: TurnContext) -> TurnContext:
        """Return the context with the knowledge base that the message is about; verdicts and commands are about none.

        A question about a document that has a name of its own, "the risk bible", is one about what is written.
        """
        if not context.has_knowledge or self._route(context).target in _ABOUT_NO_FILES:
            return context
        knowledge_route = await self.knowledge.route(context.turn, context.caller)
        context = replace(context, knowledge_route=knowledge_route)
        request = context.request
        is_trade = isinstance(request, OrderRequest) and bool(request.terms.symbols)  # "should I buy GOOG?"
        is_open = context.reading.is_question and not is_command(request) and not is_trade
        if not is_open or not knowledge_route.asks_documents:
            return context
        return self.memory_questions.as_memory_question(context, certainty=_NAMED_DOCUMENT)

    def _route(self, context: TurnContext, method: RoutingMethod = RoutingMethod.TRAINED) -> Route:
        reading, intent = context.reading, intent_of(context.request)
        if context.turn.attempts > self.policy.max_attempts:
            return Route(SystemRoute.TOO_OFTEN, reading.certainty, method, "too_often")
        if context.turn.surplus is not None:
            return Route(SystemRoute.SURPLUS, reading.certainty, method, "surplus")
        if len(context.turn.text) > self.policy.max_message_characters:
            return Route(SystemRoute.TOO_LONG, reading.certainty, method, "too_long")
        is_command = intent is Intent.UNKNOWN and not isinstance(context.request, TalkRequest | NotUnderstood)
        method = method if reading.is_learnt else RoutingMethod.EXACT
        if is_command or reading.is_whole:
            return Route(SystemRoute.COMMAND, reading.certainty, method, "whole" if reading.is_whole else "command")
        if reading.certainty < MIN_CONFIDENCE:
            return Route(SystemRoute.ASK_BACK, reading.certainty, RoutingMethod.ASK_BACK, f"{method}_unsure")
        return Route(intent, reading.certainty, method, f"{method}_sure")

    def _is_for_model(self, context: TurnContext) -> bool:
        """Return whether the model is to read a message: none that exact forms or what was said before explains."""
        reading, choice = context.reading, self.policy.reader
        if choice is ReaderChoice.TRAINED or context.analysis is not None or context.turn.surplus is not None:
            return False
        is_open = reading.is_learnt and not (reading.is_whole or reading.further) and _has_visible_text(context)
        is_readable = len(context.turn.text) <= MAX_CHARACTERS
        return is_open and is_readable and (choice is ReaderChoice.MODEL or reading.certainty < _SURE_ALONE)

    async def _route_by_model(self, context: TurnContext, agent: ReaderAgent) -> TurnState:
        """Read the message by the model, given the conversation; if it fails, keep what was read."""
        recalled = await self.recall.load_context(context) or ConversationContext()
        added = TurnState(context=context, conversation_context=recalled, route=self._route(context))
        try:
            async with asyncio.timeout(_READ_SECONDS):
                parse = await self.cancellation.run_unless_stopped(
                    context.turn, agent.read(_reader_request(context, recalled))
                )
        except TurnStoppedError:
            return {**added, "route": replace(added["route"], target=SystemRoute.STOPPED, reason="stopped")}
        except (ModelError, TimeoutError) as error:
            _log.info("turn %s not read by the model: %s", context.turn.id, type(error).__name__)
            return {**added, "route": replace(added["route"], reason="model_failed")}
        except Exception:  # noqa: BLE001  # a bug: what was read stands, the log gets the traceback
            _log.exception("turn %s not read by the model", context.turn.id)
            return {**added, "route": replace(added["route"], reason="model_failed")}
        reader = MessageReader(context.surroundings)
        context = replace(context, reading=reader.read_again(context.reading, parse, context.message_facts))
        return {**added, "context": context, "route": self._route(context, RoutingMethod.MODEL)}


def _request_facts(context: TurnContext) -> dict[str, object]:
    return {"request": request_summary(context.request)}


def _knowledge_facts(route: KnowledgeRoute) -> dict[str, object]:
    """Return which base was chosen and why, for /debug; nothing where there are no bases."""
    if route.reason == NO_BASES:
        return {}
    return {
        "kb": route.kb,
        "kb_worker": route.worker,
        "kb_confidence": route.confidence,
        "kb_method": route.method,
        "kb_reason": route.reason,
    }


def _reader_request(context: TurnContext, recalled: ConversationContext) -> ReaderRequest:
    around = context.surroundings
    return ReaderRequest(
        text=context.plain_text,
        context=recalled,
        focus=around.focus,
        pending=around.pending,
        before=around.before,
        caller=context.caller,
    )


def _has_visible_text(context: TurnContext) -> bool:
    return any(character.isprintable() and not character.isspace() for character in context.turn.text)
