"""/holding: an admin corrects a holding whose share was renamed, merged or is worthless; each is read back first."""

from dataclasses import dataclass, replace
from decimal import Decimal

from bot.context.turn import TurnContext, TurnResult
from bot.domain.accounting.corrections import CorrectionProblem, CorrectionStatus
from bot.domain.accounting.ledger import ConversionTerms
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.account import CorrectHolding, CorrectionAct
from bot.errors import HoldingCorrectionError
from bot.ports import Admins, Stores
from bot.presentation.account.corrections import CorrectionPresenter
from bot.trading.corrections.booking import ProposedCorrection
from bot.trading.corrections.planner import CorrectionPlanner, PlannedCorrection


@dataclass(frozen=True, slots=True)
class HoldingHandler:
    """Handler of /holding. Only admins of the workspace correct holdings; whoever asks sees what was corrected."""

    stores: Stores
    planner: CorrectionPlanner
    presenter: CorrectionPresenter
    admins: Admins

    async def __call__(self, context: TurnContext, request: CorrectHolding) -> TurnResult:
        """Show the card to confirm, or the list. Raises: as `CorrectionPlanner`."""
        result = await self._result(context, request)
        return replace(result, state=context.state, stated_limits=context.conversation.stated_limits, offered=())

    async def _result(self, context: TurnContext, request: CorrectHolding) -> TurnResult:
        if request.act is CorrectionAct.LIST:
            async with self.stores.read(context.turn.tenant_id) as tx:
                found = await tx.corrections.latest(context.account.id)
            return TurnResult(answer=self.presenter.listed(context.locale, found))
        if request.act is CorrectionAct.HOW:
            return TurnResult(answer=self.presenter.said(context.locale, "holding-unclear"))
        if not await self.admins.is_admin(context.turn):
            raise HoldingCorrectionError(reason=CorrectionProblem.ADMINS_ONLY.value, symbol=request.symbol)
        match request.stated:
            case ConversionTerms() as terms:
                return self._propose(context, await self.planner.plan_conversion(terms, turn=context.turn))
            case Decimal() as price:
                planned = await self.planner.plan_price(request.symbol, price, turn=context.turn)
                return self._propose(context, planned)
            case None:
                return TurnResult(answer=await self._undo(context, request.symbol))

    def _propose(self, context: TurnContext, planned: PlannedCorrection) -> TurnResult:
        card = self.presenter.card(context.locale, planned)
        return TurnResult(answer=card, correction=ProposedCorrection(planned.correction))

    async def _undo(self, context: TurnContext, symbol: str) -> Answer:
        """Show what undoing the latest correction, of a share if one is named, would do."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            found = await tx.corrections.latest(context.account.id, symbol=symbol or None)
        booked = next((each for each in found if each.status is CorrectionStatus.BOOKED), None)
        if booked is None:
            raise HoldingCorrectionError(reason=CorrectionProblem.NOTHING_TO_UNDO.value, symbol=symbol)
        planned = await self.planner.plan_undo(booked, turn=context.turn)
        return self.presenter.undo_card(context.locale, planned)
