"""Forecasts of decisions and what is learnt of them, in memory."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from bot.domain.trading.decisions import DecisionKey
from bot.domain.trading.forecasts.base_rates import (
    FEWEST_CASES,
    UNKNOWN_RATE,
    BaseRate,
    BaseRateSource,
    EngineStance,
    ShadowForecast,
    base_rate,
    has_happened,
)
from bot.domain.trading.forecasts.forecast import Forecast, ForecastQuery, MadeForecast
from bot.domain.trading.forecasts.reflection import Reflection, ReflectionQuery, ToldReflection
from bot.domain.trading.forecasts.scores import ShareSpan, separate_cases
from tests.fakes.actual_results import FakeActualResults
from tests.fakes.memory import TenantStore


class FakeForecasts(TenantStore):
    """`Forecasts`, in memory."""

    async def add_forecast(self, forecast: Forecast) -> None:
        assert (forecast.key.decision_id, forecast.key.version) in self._state.decisions
        assert forecast.key not in self._state.forecasts
        found = forecast.base_rate or self._before(forecast) or await self._earlier(forecast)
        found = found or BaseRate(UNKNOWN_RATE, BaseRateSource.UNKNOWN, 0)
        shadows = forecast.shadows or self._shadows_before(forecast)
        self._state.forecasts[forecast.key] = replace(forecast, base_rate=found, shadows=shadows)

    async def find(self, query: ForecastQuery) -> tuple[MadeForecast, ...]:
        found = [
            MadeForecast(each, decision, self._state.turns[decision.turn_id].person.name)
            for each in self._mine()
            if each.account_id == query.account_id and each.as_of <= query.known_at
            for decision in [self._state.decisions[each.key.decision_id, each.key.version]]
            if not query.symbols or decision.proposal.symbol in query.symbols
        ]
        found.sort(key=lambda each: (each.forecast.key.decision_id, each.forecast.key.version))
        found.sort(key=lambda each: each.forecast.as_of, reverse=True)
        return tuple(found[: query.limit])

    def _mine(self) -> Iterator[Forecast]:
        for each in self._state.forecasts.values():
            if self._state.decisions[each.key.decision_id, each.key.version].tenant_id == self._tenant_id:
                yield each

    def _before(self, forecast: Forecast) -> BaseRate | None:
        versions = [
            each
            for each in self._mine()
            if each.key.decision_id == forecast.key.decision_id
            and each.key.version < forecast.key.version
            and each.event is forecast.event
            and each.base_rate is not None
            and each.base_rate.source is BaseRateSource.HISTORY
        ]
        return max(versions, key=lambda each: each.key.version).base_rate if versions else None

    def _shadows_before(self, forecast: Forecast) -> tuple[ShadowForecast, ...]:
        key = forecast.key
        stored = self._state.forecasts.values()
        before = (each for each in stored if each.key.decision_id == key.decision_id and each.key.version < key.version)
        latest = max(before, key=lambda each: each.key.version, default=None)
        return latest.shadows if latest is not None else ()

    async def _earlier(self, forecast: Forecast) -> BaseRate | None:
        earlier = [
            each.key
            for each in self._mine()
            if (each.account_id, each.event) == (forecast.account_id, forecast.event) and each.as_of < forecast.as_of
        ]
        results = await FakeActualResults(self._state, self._tenant_id).find(earlier)
        cases = [
            _Case(
                symbol=self._state.decisions[key.decision_id, key.version].proposal.symbol,
                since=self._state.forecasts[key].as_of,
                until=each.as_of,
                happened=happened,
            )
            for key, found in results.items()
            for each in found
            if each.sessions == forecast.sessions
            and each.as_of <= forecast.as_of
            and each.excess_percent is not None
            and (happened := has_happened(forecast.event, change=each.excess_percent, benchmark=Decimal(0))) is not None
        ]
        separate = len(separate_cases(cases))
        rate = base_rate((each.happened for each in cases), BaseRateSource.FORECASTS)
        return replace(rate, cases=separate) if rate is not None and separate >= FEWEST_CASES else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case(ShareSpan):
    happened: bool


class FakeReflections(TenantStore):
    """`Reflections`, in memory."""

    async def unreflected(self, *, limit: int) -> tuple[MadeForecast, ...]:
        missing = [key for key in self._state.forecasts if key not in self._state.reflections and self._is_mine(key)]
        results = await FakeActualResults(self._state, self._tenant_id).find(missing)
        settled = [
            (result.as_of, key.decision_id, key)
            for key, found in results.items()
            for result in found
            if result.sessions == self._state.forecasts[key].sessions and result.excess_percent
        ]
        return tuple(self._made(key) for *_, key in sorted(settled, key=lambda each: each[:2])[:limit])

    async def add_reflection(self, reflection: Reflection) -> None:
        assert self._is_mine(reflection.key)
        self._state.reflections.setdefault(reflection.key, reflection)

    async def followed(self, since: Mapping[str, datetime]) -> frozenset[str]:
        state, tenant_id = self._state, self._tenant_id
        held = {symbol for account, symbol in state.positions if state.accounts[account].tenant_id == tenant_id}
        watched = {symbol for tenant, _, symbol in state.watched if tenant == tenant_id}
        decided = {
            each.proposal.symbol
            for each in state.decisions.values()
            if each.tenant_id == tenant_id and _is_later(each.proposal.symbol, each.created_at, since)
        }
        answered = {
            symbol
            for each in state.replies.values()
            if state.turns[each.turn_id].tenant_id == tenant_id
            for symbol in each.answer.symbols
            if _is_later(symbol, each.created_at, since)
        }
        return frozenset(since) & (held | watched | decided | answered)

    async def known(self, query: ReflectionQuery) -> tuple[ToldReflection, ...]:
        found = [
            each
            for each in self._state.reflections.values()
            if self._is_mine(each.key) and each.account_id == query.account_id and each.settled_as_of <= query.known_at
        ]
        found.sort(key=lambda each: each.key.decision_id)
        found.sort(key=lambda each: each.settled_as_of, reverse=True)
        of_shares = {
            each.key
            for symbol in query.symbols
            for each in [each for each in found if each.symbol == symbol][: query.per_share]
        }
        decisions = self._state.decisions
        return tuple(
            ToldReflection(each, decisions[each.key.decision_id, each.key.version], self._stance(each.key))
            for each in found
            if each.key in of_shares or each.key in query.decisions
        )

    def _stance(self, key: DecisionKey) -> EngineStance:
        forecast = self._state.forecasts.get(key)
        return forecast.stance if forecast is not None else EngineStance.OWN

    def _is_mine(self, key: DecisionKey) -> bool:
        return self._state.decisions[key.decision_id, key.version].tenant_id == self._tenant_id

    def _made(self, key: DecisionKey) -> MadeForecast:
        decision = self._state.decisions[key.decision_id, key.version]
        return MadeForecast(self._state.forecasts[key], decision, self._state.turns[decision.turn_id].person.name)


def _is_later(symbol: str, at: datetime, since: Mapping[str, datetime]) -> bool:
    return symbol in since and at > since[symbol]
