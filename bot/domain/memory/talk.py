"""Groups what people say to each other into episodes."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.domain.conversation.overheard import OverheardMessage
from bot.domain.memory.episode_text import said_line

MAX_MESSAGES: Final = 8  # of a group
QUIET: Final = timedelta(minutes=15)  # without a word, after which what is said begins another group
_MAX_CHARACTERS: Final = 1_000  # of one message that are kept


def closed_groups(
    messages: Sequence[OverheardMessage], *, now: datetime, is_cut: bool = False
) -> Iterator[tuple[OverheardMessage, ...]]:
    """Yield the groups of `messages` (of one conversation, oldest first) to which nothing more will be added.

    A group ends before a quiet time, and is full with `MAX_MESSAGES`. `is_cut`: more messages may follow these.
    """
    group: list[OverheardMessage] = []
    for message in messages:
        if group and (len(group) == MAX_MESSAGES or message.said_at - group[-1].said_at >= QUIET):
            yield tuple(group)
            group = []
        group.append(message)
    if group and (len(group) == MAX_MESSAGES or (not is_cut and now - group[-1].said_at >= QUIET)):
        yield tuple(group)


def text_of(group: Sequence[OverheardMessage]) -> str:
    """Return a group as the text of an episode: a line for each message, with its speaker."""
    return "\n".join(said_line(each.person.name, each.text[:_MAX_CHARACTERS]) for each in group)
