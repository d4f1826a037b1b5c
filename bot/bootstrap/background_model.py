"""The language model of background work. Its client is opened by the first request: most processes make none."""

from contextlib import AsyncExitStack
from typing import Self

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
        from bot.bootstrap.models import budgeted, open_chat  # noqa: PLC0415  # the SDK costs a second and 30 MB

        chat = open_chat(self._settings)
        self._opened.push_async_callback(chat.aclose)
        return RecordedModel(
            inner=budgeted(chat, self._settings, self._stores),
            stores=self._stores,
            clock=SystemClock(),
            new_id=new_id,
            meter=NoMeter(),
            is_background=True,
            keeps_prompts=self._settings.llm_keep_prompts,
        )
