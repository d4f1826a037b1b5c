"""REVIEW: what was decided, why, and how the price went since."""

import re
from dataclasses import dataclass, replace

from bot.context.policy import Policy
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Block, Bullets, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Decision, DecisionQuery
from bot.errors import DateOutOfRangeError, FutureDateError
from bot.language.quantities.dates import MAX_LOOKBACK_DAYS
from bot.ports import Clock, Stores
from bot.presentation import problems
from bot.presentation.cards import DecisionCards
from bot.presentation.explain import Explain
from bot.turns.instrument_resolver import InstrumentResolver

_REASONS = 2  # the weightiest, per decision
_NUMBER = re.compile(r"[+-]?\d[\d.,]*")
_DAYS = re.compile(r"0*[1-9]\d{0,4}")


@dataclass(frozen=True, slots=True)
class ReviewHandler:
    """Handler of REVIEW."""

    stores: Stores
    resolver: InstrumentResolver
    explain: Explain
    cards: DecisionCards
    policy: Policy
    clock: Clock

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the decisions asked for, newest first.

        Raises: StoreUnavailableError; UncoveredMarketError, UnusableSymbolError: only such were named;
            DateOutOfRangeError: the dates lie before the data or are to come.
        """
        self.resolver.refuse_unsupported(context)
        if _is_no_span(context):
            how = self.cards.texts.render(context.locale, "review-how")
            return TurnResult(answer=Answer(blocks=(Paragraph(how),)), state=context.state)
        if problem := problems.date_problems(self.cards.texts, context):
            return TurnResult(answer=Answer(blocks=(Paragraph(problem),), symbols=context.entities.symbols))
        self._check_dates(context)
        query = self._query(context)
        decisions = await self._matching(context, query)
        if not decisions:
            return TurnResult(
                answer=Answer(blocks=(Paragraph(self._nothing(context, query)),), symbols=context.entities.symbols)
            )
        blocks: list[Block] = [Paragraph(self._opening(context, query, len(decisions)))]
        blocks += [await self._one(decision, context.locale) for decision in decisions]
        symbols = tuple(dict.fromkeys(d.proposal.symbol for d in decisions))
        answer = Answer(blocks=tuple(blocks), symbols=symbols, decisions=decisions)
        return TurnResult(answer=answer, focus=symbols)

    def _check_dates(self, context: TurnContext) -> None:
        if not context.entities.dates:
            return
        first, last = context.entities.dates[0], context.entities.dates[-1]
        span = self.resolver.market.data_range()
        if span is not None and (last < span[0] or first > context.today):
            raise DateOutOfRangeError(first=span[0], last=context.today)
        if first > context.today:
            raise FutureDateError(today=context.today)

    async def _matching(self, context: TurnContext, query: DecisionQuery) -> tuple[Decision, ...]:
        async with self.stores.transaction(context.turn.tenant_id) as tx:
            found = [
                decision
                for symbol in context.entities.symbols or (None,)
                for decision in await tx.decisions.find_matching(replace(query, symbol=symbol))
            ]
        newest_first = sorted(found, key=lambda d: (d.created_at, d.id), reverse=True)
        return tuple(newest_first[: query.limit])

    def _query(self, context: TurnContext) -> DecisionQuery:
        """A span that was named is one of market dates; without one, the last days by the clock on the wall."""
        e = context.entities
        return DecisionQuery(
            limit=self.policy.review_items,
            market=context.account.market,
            made_since=None if e.dates else self.clock.now() - self.policy.review_span,
            market_from=e.dates[0] if e.dates else None,
            market_to=e.dates[-1] if e.dates else None,
            known_at=context.account.market_time,
        )

    def _opening(self, context: TurnContext, query: DecisionQuery, count: int) -> str:
        return self.cards.texts.render(context.locale, "review-opening", count=count, span=self._span(context, query))

    def _nothing(self, context: TurnContext, query: DecisionQuery) -> str:
        texts, span = self.cards.texts, self._span(context, query)
        if not context.entities.symbols:
            return texts.render(context.locale, "review-nothing", span=span)
        symbols = texts.list_of(context.locale, context.entities.symbols)
        return texts.render(context.locale, "review-nothing-on", span=span, symbol=symbols)

    def _span(self, context: TurnContext, query: DecisionQuery) -> str:
        texts = self.cards.texts
        if query.market_from is None or query.market_to is None:
            return texts.render(context.locale, "span-days", days=self.policy.review_span.days)
        if query.market_from == query.market_to:
            return texts.render(context.locale, "span-day", day=query.market_from.isoformat())
        first, last = query.market_from.isoformat(), query.market_to.isoformat()
        return texts.render(context.locale, "span-dates", first=first, last=last)

    async def _one(self, decision: Decision, locale: Locale) -> Bullets:
        texts, p = self.cards.texts, decision.proposal
        heading = texts.render(
            locale,
            "review-heading",
            date=market_date((await self.explain.since.reference_price(decision)).as_of).isoformat(),
            what=self.cards.action(locale, p),
            status=texts.render_code(locale, "status-word", decision.status),
        )
        reasons = self.cards.reasons(locale, [r for r in p.reasons if r.weight][:_REASONS])
        why = (texts.render(locale, "review-reason", reason=reason) for reason in reasons)
        return Bullets(heading, (*await self.explain.since(decision, locale=locale), *why))


def _is_no_span(context: TurnContext) -> bool:
    """Whether the command is followed by a number that is no number of days it can look back: "/review -5"."""
    match context.understanding.arguments:
        case (word,) if context.understanding.command == "review" and _NUMBER.fullmatch(word):
            return _DAYS.fullmatch(word) is None or int(word) > MAX_LOOKBACK_DAYS
        case _:
            return False
