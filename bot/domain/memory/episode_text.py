"""The text of an episode in which people speak: how it is written, and who said what in it.

A line for each message, "<name>: <words>", in the order in which they were said; an answer of Parley's is the last
and may go on in further lines. Whoever writes a line break into a message, or bears a name like the beginning of a
line, must not forge what somebody else said: names and messages are put on one line each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.domain.conversation.overheard import OverheardMessage
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.memory.packing.told_messages import PARLEY
from bot.domain.text.zero_width import without_line_ends

_SEPARATOR: Final = ": "
_ANSWER_MARK: Final = f"\n{PARLEY}{_SEPARATOR}"


@dataclass(frozen=True, slots=True)
class Utterance:
    """Words of one person, or of Parley."""

    by: str  # empty: nobody is named
    text: str  # one line

    def __str__(self) -> str:
        return f"{self.by}{_SEPARATOR}{self.text}" if self.by else self.text


def said_line(name: str, words: str) -> str:
    """Return what a person said as a line of an episode."""
    return f"{_label(name)}{_SEPARATOR}{without_line_ends(words)}"


def answered_text(said: str, answer: str) -> str:
    """Return the text of a message, a line of an episode, with Parley's answer to it."""
    return f"{said}{_ANSWER_MARK}{answer}"


def utterances(episode: Episode) -> tuple[Utterance, ...]:
    """Return what people say in an episode, without Parley's answer."""
    match episode.kind:
        case EpisodeKind.TALK:
            return tuple(_talk(episode))
        case EpisodeKind.EXCHANGE:
            said = without_line_ends(episode.text.partition(_ANSWER_MARK)[0])
            return (_by_one_of(episode.speakers, said),)
        case _:
            return (Utterance("", without_line_ends(episode.text)),)


def answer_of(episode: Episode) -> str:
    """Return Parley's answer in an exchange, in all its lines; empty: there is none."""
    return episode.text.partition(_ANSWER_MARK)[2] if episode.kind is EpisodeKind.EXCHANGE else ""


def _talk(episode: Episode) -> Iterator[Utterance]:
    """Yield what each line says; a line that names nobody goes on with what the one before says."""
    first, *further = (
        _by_one_of(episode.speakers, without_line_ends(line)) for line in episode.text.splitlines() or [""]
    )
    said = first
    for each in further:
        if each.by:
            yield said
        said = each if each.by else Utterance(said.by, f"{said.text} {each.text}".strip())
    yield said


def _by_one_of(speakers: tuple[str, ...], line: str) -> Utterance:
    label, separator, words = line.partition(_SEPARATOR)
    name = next((each for each in speakers if separator and _label(each) == label), "")
    return Utterance(name, words) if name else Utterance("", line)


def _label(name: str) -> str:
    """Return a name on one line and without the sign that ends it there."""
    return without_line_ends(name.replace(_SEPARATOR.strip(), " "))


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
