"""Claims unanswered turns and answers each through its graph, again after a conflict, unless its person stops it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from bot.context.policy import Policy
from bot.context.signal import Signal
from bot.domain.conversation.turns import Claim, InputKind, Turn, WorkerScope
from bot.domain.models.requests import Caller, RunLease
from bot.errors import ConcurrentUpdateError, LeaseLostError, StoreUnavailableError
from bot.ports import Clock, People, Progress, Stores, TurnLeases
from bot.ports.traces import Tracer
from bot.turns.graph import TurnGraph
from bot.turns.state import TurnRequest, TurnState

_OUTAGE_SECONDS = 1.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRunner:
    """Answers turns in one process, up to `concurrency` at once."""

    leases: TurnLeases
    answer_turn: Callable[[Claim], Awaitable[None]]  # stores the answer, which ends the lease
    scope: WorkerScope
    owner: str  # unique to this process
    policy: Policy
    signal: Signal  # notified when there may be unanswered turns
    concurrency: int

    async def run_turns(self) -> None:
        """Answer turns until cancelled; a turn that is being answered then can be claimed again by any process."""
        running: dict[asyncio.Task[None], Turn] = {}

        def ended(task: asyncio.Task[None]) -> None:
            if 2 * len(running) >= self.concurrency:  # else nobody has more than a person's share
                self.signal.notify()
            del running[task]

        async with asyncio.TaskGroup() as tasks:
            while True:
                limit = self.concurrency - len(running)
                claimed = await self._claim(running.values(), limit=limit)
                for claim in claimed:
                    task = tasks.create_task(self._answer_under_lease(claim))
                    running[task] = claim.turn
                    task.add_done_callback(ended)
                if len(claimed) < limit:
                    await self.signal.wait()
                elif len(running) == self.concurrency:
                    await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)

    async def _claim(self, running: Collection[Turn], *, limit: int) -> tuple[Claim, ...]:
        try:
            return await self.leases.claim_turns(
                owner=self.owner, scope=self.scope, ttl=self.policy.lease_ttl, limit=limit, running=running
            )
        except StoreUnavailableError:
            _log.warning("database away, waiting")
            await asyncio.sleep(_OUTAGE_SECONDS)
            return ()

    async def _answer_under_lease(self, claim: Claim) -> None:
        """Answer one turn while renewing its lease; stop at once when the lease is lost.

        A stored answer has ended the lease; else it is released here.
        """
        is_stored, was_tried = False, True
        answering = asyncio.ensure_future(self.answer_turn(claim))
        renewing = asyncio.ensure_future(self._renew(claim))
        try:
            await asyncio.wait({answering, renewing}, return_when=asyncio.FIRST_COMPLETED)
            if not answering.done():
                answering.cancel()
            with suppress(LeaseLostError, asyncio.CancelledError):
                await answering
                is_stored = True
        except StoreUnavailableError:
            was_tried = False
            _log.warning("database away in mid-turn; turn %s will be taken up again", claim.turn.id)
            await asyncio.sleep(_OUTAGE_SECONDS)
        except Exception:  # noqa: BLE001  # one turn that cannot be stored must not end the loop for all others
            _log.exception("turn %s not answered; it will be taken up again", claim.turn.id)
            await asyncio.sleep(_OUTAGE_SECONDS)
        finally:
            renewing.cancel()
            answering.cancel()
            if not is_stored:
                with suppress(StoreUnavailableError):
                    await self.leases.release(claim, counts_as_attempt=was_tried)

    async def _renew(self, claim: Claim) -> None:
        while True:
            await asyncio.sleep(self.policy.lease_ttl.total_seconds() / 3)
            with suppress(StoreUnavailableError):
                if not await self.leases.renew(claim, ttl=self.policy.lease_ttl):
                    _log.warning("lease of turn %s lost", claim.turn.id)
                    return


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


_T = TypeVar("_T")
_MAX_TRIES = 30  # each conflict means that another writer succeeded; 50 simultaneous confirmations needed nine tries


async def retry_on_conflict(work: Callable[[], Awaitable[_T]]) -> _T:
    """Run `work`, which stores its result, and return what it returns; repeat it on a conflict.

    Raises: ConcurrentUpdateError: each of 30 tries had a conflict. Else as `work`.
    """
    for _ in range(_MAX_TRIES - 1):
        with suppress(ConcurrentUpdateError):
            return await work()
    return await work()


_POLL_SECONDS: Final = 1.0


class TurnStoppedError(Exception):
    """The person who asked has stopped the turn."""


@dataclass(frozen=True, slots=True)
class TurnCancellation:
    """Watches for a Stop: the signal is notified by the process that received it; polling covers lost notifications."""

    stores: Stores
    signal: Signal

    async def wait_for_stop(self, turn: Turn) -> None:
        """Return when a person who is allowed to has stopped `turn`; for most turns never."""
        while True:
            await self.signal.wait(seconds=_POLL_SECONDS)
            with suppress(StoreUnavailableError):
                async with self.stores.read(turn.tenant_id) as tx:
                    if await tx.turns.is_stopped(turn.id):
                        return

    async def run_unless_stopped(self, turn: Turn, work: Coroutine[Any, Any, _T]) -> _T:
        """Return what `work` returns; cancel it if the turn is stopped. Raises: TurnStoppedError, and as `work`."""
        if turn.is_stopped:
            work.close()
            raise TurnStoppedError
        working = asyncio.ensure_future(work)
        stopping = asyncio.ensure_future(self.wait_for_stop(turn))
        try:
            await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if working.done():
                return await working
            raise TurnStoppedError
        finally:
            working.cancel()
            stopping.cancel()
            await asyncio.gather(working, stopping, return_exceptions=True)
