"""Persist: stores the result of the turn in one transaction."""

from dataclasses import dataclass
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.requests import intent_of
from bot.domain.conversation.requests.analysis import ShowDiscussion
from bot.domain.conversation.requests.conversation import (
    SettingRequest,
    ShowDetails,
    ShowHelp,
    ShowStatus,
    ShowTurnLog,
    ShowUsage,
)
from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.conversation.requests.memory import (
    AskMemory,
    ExplainRecall,
    KnowledgeRequest,
    NoteRequest,
    Remember,
    ShowConversations,
)
from bot.domain.conversation.states import Intent
from bot.ports import Progress
from bot.turns.persist_turn import FinishedTurn, PersistTurn
from bot.turns.state import StepTimer, TurnState

# Requests about what was said, or about Parley itself: no episode is made of them. A statement to be kept is one.
_ABOUT_MEMORY: Final = (
    AskMemory
    | ExplainRecall
    | KnowledgeRequest
    | SettingRequest
    | ShowConversations
    | ShowDetails
    | ShowDiscussion
    | ShowHelp
    | ShowStatus
    | ShowTurnLog
    | ShowUsage
)
_ORDERS: Final = frozenset({Intent.ANALYZE, Intent.DECIDE})
_SURE: Final = 0.6
_OF_ANY_TIME: Final = ShowDetails | ShowConversations  # they show what was said at any market time
_NOT_LOGGED: Final = ShowDiscussion | ShowTurnLog | ShowUsage  # they show earlier turns


@dataclass(frozen=True, slots=True)
class PersistNode:
    """The only node that stores anything."""

    persist: PersistTurn
    progress: Progress
    is_debug: bool  # whether the steps of turns are stored, for /debug last

    async def __call__(self, state: TurnState) -> TurnState:
        """Store the turn. Raises: LeaseLostError, StoreUnavailableError, ConcurrentUpdateError: nothing was stored."""
        context, result = state["context"], state["results"]
        timer = StepTimer("persist", context.caller)
        await self.progress.end_progress(context.turn)  # before the answer is delivered, so that it comes last
        request = context.request
        is_logged = self.is_debug and not isinstance(request, _NOT_LOGGED)
        states_limits = any(isinstance(each, StateLimits) for each in (context.request, *context.beside))
        is_sure = context.reading.certainty >= _SURE
        await self.persist(
            FinishedTurn(
                turn=context.turn,
                claim=state["request"].claim if context.analysis is None else None,
                analysis_lease=context.caller.analysis,
                run_basis=context.run_basis,
                intent=intent_of(request),
                confidence=context.reading.certainty,
                state_before=context.state,
                language=result.language or context.language,
                result=result,
                is_order=intent_of(context.request) in _ORDERS and is_sure and not states_limits,
                is_about_memory=_is_about_memory(context) or result.analysis is not None,
                symbols=context.reading.shares.symbols,
                market_time=context.market_time,
                is_of_any_time=isinstance(request, _OF_ANY_TIME),
                recalled=len(recalled.episodes) if (recalled := state.get("conversation_context")) else 0,
                picked=context.picked,
                steps=state.get("execution_logs", ()) if is_logged else None,
            )
        )
        return {"execution_logs": (timer.entry(),)}


def _is_about_memory(context: TurnContext) -> bool:
    request = context.request
    is_about_notes = isinstance(request, NoteRequest) and not isinstance(request, Remember)
    return is_about_notes or isinstance(request, _ABOUT_MEMORY)
