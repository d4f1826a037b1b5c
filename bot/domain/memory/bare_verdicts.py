"""Whether a verdict says nothing but yes or no: "ok, go ahead", 取消吧. The words are in verdict_words_*.toml."""

import re
from collections.abc import Collection
from functools import cache
from typing import Final

from bot.domain.text.normalise import normalise
from bot.domain.text.tokens import HAN
from bot.domain.text.word_lists import one_of, read_word_lists

_WORD: Final = re.compile(rf"[{HAN}]+|[^\W\d_{HAN}][^\W\d_{HAN}']*")  # a figure alone gives no reason
_NAME_CHARACTERS: Final = 3  # of most names of shares in Chinese


def is_bare_verdict(text: str, *, symbols: Collection[str] = ()) -> bool:
    """Return whether a confirmation or a cancellation has no word more. Another word is a reason, or a doubt.

    `symbols`: the shares that it names, each by its symbol or by one word.
    """
    named = {symbol.lower() for symbol in symbols}
    plain = _chinese_pattern().sub(" ", normalise(text).lower())
    words = [word for word in _WORD.findall(plain) if word not in _english_words()]
    others = [word for word in words if word not in named]
    names = len(named - set(words))
    return len(others) <= names and all(len(word) <= _NAME_CHARACTERS or word.isascii() for word in others)


@cache
def _english_words() -> frozenset[str]:
    return frozenset(read_word_lists(__package__, "verdict_words_en.toml")["verdict"]["words"])


@cache
def _chinese_pattern() -> re.Pattern[str]:
    return re.compile(one_of(read_word_lists(__package__, "verdict_words_zh.toml")["verdict"]["words"]))
