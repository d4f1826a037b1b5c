"""Presses of the buttons below corrections of holdings and releases of prices: Confirm, Cancel and Undo."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from bot.context.turn import TurnResult
from bot.domain.accounting.corrections import CorrectionProblem, CorrectionStatus, HoldingCorrection, ReleasedPrice
from bot.domain.conversation.buttons import HoldingAction, HoldingRef
from bot.domain.conversation.turns import Turn
from bot.domain.text.locale import Locale
from bot.errors import HoldingCorrectionError
from bot.ports import Admins, Stores
from bot.presentation.account.corrections import CorrectionPresenter
from bot.trading.corrections.booking import (
    CorrectionWork,
    StandingThings,
    WithdrawalNotices,
    standing_back,
    standing_on,
)
from bot.trading.corrections.planner import CorrectionPlanner, PlannedCorrection

_OF_BOOKED: Final = frozenset({HoldingAction.UNDO, HoldingAction.KEEP})
_CONFIRM_WITHIN: Final = timedelta(minutes=30)  # after which the card has to be asked for again


@dataclass(frozen=True, slots=True)
class HoldingPresses:
    """Books corrections, drops and undoes them: whoever administers the workspace may, where the card was shown.

    The release of a price is confirmed by the admin who asked for it.

    What is booked is stored with the answer that tells it, in one transaction: of several presses one has an effect.
    """

    stores: Stores
    planner: CorrectionPlanner
    notices: WithdrawalNotices
    admins: Admins
    presenter: CorrectionPresenter

    async def __call__(self, ref: HoldingRef, *, turn: Turn, locale: Locale) -> TurnResult | None:
        """Carry out one press; None: there is no such correction there.

        Raises: as `CorrectionPlanner`.
        """
        async with self.stores.read(turn.tenant_id) as tx:
            correction = await tx.corrections.find_correction(ref.correction_id)
            asked = await tx.turns.get(correction.asked_turn) if correction else None
        if correction is None or asked is None:
            return None
        is_undo, symbol = ref.action in _OF_BOOKED, correction.change.symbol
        if not is_undo and asked.conversation_id != turn.conversation_id:
            raise HoldingCorrectionError(reason=CorrectionProblem.ELSEWHERE.value, symbol=symbol)
        if not await self.admins.is_admin(turn):
            raise HoldingCorrectionError(reason=CorrectionProblem.ADMINS_ONLY.value, symbol=symbol)
        if ref.action is HoldingAction.CANCEL:
            return await self._cancel(correction, turn=turn, locale=locale)
        if correction.status is not (CorrectionStatus.BOOKED if is_undo else CorrectionStatus.PROPOSED):
            return TurnResult(answer=self.presenter.what_became(locale, correction))
        if ref.action is HoldingAction.KEEP:
            return TurnResult(answer=self.presenter.said(locale, "holding-kept", name=turn.person.name))
        return await (self._undo if is_undo else self._confirm)(correction, turn=turn, locale=locale)

    async def _confirm(self, correction: HoldingCorrection, *, turn: Turn, locale: Locale) -> TurnResult:
        if turn.accepted_at - correction.change.booked_at > _CONFIRM_WITHIN:
            raise HoldingCorrectionError(reason=CorrectionProblem.TOO_LATE.value, symbol=correction.change.symbol)
        if isinstance(correction.change, ReleasedPrice) and turn.person.id != correction.person.id:
            raise HoldingCorrectionError(reason=CorrectionProblem.ASKER_ONLY.value, symbol=correction.change.symbol)
        planned = await self.planner.plan_booking(correction, turn=turn)
        standing = await standing_on(self.stores, planned)
        answer = self.presenter.done(locale, planned, standing)
        work = self._work(planned, standing, was=CorrectionStatus.PROPOSED, turn=turn)
        withdrawn = tuple(
            replace(each, decided_by=turn.person.id, decided_at=turn.accepted_at) for each in standing.withdrawn
        )
        return TurnResult(answer=answer, withdrawn=withdrawn, correction=work)

    async def _undo(self, correction: HoldingCorrection, *, turn: Turn, locale: Locale) -> TurnResult:
        planned = await self.planner.plan_undo(correction, turn=turn)
        standing = await standing_back(self.stores, planned)
        answer = self.presenter.undone(locale, planned, standing)
        work = self._work(planned, standing, was=CorrectionStatus.BOOKED, turn=turn)
        return TurnResult(answer=answer, correction=work)

    def _work(
        self, planned: PlannedCorrection, standing: StandingThings, *, was: CorrectionStatus, turn: Turn
    ) -> CorrectionWork:
        return CorrectionWork(
            planned=planned, was=was, told_in=turn.conversation_id, standing=standing, notices=self.notices
        )

    async def _cancel(self, correction: HoldingCorrection, *, turn: Turn, locale: Locale) -> TurnResult:
        dropped = replace(correction, status=CorrectionStatus.WITHDRAWN, person=turn.person)
        async with self.stores.transaction(turn.tenant_id) as tx:
            was = CorrectionStatus.PROPOSED
            if not await tx.corrections.move_correction(dropped, was=was, changed={}):
                stored = await tx.corrections.find_correction(correction.id)
                return TurnResult(answer=self.presenter.what_became(locale, stored or correction))
        return TurnResult(answer=self.presenter.said(locale, "holding-cancelled", name=turn.person.name))
