"""Retrieve: looks up past decisions on the shares in question, and recently refused orders."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.requests.trades import OrderRequest
from bot.domain.conversation.retrieval import ConversationContext, RetrievalResult
from bot.turns.cancellation import TurnCancellation, TurnStoppedError
from bot.turns.instrument_resolver import MAX_SYMBOLS
from bot.turns.nodes.step_timer import StepTimer
from bot.turns.state import SystemRoute, TurnState

Lookup = Callable[[TurnContext, tuple[str, ...]], Awaitable[RetrievalResult]]
_SECONDS: Final = 5.0  # prices since those decisions may come from a slow source

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RetrieveNode:
    """Looks up past decisions; if that fails, the turn is answered without them."""

    look_up: Lookup
    cancellation: TurnCancellation

    async def __call__(self, state: TurnState) -> TurnState:
        """Add what was retrieved; route to STOPPED if the turn is stopped."""
        recalled = state.get("conversation_context", ConversationContext())
        context = replace(state["context"], conversation_context=recalled)
        timer = StepTimer("retrieve", context.caller)
        symbols = _symbols_to_look_up(context)
        try:
            found = await self.cancellation.run_unless_stopped(context.turn, self._look_up_in_time(context, symbols))
        except TurnStoppedError:
            route = replace(state["route"], target=SystemRoute.STOPPED, reason="stopped")
            return {"route": route, "execution_logs": (timer.entry(note="stopped"),)}
        except Exception:  # noqa: BLE001  # on any error the turn goes on without them; the log gets the traceback
            _log.warning("turn %s is answered without past decisions", context.turn.id, exc_info=True)
            return {
                "retrieval": RetrievalResult(),
                "execution_logs": (timer.entry(symbols=len(symbols), note="failed"),),
            }
        decisions = sum(len(history) for history in found.past_decisions.values())
        entry = timer.entry(symbols=len(symbols), decisions=decisions, refused=len(found.refused_orders))
        return {"retrieval": found, "execution_logs": (entry,)}

    async def _look_up_in_time(self, context: TurnContext, symbols: tuple[str, ...]) -> RetrievalResult:
        async with asyncio.timeout(_SECONDS):
            return await self.look_up(context, symbols)


def _symbols_to_look_up(context: TurnContext) -> tuple[str, ...]:
    """Return the symbols that the message is about; all positions if it says "everything"."""
    request = context.request
    if isinstance(request, OrderRequest) and request.terms.is_everything and not request.terms.symbols:
        return context.held_but(request.terms.excluded)
    return context.symbols[:MAX_SYMBOLS]
