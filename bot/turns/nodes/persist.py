"""Persist: stores the result of the turn in one transaction."""

from dataclasses import dataclass
from typing import Final

from bot.domain.conversation.requests.committee import ShowDiscussion
from bot.domain.conversation.requests.conversation import ShowDetails, ShowHelp, ShowStatus, ShowTurnLog, ShowUsage
from bot.domain.conversation.understanding import Understanding
from bot.domain.memory.memory_requests import MemoryAct
from bot.ports import Progress
from bot.turns.nodes.step_timer import StepTimer
from bot.turns.persist_turn import FinishedTurn, PersistTurn
from bot.turns.state import TurnState

_ABOUT_MEMORY: Final = (ShowDetails, ShowDiscussion, ShowHelp, ShowStatus, ShowTurnLog, ShowUsage)
_COMMANDS_ABOUT_MEMORY: Final = frozenset({"history", "knowledge", "recall", "settings", "what_was_said"})
_OF_ANY_TIME: Final = "history"  # shows what was said at any market time, as `ShowDetails` does
_NOT_LOGGED: Final = (ShowDiscussion, ShowTurnLog, ShowUsage)  # they show earlier turns


@dataclass(frozen=True, slots=True)
class PersistNode:
    """The only node that stores anything."""

    persist: PersistTurn
    progress: Progress

    async def __call__(self, state: TurnState) -> TurnState:
        """Store the turn. Raises: LeaseLostError, StoreUnavailableError, ConcurrentUpdateError: nothing was stored."""
        context, result = state["context"], state["results"]
        timer = StepTimer("persist", context.caller)
        await self.progress.end_progress(context.turn)  # before the answer is delivered, so that it comes last
        understood, request = context.understanding, context.request
        is_logged = state["configuration"].is_debug and not isinstance(request, _NOT_LOGGED)
        await self.persist(
            FinishedTurn(
                turn=context.turn,
                claim=state["request"].claim if context.analysis is None else None,
                analysis_lease=context.caller.analysis,
                run_basis=context.run_basis,
                intent=understood.intent,
                confidence=understood.confidence,
                state_before=context.state,
                language=result.language or context.language,
                result=result,
                is_about_memory=isinstance(request, _ABOUT_MEMORY)
                or understood.command in _COMMANDS_ABOUT_MEMORY
                or _is_about_core_memory(understood)
                or result.analysis is not None,
                symbols=context.entities.symbols,
                market_time=context.market_time,
                is_of_any_time=isinstance(request, ShowDetails) or understood.command == _OF_ANY_TIME,
                recalled=len(recalled.episodes) if (recalled := state.get("conversation_context")) else 0,
                steps=state.get("execution_logs", ()) if is_logged else None,
            ),
        )
        return {"execution_logs": (timer.entry(),)}


def _is_about_core_memory(understood: Understanding) -> bool:
    """Return whether a message shows or takes back what is kept; one that states something is an episode itself."""
    is_statement = understood.memory is not None and understood.memory.act is MemoryAct.STORE
    return understood.command == "memory" and not is_statement
