"""REVIEW: past decisions of a span of days of the market, a line each, page by page."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from bot.context.policy import Policy
from bot.context.turn import TurnContext, TurnHandler, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.states import Intent
from bot.domain.conversation.understanding import ReviewPages
from bot.domain.trading.decisions import DecisionQuery
from bot.errors import DateOutOfRangeError, FutureDateError
from bot.language.quantities.dates import MAX_LOOKBACK_DAYS
from bot.locales import Catalogue
from bot.presentation import problems
from bot.presentation.account.review import ReviewReport
from bot.trading.performance.reviewed_decisions import ReviewLoader, ReviewRequest
from bot.turns.instrument_resolver import InstrumentResolver
from bot.turns.shown_list import ShownList

_NUMBER = re.compile(r"[+-]?\d[\d.,]*")
_DAYS = re.compile(r"0*[1-9]\d{0,4}")


@dataclass(frozen=True, slots=True)
class ReviewHandler:
    """Handler of REVIEW."""

    resolver: InstrumentResolver
    paged_commands: Mapping[str, TurnHandler]  # by name: they turn the pages of /pending and /history
    loader: ReviewLoader
    shown: ShownList
    report: ReviewReport
    texts: Catalogue
    policy: Policy

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the decisions asked for, newest first.

        Raises: StoreUnavailableError; UncoveredMarketError, UnusableSymbolError: only unusable symbols were named;
            DateOutOfRangeError, FutureDateError: the dates lie before the data or in the future.
        """
        if context.understanding.pages.is_alone:
            return await self._turn_page(context)
        self.resolver.refuse_unsupported(context)
        if _has_invalid_span(context) or _is_not_understood(context):
            return self._say(context, "review-how")
        if problem := problems.date_problems(self.texts, context):
            return TurnResult(answer=Answer(blocks=(Paragraph(problem),), symbols=context.entities.symbols))
        self._check_dates(context)
        page = await self.loader.load(context.turn.tenant_id, self._request(context))
        answer = self.report.answer(context.locale, page)
        return TurnResult(answer=answer, focus=answer.symbols) if answer.decisions else TurnResult(answer=answer)

    async def _turn_page(self, context: TurnContext) -> TurnResult:
        """Return another page of the list shown before, or say that none was shown."""
        request = await self.shown.request_before(context)
        if request is None:
            return self._say(context, "review-no-list")
        turned = replace(context, understanding=replace(request, language=context.language))
        handler = self if request.intent is Intent.REVIEW else self.paged_commands[request.command or ""]
        return await handler(turned)

    def _say(self, context: TurnContext, message_id: str) -> TurnResult:
        text = self.texts.render(context.locale, message_id)
        return TurnResult(answer=Answer(blocks=(Paragraph(text),)), state=context.state)

    def _check_dates(self, context: TurnContext) -> None:
        if not context.entities.dates:
            return
        first, last = context.entities.dates[0], context.entities.dates[-1]
        span = self.resolver.market.data_range()
        if span is not None and (last < span[0] or first > context.today):
            raise DateOutOfRangeError(first=span[0], last=context.today)
        if first > context.today:
            raise FutureDateError(today=context.today)

    def _request(self, context: TurnContext) -> ReviewRequest:
        """Return what is asked for: by market dates if dates are named, else the market's last days, or all."""
        e, pages = context.entities, context.understanding.pages
        is_default = not e.dates and not pages.is_all
        first = context.today - timedelta(days=self.policy.review_span.days)
        since, until = (first, context.today) if is_default else (None, None)
        return ReviewRequest(
            symbols=e.symbols,
            market=context.account.market,
            market_from=e.dates[0] if e.dates else since,
            market_to=e.dates[-1] if e.dates else until,
            query=DecisionQuery(limit=self.policy.review_items, known_at=context.account.market_time, side=pages.side),
            page=pages.page or 1,
            today=context.today,
            asks_default_span=is_default,
        )


def _is_not_understood(context: TurnContext) -> bool:
    """Return whether the command is followed by words that say nothing of what is to be listed: "/review open"."""
    understood, e = context.understanding, context.entities
    names_shares = e.symbols or e.unknown_symbols or e.unsupported or e.everything
    says_what = e.dates or names_shares or e.problems or understood.pages != ReviewPages() or e.side is not None
    return understood.command == "review" and bool(understood.arguments) and not says_what


def _has_invalid_span(context: TurnContext) -> bool:
    """Return whether the command is followed by a number that cannot be a number of days: "/review -5"."""
    match context.understanding.arguments:
        case (word,) if context.understanding.command == "review" and _NUMBER.fullmatch(word):
            return _DAYS.fullmatch(word) is None or int(word) > MAX_LOOKBACK_DAYS
        case _:
            return False
