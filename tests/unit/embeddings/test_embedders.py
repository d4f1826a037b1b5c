"""Which embedder a setting opens, and what is said if it cannot be used."""

import pytest
from pydantic import SecretStr

from bot.bootstrap.embedders import open_embedders
from bot.errors import SettingsError
from bot.settings import Settings


async def test_sentences_are_the_default_and_a_server_is_named_by_its_model() -> None:
    async with open_embedders(Settings()) as (embedder, *_):
        assert (embedder.model, embedder.dimensions) == ("use-multilingual-3", 512)
    settings = Settings(embedder="openai", openai_api_key=SecretStr("key"), embedding_dimensions=256)
    async with open_embedders(settings) as (embedder, *_):
        assert (embedder.model, embedder.dimensions) == ("text-embedding-3-small-256", 256)


async def test_a_server_without_key_and_address_is_refused_with_a_sentence() -> None:
    with pytest.raises(SettingsError, match="openai needs a key or a server"):
        async with open_embedders(Settings(embedder="openai", openai_api_key=None, openai_base_url=None)):
            pass
