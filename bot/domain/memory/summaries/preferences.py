"""Whether a sentence states a need or a preference, in English or Chinese. The words are in preference_words_*.toml."""

import re
from functools import cache

from bot.domain.text.normalise import normalise
from bot.domain.text.word_lists import one_of, read_word_lists


def states_preference(text: str) -> bool:
    """Return whether `text` states a need or a preference. A question states none: "do we prefer banks?"."""
    plain = normalise(text).lower()
    return not plain.endswith("?") and _pattern().search(plain) is not None


@cache
def _pattern() -> re.Pattern[str]:
    english, chinese = (
        one_of(read_word_lists(__package__, f"preference_words_{language}.toml")["preferences"]["words"])
        for language in ("en", "zh")
    )
    return re.compile(rf"(?<![a-z0-9'])(?:{english})(?![a-z0-9])|{chinese}")
