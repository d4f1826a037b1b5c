"""What a search for episodes is bound to, and what it finds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from bot.domain.conversation.threads import Person
from bot.domain.ids import ConversationId
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.memory.search_terms import query_terms, search_terms


class RecallScope(StrEnum):
    """From where an answer may recall, besides what was said in its own conversation."""

    CONVERSATION = "conversation"  # nowhere else
    CHANNEL = "channel"  # the whole channel
    WORKSPACE = "workspace"  # also what is public in the workspace


def scope_for(person: Person, scope: RecallScope) -> RecallScope:
    """Return from where may be recalled for a person, where `scope` holds for the workspace's own people."""
    return RecallScope.CHANNEL if person.is_guest and scope is RecallScope.WORKSPACE else scope


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallPolicy:
    """How far recall reaches."""

    scope: RecallScope = RecallScope.WORKSPACE
    window: timedelta = timedelta(days=30)  # of what counts as recent, which goes first among equals
    limit: int = 5  # episodes in a prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeQuery:
    """A search for episodes: what is looked for, and the bounds outside which nothing is found."""

    conversation_id: ConversationId
    channel: str
    scope: RecallScope = RecallScope.WORKSPACE
    terms: Mapping[str, float] = field(default_factory=dict)  # search terms and their weights; empty: the latest
    embedding: tuple[float, ...] = ()  # of the question; empty: no search by vectors
    model: str = ""  # of `embedding`
    speaker: str = ""  # the name of one of the speakers, a part of it in any case, or their id; empty: anyone
    kinds: frozenset[EpisodeKind] = frozenset(EpisodeKind)
    since: datetime | None = None
    until: datetime | None = None  # exclusive
    recent_since: datetime | None = None  # what was said since then goes first among equals
    first_shown: int | None = None  # number of the conversation's first message that the prompt shows anyway
    limit: int = 50
    unindexed: int = 0  # at most so many of those that no worker has indexed yet


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallQuestion:
    """What somebody wants to be recalled."""

    text: str  # what it is about; empty: whatever was said
    asks_questions: bool = False  # what was asked is looked for too, and not only what was said
    asks_view: bool = False  # who is for or against something, or what somebody thinks of it
    symbols: tuple[str, ...] = ()  # shares that it names; in `text` they are called by these
    speaker: str = ""  # the name of who said it, a part of it, or their id; empty: anyone
    since: datetime | None = None  # None, both: the question names no time
    until: datetime | None = None  # exclusive
    kinds: frozenset[EpisodeKind] = frozenset(EpisodeKind)
    first_shown: int | None = None  # number of the conversation's first message that is shown anyway
    talk_shown_since: datetime | None = None  # since when the conversation's talk is shown anyway; None: none is
    limit: int | None = None  # None: as the policy has it
    repeated: str = ""  # a message: exchanges in which somebody said just the same are left out
    latest_first: bool = False  # else the best first
    known_at: datetime | None = None  # market time: nothing that the market told later is recalled; None: no bound

    @property
    def terms(self) -> Mapping[str, float]:
        """The search terms and their weights, without the speaker's name: who said it is a condition of its own."""
        name = search_terms(self.speaker)
        return {term: weight for term, weight in query_terms(self.text).items() if term not in name}


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundEpisode:
    """An episode that a search has found, with the scores of its parts."""

    episode: Episode
    thread: str | None = None  # of its conversation, in the episode's channel; None: a passage
    is_indexed: bool = True  # False: it waits for a worker, and has no scores
    text_score: float = 0.0  # the share of the question that it covers, in [0, 1]: see `search_episodes`
    vector_score: float | None = None  # cosine similarity; None: there is no vector of it


@dataclass(frozen=True, slots=True, kw_only=True)
class RecalledEpisode:
    """An episode that answers rest on, with the reasons why it was chosen."""

    found: FoundEpisode
    score: float  # the sum of its parts; comparable among what was found for the same question
    parts: Mapping[str, float]  # what the score is made of, by name
    is_searched: bool = True  # False: no search was possible, and it is one of the latest

    @property
    def episode(self) -> Episode:
        """The episode."""
        return self.found.episode


@dataclass(frozen=True, slots=True)
class MemorySearch:
    """A search that a model has asked for, and what it has found, best first."""

    question: RecallQuestion
    found: tuple[RecalledEpisode, ...]
