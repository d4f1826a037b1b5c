"""Which embedder a setting opens, and what is said if it cannot be used."""

import math

import pytest
from pydantic import SecretStr

from adapters.embeddings import minilm
from adapters.embeddings.minilm import MiniLmEmbedder
from bot.bootstrap.embedders import open_embedders
from bot.errors import SettingsError
from bot.settings import Settings


async def test_hashing_is_the_default_and_a_server_is_named_by_its_model() -> None:
    async with open_embedders(Settings()) as (embedder, *_):
        assert (embedder.model, embedder.dimensions) == ("hashing-3-5gram-384-v1", 384)
    settings = Settings(embedder="openai", openai_api_key=SecretStr("key"), embedding_dimensions=256)
    async with open_embedders(settings) as (embedder, *_):
        assert (embedder.model, embedder.dimensions) == ("text-embedding-3-small-256", 256)


async def test_a_server_without_key_and_address_is_refused_with_a_sentence() -> None:
    with pytest.raises(SettingsError, match="openai needs a key or a server"):
        async with open_embedders(Settings(embedder="openai", openai_api_key=None, openai_base_url=None)):
            pass


async def test_minilm_that_is_not_installed_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "find_spec", lambda name: None if name == "onnx" else object())

    with pytest.raises(SettingsError, match=r"not installed: onnx, advice.*parley\[minilm\]"):
        async with open_embedders(Settings(embedder="minilm")):
            pass


async def test_minilm_says_what_its_authors_say() -> None:
    """The similarities on the page of the published model."""
    for name in minilm.REQUIRED:
        pytest.importorskip(name)
    texts = ["That is a happy person", "That is a happy dog", "That is a very happy person", "Today is a sunny day"]

    first, *others = await MiniLmEmbedder().embed(texts)

    similarities = [math.fsum(a * b for a, b in zip(first, each, strict=True)) for each in others]
    assert similarities == pytest.approx([0.6945774, 0.9429150, 0.2568762], abs=1e-5)
