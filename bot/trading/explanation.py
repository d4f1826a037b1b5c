"""Reads what explains a decision: its engine run and, once it is no longer pending, the price since."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from bot.domain.conversation.turns import Turn
from bot.domain.ids import DecisionId, TenantId
from bot.domain.trading.decision_result import EngineRun
from bot.domain.trading.decisions import Action, Decision, Resolution
from bot.domain.trading.drafts import without_private_words
from bot.domain.trading.forecasts.base_rates import FEWEST_CASES
from bot.domain.trading.forecasts.forecast import ForecastQuery
from bot.domain.trading.forecasts.reflection import ReflectionQuery, ToldReflection
from bot.domain.trading.forecasts.scores import Band, band_of
from bot.engines.registry import engine_entry
from bot.engines.rules.what_if import TriggerLevel, what_if
from bot.errors import MarketDataError
from bot.ports import Clock, Stores
from bot.trading.performance.decision_performance import DecisionPerformance, DecisionPerformanceLoader
from bot.trading.performance.reviewed_decisions import TrackRecordLoader

_REFLECTIONS: Final = 3  # shown, the latest


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """A decision with the stored facts that explain it."""

    decision: Decision
    read_at: datetime
    run: EngineRun | None  # that proposed the decision; None: no model was asked
    has_discussion: bool  # the run's agents wrote messages to each other
    performance: DecisionPerformance | None  # None: the decision is pending, or a fallback
    levels: tuple[TriggerLevel, ...] = ()  # of a pending decision by rules: prices at which an argument turns
    reflections: tuple[ToldReflection, ...] = ()  # on its share, as known at the account's market time
    asked_by: str = ""  # the name of who asked for it; empty: not known
    resolution: Resolution | None = None  # who confirmed or cancelled it; None: nobody
    calibration: Band | None = None  # of enough separate forecasts as confident, settled when it was proposed

    @property
    def is_pending(self) -> bool:
        """Whether the decision was a trade that could be confirmed at `read_at`."""
        return _is_pending_trade(self.decision, at=self.read_at)


@dataclass(frozen=True, slots=True)
class ExplanationLoader:
    """Reads explanations of decisions."""

    stores: Stores
    performance: DecisionPerformanceLoader
    clock: Clock

    async def shown_to(self, turn: Turn, decision: Decision) -> Decision:
        """Return a decision as the author of `turn` may read it where they ask. Raises: StoreUnavailableError.

        The account is everybody's, and so are its decisions; words that were written in a private place are shown
        there, and to whoever asked for the decision.
        """
        if decision.asked_by == turn.person.id:
            return decision
        async with self.stores.read(decision.tenant_id) as tx:
            channel = (await tx.conversations.get(decision.conversation_id)).thread.channel
            is_readable = channel == turn.thread.channel or await tx.knowledge.is_public(channel)
        return decision if is_readable else without_private_words(decision)

    async def load_version(self, tenant_id: TenantId, decision_id: DecisionId, version: int) -> Explanation:
        """Return the explanation of one version. Raises: UnknownDecisionError, StoreUnavailableError."""
        async with self.stores.read(tenant_id) as tx:
            decision = await tx.decisions.get(decision_id, version=version)
        return await self.load(decision)

    async def load(self, decision: Decision) -> Explanation:
        """Return the explanation of a decision."""
        now = self.clock.now()
        run, has_discussion = await self._read_engine_run(decision)
        async with self.stores.read(decision.tenant_id) as tx:
            asked = await tx.turns.get(decision.turn_id)
            resolution = await tx.decisions.resolution(decision.id)
        return Explanation(
            decision=decision,
            read_at=now,
            run=run,
            has_discussion=has_discussion,
            performance=await self._load_performance(decision, at=now),
            levels=await self._load_levels(decision, at=now),
            asked_by=asked.person.name if asked.person.id == decision.asked_by else "",
            resolution=resolution,
            reflections=await self._load_reflections(decision),
            calibration=await self._load_calibration(decision),
        )

    async def _load_calibration(self, decision: Decision) -> Band | None:
        """Return how often forecasts of such a confidence had come true, in the account's cases settled by then."""
        proposal = decision.proposal
        if proposal.side is None:
            return None
        query = ForecastQuery(account_id=decision.account_id, known_at=proposal.price_as_of)
        record = await TrackRecordLoader(self.stores).load(decision.tenant_id, query)
        found = band_of(float(proposal.confidence), record.bands)
        return found if found is not None and found.independent >= FEWEST_CASES else None

    async def _load_reflections(self, decision: Decision) -> tuple[ToldReflection, ...]:
        """Return the latest reflections on the decision's share; none if the market does not know its time."""
        async with self.stores.read(decision.tenant_id) as tx:
            account = await tx.accounts.get(decision.account_id)
        try:
            view = await self.performance.portfolio.market_view(account)
        except MarketDataError:
            return ()
        query = ReflectionQuery(
            account_id=account.id,
            known_at=view.market_time,
            symbols=(decision.proposal.symbol,),
            per_share=_REFLECTIONS,
        )
        async with self.stores.read(decision.tenant_id) as tx:
            return await tx.reflections.known(query)

    async def _read_engine_run(self, decision: Decision) -> tuple[EngineRun | None, bool]:
        run_id = decision.proposal.run_id
        if run_id is None:
            return None, False
        async with self.stores.read(decision.tenant_id) as tx:
            found = await tx.engine_runs.discussion(decision.conversation_id, run_id=run_id)
        if found is None:
            return None, False
        run, discussion = found
        return run, bool(discussion)

    async def _load_levels(self, decision: Decision, *, at: datetime) -> tuple[TriggerLevel, ...]:
        entry = engine_entry(decision.proposal.engine)
        argues_by_rules = entry is None or entry.argues_by_rules  # a committee does not turn at the same prices
        is_weighed = argues_by_rules and any(reason.weight for reason in decision.proposal.reasons)
        if not (is_weighed and _is_pending_trade(decision, at=at)):
            return ()
        portfolio, symbol = self.performance.portfolio, decision.proposal.symbol
        async with self.stores.read(decision.tenant_id) as tx:
            account, _ = await portfolio.holdings(tx)
        try:
            snapshots, _ = await (await portfolio.market_view(account)).snapshots((symbol,))
        except MarketDataError:
            return ()
        return what_if(snapshots[0], shares=Decimal(0)).levels if snapshots else ()

    async def _load_performance(self, decision: Decision, *, at: datetime) -> DecisionPerformance | None:
        if decision.proposal.fallback is not None or _is_pending_trade(decision, at=at):
            return None
        (performance,) = await self.performance.load(decision.tenant_id, (decision,))
        return performance


def _is_pending_trade(decision: Decision, *, at: datetime) -> bool:
    return decision.is_pending(at=at) and decision.proposal.action is not Action.HOLD
