"""The search for episodes, in memory: the same scores as the database's, computed over everything."""

import math
import re
from collections.abc import Sequence
from dataclasses import replace

from bot.domain.ids import derive_id
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.memory.recall import EpisodeQuery, FoundEpisode, RecallScope
from tests.fakes.memory import TenantStore

_NEARNESS = (1.0, 0.6, 0.4)
_PAIR = re.compile(r"[\u3400-\u9fff]{2}")
_UNKNOWN_PAIR = 0.2
_LEAST = 100  # episodes that are counted as if there were so many


class FakeEpisodeSearch(TenantStore):
    """`EpisodeSearch`, in memory."""

    async def search(self, query: EpisodeQuery) -> tuple[FoundEpisode, ...]:
        within = [each for each in self._indexed() if self._is_within(each, query)]
        found = [self._found(each, query) for each in within]
        by_text = sorted((each for each in found if each.text_score), key=lambda each: -each.text_score)
        by_vector = sorted(found, key=lambda each: -(each.vector_score or 0)) if query.embedding else []
        latest = sorted(found, key=lambda each: each.episode.said_until, reverse=True)
        chosen = [*by_text[: query.limit], *by_vector[: query.limit]]
        if not query.embedding and not any(map(self._frequency, query.terms)):
            chosen = latest[: query.limit]
        return (*{each.episode.id: each for each in chosen}.values(), *self._unindexed(query))

    async def latest(self, query: EpisodeQuery) -> tuple[FoundEpisode, ...]:
        kinds = query.kinds & {EpisodeKind.EXCHANGE, EpisodeKind.TALK}
        bounds = replace(query, kinds=kinds)
        mine = [each for each in self._state.episodes.values() if each.tenant_id == self._tenant_id]
        here = [each for each in mine if each.channel == query.channel and self._is_within(each, bounds)]
        here.sort(key=lambda each: each.said_until, reverse=True)
        return tuple(FoundEpisode(episode=each, thread=self._thread(each)) for each in here[: query.limit])

    def _unindexed(self, query: EpisodeQuery) -> tuple[FoundEpisode, ...]:
        mine = [each for each in self._state.episodes.values() if each.tenant_id == self._tenant_id]
        waiting = [each for each in mine if each.id not in self._state.episode_terms]
        waiting += [each for each in self._talk(query) if query.first_shown is None]
        latest = sorted((each for each in waiting if self._is_within(each, query)), key=lambda each: each.created_at)
        chosen = latest[::-1][: query.unindexed]
        return tuple(FoundEpisode(episode=each, thread=self._thread(each), is_indexed=False) for each in chosen)

    def _talk(self, query: EpisodeQuery) -> list[Episode]:
        """What people said to each other in the channel that is no episode yet."""
        return [
            Episode(
                id=derive_id(each.thread.conversation_id, each.message_id),
                tenant_id=self._tenant_id,
                kind=EpisodeKind.TALK,
                text=f"{each.person.name}: {each.text}",
                channel=each.thread.channel,
                conversation_id=each.thread.conversation_id,
                speakers=(each.person.name,),
                speaker_ids=(each.person.id,),
                said_from=each.said_at,
                said_until=each.said_at,
                created_at=each.said_at,
                link_message_id=each.message_id,
            )
            for key, each in self._state.overheard.items()
            if key[0] == self._tenant_id and key not in self._state.talk_episodes and each.text
            if each.thread.channel == query.channel
        ]

    def _found(self, episode: Episode, query: EpisodeQuery) -> FoundEpisode:
        vector = self._state.episode_vectors.get((query.model, episode.id))
        return FoundEpisode(
            episode=episode,
            thread=self._thread(episode),
            text_score=self._coverage(episode, query),
            vector_score=_cosine(vector, query.embedding) if vector and query.embedding else None,
        )

    def _thread(self, episode: Episode) -> str | None:
        conversation = self._state.conversations.get(episode.conversation_id) if episode.conversation_id else None
        return conversation.thread.thread if conversation else None

    def _coverage(self, episode: Episode, query: EpisodeQuery) -> float:
        factors = {term: weight * self._rarity(term) for term, weight in query.terms.items()}
        covered = sum(factor * self._nearness(term, episode) for term, factor in factors.items())
        whole = sum(factor * self._presence(term) for term, factor in factors.items())
        return covered / whole if factors else 0.0

    def _presence(self, term: str) -> float:
        """Return 1, or less for two Chinese characters that stand nowhere in a row: they are seldom a word."""
        return _UNKNOWN_PAIR if _PAIR.fullmatch(term) and not self._frequency(term) else 1.0

    def _rarity(self, term: str) -> float:
        frequency, total = self._frequency(term), max(len(self._indexed()), _LEAST)
        return math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))

    def _nearness(self, term: str, episode: Episode) -> float:
        if episode.conversation_id is None:  # a passage has no neighbours
            return _NEARNESS[0] if term in self._terms(episode) else 0.0
        talk = [each for each in self._indexed() if each.conversation_id == episode.conversation_id]
        talk.sort(key=lambda each: (each.said_until, each.id))
        at = talk.index(episode)
        near = [
            abs(at - other)
            for other, each in enumerate(talk)
            if term in self._terms(each) and (other == at or not _is_monologue(each, episode))
        ]
        nearest = min(near, default=len(_NEARNESS))
        return _NEARNESS[nearest] if nearest < len(_NEARNESS) else 0.0

    def _frequency(self, term: str) -> int:
        return sum(term in self._terms(each) for each in self._indexed())

    def _terms(self, episode: Episode) -> frozenset[str]:
        return frozenset(self._state.episode_terms[episode.id].counts)

    def _indexed(self) -> list[Episode]:
        mine = (each for each in self._state.episodes.values() if each.tenant_id == self._tenant_id)
        return [each for each in mine if each.id in self._state.episode_terms]

    def _is_within(self, episode: Episode, query: EpisodeQuery) -> bool:
        channel = self._state.visibilities.get((self._tenant_id, episode.channel))
        is_hidden = channel is not None and channel.needs_hiding and episode.kind is not EpisodeKind.PASSAGE
        is_public = query.scope is RecallScope.WORKSPACE and episode.is_public and not is_hidden
        terms = self._state.episode_terms.get(episode.id)
        is_archived = terms is not None and not terms.scopes
        is_shown = (
            query.first_shown is not None
            and episode.conversation_id == query.conversation_id
            and episode.messages is not None
            and episode.messages.last >= query.first_shown
        )
        return (
            (is_public or episode.channel == query.channel)
            and (not query.speaker or bool(episode.speakers_named(query.speaker)))
            and episode.kind in query.kinds
            and (query.scope is not RecallScope.CONVERSATION or episode.conversation_id == query.conversation_id)
            and (query.since is None or episode.said_until >= query.since)
            and (query.until is None or episode.said_from < query.until)
            and not is_shown
            and not is_archived
        )


def _is_monologue(one: Episode, other: Episode) -> bool:
    """Return whether one person says both: neither answers the other."""
    return {one.kind, other.kind} == {EpisodeKind.TALK} and one.speakers == other.speakers and len(one.speakers) <= 1


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    length = math.hypot(*one) * math.hypot(*other)
    return sum(a * b for a, b in zip(one, other, strict=True)) / length if length else 0.0
