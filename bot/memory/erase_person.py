"""Erases a person, in background jobs: each does a part, and writes the job for the next."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

from bot.context.further_replies import recipient_of
from bot.domain.conversation.blocks import Block, Bullets, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.erasure import Erased, Erasure
from bot.domain.ids import TenantId, derive_id
from bot.domain.jobs import erase_person_job
from bot.domain.text.locale import Locale
from bot.locales import Catalogue
from bot.ports import Clock, EraseOutcome, Eraser, NewId, Stores
from bot.trading.decision_access import cancel_pending_of

OCCASION: Final = "erased"
_PART: Final = timedelta(seconds=18)  # of one job, which may take thirty
_PAUSE: Final = 0.5  # seconds, while other work has to end first


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasePerson:
    """Carries out a confirmed erasure. It may be killed at any point, and run twice."""

    stores: Stores
    eraser: Eraser
    texts: Catalogue
    clock: Clock
    new_id: NewId
    part: timedelta = _PART
    pause: float = _PAUSE

    async def __call__(self, tenant_id: TenantId, erasure_id: UUID) -> EraseOutcome:
        """Do a part of the work; what is left is a further job. Raises: StoreUnavailableError."""
        await self._cancel_cards(tenant_id, erasure_id)
        clock = asyncio.get_running_loop().time
        end = clock() + self.part.total_seconds()
        while clock() < end:
            outcome = await self.eraser.erase_batch(tenant_id, erasure_id)
            match outcome:
                case EraseOutcome.FINISHED | EraseOutcome.NOT_OURS:
                    return outcome
                case EraseOutcome.ERASED:
                    await self._tell(tenant_id, erasure_id)
                    await self.eraser.finish(tenant_id, erasure_id)
                    return EraseOutcome.FINISHED
                case EraseOutcome.READY:
                    await self._cancel_cards(tenant_id, erasure_id)
                case EraseOutcome.WAITING:
                    await asyncio.sleep(self.pause)
                case EraseOutcome.MORE:
                    pass
        job_id, now = self.new_id(), self.clock.now()
        job = erase_person_job(job_id, tenant_id=tenant_id, erasure_id=erasure_id, part=f"/{job_id}", at=now)
        async with self.stores.transaction(tenant_id) as tx:
            await tx.outbox.add_job(job)
        return EraseOutcome.MORE

    async def _cancel_cards(self, tenant_id: TenantId, erasure_id: UUID) -> None:
        async with self.stores.read(tenant_id) as tx:
            erasure = await tx.erasures.get(erasure_id)
        if erasure is not None and erasure.request.person_id is not None and erasure.confirmed_at is not None:
            await cancel_pending_of(self.stores, erasure, at=self.clock.now())

    async def _tell(self, tenant_id: TenantId, erasure_id: UUID) -> None:
        """Tell the result, once, where the erasure was confirmed. It names nobody."""
        async with self.stores.transaction(tenant_id) as tx:
            erasure = await tx.erasures.get(erasure_id)
            if erasure is None or erasure.confirmed_turn is None:
                return
            turn = await tx.turns.get(erasure.confirmed_turn)
            conversation = await tx.conversations.lock(turn.conversation_id)
            occasion = f"{OCCASION}:{erasure_id}"
            if await tx.replies.reply_language(derive_id(turn.id, occasion)) is not None:
                return
            to = await recipient_of(tx, turn, conversation)
            answer = Answer(blocks=told_result(self.texts, to.locale, erasure))
            await tx.replies.add_reply(to.reply(answer, occasion=occasion, at=self.clock.now()))


def told_result(texts: Catalogue, locale: Locale, erasure: Erasure) -> tuple[Block, ...]:
    """Return what was erased, with counts, and what stays."""
    counts: Mapping[str, int] = erasure.counts
    numbers = {what.value: counts.get(what, 0) for what in Erased}
    lines = [texts.render(locale, f"erasure-count-{name}", count=number) for name, number in numbers.items() if number]
    heading = texts.render(locale, "erasure-done", whose="own" if erasure.request.is_own else "other")
    stays = Paragraph(texts.render(locale, "erasure-done-stays"))
    return (Bullets(heading, tuple(lines)), stays) if lines else (Paragraph(heading), stays)
