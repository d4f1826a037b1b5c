"""The store of actual results, in memory."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime

from bot.domain.ids import DecisionId, TenantId
from bot.domain.memory.episodes import Episode
from bot.domain.trading.actual_result import ActualResult
from bot.domain.trading.decisions import DecisionKey
from tests.fakes.memory import StoredState


class FakeActualResults:
    """`ActualResults`, in memory."""

    def __init__(self, state: StoredState, tenant_id: TenantId) -> None:
        self._state = state
        self._tenant_id = tenant_id

    async def find(self, keys: Collection[DecisionKey]) -> Mapping[DecisionKey, ActualResult]:
        found = {key: each.actual_result for each, key in self._decided() if key in keys}
        return {key: result for key, result in found.items() if result is not None}

    async def due(self, *, market: str | None, now: datetime, limit: int) -> tuple[DecisionKey, ...]:
        due = [
            (each.settle_after, each.id, key)
            for each, key in self._decided()
            if each.settle_after is not None and self._is_due(key, each.settle_after, market=market, now=now)
        ]
        return tuple(key for *_, key in sorted(due, key=lambda found: found[:2])[:limit])

    async def settle(self, key: DecisionKey, result: ActualResult, *, line: str) -> bool:
        episode = self._of(key)
        if episode is None or episode.actual_result is not None:
            return False
        text = f"{episode.text}\n{line}"
        self._state.episodes[episode.id] = replace(episode, actual_result=result, settle_after=None, text=text)
        self._state.episode_terms.pop(episode.id, None)
        for vector in [each for each in self._state.episode_vectors if each[1] == episode.id]:
            del self._state.episode_vectors[vector]
        return True

    async def postpone(self, key: DecisionKey, *, until: datetime | None) -> None:
        episode = self._of(key)
        if episode is not None and episode.actual_result is None:
            self._state.episodes[episode.id] = replace(episode, settle_after=until)

    def _of(self, key: DecisionKey) -> Episode | None:
        return next((each for each, of in self._decided() if of == key), None)

    def _decided(self) -> Iterator[tuple[Episode, DecisionKey]]:
        for each in self._state.episodes.values():
            if each.tenant_id == self._tenant_id and each.decision_id and each.decision_version:
                yield each, DecisionKey(DecisionId(each.decision_id), each.decision_version)

    def _is_due(self, key: DecisionKey, at: datetime, *, market: str | None, now: datetime) -> bool:
        decision = self._state.decisions[key.decision_id, key.version]
        account = self._state.accounts[decision.account_id]
        is_moving = account.market_time is not None or account.market != "sample"
        return is_moving and market in {None, account.market} and at.astimezone(UTC) <= (account.market_time or now)
