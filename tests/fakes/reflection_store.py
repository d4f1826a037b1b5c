"""The store of reflections, in memory."""

from collections.abc import Mapping
from datetime import datetime

from bot.domain.trading.decisions import DecisionKey
from bot.domain.trading.forecasts.base_rates import EngineStance
from bot.domain.trading.forecasts.forecast import MadeForecast
from bot.domain.trading.forecasts.reflection import Reflection, ReflectionQuery, ToldReflection
from tests.fakes.actual_results import FakeActualResults
from tests.fakes.memory import TenantStore


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
