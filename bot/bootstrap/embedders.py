"""Opens the embedders."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from typing import Final

from adapters.embeddings.hashing import HashingEmbedder
from adapters.embeddings.sentences import SentenceEmbedder
from adapters.llm.openai_models import OpenAIEmbedder, embedding_options
from bot.errors import SettingsError
from bot.ports import Embedder
from bot.settings import Settings


@asynccontextmanager
async def open_embedders(settings: Settings) -> AsyncIterator[tuple[Embedder, ...]]:
    """Open the embedder that `EMBEDDER` names, and behind it the others that can be used; nothing is loaded yet.

    Raises: SettingsError: the named one cannot be used.
    """
    async with AsyncExitStack() as stack:
        opened: list[Embedder] = []
        for name in dict.fromkeys((settings.embedder, *_CREATE)):
            try:
                embedder = _CREATE[name](settings)
            except SettingsError:
                if name == settings.embedder:
                    raise
                continue
            if isinstance(embedder, OpenAIEmbedder):
                await stack.enter_async_context(aclosing(embedder))
            opened.append(embedder)
        yield tuple(opened)


def _openai_embedder(settings: Settings) -> OpenAIEmbedder:
    if not settings.has_model:
        raise SettingsError(
            setting="EMBEDDER",
            problem="openai needs a key or a server",
            advice="set OPENAI_API_KEY or OPENAI_BASE_URL, or EMBEDDER=sentences",
        )
    key = settings.openai_api_key
    return OpenAIEmbedder(
        embedding_options(
            settings.embedding_model, timeout=settings.embedding_timeout_seconds, retries=settings.embedding_retries
        ),
        dimensions=settings.embedding_dimensions,
        api_key=key.get_secret_value() if key else None,
        base_url=settings.openai_base_url,
    )


_CREATE: Final[Mapping[str, Callable[[Settings], Embedder]]] = {
    "sentences": lambda _: SentenceEmbedder(),
    "hash": lambda _: HashingEmbedder(),
    "openai": _openai_embedder,
}
