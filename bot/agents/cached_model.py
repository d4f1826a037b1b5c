"""Answers repeated requests from a cache of earlier answers."""

import hashlib
import json
import logging
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Literal

from bot.agents.answer_parser import strip_thinking
from bot.domain.ids import TenantId
from bot.domain.models.requests import ModelAnswer, ModelRequest, TokenUsage
from bot.errors import ParleyError
from bot.ports import ChatModel, Clock, Stores, TextSink

_log = logging.getLogger(__name__)

CacheMode = Literal["full", "llm_write_only", "off"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedModel:
    """Implements `bot.ports.ChatModel` and `AnswerCache` by a model and a cache per tenant.

    Only identical requests share an answer. Only complete, non-empty answers of the right form are stored, for `ttl`;
    `forget` drops one that fails a later check. Mode "llm_write_only" stores without reading, "off" does neither. A
    failure of the store is logged and never fails the request.
    """

    inner: ChatModel
    stores: Stores
    clock: Clock
    provider: str  # address or name of the server, part of the cache key
    mode: CacheMode = "full"
    ttl: timedelta = timedelta(hours=24)

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        """Return the stored answer, shown at once, or the inner model's. Raises: the inner model's errors."""
        if self.mode == "off":
            return await self.inner.ask(request, show=show)
        key = cache_key(request, provider=self.provider)
        cached = await self._get_cached(request, key) if self.mode == "full" else None
        if cached is None:
            answer = await self.inner.ask(request, show=show)
            if not _has_content(request, answer):
                return answer
            await self._store(request.caller.tenant_id, key, answer, ttl=self.ttl)
            return replace(answer, cache_key=key)
        if show is not None and cached.text:
            await show(cached.text)
        return replace(cached, tokens=TokenUsage(), latency=0.0, attempts=0, is_cached=True, cache_key=key)

    async def forget(self, answer: ModelAnswer, tenant_id: TenantId) -> None:
        """Let a cached answer expire; does nothing for one that is not cached."""
        if answer.cache_key:
            await self._store(tenant_id, answer.cache_key, replace(answer, cache_key=""), ttl=timedelta())

    async def _get_cached(self, request: ModelRequest, key: str) -> ModelAnswer | None:
        try:
            async with self.stores.read(request.caller.tenant_id) as tx:
                cached = await tx.model_cache.get_answer(key, at=self.clock.now())
        except ParleyError as error:
            _log.warning("the cache of model answers cannot be read: %s", error)
            return None
        except Exception:  # noqa: BLE001  # perhaps written by an older version; the model can be asked instead
            _log.warning("a cached model answer cannot be read", exc_info=True)
            return None
        is_usable = cached is not None and _has_content(request, cached) and _is_parsable(request, cached)
        return cached if is_usable else None

    async def _store(self, tenant_id: TenantId, key: str, answer: ModelAnswer, *, ttl: timedelta) -> None:
        try:
            async with self.stores.transaction(tenant_id) as tx:
                await tx.model_cache.store_answer(key, answer, expires_at=self.clock.now() + ttl)
        except ParleyError as error:
            _log.warning("a model answer was not cached: %s", error)
        except Exception:  # noqa: BLE001  # a bug; it must not lose the answer
            _log.warning("a model answer was not cached", exc_info=True)


def cache_key(request: ModelRequest, *, provider: str) -> str:
    """Return the SHA-256 digest of everything that influences an answer: model, parameters, prompt, schema."""
    options, schema = request.options, request.schema
    content = {
        "provider": provider,
        "model": options.model,
        "temperature": options.temperature,
        "seed": options.seed,
        "max_tokens": options.max_tokens,
        "prompt_version": request.prompt_version,
        "messages": [(message.role, message.text) for message in request.messages],
        "shape": None if schema is None else (schema.name, schema.schema),
    }
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), default=dict)  # default: any other Mapping
    return hashlib.sha256(canonical.encode()).hexdigest()


def _has_content(request: ModelRequest, answer: ModelAnswer) -> bool:
    """Return whether the answer is more than thoughts."""
    return request.schema is not None or bool(strip_thinking(answer.text).strip())


def _is_parsable(request: ModelRequest, answer: ModelAnswer) -> bool:
    """Return whether the request's parser accepts the stored text: it may have become stricter since."""
    if request.schema is None:
        return True
    try:
        request.schema.parse(answer.text)
    except ValueError:
        return False
    return True
