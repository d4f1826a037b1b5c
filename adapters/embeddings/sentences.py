"""Embeddings by meaning on this machine: the encoder of sentences that reads messages, too."""

import asyncio
from collections.abc import Sequence
from typing import Final

from bot.reading.trained.sentences import DIMENSIONS, sentence_vectors

_MAX_CHARACTERS: Final = 2_000  # an episode is far shorter; a pasted book must not block its worker


class SentenceEmbedder:
    """Implements `bot.ports.Embedder` by the Universal Sentence Encoder for many languages, in another thread."""

    model = "use-multilingual-3"
    dimensions = DIMENSIONS

    async def embed(self, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        """Return one vector of unit length per text."""
        clean = [text[:_MAX_CHARACTERS].encode("utf-8", "replace").decode() for text in texts]  # no lone surrogates
        vectors = await asyncio.to_thread(sentence_vectors, clean)
        return tuple(map(tuple, vectors.tolist()))
