"""/brief: subscribes a channel to briefs, ends that, or shows one at once."""

from dataclasses import dataclass, replace

from bot.calendar.briefs import BriefsOfSpan
from bot.calendar.near_alerts import NearAlerts
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.replies import Answer
from bot.domain.market.sessions import SessionPhase
from bot.domain.watching.briefs import BOTH_PHASES, BriefChange, BriefSubscription
from bot.domain.watching.watch_lists import is_private_place, key_of_list
from bot.language.watching.watch_requests import BriefAct, read_brief_argument
from bot.ports import Stores
from bot.presentation.watching.subscriptions import SubscriptionPresenter

_PHASES = {
    BriefAct.SHOW: BOTH_PHASES,  # of a channel that has no subscription yet
    BriefAct.ON: BOTH_PHASES,
    BriefAct.PRE: frozenset({SessionPhase.PRE_OPEN}),
    BriefAct.POST: frozenset({SessionPhase.POST_CLOSE}),
}


@dataclass(frozen=True, slots=True)
class BriefCommand:
    """Handler of /brief. Anyone in a channel may subscribe it, and end that."""

    stores: Stores
    briefs: BriefsOfSpan
    near_alerts: NearAlerts
    presenter: SubscriptionPresenter

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Carry out the command. Raises: StoreUnavailableError, MarketDataError."""
        act = read_brief_argument(context.understanding.arguments)
        if act is None:
            return TurnResult(answer=self.presenter.how(context.locale))
        if act is BriefAct.NOW:
            return TurnResult(answer=await self._now(context))
        async with self.stores.read(context.turn.tenant_id) as tx:
            current = await tx.briefs.find_subscription(context.turn.thread.channel)
        if act is BriefAct.OFF:
            return self._end(context, current)
        if act is BriefAct.STATUS and current is None:
            return TurnResult(answer=self.presenter.not_subscribed(context.locale))
        if act in {BriefAct.SHOW, BriefAct.STATUS} and current is not None:
            return TurnResult(answer=self.presenter.current(context.locale, current))
        return self._subscribe(context, _PHASES[act])

    async def _now(self, context: TurnContext) -> Answer:
        key = key_of_list(context.turn.thread, person_id=context.turn.person.id, is_own=False)
        account, at, channel = context.account, context.market_time, context.turn.thread.channel
        near = await self.near_alerts.at(account, at, channel=channel)
        return await self.briefs.compose_now(account, key, at=at, locale=context.locale, near=near)

    def _end(self, context: TurnContext, current: BriefSubscription | None) -> TurnResult:
        if current is None:
            return TurnResult(answer=self.presenter.none(context.locale))
        change = BriefChange(channel=context.turn.thread.channel, subscription=None)
        return TurnResult(answer=self.presenter.ended(context.locale), brief_change=change)

    def _subscribe(self, context: TurnContext, phases: frozenset[SessionPhase]) -> TurnResult:
        turn = context.turn
        is_private = is_private_place(turn.thread, person_id=turn.person.id)
        new = BriefSubscription(
            thread=turn.thread if is_private else replace(turn.thread, thread=""),
            turn_id=turn.id,
            person=turn.person,
            language=context.language,
            phases=phases,
            subscribed_at=turn.accepted_at,
        )
        answer = self.presenter.subscribed(
            context.locale, new, is_private=is_private, is_simulated=self.briefs.news.is_simulated
        )
        return TurnResult(answer=answer, brief_change=BriefChange(channel=turn.thread.channel, subscription=new))
