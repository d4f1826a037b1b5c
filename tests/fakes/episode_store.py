"""The store of episodes in memory, and what becomes of them when messages are edited or deleted."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from bot.domain.conversation.history import Role
from bot.domain.conversation.threads import Thread
from bot.domain.conversation.turns import InputKind, InputStatus, Turn
from bot.domain.erasure import ERASED
from bot.domain.memory.episodes import (
    Episode,
    EpisodeKind,
    EpisodeTerms,
    UnindexedEpisode,
    VectorCounts,
    Visibility,
    public_scope,
)
from bot.domain.trading.decisions import DecisionKey
from tests.fakes.memory import ChannelVisibility, StoredState, TenantStore


def note_visibility(
    state: StoredState, thread: Thread, visibility: Visibility, *, at: datetime, is_new: bool = True
) -> None:
    """Note what a message tells of its channel; one that was delivered before makes no private channel public."""
    is_public, key = visibility.is_public, (thread.tenant_id, thread.channel)
    known = state.visibilities.get(key)
    if is_public is None or (known and known.is_public == is_public):
        return
    if known is None:
        state.visibilities[key] = ChannelVisibility(is_public=is_public, since=None)
    elif is_new or not is_public:
        needs_hiding = known.needs_hiding or not is_public
        state.visibilities[key] = ChannelVisibility(is_public=is_public, since=at, needs_hiding=needs_hiding)


def forget_episode(state: StoredState, episode_id: UUID) -> None:
    """Delete an episode with its terms and vectors."""
    state.episodes.pop(episode_id, None)
    state.episode_terms.pop(episode_id, None)
    for key in [key for key in state.episode_vectors if key[1] == episode_id]:
        del state.episode_vectors[key]


class FakeEpisodes(TenantStore):
    """`Episodes`, in memory."""

    async def add_episode(self, episode: Episode) -> None:
        is_public = episode.is_public or self._is_as_public(episode)
        self._state.episodes.setdefault(episode.id, replace(episode, is_public=is_public))

    async def get(self, episode_id: UUID) -> Episode | None:
        found = self._state.episodes.get(episode_id)
        return found if found is not None and found.tenant_id == self._tenant_id else None

    async def of_decision(self, key: DecisionKey) -> Episode | None:
        named = (key.decision_id, key.version)
        return next((each for each in self._mine() if (each.decision_id, each.decision_version) == named), None)

    async def claim_unindexed(self, *, limit: int) -> tuple[UnindexedEpisode, ...]:
        unindexed = [each for each in self._mine() if each.id not in self._state.episode_terms]
        return tuple(
            UnindexedEpisode(
                id=each.id,
                text=each.text,
                channel=each.channel,
                speakers=each.speakers,
                speaker_ids=each.speaker_ids,
                symbols=each.symbols,
                is_public=each.is_public,
                said_from=each.said_from,
            )
            for each in sorted(unindexed, key=lambda each: each.created_at)[:limit]
        )

    async def store_terms(self, terms: Sequence[EpisodeTerms], *, at: datetime) -> None:
        del at
        for each in terms:
            if await self.get(each.episode_id) is not None:
                self._state.episode_terms.setdefault(each.episode_id, each)

    async def without_vector(self, model: str, *, after: UUID | None, limit: int) -> tuple[tuple[UUID, str], ...]:
        indexed = [each for each in self._mine() if each.id in self._state.episode_terms]
        missing = [each for each in indexed if (model, each.id) not in self._state.episode_vectors]
        by_id = sorted((each.id, each.text) for each in missing if after is None or each.id > after)
        return tuple(by_id[:limit])

    async def add_vectors(
        self, model: str, vectors: Mapping[UUID, Sequence[float]], *, texts: Mapping[UUID, str]
    ) -> None:
        for episode_id, vector in vectors.items():
            episode = await self.get(episode_id)
            if episode is not None and episode.text == texts[episode_id]:
                self._state.episode_vectors.setdefault((model, episode_id), tuple(vector))

    async def vector_counts(self) -> VectorCounts:
        mine = {each.id for each in self._mine()}
        models = Counter(model for model, episode_id in self._state.episode_vectors if episode_id in mine)
        return VectorCounts(episodes=len(mine & self._state.episode_terms.keys()), by_model=dict(models))

    async def hide_channel(self, channel: str, *, limit: int) -> int:
        public = [each for each in self._mine() if each.channel == channel and each.is_public]
        hidden = [each for each in public if each.kind is not EpisodeKind.PASSAGE and not self._is_as_public(each)]
        for each in hidden[:limit]:
            self._state.episodes[each.id] = replace(each, is_public=False)
            if terms := self._state.episode_terms.get(each.id):
                scopes = tuple(scope for scope in terms.scopes if scope != public_scope(self._tenant_id))
                self._state.episode_terms[each.id] = replace(terms, scopes=scopes)
        if len(hidden) < limit and (known := self._state.visibilities.get((self._tenant_id, channel))):
            self._state.visibilities[self._tenant_id, channel] = replace(known, needs_hiding=False)
        return len(hidden[:limit])

    async def prune(self, kinds: Collection[EpisodeKind], *, said_before: datetime, limit: int) -> int:
        old = [each for each in self._mine() if each.kind in kinds and each.said_until < said_before]
        pruned = sorted(old, key=lambda each: each.said_until)[:limit]
        for each in pruned:
            forget_episode(self._state, each.id)
        return len(pruned)

    async def memos(self, channel: str, *, limit: int) -> tuple[Episode, ...]:
        kept = [each for each in self._mine() if self._is_memo(each, channel)]
        return tuple(sorted(kept, key=lambda each: each.said_until, reverse=True)[:limit])

    async def archive_memo(self, memo_id: UUID, *, channel: str, at: datetime) -> bool:
        del at
        memo = await self.get(memo_id)
        if memo is None or not self._is_memo(memo, channel):
            return False
        self._state.episode_terms[memo_id] = EpisodeTerms(memo_id, {}, ())
        return True

    def _is_memo(self, episode: Episode, channel: str) -> bool:
        terms = self._state.episode_terms.get(episode.id)
        is_archived = terms is not None and not terms.scopes
        return episode.kind is EpisodeKind.MEMO and episode.channel == channel and not is_archived

    def _mine(self) -> list[Episode]:
        return [each for each in self._state.episodes.values() if each.tenant_id == self._tenant_id]

    def _is_as_public(self, episode: Episode) -> bool:
        """Whether its channel is public and has been since it was said."""
        known = self._state.visibilities.get((self._tenant_id, episode.channel))
        return known is not None and known.is_public and (known.since is None or known.since <= episode.said_from)


def change_message(state: StoredState, thread: Thread, message_id: str, text: str) -> bool:
    """Give a message another text, wherever its words are kept; return whether there is such a message."""
    turns = [each for each in state.turns.values() if _is_of(each, thread, message_id)]
    for turn in turns:
        _change_turn(state, turn, text)
    return bool(turns)


def _change_turn(state: StoredState, turn: Turn, text: str) -> None:
    if turn.kind is InputKind.ANALYSIS and text == ERASED:
        state.stops.add(turn.id)
    if state.changed_texts.get(turn.id, turn.text) in {text, ERASED}:
        return
    if turn.status is InputStatus.ACCEPTED:
        state.changed_texts[turn.id] = text
        return
    state.turns[turn.id] = replace(turn, text=text)
    state.picked_readings.pop(turn.id, None)
    state.messages[turn.conversation_id] = tuple(
        replace(each, text=text, intent=None if text == ERASED else each.intent)
        if each.turn_id == turn.id and each.role is Role.USER
        else each
        for each in state.messages.get(turn.conversation_id, ())
    )
    state.summaries.pop(turn.conversation_id, None)
    for episode in [each for each in state.episodes.values() if each.turn_id == turn.id]:
        changed = _changed(episode, turn, text)
        if changed is None or changed.text != episode.text:
            forget_episode(state, episode.id)
        if changed is not None:
            state.episodes[episode.id] = changed


def _changed(episode: Episode, turn: Turn, text: str) -> Episode | None:
    """Return an episode of the message as it is then; None: there is none."""
    if episode.kind is EpisodeKind.DECISION:
        return replace(episode, text=episode.text.replace(f". {turn.text}", "."))
    if episode.kind is EpisodeKind.EXCHANGE:
        return None if text == ERASED else replace(episode, text=f"{turn.person.name}: {text}")
    return replace(episode, link_message_id=None) if text == ERASED else episode


def _is_of(turn: Turn, thread: Thread, message_id: str) -> bool:
    place = (turn.tenant_id, turn.thread.channel, turn.platform_id)
    return turn.kind is not InputKind.PRESS and place == (thread.tenant_id, thread.channel, message_id)
