"""Commands that are no request yet."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.context.turn import TurnContext, TurnHandler, TurnResult


@dataclass(frozen=True, slots=True)
class CommandHandler:
    """Handler of commands that are no request yet, by their names."""

    commands: Mapping[str, TurnHandler]

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Carry out the command. Raises: MarketDataError, StoreUnavailableError."""
        return await self.commands[context.understanding.command or ""](context)
