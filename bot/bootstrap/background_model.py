"""The language model of background work. Its client is opened by the first request: most processes make none."""

from contextlib import AsyncExitStack
from typing import Self

from bot.agents.budgeted_model import BudgetedModel
from bot.agents.recorded_model import RecordedModel
from bot.clock import SystemClock, new_id
from bot.domain.models.requests import ModelAnswer, ModelRequest
from bot.ports import ChatModel, NoMeter, Stores, TextSink
from bot.settings import Settings


class BackgroundModel:
    """Implements `bot.ports.ChatModel`: requests are booked and kept in budget, answers are not cached.

    The prompts of background work do not repeat. Its requests are in the books (/usage), and added up in the
    database for the metrics of all processes: workers are not scraped.
    """

    def __init__(self, settings: Settings, stores: Stores) -> None:
        self._settings = settings
        self._stores = stores
        self._model: ChatModel | None = None
        self._opened = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._opened.aclose()

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        """Return the model's answer. Raises: ModelError, StoreUnavailableError."""
        if self._model is None:
            self._model = self._open_model()
        return await self._model.ask(request, show=show)

    def _open_model(self) -> ChatModel:
        from adapters.llm.circuit_breaker import CircuitBreaker  # noqa: PLC0415  # the SDK costs a second and 30 MB
        from adapters.llm.openai_chat import OpenAIChat  # noqa: PLC0415

        settings, clock = self._settings, SystemClock()
        key = settings.openai_api_key
        chat = OpenAIChat(key.get_secret_value() if key else None, settings.openai_base_url)
        self._opened.push_async_callback(chat.aclose)
        budgeted = BudgetedModel(
            CircuitBreaker(chat, pause=settings.llm_pause_seconds),
            stores=self._stores,
            clock=clock,
            allowance=settings.model_allowance,
        )
        return RecordedModel(
            inner=budgeted,
            stores=self._stores,
            clock=clock,
            new_id=new_id,
            meter=NoMeter(),
            is_background=True,
            keeps_prompts=settings.llm_keep_prompts,
        )
