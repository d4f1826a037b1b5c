"""The language model client: each request is traced, recorded, answered from the cache if possible, kept in budget."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from adapters.llm.circuit_breaker import CircuitBreaker
from adapters.llm.openai_models import OpenAIChat
from adapters.traces.otlp import TracedModel
from bot.agents.budgeted_model import BudgetedModel
from bot.agents.cached_model import CachedModel
from bot.agents.model_client import ModelClient, TokenRatios
from bot.agents.recorded_model import RecordedModel
from bot.bootstrap.services import CLOCK, Services
from bot.clock import new_id
from bot.ports import ChatModel, Meter, Stores
from bot.ports.traces import Tracer
from bot.settings import Settings


@asynccontextmanager
async def model_client(services: Services, meter: Meter, tracer: Tracer) -> AsyncIterator[ModelClient | None]:
    """Open the client of the agents' requests to models; None: no model is configured."""
    settings = services.settings
    if not settings.has_model:
        yield None
        return
    chat = open_chat(settings)
    warm_up = asyncio.create_task(chat.warm_up())
    try:
        cached = CachedModel(
            inner=budgeted(chat, settings, services.stores),
            stores=services.stores,
            clock=CLOCK,
            provider=settings.openai_base_url or "openai",
            mode=settings.llm_cache,
            ttl=settings.model_cache_ttl,
        )
        ratios = TokenRatios()
        recorded = RecordedModel(
            inner=cached,
            stores=services.stores,
            clock=CLOCK,
            new_id=new_id,
            meter=meter,
            ratios=ratios,
            keeps_prompts=settings.llm_keep_prompts,
        )
        yield ModelClient(
            TracedModel(recorded, tracer),
            settings.model_options,
            cached,
            max_tokens=settings.conversation_max_tokens,
            ratios=ratios,
        )
    finally:
        warm_up.cancel()
        await asyncio.gather(warm_up, return_exceptions=True)
        await chat.aclose()


def open_chat(settings: Settings) -> OpenAIChat:
    """Return the client of the model; to be closed."""
    key = settings.openai_api_key
    return OpenAIChat(key.get_secret_value() if key else None, settings.openai_base_url)


def budgeted(chat: ChatModel, settings: Settings, stores: Stores) -> ChatModel:
    """Return `chat` behind, outermost first, the budget and a circuit breaker."""
    breaker = CircuitBreaker(chat, pause=settings.llm_pause_seconds)
    return BudgetedModel(breaker, stores=stores, clock=CLOCK, allowance=settings.model_allowance)
