"""Stores of one tenant's memory.

Every method raises StoreUnavailableError if the database cannot be reached.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Protocol
from uuid import UUID

from bot.domain.ids import ConversationId, TurnId
from bot.domain.memory.conversation_record import ConversationRecord, RecordQuery
from bot.domain.memory.core_memory import CoreMemory, MemoryChange, MemoryKey, MemoryPlace, StoredSection
from bot.domain.memory.episodes import Episode, EpisodeKind, EpisodeTerms, UnindexedEpisode, VectorCounts
from bot.domain.memory.recall import EpisodeQuery, FoundEpisode
from bot.domain.memory.summaries.summary import Summary
from bot.domain.trading.actual_result import ActualResult, SettledResult
from bot.domain.trading.decisions import DecisionKey
from bot.domain.trading.due_results import DueDecision, DueQuery, Postponement
from bot.domain.trading.trading_limits import LimitQuery


class EpisodeSearch(Protocol):
    """The search for one tenant's episodes."""

    async def search(self, query: EpisodeQuery) -> tuple[FoundEpisode, ...]:
        """Return the indexed episodes that are best by text or nearest by vector, with both scores, in no order.

        All are within the query's bounds. If something is in them, and the query has a vector, there are as many as it
        asks for or as there are; a query with neither terms nor vector finds the latest. There may be up to twice
        `query.limit`.

        With them, as bounded, come the latest `query.unindexed` that no worker has indexed yet, without scores. What
        people said to each other in the query's channel, and is no episode yet, comes as one a message.
        """

    async def latest(self, query: EpisodeQuery) -> tuple[FoundEpisode, ...]:
        """Return the latest exchanges and talk of the query's channel, without scores, the latest first.

        Terms and vector are not looked at, the other bounds hold. It depends on nothing that `search` needs.
        """


class Episodes(Protocol):
    """The episodes of one tenant: stored at once, indexed later by workers. Searched by `EpisodeSearch`."""

    async def add_episode(self, episode: Episode) -> None:
        """Store an episode, not yet indexed; does nothing if its id is stored.

        It is public if it says so, or if its channel is known to be public and has been since it was said.
        """

    async def get(self, episode_id: UUID) -> Episode | None:
        """Return an episode, or None if there is none."""

    async def of_decision(self, key: DecisionKey) -> Episode | None:
        """Return the episode of a version of a decision, or None if there is none."""

    async def claim_unindexed(self, *, limit: int) -> tuple[UnindexedEpisode, ...]:
        """Return the oldest episodes without search terms, locked until the transaction ends.

        Those that another transaction has locked are left out.
        """

    async def store_terms(self, terms: Sequence[EpisodeTerms], *, at: datetime) -> None:
        """Store the search terms of claimed episodes, and count them; those that are indexed are left as they are.

        Once per transaction: after a second call two transactions could wait for each other in a circle.
        """

    async def without_vector(self, model: str, *, after: UUID | None, limit: int) -> tuple[tuple[UUID, str], ...]:
        """Return ids and texts of indexed episodes without a vector of `model`, in the order of ids, after `after`."""

    async def add_vectors(
        self, model: str, vectors: Mapping[UUID, Sequence[float]], *, texts: Mapping[UUID, str]
    ) -> None:
        """Store vectors of episodes, made of their `texts`.

        Episodes that have one of `model`, were deleted or have another text by now are left as they are.
        """

    async def vector_counts(self) -> VectorCounts:
        """Return how many episodes are indexed, and how many of them have vectors, by model."""

    async def hide_channel(self, channel: str, *, limit: int) -> int:
        """Mark at most `limit` public episodes of a channel that is no longer public as private; return how many.

        The channel counts as done once there are none left.
        """

    async def prune(self, kinds: Collection[EpisodeKind], *, said_before: datetime, limit: int) -> int:
        """Delete the oldest episodes of some kinds that ended before `said_before`, with all that was made of them.

        Returns: How many; fewer than `limit`: none is left, but for those that another transaction has locked.
        """

    async def memos(self, channel: str, *, limit: int) -> tuple[Episode, ...]:
        """Return the latest memos of a channel that are not put away, newest first."""

    async def archive_memo(self, memo_id: UUID, *, channel: str, at: datetime) -> bool:
        """Put a memo of a channel away; return whether it has one that was not. It keeps its text."""


class ActualResults(Protocol):
    """What came of decisions, by horizon: each result is stored once, and never changed."""

    async def find(self, keys: Collection[DecisionKey]) -> Mapping[DecisionKey, tuple[ActualResult, ...]]:
        """Return the stored results of those decisions that have any, by horizon, the shortest first.

        Whoever shows them leaves out those that are later than the market time of who asks: `known_results`.
        """

    async def unresolved(
        self, keys: Collection[DecisionKey], *, until: datetime
    ) -> Mapping[DecisionKey, tuple[int, ...]]:
        """Return the horizons, in sessions, of which a decision has no result for good: there was no price.

        Only of those whose last close is not later than `until`, a market time.
        """

    async def due(self, query: DueQuery) -> tuple[DueDecision, ...]:
        """Return decisions of which a result may be known, those that have waited longest first.

        Only those whose outcome stands, with whatever their order has become; none by a fallback.
        """

    async def settle(self, results: Sequence[SettledResult]) -> tuple[SettledResult, ...]:
        """Store results, each unless the decision has one after that horizon or is without one for good.

        The text of a decision's episode, if there is one, gets a line for each, and is indexed anew.

        Returns: Those that were stored.
        """

    async def give_up(self, key: DecisionKey, sessions: int, *, as_of: datetime) -> None:
        """Store that a decision has no result for good after one horizon, closed at `as_of`; a result stays."""

    async def postpone(self, postponed: Sequence[Postponement]) -> None:
        """Make decisions due at other market times."""


class Summaries(Protocol):
    """Summaries of conversations; an older one never replaces a newer one."""

    async def get(self, conversation_id: ConversationId) -> Summary | None:
        """Return the conversation's summary, or None."""

    async def save(self, summary: Summary, *, expected_covered_count: int) -> bool:
        """Store `summary`, by compare-and-set; return whether it was stored. Its market time is that of its messages.

        `expected_covered_count`: the number of messages that the stored summary covers; 0: there is none.
        """

    async def lease(self, conversation_id: ConversationId, *, token: UUID, owner: str, ttl: timedelta) -> bool:
        """Let one run write the conversation's summary for `ttl`; return False if another is writing it.

        `owner`: the process; what a process held that is known to have died is free. `ttl`: how long the lease lasts
        unless released.
        """

    async def release(self, conversation_id: ConversationId, *, token: UUID) -> None:
        """End the lease of a run; does nothing if it has lost it."""

    async def set_embedding(self, summary: Summary, *, embedding: Sequence[float], model: str) -> None:
        """Store the vector of a stored summary, computed by `model`; that of a newer version stays.

        Does nothing if the summary was deleted or has another text by now.
        """

    async def without_vector(self, model: str, *, limit: int) -> tuple[Summary, ...]:
        """Return summaries that `model` has embedded in no version, as after a change of the embedder."""
        ...

    async def nearest(
        self,
        embedding: Sequence[float],
        *,
        model: str,
        channels: Collection[str],
        with_public: bool = False,
        limit: int,
    ) -> tuple[Summary, ...]:
        """Return the summaries of conversations in `channels` nearest by cosine distance, nearest first.

        Only those embedded by `model` are found. `with_public`: also those of conversations held in channels that were
        public when they began and have been since.
        """


class ConversationRecords(Protocol):
    """What is known of one tenant's conversations as wholes."""

    async def find(self, query: RecordQuery) -> tuple[ConversationRecord, ...]:
        """Return the conversations that match and have messages, the latest active first."""


class CoreMemoryStore(Protocol):
    """The versions of the sections of core memory. A stored version is never changed."""

    async def load(
        self, place: MemoryPlace, *, limits: LimitQuery | None = None, as_of: datetime | None = None
    ) -> CoreMemory:
        """Return what is shown at a place, with the limits in force if they are asked for, in one statement.

        `as_of`: the sections as they were then; limits are always the present ones.
        """

    async def sections(self, keys: Collection[MemoryKey]) -> tuple[StoredSection, ...]:
        """Return the latest version of each section, in the order of `keys`, whoever may see its facts."""

    async def add_change(self, change: MemoryChange) -> None:
        """Store a version.

        Raises: ConcurrentUpdateError: the section has that version already. NoteDroppedError: a model's note of a
            message that has been erased, or was answered before an erasure of these minutes.
        """

    async def history(
        self,
        place: MemoryPlace,
        *,
        limit: int,
        skip: int = 0,
        after: datetime | None = None,
        before: datetime | None = None,
    ) -> tuple[MemoryChange, ...]:
        """Return the latest changes of which something is seen from a place, newest first.

        `skip`: how many of the newest are left out. `after`: only those that were made after it. `before`: only those
        that were made before it.
        """

    async def changes_since(self, key: MemoryKey, *, since: datetime, limit: int) -> tuple[MemoryChange, ...]:
        """Return the latest changes of one section that were made after `since`, newest first."""

    async def changes_of_turn(self, turn_id: TurnId) -> tuple[MemoryChange, ...]:
        """Return the changes that a message has made, oldest first."""

    async def undoable_changes(self, place: MemoryPlace, *, limit: int) -> tuple[MemoryChange, ...]:
        """Return the changes that the place's person has made to what is seen there and not taken back, newest first.

        A change that takes another one back is none of them.
        """
