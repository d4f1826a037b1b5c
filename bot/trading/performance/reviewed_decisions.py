"""Reads a page of past decisions with what became of them, a tally of all, and how good the forecasts were."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Self

from bot.domain.ids import DecisionId, TenantId
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES, MOST_COUNTED, Decision, DecisionQuery, DecisionStatus
from bot.domain.trading.due_results import PATIENCE
from bot.domain.trading.forecasts.forecast import ForecastQuery
from bot.domain.trading.forecasts.track_record import TrackRecord, track_record
from bot.domain.trading.performance import Assessment
from bot.ports import Stores
from bot.trading.performance.decision_performance import DecisionPerformance, DecisionPerformanceLoader

_TALLIED = 50  # the newest decisions, whose results are counted
_PENDING_STATUSES = frozenset({DecisionStatus.PROPOSED, DecisionStatus.CONFIRMED, DecisionStatus.SUBMITTED})


class Result(StrEnum):
    """What became of a decision, as it is counted."""

    RIGHT = "right"
    WRONG = "wrong"
    FLAT = "flat"
    TOO_EARLY = "too_early"
    UNKNOWN = "unknown"  # the market has no price to compare with
    PENDING = "pending"  # waits for confirmation, or for its execution
    NOT_DONE = "not_done"  # cancelled, expired, rejected, …


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewRequest:
    """The decisions that are asked for, and the page of them."""

    symbols: tuple[str, ...]  # empty: all
    market: str
    market_from: date | None  # None: since the first decision
    market_to: date | None
    query: DecisionQuery  # further conditions; `limit` is the size of a page
    page: int  # from 1
    today: date  # of the market
    asks_default_span: bool = False  # no time was named


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPage:
    """A page of decisions, newest first."""

    request: ReviewRequest
    decisions: tuple[DecisionPerformance, ...]
    first: int  # number of the first of them, from 1
    total: int  # matching decisions on all pages; at least, if not `is_counted`
    tally: Mapping[Result, int]  # of the newest `tallied` ones
    tallied: int
    is_earlier: bool = False  # the span asked for by default has none: these are of all times
    latest: Decision | None = None  # if nothing matches: the latest decision of all times

    @property
    def is_counted(self) -> bool:
        """Whether there are no more of them than were counted."""
        return self.total < MOST_COUNTED

    @property
    def pages(self) -> int:
        """The number of pages, at least 1."""
        return max(-(-self.total // self.request.query.limit), 1)

    def of_latest_trade(self, focus: Sequence[str]) -> Self:
        """Return the page with the latest trade alone, of a share in `focus` if one was traded; else itself."""
        done = [each for each in self.decisions if each.decision.status in CARRIED_OUT_STATUSES]
        trade = next((each for each in done if each.decision.proposal.symbol in focus), next(iter(done), None))
        if trade is None:
            return self
        return replace(self, decisions=(trade,), total=1, tally={result_of(trade): 1}, tallied=1)


@dataclass(frozen=True, slots=True)
class ReviewLoader:
    """Reads pages of decisions."""

    stores: Stores
    performance: DecisionPerformanceLoader

    async def load(self, tenant_id: TenantId, request: ReviewRequest) -> ReviewPage:
        """Return the page; where no time was named and the default span has none, of all times."""
        page = await self._page(tenant_id, request)
        if page.total or (request.market_from is None and request.market_to is None):
            return page
        page_of_all = request.page if request.asks_default_span else 1
        always = await self._page(tenant_id, replace(request, market_from=None, market_to=None, page=page_of_all))
        if request.asks_default_span and always.total:
            return replace(always, request=request, is_earlier=True)
        return replace(page, latest=always.decisions[0].decision if always.decisions else None)

    async def _page(self, tenant_id: TenantId, request: ReviewRequest) -> ReviewPage:
        size = request.query.limit
        last = request.page * size
        query = replace(request.query, market_from=request.market_from, market_to=request.market_to)
        found: list[Decision] = []
        total = 0
        async with self.stores.read(tenant_id) as tx:
            for symbol in request.symbols or (None,):
                of_symbol = replace(query, symbol=symbol, market=request.market, limit=max(last, _TALLIED))
                found += await tx.decisions.find_matching(of_symbol)
                total += await tx.decisions.count_matching(of_symbol)
        newest = sorted(found, key=lambda d: (d.created_at, d.id), reverse=True)
        shown = newest[last - size : last]
        measured = await self._measure(
            tenant_id, tuple({each.id: each for each in (*newest[:_TALLIED], *shown)}.values())
        )
        return ReviewPage(
            request=request,
            decisions=tuple(measured[each.id] for each in shown),
            first=last - size + 1,
            total=total,
            tally=Counter(result_of(measured[each.id]) for each in newest[:_TALLIED]),
            tallied=min(total, _TALLIED),
        )

    async def _measure(
        self, tenant_id: TenantId, decisions: tuple[Decision, ...]
    ) -> dict[DecisionId, DecisionPerformance]:
        if not decisions:
            return {}
        measured = await self.performance.load(tenant_id, decisions)
        return {each.decision.id: each for each in measured}


def result_of(performance: DecisionPerformance) -> Result:
    """Return what became of a decision, as it is counted and shown in a line."""
    status = performance.decision.status
    if status not in CARRIED_OUT_STATUSES:
        return Result.PENDING if status in _PENDING_STATUSES else Result.NOT_DONE
    if performance.since is None:
        return Result.UNKNOWN
    match performance.since.performance.assessment:
        case Assessment.RIGHT:
            return Result.RIGHT
        case Assessment.WRONG:
            return Result.WRONG
        case Assessment.FLAT | Assessment.NOT_JUDGED:
            return Result.FLAT
        case Assessment.TOO_EARLY:
            return Result.TOO_EARLY


@dataclass(frozen=True, slots=True)
class TrackRecordLoader:
    """Reads track records."""

    stores: Stores

    async def load(self, tenant_id: TenantId, query: ForecastQuery) -> TrackRecord:
        """Return the track record of the forecasts that match, as known at the query's market time."""
        async with self.stores.read(tenant_id) as tx:
            found = await tx.forecasts.find(replace(query, limit=query.limit + 1))
            made = found[: query.limit]
            keys = [each.forecast.key for each in made]
            results = await tx.actual_results.find(keys)
            # What is given up later is waited for still, as seen from there.
            unresolved = await tx.actual_results.unresolved(keys, until=query.known_at - PATIENCE)
        record = track_record(made, results, unresolved, at=query.known_at)
        return replace(record, is_cut=len(found) > len(made))
