"""Carries out the buttons that confirm the erasure of a person or withdraw it: the work itself is a background job."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.context.turn import TurnResult
from bot.domain.conversation.buttons import ErasureRef
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.turns import Turn
from bot.domain.erasure import Erasure
from bot.domain.jobs import erase_person_job
from bot.domain.text.locale import Locale
from bot.errors import DuplicateError
from bot.memory.erase_person import told_result
from bot.ports import Clock, NewId, Stores
from bot.presentation.erasure import ErasurePresenter

_ASKED_WITHIN: Final = timedelta(minutes=30)  # after which the card has to be asked for again


@dataclass(frozen=True, slots=True)
class ErasureConfirmation:
    """Confirms an erasure once, or withdraws it, by the person who has asked for it. Once it is done, it says so."""

    stores: Stores
    presenter: ErasurePresenter
    clock: Clock
    new_id: NewId

    async def __call__(self, ref: ErasureRef, *, turn: Turn, locale: Locale) -> TurnResult:
        """Do it, and say so. Safe to run again for the same press."""
        async with self.stores.read(turn.tenant_id) as tx:
            erasure = await tx.erasures.get(ref.erasure_id)
        if erasure is not None and erasure.finished_at is not None:  # a program is told only when it asks
            return TurnResult(answer=Answer(blocks=told_result(self.presenter.texts, locale, erasure)))
        said = await (self._withdraw(ref, turn) if ref.is_cancel else self._confirm(ref, turn))
        return TurnResult(answer=self.presenter.said(locale, said))

    async def _withdraw(self, ref: ErasureRef, turn: Turn) -> str:
        async with self.stores.transaction(turn.tenant_id) as tx:
            erasure = await tx.erasures.get(ref.erasure_id)
            if erasure is None:
                return "erasure-withdrawn"
            asked = await tx.turns.get(erasure.request.asked_turn)
            if asked.person.id != turn.person.id:
                return "erasure-of-others"
            return "erasure-withdrawn" if await tx.erasures.withdraw(ref.erasure_id) else "erasure-under-way"

    async def _confirm(self, ref: ErasureRef, turn: Turn) -> str:
        try:
            async with self.stores.transaction(turn.tenant_id) as tx:
                erasure = await tx.erasures.get(ref.erasure_id)
                if erasure is None:
                    return "erasure-over"
                asked = await tx.turns.get(erasure.request.asked_turn)
                if (refusal := _refusal(erasure, asked, turn)) is not None:
                    return refusal
                now = self.clock.now()
                if not await tx.erasures.confirm(ref.erasure_id, through=turn.id, at=now):
                    return "erasure-under-way"
                if erasure.request.person_id is not None:
                    await tx.turns.stop_analyses_of(erasure.request.person_id)  # else their cards would follow
                    await tx.analysis_runs.drop_abandoned(erasure.request.person_id, at=self.clock.now())
                await tx.audit.add_entry("erasure_confirmed", subject=ref.erasure_id, by=turn.person.id, facts={})
                job = erase_person_job(
                    self.new_id(), tenant_id=turn.tenant_id, erasure_id=ref.erasure_id, part="", at=now
                )
                await tx.outbox.add_job(job)
        except DuplicateError:
            return "erasure-under-way"
        return "erasure-started"


def _refusal(erasure: Erasure, asked: Turn, turn: Turn) -> str | None:
    """Return why a press confirms nothing; None: it does."""
    if erasure.confirmed_turn is not None:
        return None if erasure.confirmed_turn == turn.id else "erasure-under-way"
    if asked.person.id != turn.person.id:
        return "erasure-of-others"
    return "erasure-too-late" if turn.accepted_at - asked.accepted_at > _ASKED_WITHIN else None
