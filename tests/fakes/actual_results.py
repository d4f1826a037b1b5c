"""The store of actual results, in memory."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby

from bot.domain.ids import DecisionId
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.text.locale import Language
from bot.domain.trading.actual_result import ActualResult, SettledResult, result_line
from bot.domain.trading.decisions import Decision, DecisionKey
from bot.domain.trading.due_results import SETTLED_STATUSES, SOONEST, DueDecision, DueQuery, Postponement
from tests.fakes.memory import TenantStore


class FakeActualResults(TenantStore):
    """`ActualResults`, in memory."""

    async def find(self, keys: Collection[DecisionKey]) -> Mapping[DecisionKey, tuple[ActualResult, ...]]:
        found = {key: tuple(each for each in self._of(key).values() if each is not None) for key in keys}
        return {key: results for key, results in found.items() if results}

    async def unresolved(
        self, keys: Collection[DecisionKey], *, until: datetime
    ) -> Mapping[DecisionKey, tuple[int, ...]]:
        found = {
            key: tuple(
                sessions
                for sessions, each in self._of(key).items()
                if each is None and self._state.given_up[key, sessions] <= until
            )
            for key in keys
        }
        return {key: sessions for key, sessions in found.items() if sessions}

    async def due(self, query: DueQuery) -> tuple[DueDecision, ...]:
        due = [
            (after, each.id, self._due(each, now))
            for each in self._state.decisions.values()
            if (after := self._settle_after(each)) is not None
            and (now := self._now(each, query)) is not None
            and after <= now
        ]
        return tuple(each for *_, each in sorted(due, key=lambda found: found[:2])[: query.limit])

    async def settle(self, results: Sequence[SettledResult]) -> tuple[SettledResult, ...]:
        stored = [each for each in results if self._store(each.key, each.result.sessions, each.result)]
        in_order = sorted(stored, key=lambda each: (each.decision.id, each.decision.version, each.result.sessions))
        for key, of_decision in groupby(in_order, key=lambda each: each.key):
            self._add_lines(key, [each.result for each in of_decision])
        return tuple(stored)

    async def give_up(self, key: DecisionKey, sessions: int, *, as_of: datetime) -> None:
        if self._store(key, sessions, None):
            self._state.given_up[key, sessions] = as_of

    async def postpone(self, postponed: Sequence[Postponement]) -> None:
        for each in postponed:
            self._state.settle_after[each.decision.key] = each.until

    def _store(self, key: DecisionKey, sessions: int, result: ActualResult | None) -> bool:
        stored = self._of(key)
        if sessions in stored:
            return False
        self._state.decision_results[key] = dict(sorted({**stored, sessions: result}.items()))
        return True

    def _of(self, key: DecisionKey) -> Mapping[int, ActualResult | None]:
        return self._state.decision_results.get(key, {})

    def _add_lines(self, key: DecisionKey, results: Sequence[ActualResult]) -> None:
        for episode in [each for each in self._state.episodes.values() if _is_of(each, key)]:
            lines = [result_line(each, episode.language or Language.ENGLISH) for each in results]
            told = (*episode.actual_results, *results)
            self._state.episodes[episode.id] = replace(
                episode,
                text="\n".join((episode.text, *lines)),
                actual_results=tuple(sorted(told, key=lambda each: each.sessions)),
            )
            self._state.episode_terms.pop(episode.id, None)
            for vector in [each for each in self._state.episode_vectors if each[1] == episode.id]:
                del self._state.episode_vectors[vector]

    def _due(self, decision: Decision, now: datetime) -> DueDecision:
        order = self._state.orders.get(decision.id)
        return DueDecision(
            decision=decision,
            now=now,
            report=self._state.reports.get(order.client_order_id) if order else None,
            closed=frozenset(self._of(decision.key)),
        )

    def _settle_after(self, decision: Decision) -> datetime | None:
        is_of_tenant = decision.tenant_id == self._tenant_id
        if not is_of_tenant or decision.status not in SETTLED_STATUSES or decision.proposal.fallback is not None:
            return None
        return self._state.settle_after.get(decision.key, decision.proposal.price_as_of + SOONEST)

    def _now(self, decision: Decision, query: DueQuery) -> datetime | None:
        account = self._state.accounts[decision.account_id]
        if query.market not in {None, account.market} or query.account_id not in {None, account.id}:
            return None
        if query.account_id is not None:
            return query.now
        is_moving = account.market_time is not None or account.market != "sample"
        return (account.market_time or query.now) if is_moving else None


def _is_of(episode: Episode, key: DecisionKey) -> bool:
    if episode.kind is not EpisodeKind.DECISION or not episode.decision_id or not episode.decision_version:
        return False
    return DecisionKey(DecisionId(episode.decision_id), episode.decision_version) == key
