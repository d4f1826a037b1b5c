"""Respond: the handler of the route answers; an error becomes a sentence for the person."""

import logging
from dataclasses import dataclass, replace
from typing import Final

from bot.context.policy import Policy
from bot.context.portfolio import PortfolioService
from bot.context.turn import RequestHandlers, TurnContext, TurnHandler, TurnResult
from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.conversation.dialogue import AskedSlot
from bot.domain.conversation.replies import STOPPED, AnalysisRef
from bot.domain.conversation.requests import intent_of, shares_named
from bot.domain.conversation.requests.conversation import ShowDetails, ShowHelp
from bot.domain.conversation.requests.limits import EndLimits, StateLimits
from bot.domain.conversation.requests.talk import NotUnderstood, TalkRequest
from bot.domain.conversation.requests.trades import Cancel, Order, OrderRequest, TradeTerms, Verdict, Wait
from bot.domain.conversation.retrieval import ConversationContext, RetrievalResult
from bot.domain.conversation.states import Event, Intent, apply_intent
from bot.domain.conversation.threads import Surplus
from bot.domain.text.locale import Locale
from bot.domain.trading.decision_result import EngineRun
from bot.domain.trading.decisions import Decision
from bot.domain.trading.execution.orders import Side
from bot.errors import (
    ConcurrentUpdateError,
    IllegalTransitionError,
    LeaseLostError,
    MarketSourceError,
    ParleyError,
    StoreUnavailableError,
    UncoveredMarketError,
    UnusableSymbolError,
)
from bot.locales import Catalogue
from bot.model_errors import ModelError
from bot.ports import Stores
from bot.presentation.commentary import possible_now
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.decisions.decision_states import still_pending
from bot.presentation.presenter import DetailsPresenter
from bot.trading.decision_access import just_expired, own_open_order
from bot.trading.limits.stated_limits import remember_limits
from bot.turns.analyses.runs import stop_own_analysis
from bot.turns.asking_presses import GuessPresses, decision_asked_by_press
from bot.turns.decisions.cards_meant import button_to_press, whose_card
from bot.turns.decisions.group_actions import DecidedOutcomes
from bot.turns.handlers.knowledge_bases import KnowledgeAnswers
from bot.turns.handlers.limits.stated import StatedLimitsHandler
from bot.turns.handlers.talk import AskBackHandler
from bot.turns.memory.recalled_details import RecalledDetails
from bot.turns.nodes.route import CONFIRMATION_INTENTS
from bot.turns.runner import TurnCancellation, TurnStoppedError
from bot.turns.several_results import joined_results
from bot.turns.shares_in_scope import SharesWithoutData
from bot.turns.state import Route, StepTimer, SystemRoute, TurnState

_TO_BE_RETRIED: Final = (StoreUnavailableError, LeaseLostError, ConcurrentUpdateError)
_MAY_DECIDE: Final = CONFIRMATION_INTENTS | {
    SystemRoute.COMMAND,
    SystemRoute.ASK_BACK,
}  # "undo", and what is almost a "yes"
_MAX_LEFT_OVER: Final = 80  # characters that are shown

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class RespondNode:
    """The node that answers. It raises only errors after which the turn is retried."""

    handlers: RequestHandlers
    ask_back: AskBackHandler
    files: KnowledgeAnswers
    has_model: bool  # which has words on what is no request
    stated_limits: StatedLimitsHandler
    guesses: GuessPresses
    cancellation: TurnCancellation
    stores: Stores
    texts: Catalogue
    policy: Policy
    portfolio: PortfolioService
    decided: DecidedOutcomes
    recalled: RecalledDetails
    without_data: SharesWithoutData

    async def __call__(self, state: TurnState) -> TurnState:
        """Add the answer. Raises: StoreUnavailableError, LeaseLostError, ConcurrentUpdateError."""
        context = replace(
            state["context"],
            conversation_context=state.get("conversation_context", ConversationContext()),
            retrieved=state.get("retrieval", RetrievalResult()),
        )
        timer = StepTimer("respond", context.caller)
        added = await self._respond_to_each(context, state["route"])
        result = _with_remembered_limits(context, added["results"])
        result = await self.recalled.add_recalled(context, result)
        facts = {"error": added["error"]} if "error" in added else {}
        entry = timer.entry(blocks=len(result.answer.blocks), decisions=len(result.proposed), **facts)
        completed = await self._complete(context, result)
        return {**added, "context": context, "results": completed, "execution_logs": (entry,)}

    async def _respond_to_each(self, context: TurnContext, route: Route) -> TurnState:
        is_answered = isinstance(route.target, Intent) or route.target is SystemRoute.COMMAND
        if not context.further or not is_answered:
            return await self._respond_unless_stopped(context, route)
        added = await self._respond_unless_stopped(context.as_clause(context.reading), route)
        pending = await self._pending_after(context)
        for each in context.further:
            if isinstance(each.request, ShowDetails):  # those of this answer are behind its button
                continue
            asked = replace(each, state=added["results"].state or context.state, retrieved=context.retrieved)
            asked = replace(
                asked,
                conversation_context=context.conversation_context,
                pending=pending,
                watch_changes=added["results"].watch_changes,
            )
            intent = intent_of(each.request)
            target = SystemRoute.COMMAND if intent is Intent.UNKNOWN else intent
            other = await self._respond_unless_stopped(asked, replace(route, target=target))
            added = {**added, **other, "results": joined_results(added["results"], other["results"])}
        return added

    async def _pending_after(self, context: TurnContext) -> tuple[Decision, ...]:
        """Return what is pending behind the first request of a message, which may be a verdict."""
        if not isinstance(context.request, Verdict):
            return context.pending
        async with self.stores.read(context.turn.tenant_id) as tx:
            return tuple(await tx.decisions.decidable_by(context.turn))

    async def _respond_unless_stopped(self, context: TurnContext, route: Route) -> TurnState:
        """Respond; end early if the turn is stopped. CONFIRM and CANCEL are not: no order may be left half-done."""
        if isinstance(context.request, Verdict):
            return await self._respond(context, route)
        if route.target is SystemRoute.STOPPED:
            return {"results": self._stopped_result(context)}
        try:
            return await self.cancellation.run_unless_stopped(context.turn, self._respond(context, route))
        except TurnStoppedError:
            return {"results": self._stopped_result(context)}

    async def _respond(self, context: TurnContext, route: Route) -> TurnState:
        try:
            return {"results": await self._of_own_button(context, route) or await self._dispatch(context, route)}
        except _TO_BE_RETRIED:
            raise
        except ModelError as error:
            return self._model_failure(context, error)
        except ParleyError as error:
            result = self._sentence_result(context, self._error_text(context, error))
            asks = AskedSlot.NAME if isinstance(error, UnusableSymbolError) else None
            event = Event.FAILED if isinstance(error, MarketSourceError) else None
            result = replace(result, answer=replace(result.answer, asks=asks), event=event)
            if isinstance(error, UncoveredMarketError | UnusableSymbolError):
                result = self.without_data.with_focus(context, result)
            return {"results": result, "error": type(error).__name__}
        except Exception as error:  # noqa: BLE001  # a bug: the person gets a sentence, the log the traceback
            _log.exception("turn %s failed", context.turn.id)
            return {"results": await self._after_failure(context), "error": type(error).__name__}

    async def _of_own_button(self, context: TurnContext, route: Route) -> TurnResult | None:
        """Return which button decides the card that a verdict stands below, or what is guessed that it agrees to.

        None: the verdict is about trades.
        """
        if route.target not in _MAY_DECIDE:
            return None
        if (guessed := await self.guesses.of_yes(context)) is not None:
            return replace(guessed, state=context.state)
        to_press = await button_to_press(self.stores, self.texts, context)
        return replace(self._sentence_result(context, to_press), state=context.state) if to_press else None

    async def _dispatch(self, context: TurnContext, route: Route) -> TurnResult:
        match route.target:
            case SystemRoute.TOO_OFTEN | SystemRoute.STOPPED:
                return await self._after_failure(context)
            case SystemRoute.SURPLUS:
                surplus = context.turn.surplus or Surplus.PACE
                return self._said(context, f"surplus-{surplus}", limit=self.policy.person_limits.limit_of(surplus))
            case SystemRoute.TOO_LONG:
                return self._said(context, "message-too-long", limit=self.policy.max_message_characters)
            case SystemRoute.ASK_BACK:
                return await self._answer(context, self._after_files(self.ask_back, is_unread=True))
            case target:
                return await self._carry_out(context, target)

    async def _carry_out(self, context: TurnContext, target: Intent | SystemRoute) -> TurnResult:
        """Return the answer of the handler of the request, if the state machine admits it."""
        request = context.request
        answer, intent = self.handlers[type(request)], intent_of(request)

        async def carry_out(context: TurnContext) -> TurnResult:
            return await answer(context, request)

        handler = self._after_files(carry_out, is_unread=isinstance(request, NotUnderstood) and not self.has_model)
        is_command = isinstance(target, SystemRoute) and not context.reading.is_whole
        changes_state = not is_command and (intent is not Intent.UNKNOWN or isinstance(request, NotUnderstood))
        return await (self._admit(context, intent, handler) if changes_state else self._answer(context, handler))

    def _after_files(self, answer: TurnHandler, *, is_unread: bool) -> TurnHandler:
        """Return a handler that answers what the team's files do not: "what's the research budget?" names no share."""

        async def handler(context: TurnContext) -> TurnResult:
            return await self.files.to_open(context, is_unread=is_unread) or await answer(context)

        return handler

    async def _admit(self, context: TurnContext, intent: Intent, handler: TurnHandler) -> TurnResult:
        try:
            state = apply_intent(context.state, intent, pending=len(context.pending))
        except IllegalTransitionError as error:
            return await self._explain_refusal(context, error)
        result = await self._answer(context, handler)
        return replace(result, state=result.state or state)

    async def _answer(self, context: TurnContext, handler: TurnHandler) -> TurnResult:
        request = context.request
        is_bounded = isinstance(request, OrderRequest) and request.terms.max_cash is not None
        if not context.beside and not is_bounded:
            return await handler(context)
        return await self.stated_limits(context, handler)

    def _model_failure(self, context: TurnContext, error: ModelError) -> TurnState:
        """Say why there is no answer. A partial answer that was already shown never comes here."""
        result = self._sentence_result(context, self._error_text(context, error))
        result = replace(result, answer=replace(result.answer, fallback=error.code))
        return {"results": result, "error": type(error).__name__}

    def _stopped_result(self, context: TurnContext) -> TurnResult:
        stopped = self._said(context, "stopped")
        return replace(stopped, answer=replace(stopped.answer, fallback=STOPPED))

    async def _after_failure(self, context: TurnContext) -> TurnResult:
        """Return what has become of what the turn has decided before it failed; else an apology."""
        found = await self.decided.find_result(context.turn, context.locale)
        return found or replace(self._said(context, "error-internal"), event=Event.FAILED)

    def _sentence_result(self, context: TurnContext, sentence: str) -> TurnResult:
        return TurnResult.of_text(sentence, symbols=context.symbols)

    def _said(self, context: TurnContext, message_id: str, **facts: int) -> TurnResult:
        return self._sentence_result(context, self.texts.render(context.locale, message_id, **facts))

    def _error_text(self, context: TurnContext, error: ParleyError) -> str:
        return self.texts.render_error(context.locale, error)

    async def _explain_refusal(self, context: TurnContext, error: IllegalTransitionError) -> TurnResult:
        why = self.texts.render_code(context.locale, "refused", str(error.facts["reason"]))
        request, named = context.request, shares_named(context.request).symbols
        if isinstance(request, Verdict) and not context.pending:
            expired = await just_expired(self.stores, context, named)
            why = self._error_text(context, expired) if expired else why
        is_cancel = isinstance(request, Cancel | Wait)
        if is_cancel and not context.pending and await stop_own_analysis(self.stores, context):
            return self._said(context, "stopping")
        if is_cancel and (ordered := await own_open_order(self.stores, context, named)) is not None:
            what = DecisionCards(self.texts).action_phrase(context.locale, ordered.proposal)
            why = self.texts.render(context.locale, "order-not-taken-back", what=what)
        return self._sentence_result(context, self.texts.join(context.locale, why, possible_now(self.texts, context)))

    async def _complete(self, context: TurnContext, result: TurnResult) -> TurnResult:
        """Add the Details button, and to the first answer in a channel the welcome: below it, or among its details."""
        locale = replace(context.locale, language=result.language or context.language)
        cards = DecisionCards(self.texts)
        still_open = (*await whose_card(self.stores, cards, context), *still_pending(cards, context, result))
        shown = (
            f"{each[:_MAX_LEFT_OVER]}…" if len(each) > _MAX_LEFT_OVER else each for each in context.reading.left_over
        )
        left_over = tuple(Paragraph(self.texts.render(locale, "left-over", request=each)) for each in shown)
        pressed = self._pressed(context, locale)
        answer = replace(result.answer, blocks=(*pressed, *result.answer.blocks, *left_over, *still_open))
        if context.is_first_in_channel:
            market = self.texts.render_code(
                locale, "welcome", self.portfolio.market.name, date=context.today.isoformat()
            )
            welcome: Block = Paragraph(self.texts.render(locale, "welcome", market=market))
            answer = (
                replace(answer, blocks=(*answer.blocks, welcome))
                if isinstance(context.request, TalkRequest | NotUnderstood | ShowHelp)
                else replace(answer, details=(*answer.details, welcome))
            )
        if context.analysis is not None:  # the person has waited, and talks of other things meanwhile
            ref = AnalysisRef(context.analysis.id, context.turn.id, is_ended=True)
            answer = replace(answer, analysis=ref, calls_person=True, run=answer.run or await self._run_so_far(context))
        answer = DetailsPresenter(self.texts).with_button(locale, answer, turn_id=context.turn.id)
        return replace(result, answer=answer)

    async def _run_so_far(self, context: TurnContext) -> EngineRun | None:
        """Return the requests of a run that ended without a proposal, as when it was stopped."""
        if context.analysis is None:
            return None
        async with self.stores.read(context.turn.tenant_id) as tx:
            return (await tx.analysis_runs.progress(context.analysis.id)).run

    def _pressed(self, context: TurnContext, locale: Locale) -> tuple[Block, ...]:
        """Return who has asked by a press: nobody reads a message of theirs."""
        symbol = decision_asked_by_press(context.turn)
        if symbol is None:
            return ()
        by = context.turn.person.name
        return (Paragraph(self.texts.render(locale, "alert-decision-asked", by=by, symbol=symbol)),)


def _with_remembered_limits(context: TurnContext, result: TurnResult) -> TurnResult:
    """Return `result` with the limits to remember, unless it sets them itself."""
    if result.stated_limits is not None:
        return result
    request = context.request
    trade = request if isinstance(request, OrderRequest) else None
    is_refused = trade is not None and _is_unusable(trade.terms) and not result.proposed  # "/decide IBX under $1,000"
    is_of_more = any(isinstance(each, StateLimits) for each in (request, *context.beside))  # kept for longer
    if is_refused or is_of_more:
        return replace(result, stated_limits=context.conversation.stated_limits)
    is_change = isinstance(trade, Order) and trade.is_change  # 改成一万以内: of this card alone
    is_order = trade is not None and not trade.is_question and (trade.terms.side is Side.BUY or is_change)
    terms, symbols = _bounding_terms(context), result.answer.symbols
    return replace(result, stated_limits=remember_limits(context, terms, symbols, is_order=is_order))


def _bounding_terms(context: TurnContext) -> TradeTerms:
    """Return what a message says that bounds proposals, also beside an analysis or alone."""
    request = context.request
    if isinstance(request, OrderRequest):
        return request.terms
    bounds = context.reading.bounds
    return TradeTerms(
        shares=shares_named(request),
        max_cash=bounds.max_cash,
        stop=bounds.stop,
        lifts_max_cash=isinstance(request, EndLimits),
    )


def _is_unusable(terms: TradeTerms) -> bool:
    return bool(terms.shares.unknown or terms.shares.unsupported or terms.problems)
