"""Persist: stores the result of the turn in one transaction."""

from dataclasses import dataclass
from typing import Final

from bot.domain.conversation.understanding import Understanding
from bot.domain.memory.memory_requests import MemoryAct
from bot.ports import Progress
from bot.turns.nodes.step_timer import StepTimer
from bot.turns.persist_turn import FinishedTurn, PersistTurn
from bot.turns.state import TurnState

_ABOUT_MEMORY: Final = frozenset(
    {
        "debug",
        "details",
        "discussion",
        "help",
        "history",
        "knowledge",
        "recall",
        "settings",
        "status",
        "usage",
        "what_was_said",
    }
)
_OF_ANY_TIME: Final = frozenset({"details", "history"})  # commands that show what was said at any market time
_NOT_LOGGED: Final = frozenset({"debug", "discussion", "usage"})  # commands that show earlier turns


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
        understood = context.understanding
        is_logged = state["configuration"].is_debug and understood.command not in _NOT_LOGGED
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
                is_about_memory=understood.command in _ABOUT_MEMORY
                or _is_about_core_memory(understood)
                or result.analysis is not None,
                symbols=context.entities.symbols,
                market_time=context.market_time,
                is_of_any_time=understood.command in _OF_ANY_TIME,
                recalled=len(recalled.episodes) if (recalled := state.get("conversation_context")) else 0,
                steps=state.get("execution_logs", ()) if is_logged else None,
            ),
        )
        return {"execution_logs": (timer.entry(),)}


def _is_about_core_memory(understood: Understanding) -> bool:
    """Return whether a message shows or takes back what is kept; one that states something is an episode itself."""
    is_statement = understood.memory is not None and understood.memory.act is MemoryAct.STORE
    return understood.command == "memory" and not is_statement
