"""Input that was accepted and has not been answered yet."""

import asyncio
from collections import Counter, defaultdict
from dataclasses import replace

from bot.domain.conversation.turns import InputKind, Turn
from bot.domain.ids import ConversationId, TurnId


class PendingReplies:
    """The turns of this session, messages and presses, that wait for their reply."""

    def __init__(self) -> None:
        self._turns: dict[TurnId, Turn] = {}
        self._answered = set[TurnId]()  # whose reply was shown in this session
        self._acceptance_locks = defaultdict[ConversationId, asyncio.Lock](asyncio.Lock)
        self._counts: Counter[tuple[ConversationId, InputKind]] = Counter()
        self._changed = asyncio.Condition()

    def __len__(self) -> int:
        return len(self._turns)

    def add_turn(self, turn: Turn) -> None:
        """Add a turn, which has just been accepted."""
        if turn.id not in self._turns:
            self._turns[turn.id] = turn
            self._counts[turn.conversation_id, turn.kind] += 1

    def acceptance_lock(self, conversation: ConversationId) -> asyncio.Lock:
        """Return the lock to hold from before an input is accepted until its turn is added."""
        return self._acceptance_locks[conversation]

    async def wait_for_acceptance(self, conversation: ConversationId) -> None:
        """Wait while an input is being accepted: a quick reply may come before its turn is added."""
        async with self._acceptance_locks[conversation]:
            return

    async def mark_answered(self, turn_id: TurnId) -> None:
        """Remove a turn: its reply was shown."""
        self._answered.add(turn_id)
        async with self._changed:
            turn = self._turns.pop(turn_id, None)
            if turn is not None:  # otherwise it is of an earlier session
                self._counts[turn.conversation_id, turn.kind] -= 1
            self._changed.notify_all()

    def add_analysis(self, turn_id: TurnId, analysis: TurnId) -> None:
        """Wait for the reply to a run that goes on from a turn of this session, unless it was shown already."""
        turn = self._turns.get(turn_id)
        if turn is not None and analysis not in self._answered:
            self.add_turn(replace(turn, id=analysis, kind=InputKind.ANALYSIS))

    async def continue_by(self, turn_id: TurnId, other: TurnId) -> None:
        """Let a turn wait for the reply to another one, which answers both."""
        turn = self._turns.get(turn_id)
        if turn is None or other in self._answered:
            await self.mark_answered(turn_id)
            return
        self._turns[other] = self._turns.pop(turn_id)

    def pending_turns(self) -> tuple[Turn, ...]:
        """Return the turns that wait for their reply, oldest first."""
        return tuple(self._turns.values())

    def find_turn(self, turn_id: TurnId) -> Turn | None:
        """Return the turn with this id if it waits for its reply."""
        return self._turns.get(turn_id)

    def is_newest(self, turn_id: TurnId) -> bool:
        """Return whether no pending turn was accepted after this one."""
        return next(reversed(self._turns), turn_id) == turn_id

    async def wait_until_answered(
        self, conversation: ConversationId | None = None, kind: InputKind | None = None
    ) -> None:
        """Wait until all turns are answered, or all of one kind in one conversation."""

        def is_answered() -> bool:
            if conversation is None or kind is None:
                return not self._turns
            return not self._counts[conversation, kind]

        async with self._changed:
            await self._changed.wait_for(is_answered)
