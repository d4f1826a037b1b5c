"""Route: classifies a message by rules, by the light model where they are unsure, else by asking back."""

import logging
from dataclasses import dataclass, replace
from typing import Final

from bot.agents.intent_agent import IntentAgent, IntentClassification, IntentRequest
from bot.context.policy import Policy
from bot.context.turn import TurnContext
from bot.domain.conversation.requests import intent_of, is_command
from bot.domain.conversation.requests.summary import request_summary
from bot.domain.conversation.requests.talk import NotUnderstood, TalkRequest
from bot.domain.conversation.requests.trades import OrderRequest
from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.conversation.states import Intent
from bot.domain.memory.knowledge.routing import NO_BASES, KnowledgeRoute
from bot.memory.knowledge.lookup import KnowledgeLookup
from bot.model_errors import ModelError
from bot.turns.analyses.objections import CommitteeObjections
from bot.turns.analyses.runs import AnalysisSequels
from bot.turns.cancellation import TurnCancellation, TurnStoppedError
from bot.turns.dialogue.alert_sequels import AlertSequels
from bot.turns.dialogue.claims import ClaimsAboutViews
from bot.turns.dialogue.open_questions import OpenQuestions
from bot.turns.dialogue.references import References
from bot.turns.memory.memory_questions import MemoryQuestions
from bot.turns.nodes.read_message import ReadMessage
from bot.turns.nodes.recall import RecallNode
from bot.turns.nodes.step_timer import StepTimer
from bot.turns.state import Route, RoutingMethod, SystemRoute, TurnState

MIN_CONFIDENCE: Final = 0.6  # of an intent to act on; below it first the model is asked, then the person
CONFIRMATION_INTENTS: Final = frozenset({Intent.CONFIRM, Intent.CANCEL})

_ABOUT_NO_FILES: Final = CONFIRMATION_INTENTS | (frozenset(SystemRoute) - {SystemRoute.ASK_BACK})
_NAMED_DOCUMENT: Final = 0.9  # confidence
_RULES_SURE: Final = "rules_sure"  # the reason of a route by the rules' intent

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteNode:
    """The first node. Entities always come from the rules; a model's classification never confirms or cancels."""

    read_message: ReadMessage
    references: References
    claims_about_views: ClaimsAboutViews
    open_questions: OpenQuestions
    alert_sequels: AlertSequels
    analysis_sequels: AnalysisSequels
    objections: CommitteeObjections
    knowledge: KnowledgeLookup
    memory_questions: MemoryQuestions
    recall: RecallNode
    intent_agent: IntentAgent | None  # None: there is no model
    cancellation: TurnCancellation
    policy: Policy

    async def __call__(self, state: TurnState) -> TurnState:
        """Add the understood message and its route. Raises: StoreUnavailableError."""
        timer = StepTimer("route", state["request"].caller)
        context = await self.claims_about_views.resolve(await self.read_message(state["request"]))
        if context.analysis is None and not context.reading.is_whole:  # a run was completed before
            context = await self._complete(context)
        route = self._route_by_rules(context)
        added = TurnState(context=context, route=route)
        if self.intent_agent is not None and self._is_for_model(context, route):
            added = await self._route_by_model(context, self.intent_agent)
        route = added["route"]
        facts = {**_request_facts(added["context"]), **_knowledge_facts(context.knowledge_route)}
        entry = timer.entry(
            target=route.target, method=route.method, confidence=route.confidence, reason=route.reason, **facts
        )
        return {**added, "execution_logs": (entry,)}

    async def _complete(self, context: TurnContext) -> TurnContext:
        """Return the context completed from what was shown or asked before the message."""
        context = await self.references.resolve(context)
        if context.reading.is_whole:
            return context
        context = await self.analysis_sequels.complete(await self.alert_sequels.complete(context))
        context = await self.open_questions.complete(context)
        context = await self.objections.complete(context)
        if context.reading.is_whole:
            return context
        return await self.memory_questions.recognise(await self._with_base(context))

    async def _with_base(self, context: TurnContext) -> TurnContext:
        """Return the context with the knowledge base that the message is about; verdicts and commands are about none.

        A question about a document that has a name of its own, "the risk bible", is one about what is written.
        """
        if not context.has_knowledge or self._route_by_rules(context).target in _ABOUT_NO_FILES:
            return context
        knowledge_route = await self.knowledge.route(context.turn, context.caller)
        context = replace(context, knowledge_route=knowledge_route)
        request = context.request
        is_trade = isinstance(request, OrderRequest) and bool(request.terms.symbols)  # "should I buy GOOG?"
        is_open = context.reading.is_question and not is_command(request) and not is_trade
        if not is_open or not knowledge_route.asks_documents:
            return context
        return self.memory_questions.as_memory_question(context, certainty=_NAMED_DOCUMENT)

    def _route_by_rules(self, context: TurnContext) -> Route:
        confidence, intent = context.reading.certainty, intent_of(context.request)
        if context.turn.attempts > self.policy.max_attempts:
            return Route(SystemRoute.TOO_OFTEN, confidence, RoutingMethod.RULES, "too_often")
        if context.turn.surplus is not None:
            return Route(SystemRoute.SURPLUS, confidence, RoutingMethod.RULES, "surplus")
        if len(context.turn.text) > self.policy.max_message_characters:
            return Route(SystemRoute.TOO_LONG, confidence, RoutingMethod.RULES, "too_long")
        is_command = intent is Intent.UNKNOWN and not isinstance(context.request, TalkRequest | NotUnderstood)
        if is_command or context.reading.is_whole:
            reason = "read" if context.reading.is_whole else "command"
            return Route(SystemRoute.COMMAND, confidence, RoutingMethod.COMMAND, reason)
        if confidence < MIN_CONFIDENCE:
            return Route(SystemRoute.ASK_BACK, confidence, RoutingMethod.ASK_BACK, "rules_unsure")
        return Route(intent, confidence, RoutingMethod.RULES, _RULES_SURE)

    def _is_for_model(self, context: TurnContext, route: Route) -> bool:
        """Return whether the rules are not sure enough of the intent; a verdict is never left to a model."""
        if context.analysis is not None:
            return False
        is_by_intent = route.target is SystemRoute.ASK_BACK or route.reason == _RULES_SURE
        is_unsure = route.confidence < self.policy.intent_confidence and route.target not in CONFIRMATION_INTENTS
        return is_by_intent and is_unsure and _has_visible_text(context)

    async def _route_by_model(self, context: TurnContext, intent_agent: IntentAgent) -> TurnState:
        """Classify by the model, given the conversation; if it fails or is unsure, keep the rules' route."""
        recalled = await self.recall.load_context(context) or ConversationContext()
        added = TurnState(context=context, conversation_context=recalled, route=self._route_by_rules(context))
        try:
            classified = await self.cancellation.run_unless_stopped(
                context.turn, intent_agent.classify(_intent_request(context, recalled))
            )
        except TurnStoppedError:
            return {**added, "route": replace(added["route"], target=SystemRoute.STOPPED, reason="stopped")}
        except ModelError as error:
            _log.info("intent of turn %s not found by the model: %s", context.turn.id, type(error).__name__)
            return {**added, "route": replace(added["route"], reason="model_failed")}
        except Exception:  # noqa: BLE001  # a bug: the person is asked back, the log gets the traceback
            _log.exception("intent of turn %s not found by the model", context.turn.id)
            return {**added, "route": replace(added["route"], reason="model_failed")}
        route = _model_route(context, classified)
        if route.target is SystemRoute.ASK_BACK and added["route"].target is not SystemRoute.ASK_BACK:
            return added  # the rules are surer
        return {**added, "context": _with_model_intent(context, classified), "route": route}


def _request_facts(context: TurnContext) -> dict[str, object]:
    """Return the request, for /debug."""
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


def _intent_request(context: TurnContext, recalled: ConversationContext) -> IntentRequest:
    return IntentRequest(
        text=context.turn.text,
        state=context.state,
        context=recalled,
        focus=context.conversation.focus,
        pending=len(context.pending),
        language=context.language,
        caller=context.caller,
    )


def _model_route(context: TurnContext, classified: IntentClassification) -> Route:
    confidence = classified.confidence
    if classified.intent is Intent.DECIDE and context.reading.denies_order:
        return Route(SystemRoute.ASK_BACK, confidence, RoutingMethod.ASK_BACK, "order_denied")
    if classified.intent in CONFIRMATION_INTENTS:  # these need an unmistakable sentence or a button
        return Route(SystemRoute.ASK_BACK, confidence, RoutingMethod.ASK_BACK, "model_verdict")
    if confidence < MIN_CONFIDENCE:
        return Route(SystemRoute.ASK_BACK, confidence, RoutingMethod.ASK_BACK, "model_unsure")
    return Route(classified.intent, confidence, RoutingMethod.MODEL, "model_sure")


def _with_model_intent(context: TurnContext, classified: IntentClassification) -> TurnContext:
    """Return the context with the model's intent and confidence.

    An intent of UNKNOWN with low confidence keeps the rules' intent; CONFIRM or CANCEL without a pending decision
    becomes UNKNOWN.
    """
    by_rules, intent = context.reading, classified.intent
    if intent in CONFIRMATION_INTENTS and not context.pending:
        intent = Intent.UNKNOWN
    elif intent is Intent.UNKNOWN and classified.confidence < MIN_CONFIDENCE:
        intent = intent_of(by_rules.request)
    meant = next((each for each in (by_rules.request, *by_rules.others) if intent_of(each) is intent), by_rules.request)
    return replace(context, reading=replace(by_rules, request=meant, certainty=classified.confidence))


def _has_visible_text(context: TurnContext) -> bool:
    return any(character.isprintable() and not character.isspace() for character in context.turn.text)
