"""Shows the work on proposals in the live message of the turn."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.context.turn import TurnContext
from bot.locales import Catalogue
from bot.ports import Progress


@dataclass(frozen=True, slots=True)
class ProgressObserver:
    """Implements `bot.trading.propose.ProposalObserver`."""

    progress: Progress
    texts: Catalogue
    context: TurnContext

    async def reading(self, symbols: Sequence[str]) -> None:
        """Show that market data are being read."""
        names = self.texts.list_of(self.context.locale, symbols)
        await self._step("step-reading", symbols=names)

    async def deciding(self, engine: str) -> None:
        """Show which engine has begun."""
        await self._step("step-weighing", engine=engine)

    async def draft(self, text: str) -> None:
        """Show the engine's draft."""
        await self.progress.show_draft(self.context.turn, text, language=self.context.language)

    async def _step(self, message_id: str, **variables: str) -> None:
        text = self.texts.render(self.context.locale, message_id, **variables)
        await self.progress.show_step(self.context.turn, text, language=self.context.language)
