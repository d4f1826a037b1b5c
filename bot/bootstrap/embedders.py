"""Opens the configured embedder."""

from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager

from adapters.embeddings.hashing import HashingEmbedder
from adapters.embeddings.minilm import MiniLmEmbedder
from adapters.llm.openai_embeddings import OpenAIEmbedder, embedding_options
from bot.errors import SettingsError
from bot.ports import Embedder
from bot.settings import Settings


@asynccontextmanager
async def open_embedder(settings: Settings) -> AsyncIterator[Embedder]:
    """Open the embedder that `EMBEDDER` names; nothing is loaded yet. Raises: SettingsError: it cannot be used."""
    match settings.embedder:
        case "hash":
            yield HashingEmbedder()
        case "minilm":
            yield MiniLmEmbedder()
        case "openai":
            async with aclosing(_openai_embedder(settings)) as embedder:
                yield embedder


def _openai_embedder(settings: Settings) -> OpenAIEmbedder:
    if not settings.has_model:
        raise SettingsError(
            setting="EMBEDDER",
            problem="openai needs a key or a server",
            advice="set OPENAI_API_KEY or OPENAI_BASE_URL, or EMBEDDER=hash",
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
