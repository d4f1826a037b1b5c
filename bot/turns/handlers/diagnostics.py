"""/debug and /usage: the steps of a turn, and the use of models."""

from dataclasses import dataclass
from datetime import UTC

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.conversation import ShowTurnLog, ShowUsage
from bot.domain.models.requests import ModelAllowance
from bot.locales import Catalogue
from bot.ports import Clock, Stores
from bot.presentation.diagnostics import TurnLogReport, UsageReport


@dataclass(frozen=True, slots=True)
class TurnLogHandler:
    """Handler of /debug last: the steps of the conversation's latest turn, stored as names, codes and figures only."""

    texts: Catalogue
    stores: Stores

    async def __call__(self, context: TurnContext, request: ShowTurnLog) -> TurnResult:
        """Show the steps, or say how to ask for them. Raises: StoreUnavailableError."""
        return TurnResult(answer=Answer(blocks=await self._blocks(context, request)))

    async def _blocks(self, context: TurnContext, request: ShowTurnLog) -> tuple[Block, ...]:
        if not request.is_understood:
            return (Paragraph(self.texts.render(context.locale, "debug-how")),)
        async with self.stores.read(context.turn.tenant_id) as tx:
            log = await tx.turn_logs.last_log(context.conversation.id)
        if log is None:
            return (Paragraph(self.texts.render(context.locale, "debug-nothing")),)
        return TurnLogReport(self.texts).blocks(context.locale, log)


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageHandler:
    """Handler of /usage: the tenant's use of models today (UTC), in total and by purpose."""

    texts: Catalogue
    stores: Stores
    clock: Clock
    allowance: ModelAllowance
    has_model: bool

    async def __call__(self, context: TurnContext, _: ShowUsage) -> TurnResult:
        """Show today's use. Raises: StoreUnavailableError."""
        if not self.has_model:
            text = self.texts.render(context.locale, "usage-no-model")
            return TurnResult(answer=Answer(blocks=(Paragraph(text),)))
        day = self.clock.now().astimezone(UTC).date()
        async with self.stores.read(context.turn.tenant_id) as tx:
            used = await tx.model_budgets.usage_with_reservations(day=day)
            by_purpose = await tx.model_calls.usage_of_day(day)
        blocks = UsageReport(self.texts, self.allowance).blocks(context.locale, day, used, by_purpose)
        return TurnResult(answer=Answer(blocks=blocks))
