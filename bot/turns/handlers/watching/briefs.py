"""Briefs: subscribes a channel to briefs, ends that, or shows one at once."""

from dataclasses import dataclass, replace
from typing import Final

from bot.calendar.alerts import NearAlerts
from bot.calendar.briefs import BriefsOfSpan
from bot.context.turn import RequestHandlers, TurnContext, TurnResult
from bot.domain.conversation.dialogue import ObjectKind, ShownObject
from bot.domain.conversation.requests.watching import (
    AskBriefForm,
    ShowBrief,
    ShowBriefSubscription,
    SubscribeBriefs,
    UnsubscribeBriefs,
)
from bot.domain.watching.briefs import BriefChange, BriefSubscription
from bot.domain.watching.watch_lists import is_private_place, key_of_list
from bot.ports import Stores
from bot.presentation.channel_settings import SubscriptionPresenter

_BRIEF: Final = ShownObject(kind=ObjectKind.BRIEF, id="")


@dataclass(frozen=True, slots=True)
class BriefHandlers:
    """Handlers of requests for briefs. Anyone in a channel may subscribe it, and end that."""

    stores: Stores
    briefs: BriefsOfSpan
    near_alerts: NearAlerts
    presenter: SubscriptionPresenter

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind."""
        return {
            ShowBrief: self._show_brief,
            ShowBriefSubscription: self._show,
            SubscribeBriefs: self._subscribe,
            UnsubscribeBriefs: self._end,
            AskBriefForm: self._explain,
        }

    async def _explain(self, context: TurnContext, _: AskBriefForm) -> TurnResult:
        return TurnResult(answer=self.presenter.how(context.locale, "briefs-not-read"))

    async def _show_brief(self, context: TurnContext, _: ShowBrief) -> TurnResult:
        key = key_of_list(context.turn.thread, person_id=context.turn.person.id, is_own=False)
        account, at, channel = context.account, context.market_time, context.turn.thread.channel
        near = await self.near_alerts.at(account, at, channel=channel)
        answer = await self.briefs.compose_now(account, key, at=at, locale=context.locale, near=near)
        return TurnResult(answer=replace(answer, shows=(_BRIEF,)))

    async def _show(self, context: TurnContext, _: ShowBriefSubscription) -> TurnResult:
        current, locale = await self._current(context), context.locale
        if current is None:
            return TurnResult(answer=self.presenter.how(locale, "briefs-not-subscribed"))
        return TurnResult(answer=replace(self.presenter.current(locale, current), shows=(_BRIEF,)))

    async def _end(self, context: TurnContext, request: UnsubscribeBriefs) -> TurnResult:
        """End the briefs, or the one named; the other stays."""
        if (current := await self._current(context)) is None:
            return TurnResult(answer=self.presenter.said(context.locale, "briefs-none"))
        if request.phases and (left := current.phases - request.phases):
            return await self._subscribe(context, SubscribeBriefs(phases=left, keeps_current=left == current.phases))
        change = BriefChange(channel=context.turn.thread.channel, subscription=None)
        result = TurnResult(answer=self.presenter.said(context.locale, "briefs-ended"), brief_change=change)
        return result.undone_by(SubscribeBriefs(phases=current.phases))

    async def _current(self, context: TurnContext) -> BriefSubscription | None:
        async with self.stores.read(context.turn.tenant_id) as tx:
            return await tx.briefs.find_subscription(context.turn.thread.channel)

    async def _subscribe(self, context: TurnContext, request: SubscribeBriefs) -> TurnResult:
        current = await self._current(context)
        if request.keeps_current and current is not None:
            return TurnResult(answer=replace(self.presenter.current(context.locale, current), shows=(_BRIEF,)))
        turn = context.turn
        is_private = is_private_place(turn.thread, person_id=turn.person.id)
        new = BriefSubscription(
            thread=turn.thread if is_private else replace(turn.thread, thread=""),
            turn_id=turn.id,
            person=turn.person,
            language=context.language,
            phases=request.phases,
            subscribed_at=turn.accepted_at,
        )
        answer = self.presenter.subscribed(
            context.locale, new, is_private=is_private, is_simulated=self.briefs.news.is_simulated
        )
        if request.at:
            not_then = self.presenter.paragraph(context.locale, "briefs-not-at", time=request.at)
            answer = replace(answer, blocks=(*not_then, *answer.blocks))
        change = BriefChange(channel=turn.thread.channel, subscription=new)
        undo = UnsubscribeBriefs() if current is None else SubscribeBriefs(phases=current.phases)
        return TurnResult(answer=replace(answer, shows=(_BRIEF,)), brief_change=change).undone_by(undo)
