"""What people say in Parley's threads without addressing it, and what decides whether it is meant for Parley."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.conversation.threads import Person, Thread
from bot.domain.memory.episodes import Visibility
from bot.domain.text.locale import Language


class ListenMode(StrEnum):
    """Which messages of a channel Parley answers, besides those addressed to it."""

    MENTION = "mention"  # no others
    THREAD = "thread"  # in its threads, those that are unmistakably meant for it
    ALL = "all"  # all that people say in the channel


@dataclass(frozen=True, slots=True, kw_only=True)
class OverheardMessage:
    """A message that was not meant for Parley: no turn, no part of the history. Empty text: it is not kept."""

    thread: Thread
    message_id: str  # the platform's id
    person: Person
    text: str
    said_at: datetime
    visibility: Visibility = Visibility.UNKNOWN  # of its channel, as it was told; not read back


@dataclass(frozen=True, slots=True, kw_only=True)
class ListeningSituation:
    """What is known of a thread when somebody says something there without addressing Parley."""

    mode: ListenMode = ListenMode.THREAD  # of the channel
    keeps_text: bool = True  # whether the channel lets Parley keep what it overhears
    is_participant: bool = False  # Parley has been addressed in this thread before
    is_repeated: bool = False  # this message was overheard before
    is_speaker_answered: bool = False  # the speaker was the last to address Parley, and nobody else has spoken since
    has_asked: bool = False  # Parley's latest answer asks the speaker something
    pending: int = 0  # pending decisions that the speaker has asked for, there or as offered there
    focus: tuple[str, ...] = ()  # symbols under discussion, newest first
    waiting: str = ""  # the speaker's latest message to Parley, if it has no answer yet
    language: Language = Language.ENGLISH  # of the conversation
