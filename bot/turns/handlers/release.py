"""/release: an admin lets a price be used that is doubted, for the rest of its session; it is read back first."""

from dataclasses import dataclass

from bot.context.price_releases import release_of
from bot.context.turn import TurnContext, TurnResult
from bot.domain.accounting.corrections import CorrectionProblem, HoldingCorrection
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.account import CorrectionAct, ReleasePrice
from bot.domain.market.snapshot import Quote
from bot.errors import HoldingCorrectionError
from bot.ports import Admins, Stores
from bot.presentation.account.corrections import CorrectionPresenter
from bot.trading.corrections.planner import CorrectionPlanner


@dataclass(frozen=True, slots=True)
class ReleaseHandler:
    """Handler of /release SYMBOL PRICE. Only admins release; the price is named, so that no other one is released."""

    stores: Stores
    planner: CorrectionPlanner
    presenter: CorrectionPresenter
    admins: Admins

    async def __call__(self, context: TurnContext, request: ReleasePrice) -> TurnResult:
        """Show the card to confirm, or what is in force. Raises: as `CorrectionPlanner`."""
        return TurnResult(
            answer=await self._answer(context, request),
            state=context.state,
            stated_limits=context.conversation.stated_limits,
            offered=(),
        )

    async def _answer(self, context: TurnContext, request: ReleasePrice) -> Answer:
        symbol, price = request.symbol, request.price
        if request.act is CorrectionAct.LIST:
            return self.presenter.listed_releases(context.locale, await self._in_force(context))
        if request.act is CorrectionAct.HOW:
            return self.presenter.said(context.locale, "release-how")
        if not await self.admins.is_admin(context.turn):
            raise HoldingCorrectionError(reason=CorrectionProblem.ADMINS_ONLY.value, symbol=symbol)
        if price is None:
            return await self._undo(context, symbol)
        planned = await self.planner.plan_release(symbol, price, turn=context.turn)
        async with self.stores.transaction(context.turn.tenant_id) as tx:
            await tx.corrections.add_correction(planned.correction)
        return self.presenter.card(context.locale, planned)

    async def _in_force(self, context: TurnContext) -> tuple[HoldingCorrection, ...]:
        """Return the releases by which a present price counts."""
        found = await self._booked(context)
        view = await self.planner.portfolio.market_view(context.account)
        quotes = await view.quotes(dict.fromkeys(each.change.symbol for each in found))
        released = {(symbol, quote.release) for symbol, quote in quotes.items() if isinstance(quote, Quote)}
        return tuple(each for each in found if (each.change.symbol, release_of(each)) in released)

    async def _booked(self, context: TurnContext, symbol: str | None = None) -> tuple[HoldingCorrection, ...]:
        async with self.stores.read(context.turn.tenant_id) as tx:
            return await tx.corrections.releases(context.account.id, symbol=symbol)

    async def _undo(self, context: TurnContext, symbol: str) -> Answer:
        """Show what undoing the latest release of a share would do."""
        found = await self._booked(context, symbol)
        if not found:
            raise HoldingCorrectionError(reason=CorrectionProblem.NO_RELEASE.value, symbol=symbol)
        return self.presenter.undo_card(context.locale, await self.planner.plan_undo(found[0], turn=context.turn))
