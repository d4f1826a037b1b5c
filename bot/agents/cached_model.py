"""Answers a question that was answered before from what was stored then."""

import hashlib
import json
import logging
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Literal

from bot.agents.thinking import strip_thinking
from bot.domain.models.requests import ModelAnswer, ModelMessage, ModelRequest, TokenUsage
from bot.errors import ParleyError
from bot.ports import ChatModel, Clock, Stores, TextSink

_log = logging.getLogger(__name__)

CacheMode = Literal["full", "llm_write_only", "off"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedModel:
    """A ChatModel that gives a stored answer where the very same was asked within `ttl`, by the same tenant.

    Only whole answers of the right form, which say something, come to be stored. Mode "llm_write_only" stores and never
    looks, "off" does neither. A store that fails costs the cache, not the answer; that it did is logged.
    """

    inner: ChatModel
    stores: Stores
    clock: Clock
    provider: str  # whose model it is: the server's address, or its name
    mode: CacheMode = "full"
    ttl: timedelta = timedelta(hours=24)

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        """Return the stored answer, shown at once, or the inner model's. Raises: what that raises."""
        if self.mode == "off":
            return await self.inner.ask(request, show=show)
        key = cache_key(request, provider=self.provider)
        found = await self._found(request, key) if self.mode == "full" else None
        if found is None:
            answer = await self.inner.ask(request, show=show)
            if _says_something(request, answer):
                await self._keep(request, key, answer)
            return answer
        if show is not None and found.text:
            await show(found.text)
        return replace(found, tokens=TokenUsage(), latency=0.0, attempts=0, is_cached=True)

    async def _found(self, request: ModelRequest, key: str) -> ModelAnswer | None:
        try:
            async with self.stores.transaction(request.caller.tenant_id) as tx:
                found = await tx.model_cache.get_answer(key, at=self.clock.now())
        except ParleyError as error:
            _log.warning("the cache of model answers cannot be read: %s", error)
            return None
        except Exception:  # noqa: BLE001  # written by an older version of ours, perhaps; the model can be asked
            _log.warning("a cached model answer cannot be read", exc_info=True)
            return None
        is_good = found is not None and _says_something(request, found) and _has_its_form(request, found)
        return found if is_good else None

    async def _keep(self, request: ModelRequest, key: str, answer: ModelAnswer) -> None:
        try:
            async with self.stores.transaction(request.caller.tenant_id) as tx:
                await tx.model_cache.store_answer(key, answer, expires_at=self.clock.now() + self.ttl)
        except ParleyError as error:
            _log.warning("a model answer was not cached: %s", error)
        except Exception:  # noqa: BLE001  # a defect of ours; the answer is here
            _log.warning("a model answer was not cached", exc_info=True)


def cache_key(request: ModelRequest, *, provider: str) -> str:
    """Return the SHA-256 digest of everything that shapes an answer: who is asked, what, and how."""
    options, schema = request.options, request.schema
    asked = {
        "provider": provider,
        "model": options.model,
        "temperature": options.temperature,
        "seed": options.seed,
        "max_tokens": options.max_tokens,
        "prompt_version": request.prompt_version,
        "messages": [_said(message) for message in request.messages],
        "tools": [(tool.name, tool.description, tool.parameters) for tool in request.tools],
        "shape": None if schema is None else (schema.name, schema.schema),
    }
    canonical = json.dumps(asked, sort_keys=True, separators=(",", ":"), default=dict)  # default: any other Mapping
    return hashlib.sha256(canonical.encode()).hexdigest()


def _said(message: ModelMessage) -> tuple[object, ...]:
    calls = [(call.id, call.name, call.arguments) for call in message.tool_calls]
    return message.role, message.text, calls, message.tool_call_id


def _says_something(request: ModelRequest, answer: ModelAnswer) -> bool:
    """Whether there is an answer to what was asked: calls of tools only where there were some, not only thoughts."""
    if answer.tool_calls:
        return bool(request.tools)
    return request.schema is not None or bool(strip_thinking(answer.text).strip())


def _has_its_form(request: ModelRequest, answer: ModelAnswer) -> bool:
    """Whether today's reader takes the stored text: it may have become stricter since."""
    if request.schema is None or answer.tool_calls:
        return True
    try:
        request.schema.parse(answer.text)
    except ValueError:
        return False
    return True
