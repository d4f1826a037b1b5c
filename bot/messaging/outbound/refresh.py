"""Renders stored replies by the present state of the decisions that they show."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.domain.conversation.blocks import Button
from bot.domain.conversation.buttons import AdjustRef, ButtonRef, GroupRef, parse_button
from bot.domain.conversation.replies import Answer, Reply, decisions_in_group, decisions_shown
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES, Decision, DecisionKey, DecisionStatus
from bot.ports import Clock, Stores, Transaction
from bot.presentation.decisions.decision_states import DecisionState, DecisionStatePresenter


@dataclass(frozen=True, slots=True)
class RefreshReply:
    """Updates a stored reply for display with its decisions' present status; what is stored is not changed."""

    stores: Stores
    presenter: DecisionStatePresenter
    clock: Clock

    async def before_delivery(self, reply: Reply) -> Reply:
        """Return `reply` as it is to be shown first. Raises: StoreUnavailableError.

        What its turn has proposed was stored with it: whoever decides that marks the reply to be refreshed.
        """
        now = self.clock.now()
        own = {each.key for each in reply.answer.decisions if each.turn_id == reply.turn_id and each.is_pending(at=now)}
        return reply if decisions_shown(reply.answer) <= own else await self(reply)

    async def __call__(self, reply: Reply) -> Reply:
        """Return `reply` as it is to be shown now. Raises: StoreUnavailableError."""
        answer, shown = reply.answer, decisions_shown(reply.answer)
        if not shown:
            return reply
        async with self.stores.read(reply.thread.tenant_id) as tx:
            settings = await tx.channels.get_settings(reply.thread.channel)
            states = {key: await self._state(tx, key) for key in sorted(shown, key=str)}
        locale = Locale(reply.language, settings.zone)
        blocks = tuple(self.presenter.block(locale, block, states) for block in answer.blocks)
        buttons = tuple(button for button in answer.buttons if _is_open(button, answer, states))
        decisions = tuple(_with_status(each, states) for each in answer.decisions)
        return replace(reply, answer=replace(answer, blocks=blocks, buttons=buttons, decisions=decisions))

    async def _state(self, tx: Transaction, key: DecisionKey) -> DecisionState:
        """Return the present state of a decision; EXPIRED after its expiry, even if that is not stored yet."""
        decision = await tx.decisions.get(key.decision_id, version=key.version)
        if decision.status is DecisionStatus.PROPOSED:
            is_over = not decision.is_pending(at=self.clock.now())
            return DecisionState(replace(decision, status=DecisionStatus.EXPIRED) if is_over else decision)
        resolution = await tx.decisions.resolution(decision.id)
        report = await tx.accounts.report_for(decision.id) if decision.status in CARRIED_OUT_STATUSES else None
        return DecisionState(decision, resolution, report)


def _with_status(shown: Decision, states: Mapping[DecisionKey, DecisionState]) -> Decision:
    if shown.key not in states:
        return shown
    now = states[shown.key].decision
    return replace(shown, status=now.status, decided_by=now.decided_by, decided_at=now.decided_at)


def _is_open(button: Button, answer: Answer, states: Mapping[DecisionKey, DecisionState]) -> bool:
    """Return whether a button still does something; one for several decisions needs two that are undecided."""
    match parse_button(button.id):
        case GroupRef() as group:
            return sum(not states[each.key].is_decided for each in decisions_in_group(answer, group)) > 1
        case (ButtonRef() as ref) | AdjustRef(button=ref):
            return not states[DecisionKey(ref.decision_id, ref.version)].is_decided
        case _:
            return True
