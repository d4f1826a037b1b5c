"""Presses below cards that are no trades: corrections of holdings, forms of core memory, the erasure of a person."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.context.turn import TurnResult
from bot.domain.accounting.corrections import CorrectionProblem, CorrectionStatus, HoldingCorrection, ReleasedPrice
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.buttons import ErasureRef, HoldingAction, HoldingRef, MemoryEditRef, MemoryFormRef
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.turns import Turn
from bot.domain.erasure import Erasure
from bot.domain.jobs import erase_person_job
from bot.domain.memory.core_memory import ChangeKind, MemoryChange, MemoryScope
from bot.domain.memory.memory_changes import FORM_FIELDS, field_lines, field_name, field_texts, merged_lines
from bot.domain.text.locale import Locale
from bot.errors import DuplicateError, HoldingCorrectionError
from bot.memory.core_memory import CoreMemoryBook, memory_author, memory_place
from bot.memory.erase_person import told_result
from bot.ports import Admins, Clock, NewId, Stores
from bot.presentation.account.corrections import CorrectionPresenter
from bot.presentation.core_memory import CoreMemoryPresenter
from bot.presentation.erasure import ErasurePresenter
from bot.trading.corrections.booking import (
    CorrectionWork,
    StandingThings,
    WithdrawalNotices,
    standing_back,
    standing_on,
)
from bot.trading.corrections.planner import CorrectionPlanner, PlannedCorrection

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


_SECOND: Final = timedelta(seconds=1)  # the form names the second in which it was opened


@dataclass(frozen=True, slots=True)
class MemoryEdits:
    """Changes the sections whose field was changed; what others have changed since the form was opened stays."""

    book: CoreMemoryBook
    presenter: CoreMemoryPresenter

    async def __call__(self, ref: MemoryFormRef | MemoryEditRef, *, turn: Turn, locale: Locale) -> TurnResult:
        """Carry out a submitted form; where no form can be opened, say how core memory is edited.

        Raises: as `CoreMemoryBook.replace_section`.
        """
        if isinstance(ref, MemoryFormRef):
            return _private(self.presenter.say(locale, "memory-how"))
        place, is_public = memory_place(turn), await self.book.is_public(turn)
        author = memory_author(turn, ChangeKind.EDITED, is_public=is_public)
        opened_at = min(datetime.fromtimestamp(ref.opened_at, UTC), turn.accepted_at)
        shown = await self.book.load(turn.tenant_id, place, as_of=opened_at + _SECOND)
        present = await self.book.load(turn.tenant_id, place)
        submitted: Mapping[str, str] = dict(ref.fields)
        changes: list[MemoryChange] = []
        why = self.presenter.say(locale, "memory-by-form")
        for scope, section in FORM_FIELDS:
            if scope not in place.scopes or (text := submitted.get(field_name(scope, section))) is None:
                continue
            key = place.key(scope, section)
            before, now = field_texts(shown.section(key)), field_texts(present.section(key))
            lines = merged_lines(shown=before, submitted=field_lines(section, text), present=now)
            if lines == now:
                continue
            change = await self.book.replace_section(author, key, lines, why=why)
            changes += [change] if change is not None else []
        return self._told(changes, turn, locale)

    def _told(self, changes: list[MemoryChange], turn: Turn, locale: Locale) -> TurnResult:
        if not changes:
            return _private(self.presenter.say(locale, "memory-unchanged"))
        text = self.presenter.edited(locale, changes, by=turn.person.name)
        is_private = all(each.key.scope is MemoryScope.PERSON for each in changes)
        return TurnResult(answer=Answer(blocks=(Paragraph(text),), is_private=is_private))


def _private(text: str) -> TurnResult:
    return TurnResult(answer=Answer(blocks=(Paragraph(text),), is_private=True))


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
