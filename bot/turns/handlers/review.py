"""REVIEW: past decisions of a span of days of the market, page by page; and how good the forecasts were."""

from dataclasses import dataclass
from datetime import timedelta

from bot.context.policy import Policy
from bot.context.turn import RequestHandlers, TurnContext, TurnResult
from bot.domain.conversation.requests.account import ShowPending
from bot.domain.conversation.requests.analysis import ShowDiscussion
from bot.domain.conversation.requests.explanation import Review, ShowTrackRecord, TurnPage
from bot.domain.conversation.requests.memory import ShowConversations
from bot.domain.trading.decisions import DecisionQuery
from bot.domain.trading.forecasts.forecast import ForecastQuery
from bot.errors import DateOutOfRangeError, FutureDateError
from bot.locales import Catalogue
from bot.presentation import problems
from bot.presentation.account.review import ReviewReport
from bot.presentation.account.track_record import TrackRecordPresenter
from bot.trading.performance.reviewed_decisions import ReviewLoader, ReviewRequest, TrackRecordLoader
from bot.turns.dialogue.shown_objects import ShownList
from bot.turns.handlers.committee_rulings import DiscussionHandler
from bot.turns.handlers.memory.conversations import ConversationListHandler
from bot.turns.handlers.orders import OrderHandlers
from bot.turns.instrument_resolver import InstrumentResolver


@dataclass(frozen=True, slots=True)
class ReviewHandler:
    """Handler of requests for past decisions."""

    resolver: InstrumentResolver
    loader: ReviewLoader
    report: ReviewReport
    texts: Catalogue
    policy: Policy

    async def __call__(self, context: TurnContext, request: Review) -> TurnResult:
        """Return the decisions asked for, newest first."""
        self.resolver.refuse_unsupported(context, request.shares)
        if not request.is_understood:
            return _say(self.texts, context, "review-how")
        if problem := problems.date_problems(self.texts, context.locale, request.problems):
            return TurnResult.of_text(problem, symbols=request.shares.symbols)
        self._check_dates(context, request)
        page = await self.loader.load(context.turn.tenant_id, self._query(context, request))
        if request.is_of_one:
            page = page.of_latest_trade(context.conversation.focus)
        answer = self.report.answer(context.locale, page)
        return TurnResult(answer=answer, focus=answer.symbols) if answer.decisions else TurnResult(answer=answer)

    def _check_dates(self, context: TurnContext, request: Review) -> None:
        if not request.dates:
            return
        first, last = request.dates[0], request.dates[-1]
        span = self.resolver.market.data_range()
        if span is not None and (last < span[0] or first > context.today):
            raise DateOutOfRangeError(first=span[0], last=context.today)
        if first > context.today:
            raise FutureDateError(today=context.today)

    def _query(self, context: TurnContext, request: Review) -> ReviewRequest:
        """Return what is asked for: by market dates if dates are named, else the market's last days, or all."""
        is_default = not request.dates and not request.is_all
        first = context.today - timedelta(days=self.policy.review_span.days)
        since, until = (first, context.today) if is_default else (None, None)
        return ReviewRequest(
            symbols=request.shares.symbols,
            market=context.account.market,
            market_from=request.dates[0] if request.dates else since,
            market_to=request.dates[-1] if request.dates else until,
            query=DecisionQuery(
                limit=self.policy.review_items, known_at=context.account.market_time, side=request.side
            ),
            page=request.page,
            today=context.today,
            asks_default_span=is_default,
        )


@dataclass(frozen=True, slots=True)
class PageHandler:
    """Handler of requests for another page of the list shown before."""

    shown: ShownList
    review: ReviewHandler
    orders: OrderHandlers
    conversations: ConversationListHandler
    discussion: DiscussionHandler
    texts: Catalogue

    async def __call__(self, context: TurnContext, request: TurnPage) -> TurnResult:
        """Return the page, or say that no list was shown."""
        found = await self.shown.request_before(context, request)
        if found is None:
            return _say(self.texts, context, "review-no-list")
        lists: RequestHandlers = {
            Review: self.review,
            ShowPending: self.orders.pending,
            ShowConversations: self.conversations,
            ShowDiscussion: self.discussion,
        }
        return await lists[type(found)](context, found)


@dataclass(frozen=True, slots=True)
class TrackRecordHandler:
    """Handler of questions for the track record."""

    loader: TrackRecordLoader
    presenter: TrackRecordPresenter

    async def __call__(self, context: TurnContext, request: ShowTrackRecord) -> TurnResult:
        """Return the track record as known at the account's market time."""
        symbols = request.shares.symbols
        query = ForecastQuery(account_id=context.account.id, known_at=context.market_time, symbols=symbols)
        record = await self.loader.load(context.turn.tenant_id, query)
        return TurnResult(answer=self.presenter.answer(context.locale, record, symbols))


def _say(texts: Catalogue, context: TurnContext, message_id: str) -> TurnResult:
    text = texts.render(context.locale, message_id)
    return TurnResult.of_text(text, state=context.state)
