"""Embeddings without a model: hashed character n-grams, the same on every machine, offline."""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from zlib import crc32

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_TOKENS = re.compile(rf"(?P<han>[{_HAN}]+)|(?P<other>[^\W{_HAN}]+(?:[.,'&-][^\W{_HAN}]+)*)")
_WORD_NGRAM_SIZES = (3, 4, 5)
_HAN_NGRAM_SIZES = (1, 2, 3, 4, 5)  # most Chinese words have one or two characters
_SIGN_BIT = 1 << 31
_MAX_CHARACTERS = 20_000  # an episode is far shorter; a pasted book must not block its worker


class HashingEmbedder:
    """Implements `bot.ports.Embedder` by hashing signed character n-grams into a fixed number of dimensions.

    Words keep their edges: " nvda " yields n-grams that longer words do not have. Counts are weighted as
    1 + ln(count). Text without a letter or digit yields one fixed vector.
    Source: Weinberger et al., Feature Hashing for Large Scale Multitask Learning (2009).
    """

    model = "hashing-3-5gram-384-v1"  # any change to the vectors needs a new name: stored ones are compared by it
    dimensions = 384

    async def embed(self, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        """Return one vector of unit length per text."""
        return tuple(self._vector(text) for text in texts)

    def _vector(self, text: str) -> tuple[float, ...]:
        values = [0.0] * self.dimensions
        for gram, count in Counter(_ngrams(text[:_MAX_CHARACTERS])).items():
            # surrogatepass: a lone surrogate in a pasted text must not raise
            bits = crc32(gram.encode("utf-8", "surrogatepass"))
            weight = 1.0 + math.log(count)
            values[bits % self.dimensions] += weight if bits & _SIGN_BIT else -weight
        length = math.hypot(*values)
        if length == 0.0:
            values[0] = length = 1.0  # a zero vector has no cosine
        return tuple(value / length for value in values)


def _ngrams(text: str) -> Iterator[str]:
    for run in _TOKENS.finditer(unicodedata.normalize("NFKC", text).casefold()):
        if run["han"] is not None:
            yield from _character_ngrams(run["han"], _HAN_NGRAM_SIZES)
        else:
            yield from _character_ngrams(f" {run['other']} ", _WORD_NGRAM_SIZES)


def _character_ngrams(run: str, sizes: Sequence[int]) -> Iterator[str]:
    for size in sizes:
        for start in range(len(run) - size + 1):
            yield run[start : start + size]
