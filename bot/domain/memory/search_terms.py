"""Splits text into search terms: a stand-in until stems and Chinese words come."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

_WORDS: Final = re.compile(r"[\u4e00-\u9fff]|[^\W\u4e00-\u9fff_]+")


def search_terms(text: str) -> Mapping[str, int]:
    """Return the terms of `text` with how often each occurs."""
    return Counter(_WORDS.findall(text.casefold()))


def query_terms(text: str) -> Mapping[str, float]:
    """Return the terms of a question with their weights."""
    return dict.fromkeys(search_terms(text), 1.0)
