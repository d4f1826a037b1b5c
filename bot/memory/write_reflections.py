"""Writes what is learnt of decisions whose forecast is settled, in background jobs: by rules, or in a model's words."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.agents.reflection_agent import ReflectionAgent
from bot.domain.ids import AccountId, ConversationId, TenantId
from bot.domain.models.requests import SCHEDULED_WORK, Caller
from bot.domain.text.locale import Language
from bot.domain.trading.forecasts.forecast import ForecastQuery, MadeForecast
from bot.domain.trading.forecasts.reflection import Reflection, ToldReflection, reflect
from bot.model_errors import ModelError, ModelGarbledError
from bot.ports import Clock, Stores, Transaction

_MODEL_SECONDS: Final = 20.0  # for all words of one run: less than a job may take
_FOLLOWED: Final = timedelta(days=30)  # after somebody asked about a share

_log = logging.getLogger(__name__)

_Reflected = tuple[MadeForecast, Reflection]


@dataclass(frozen=True, slots=True)
class ReflectionWriter:
    """Puts reflections into a model's words, for shares that are held, watched or were asked about lately."""

    stores: Stores
    agent: ReflectionAgent
    clock: Clock

    async def add_words(
        self, tenant_id: TenantId, reflected: Sequence[_Reflected], *, deadline: float
    ) -> list[Reflection]:
        """Return the reflections, those with words that get any; after a model's failure the others get none.

        Raises: StoreUnavailableError.
        """
        followed, languages = await self._read(tenant_id, reflected)
        caller = Caller(tenant_id=tenant_id, person_id=SCHEDULED_WORK, deadline=deadline)
        written, is_asked = [], True
        for made, each in reflected:
            found = each
            if is_asked and each.symbol in followed:
                language = languages[made.decision.conversation_id]
                told = ToldReflection(each, made.decision, made.forecast.stance)
                try:
                    words = await self.agent.write(told, made.forecast.event, language=language, caller=caller)
                    found = replace(each, words=words)
                except ModelError as error:
                    is_asked = isinstance(error, ModelGarbledError)  # of others, the next request would fail, too
                    _log.warning("a reflection is written by rules: %s", error)
            written.append(found)
        return written

    async def _read(
        self, tenant_id: TenantId, reflected: Sequence[_Reflected]
    ) -> tuple[frozenset[str], Mapping[ConversationId, Language]]:
        """Return which of the shares are followed, and the languages of the conversations."""
        lately, since = self.clock.now() - _FOLLOWED, dict[str, datetime]()
        for made, each in reflected:  # what was said until its card expired does not count: it made this decision
            after = max(lately, made.decision.expires_at)
            since[each.symbol] = min(after, since.get(each.symbol, after))
        async with self.stores.read(tenant_id) as tx:
            followed = await tx.reflections.followed(since)
            conversations = {made.decision.conversation_id for made, each in reflected if each.symbol in followed}
            return followed, {each: (await tx.conversations.get(each)).language for each in conversations}


@dataclass(frozen=True, slots=True)
class WriteReflections:
    """Writes a tenant's reflections. Safe to run twice and at once: the first one on a decision stays."""

    stores: Stores
    writer: ReflectionWriter | None = None  # None: all are told by rules
    batch: int = 200

    async def __call__(self, tenant_id: TenantId) -> int:
        """Write what is missing; return how many were written. Raises: StoreUnavailableError."""
        written, deadline = 0, asyncio.get_running_loop().time() + _MODEL_SECONDS
        while True:
            async with self.stores.read(tenant_id) as tx:
                settled = await tx.reflections.unreflected(limit=self.batch)
                reflected = await _reflect(tx, settled)
            if not reflected:
                return written
            await self._store(tenant_id, reflected, deadline=deadline)
            written += len(reflected)
            if len(settled) < self.batch:
                return written

    async def _store(self, tenant_id: TenantId, reflected: Sequence[_Reflected], *, deadline: float) -> None:
        """Store reflections; the model is asked outside any transaction."""
        found = [each for _, each in reflected]
        if self.writer is not None:
            found = await self.writer.add_words(tenant_id, reflected, deadline=deadline)
        async with self.stores.transaction(tenant_id) as tx:
            for each in found:
                await tx.reflections.add_reflection(each)


async def _reflect(tx: Transaction, settled: Sequence[MadeForecast]) -> list[_Reflected]:
    by_account = defaultdict[AccountId, list[MadeForecast]](list)
    for each in settled:
        by_account[each.decision.account_id].append(each)
    return [
        reflected
        for account_id, made in by_account.items()
        for reflected in await _reflect_on_account(tx, account_id, made)
    ]


async def _reflect_on_account(
    tx: Transaction, account_id: AccountId, settled: Sequence[MadeForecast]
) -> list[_Reflected]:
    """Return the decisions of one account that can be judged, with what is learnt of each."""
    known_at = max(each.forecast.as_of for each in settled)
    earlier = await tx.forecasts.find(ForecastQuery(account_id=account_id, known_at=known_at))
    keys = {each.decision.key for each in (*settled, *earlier)}
    results = await tx.actual_results.find(keys)
    return [(each, found) for each in settled if (found := reflect(each, earlier, results)) is not None]
