"""Moves the clock of the sample market; admins correct holdings (/holding), and release doubted prices (/release)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from bot.calendar.pass_time import PassTime, PlannedTime
from bot.context.portfolio import release_of
from bot.context.turn import ClockMove, RequestHandlers, TurnContext, TurnResult
from bot.domain.accounting.corrections import CorrectionProblem, CorrectionStatus, HoldingCorrection
from bot.domain.accounting.ledger import BookedAction, ConversionTerms
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.requests.account import CorrectHolding, CorrectionAct, ReleasePrice
from bot.domain.conversation.requests.conversation import AdvanceClock
from bot.domain.market.price_history import ActionKind
from bot.domain.market.snapshot import Quote, market_date
from bot.domain.text.locale import Locale
from bot.errors import HoldingCorrectionError
from bot.locales import Catalogue
from bot.ports import Admins, Stores
from bot.presentation.account.corrections import CorrectionPresenter
from bot.presentation.watching.passed_time import PassedEvents, PassedTimePresenter
from bot.trading.account.roll_forward import RollForward
from bot.trading.corrections.booking import ProposedCorrection
from bot.trading.corrections.planner import CorrectionPlanner, PlannedCorrection
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


@dataclass(frozen=True, slots=True)
class CorrectionHandlers:
    """Handlers of corrections. Only admins of the workspace make them; whoever asks sees what is corrected."""

    stores: Stores
    planner: CorrectionPlanner
    presenter: CorrectionPresenter
    admins: Admins

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind; they raise as `CorrectionPlanner`."""
        return {CorrectHolding: self._holding, ReleasePrice: self._release}

    async def _holding(self, context: TurnContext, request: CorrectHolding) -> TurnResult:
        if request.act is CorrectionAct.LIST:
            async with self.stores.read(context.turn.tenant_id) as tx:
                found = await tx.corrections.latest(context.account.id)
            return context.aside(self.presenter.listed(context.locale, found))
        if request.act is CorrectionAct.HOW:
            return context.aside(self.presenter.said(context.locale, "holding-unclear"))
        await self._require_admin(context, request.symbol)
        match request.stated:
            case ConversionTerms() as terms:
                return self._proposed(context, await self.planner.plan_conversion(terms, turn=context.turn))
            case Decimal() as price:
                return self._proposed(context, await self.planner.plan_price(request.symbol, price, turn=context.turn))
            case None:
                async with self.stores.read(context.turn.tenant_id) as tx:
                    found = await tx.corrections.latest(context.account.id, symbol=request.symbol or None)
                booked = [each for each in found if each.status is CorrectionStatus.BOOKED]
                return await self._undo(context, booked, request.symbol, CorrectionProblem.NOTHING_TO_UNDO)

    async def _release(self, context: TurnContext, request: ReleasePrice) -> TurnResult:
        """Show the card to confirm, or what is in force. The price is named, so that no other one is released."""
        symbol = request.symbol
        if request.act is CorrectionAct.LIST:
            return context.aside(self.presenter.listed_releases(context.locale, await self._in_force(context)))
        if request.act is CorrectionAct.HOW:
            return context.aside(self.presenter.said(context.locale, "release-how"))
        await self._require_admin(context, symbol)
        if request.price is not None:
            return self._proposed(context, await self.planner.plan_release(symbol, request.price, turn=context.turn))
        return await self._undo(context, await self._released(context, symbol), symbol, CorrectionProblem.NO_RELEASE)

    async def _require_admin(self, context: TurnContext, symbol: str) -> None:
        if not await self.admins.is_admin(context.turn):
            raise HoldingCorrectionError(reason=CorrectionProblem.ADMINS_ONLY.value, symbol=symbol)

    def _proposed(self, context: TurnContext, planned: PlannedCorrection) -> TurnResult:
        card = context.aside(self.presenter.card(context.locale, planned))
        return replace(card, correction=ProposedCorrection(planned.correction))

    async def _undo(
        self, context: TurnContext, booked: Sequence[HoldingCorrection], symbol: str, otherwise: CorrectionProblem
    ) -> TurnResult:
        if not booked:
            raise HoldingCorrectionError(reason=otherwise.value, symbol=symbol)
        planned = await self.planner.plan_undo(booked[0], turn=context.turn)
        return context.aside(self.presenter.undo_card(context.locale, planned))

    async def _in_force(self, context: TurnContext) -> tuple[HoldingCorrection, ...]:
        """Return the releases by which a present price counts."""
        found = await self._released(context)
        view = await self.planner.portfolio.market_view(context.account)
        quotes = await view.quotes(dict.fromkeys(each.change.symbol for each in found))
        released = {(symbol, quote.release) for symbol, quote in quotes.items() if isinstance(quote, Quote)}
        return tuple(each for each in found if (each.change.symbol, release_of(each)) in released)

    async def _released(self, context: TurnContext, symbol: str | None = None) -> tuple[HoldingCorrection, ...]:
        async with self.stores.read(context.turn.tenant_id) as tx:
            return await tx.corrections.releases(context.account.id, symbol=symbol)
