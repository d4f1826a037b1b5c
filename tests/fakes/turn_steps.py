"""Runs a turn step by step, for tests in which the process dies before the last step."""

from bot.domain.conversation.turns import Claim
from bot.domain.models.requests import Caller
from bot.turns.runner import ConversationManager
from bot.turns.state import TurnRequest, TurnState


def initial_state(claim: Claim) -> TurnState:
    """The state in which a turn begins."""
    caller = Caller(tenant_id=claim.turn.tenant_id, turn_id=claim.turn.id)
    return TurnState(request=TurnRequest(claim, caller))


async def run_until_stored(manager: ConversationManager, claim: Claim) -> TurnState:
    """Do all of a turn but the storing."""
    nodes = manager.graph.nodes
    state = initial_state(claim)
    for node in (nodes.route, nodes.respond):
        added = await node(state)
        logs = (*state.get("execution_logs", ()), *added.get("execution_logs", ()))
        state = TurnState(**{**state, **added, "execution_logs": logs})
    return state
