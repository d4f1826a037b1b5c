"""Moves the clock of the sample market, and tells what happened meanwhile."""

from dataclasses import dataclass

from bot.calendar.pass_time import PassTime, PlannedTime
from bot.context.turn import ClockMove, TurnContext, TurnResult
from bot.domain.accounting.ledger import BookedAction
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.requests.conversation import AdvanceClock
from bot.domain.market.price_history import ActionKind
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Locale
from bot.locales import Catalogue
from bot.presentation.watching.passed_time import PassedEvents, PassedTimePresenter
from bot.trading.account.roll_forward import RollForward
from bot.trading.market_clock import MarketClock


@dataclass(frozen=True, slots=True)
class AdvanceClockHandler:
    """Moves the account's market clock; only the sample market has one that can be moved."""

    texts: Catalogue
    market_clock: MarketClock
    roll_forward: RollForward
    pass_time: PassTime
    passed_time: PassedTimePresenter

    async def __call__(self, context: TurnContext, request: AdvanceClock) -> TurnResult:
        """Return what happened meanwhile."""
        texts, locale = self.texts, context.locale
        left = self.market_clock.sessions_left(context.market_time)
        sessions = request.sessions
        if sessions is None:
            return self._refusal(texts.render(locale, "advance-how", most=left))
        if sessions > left:
            return self._refusal(texts.render(locale, "advance-too-far", most=left))
        await self.market_clock.require_movable(context.account)
        close = self.market_clock.close_after_sessions(context.market_time, sessions)
        done = texts.render(locale, "advance-done", count=sessions, date=market_date(close))
        rolled = await self.roll_forward.preview(context.account, to=close)
        span = self.pass_time.span(context.account, since=context.market_time, until=close)
        passed = await self.pass_time.plan(span, answered_in=context.turn.thread)
        text = texts.join(locale, done, *(self._action_sentence(locale, each) for each in rolled.actions))
        events = PassedEvents(
            alerts=passed.told_here,
            outcomes=passed.outcomes,
            briefs=[each.answer for each in passed.briefs_here],
            of_other_threads=passed.told_in_other_threads,
            posted=len(passed.posted) - len(passed.told_in_other_threads),
        )
        return TurnResult(
            answer=self.passed_time.answer(locale, events, first=Paragraph(text)),
            clock_move=ClockMove(context.account, close, rolled, PlannedTime(passed, self.pass_time)),
        )

    def _refusal(self, text: str) -> TurnResult:
        return TurnResult.of_text(text)

    def _action_sentence(self, locale: Locale, action: BookedAction) -> str:
        facts = {"symbol": action.symbol, "date": action.ex_date, "shares": action.shares, "cash": action.cash}
        if action.kind is ActionKind.DIVIDEND:
            return self.texts.render(locale, "advance-dividend", **facts)
        facts["after"] = action.shares_after
        if action.cash < 0:
            return self.texts.render(locale, "advance-split-takes-back", **facts | {"cash": -action.cash})
        return self.texts.render(locale, "advance-split", **facts)
