"""Reads what stands behind /discussion: whose words, on which share, which page. The order is free."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.domain.conversation.requests.committee import ShowDiscussion
from bot.domain.text.normalise import normalise
from bot.reading.recognisers.speakers import speaker_names
from bot.reading.word_tables import read_lists

_MOST_DIGITS: Final = 4


def read_discussion_request(arguments: Sequence[str], *, symbols: Sequence[str] = ()) -> ShowDiscussion:
    """Return what the words ask for.

    Args:
        arguments: The words behind the command.
        symbols: The shares that they name. A word that is no symbol itself may be a share's name.
    """
    names, beside = speaker_names(), {each for words in read_lists("discussion", "beside").values() for each in words}
    page, speaker, left = 1, "", list[str]()
    for word in _joined(arguments, names):
        if word.isdecimal() and len(word) <= _MOST_DIGITS:
            page = max(int(word), 1)
        elif word in names:
            speaker = names[word]
        elif word not in beside:
            left.append(word)
    is_share = len(left) <= len(symbols)  # "AAPL", "apple"
    if not is_share:
        return ShowDiscussion(not_understood=" ".join(left))
    return ShowDiscussion(share=next(iter(symbols), ""), speaker=speaker, page=page)


def _joined(arguments: Sequence[str], names: Mapping[str, str]) -> list[str]:
    """Return the words, those of a name of two words as one: "research judge"; 第2页 is the number."""
    words = [normalise(word).lower().strip(".,!?，。！？") for word in arguments]
    words = [word.removeprefix("第").removesuffix("页") if word.endswith("页") else word for word in words]
    joined: list[str] = []
    for word in words:
        if joined and f"{joined[-1]} {word}" in names:
            joined[-1] = f"{joined[-1]} {word}"
        elif word:
            joined.append(word)
    return joined
