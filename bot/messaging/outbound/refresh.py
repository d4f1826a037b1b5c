"""Updates delivered replies whose decisions are decided: adds who did what, and removes their buttons."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.domain.conversation.blocks import Block, Button, Card
from bot.domain.conversation.buttons import AdjustRef, ButtonRef, GroupRef, parse_button
from bot.domain.conversation.replies import Answer, Reply, decisions_in_group
from bot.domain.ids import DecisionId
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES, Action, Decision, DecisionStatus
from bot.ports import Clock, Stores, Transaction
from bot.presentation.decisions.cards import DecisionCards


@dataclass(frozen=True, slots=True)
class RefreshReply:
    """Updates a stored reply for display with its decisions' present status; what is stored is not changed."""

    stores: Stores
    cards: DecisionCards
    clock: Clock

    async def __call__(self, reply: Reply) -> Reply:
        """Return `reply` as it is to be shown now. Raises: StoreUnavailableError."""
        async with self.stores.read(reply.thread.tenant_id) as tx:
            settings = await tx.channels.get_settings(reply.thread.channel)
            locale = Locale(reply.language, settings.zone)
            decisions = tuple([await self._with_current_status(tx, shown) for shown in reply.answer.decisions])
            statuses = {each.id: await self._final_status(tx, each, locale) for each in decisions if _is_decided(each)}
        answer = reply.answer
        blocks = tuple(_with_final_status(block, statuses) for block in answer.blocks)
        buttons = tuple(button for button in answer.buttons if _is_open(button, answer, statuses))
        return replace(reply, answer=replace(answer, blocks=blocks, buttons=buttons, decisions=decisions))

    async def _with_current_status(self, tx: Transaction, shown: Decision) -> Decision:
        """Return a shown decision with its present status; EXPIRED after its expiry, even if that is not stored yet."""
        stored = await tx.decisions.get(shown.id, version=shown.version)
        is_over = stored.status is DecisionStatus.PROPOSED and not stored.is_pending(at=self.clock.now())
        status = DecisionStatus.EXPIRED if is_over else stored.status
        return replace(shown, status=status, decided_by=stored.decided_by, decided_at=stored.decided_at)

    async def _final_status(self, tx: Transaction, decision: Decision, locale: Locale) -> str:
        resolution = await tx.decisions.resolution(decision.id)
        report = await tx.accounts.report_for(decision.id) if decision.status in CARRIED_OUT_STATUSES else None
        return self.cards.final_status(locale, decision, resolution, report)


def _is_decided(decision: Decision) -> bool:
    """Return whether the decision has a final status to show; a hold has none."""
    return decision.proposal.action is not Action.HOLD and decision.status is not DecisionStatus.PROPOSED


def _with_final_status(block: Block, statuses: Mapping[DecisionId, str]) -> Block:
    if not isinstance(block, Card):
        return block
    status = next(
        (sentence for decision_id, sentence in statuses.items() if str(decision_id) == block.decision_id), None
    )
    return block if status is None else replace(block, final_status=status)


def _is_open(button: Button, answer: Answer, statuses: Mapping[DecisionId, str]) -> bool:
    """Return whether a button still does something; one for several decisions needs two that are undecided."""
    match parse_button(button.id):
        case GroupRef() as group:
            return sum(each.id not in statuses for each in decisions_in_group(answer, group)) > 1
        case ButtonRef(decision_id=decision_id) | AdjustRef(button=ButtonRef(decision_id=decision_id)):
            return decision_id not in statuses
        case _:
            return True
