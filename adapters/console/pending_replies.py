"""What was accepted and has not been answered yet."""

import asyncio
from collections import Counter, defaultdict

from bot.domain.conversation.turns import InputKind, Turn
from bot.domain.ids import ConversationId, TurnId


class PendingReplies:
    """The turns and presses of this session that still wait for their reply."""

    def __init__(self) -> None:
        self._open: dict[TurnId, Turn] = {}
        self._accepting = defaultdict[ConversationId, asyncio.Lock](asyncio.Lock)
        self._per_lane: Counter[tuple[ConversationId, InputKind]] = Counter()
        self._changed = asyncio.Condition()

    def __len__(self) -> int:
        return len(self._open)

    def accepted(self, turn: Turn) -> None:
        """Begin to wait for the reply to `turn`."""
        if turn.id not in self._open:
            self._open[turn.id] = turn
            self._per_lane[turn.conversation_id, turn.kind] += 1

    def accepting(self, conversation: ConversationId) -> asyncio.Lock:
        """Return the lock to hold from before something is accepted until it is known here."""
        return self._accepting[conversation]

    async def settled(self, conversation: ConversationId) -> None:
        """Wait while something is being accepted: a quick reply may come before we know what it answers."""
        async with self._accepting[conversation]:
            return

    async def answered(self, turn_id: TurnId) -> None:
        """End the wait for the reply to this turn: it was shown."""
        async with self._changed:
            turn = self._open.pop(turn_id, None)
            if turn is not None:  # else it was asked in an earlier session
                self._per_lane[turn.conversation_id, turn.kind] -= 1
            self._changed.notify_all()

    def turns(self) -> tuple[Turn, ...]:
        """Return what waits for its reply, oldest first."""
        return tuple(self._open.values())

    def turn(self, turn_id: TurnId) -> Turn | None:
        """Return the turn with this id if it waits for its reply."""
        return self._open.get(turn_id)

    def is_newest(self, turn_id: TurnId) -> bool:
        """Whether nothing was accepted after this turn, as far as it still waits."""
        return next(reversed(self._open), turn_id) == turn_id

    async def none_left(self, conversation: ConversationId | None = None, kind: InputKind | None = None) -> None:
        """Wait until everything is answered; or everything of one kind in one conversation."""

        def done() -> bool:
            if conversation is None or kind is None:
                return not self._open
            return not self._per_lane[conversation, kind]

        async with self._changed:
            await self._changed.wait_for(done)
