"""Answers one claimed turn: runs its graph, and runs it again if the result conflicts with a concurrent update."""

import asyncio
from dataclasses import dataclass, replace

from bot.context.policy import Policy
from bot.domain.conversation.turns import Claim, InputKind, Turn
from bot.domain.models.requests import Caller, RunLease
from bot.ports import Clock, People, Progress
from bot.ports.traces import Tracer
from bot.turns.graph import TurnGraph
from bot.turns.retry import retry_on_conflict
from bot.turns.state import TurnRequest, TurnState


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationManager:
    """Runs turns through their graph; knows no platform, no SQL and no sentence."""

    graph: TurnGraph
    people: People
    progress: Progress
    policy: Policy
    tracer: Tracer
    clock: Clock

    async def answer_turn(self, claim: Claim) -> None:
        """Answer the claimed turn and store the answer.

        Raises: LeaseLostError, StoreUnavailableError, ConcurrentUpdateError: nothing was stored.
        """
        turn = claim.turn
        with self.tracer.span("turn", {"parley.platform": turn.thread.platform, "parley.turn": str(turn.id)}):
            person = await self.people.person(turn)
            state = self._initial_state(replace(claim, turn=replace(turn, person=person)))
            try:
                await retry_on_conflict(lambda: self.graph.run_turn(state))
            except BaseException:
                await self.progress.end_progress(turn)  # which persist does before it stores an answer
                raise

    def _initial_state(self, claim: Claim) -> TurnState:
        """Return the initial state. Its deadline for models holds for all tries together."""
        turn = claim.turn
        caller = Caller(
            tenant_id=turn.tenant_id,
            turn_id=turn.id,
            person_id=turn.person.id,
            deadline=asyncio.get_running_loop().time() + self._model_seconds(turn),
            analysis=RunLease(turn.id, claim.owner, claim.fence) if turn.kind is InputKind.ANALYSIS else None,
        )
        return TurnState(request=TurnRequest(claim, caller))

    def _model_seconds(self, turn: Turn) -> float:
        """Return how long models may be asked; of a run that another process has begun, what is left of its time."""
        if turn.kind is not InputKind.ANALYSIS:
            return self.policy.model_seconds
        return self.policy.analysis_seconds - (self.clock.now() - turn.accepted_at).total_seconds()
