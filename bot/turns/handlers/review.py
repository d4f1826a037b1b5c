"""REVIEW: past decisions of a span of days, with their reasons and how the price went since."""

import re
from dataclasses import dataclass, replace

from bot.context.policy import Policy
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.trading.decisions import Decision, DecisionQuery
from bot.errors import DateOutOfRangeError, FutureDateError
from bot.language.quantities.dates import MAX_LOOKBACK_DAYS
from bot.locales import Catalogue
from bot.ports import Clock, Stores
from bot.presentation import problems
from bot.presentation.review import ReviewReport
from bot.trading.decision_performance import DecisionPerformance, DecisionPerformanceLoader
from bot.turns.instrument_resolver import InstrumentResolver

_NUMBER = re.compile(r"[+-]?\d[\d.,]*")
_DAYS = re.compile(r"0*[1-9]\d{0,4}")


@dataclass(frozen=True, slots=True)
class ReviewHandler:
    """Handler of REVIEW."""

    stores: Stores
    resolver: InstrumentResolver
    performance: DecisionPerformanceLoader
    report: ReviewReport
    texts: Catalogue
    policy: Policy
    clock: Clock

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the decisions asked for, newest first.

        Raises: StoreUnavailableError; UncoveredMarketError, UnusableSymbolError: only unusable symbols were named;
            DateOutOfRangeError, FutureDateError: the dates lie before the data or in the future.
        """
        self.resolver.refuse_unsupported(context)
        if _has_invalid_span(context):
            how = self.texts.render(context.locale, "review-how")
            return TurnResult(answer=Answer(blocks=(Paragraph(how),)), state=context.state)
        if problem := problems.date_problems(self.texts, context):
            return TurnResult(answer=Answer(blocks=(Paragraph(problem),), symbols=context.entities.symbols))
        self._check_dates(context)
        query = self._query(context)
        decisions = await self._find_decisions(context, query)
        measured = await self._load_performance(context, decisions)
        blocks = self.report.blocks(context.locale, measured, query=query, symbols=context.entities.symbols)
        if not decisions:
            return TurnResult(answer=Answer(blocks=blocks, symbols=context.entities.symbols))
        symbols = tuple(dict.fromkeys(d.proposal.symbol for d in decisions))
        return TurnResult(answer=Answer(blocks=blocks, symbols=symbols, decisions=decisions), focus=symbols)

    def _check_dates(self, context: TurnContext) -> None:
        if not context.entities.dates:
            return
        first, last = context.entities.dates[0], context.entities.dates[-1]
        span = self.resolver.market.data_range()
        if span is not None and (last < span[0] or first > context.today):
            raise DateOutOfRangeError(first=span[0], last=context.today)
        if first > context.today:
            raise FutureDateError(today=context.today)

    async def _find_decisions(self, context: TurnContext, query: DecisionQuery) -> tuple[Decision, ...]:
        async with self.stores.read(context.turn.tenant_id) as tx:
            found = [
                decision
                for symbol in context.entities.symbols or (None,)
                for decision in await tx.decisions.find_matching(replace(query, symbol=symbol))
            ]
        newest_first = sorted(found, key=lambda d: (d.created_at, d.id), reverse=True)
        return tuple(newest_first[: query.limit])

    async def _load_performance(
        self, context: TurnContext, decisions: tuple[Decision, ...]
    ) -> tuple[DecisionPerformance, ...]:
        return await self.performance.load(context.turn.tenant_id, decisions) if decisions else ()

    def _query(self, context: TurnContext) -> DecisionQuery:
        """Return the query: by market dates if dates are named, else the last days by the wall clock."""
        e = context.entities
        return DecisionQuery(
            limit=self.policy.review_items,
            market=context.account.market,
            made_since=None if e.dates else self.clock.now() - self.policy.review_span,
            market_from=e.dates[0] if e.dates else None,
            market_to=e.dates[-1] if e.dates else None,
            known_at=context.account.market_time,
        )


def _has_invalid_span(context: TurnContext) -> bool:
    """Return whether the command is followed by a number that cannot be a number of days: "/review -5"."""
    match context.understanding.arguments:
        case (word,) if context.understanding.command == "review" and _NUMBER.fullmatch(word):
            return _DAYS.fullmatch(word) is None or int(word) > MAX_LOOKBACK_DAYS
        case _:
            return False
