"""Where an adapter hands in what a person said or pressed."""

from dataclasses import dataclass

from bot.conversation.wake import Wake
from bot.domain.messages import IncomingMessage, IncomingPress, Thread
from bot.domain.turns import Accepted, Turn
from bot.domain.understanding import Language
from bot.locales import Catalogue
from bot.ports import Inbox, Progress


@dataclass(frozen=True, slots=True)
class Intake:
    """Stores messages and presses, wakes the runner, and tells a person whose turn has to wait."""

    inbox: Inbox
    progress: Progress
    say: Catalogue
    wake: Wake

    async def enrol(self, thread: Thread) -> None:
        """Make a workspace known before its first message. Raises: StoreUnavailableError."""
        await self.inbox.enrol(thread)

    async def accept(self, message: IncomingMessage) -> Accepted:
        """Store a message; it will be answered, whatever is killed from here on. Raises: StoreUnavailableError."""
        accepted = await self.inbox.accept(message)
        if accepted.is_new:
            self.wake.ring()
            if accepted.ahead:
                await self._queued(accepted.turn, accepted.ahead)
        return accepted

    async def accept_press(self, press: IncomingPress) -> Accepted:
        """Store a press. The caller has it handled at once: presses do not queue. Raises: StoreUnavailableError."""
        return await self.inbox.accept_press(press)

    async def _queued(self, turn: Turn, ahead: int) -> None:
        language = turn.person.language or Language.ENGLISH
        await self.progress.step(turn, self.say.say(language, "queued-behind", count=ahead))
