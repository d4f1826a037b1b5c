"""Recall: finds the episodes that a question is about, among those that the asker may see."""

import asyncio
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from itertools import chain
from time import perf_counter
from typing import Final

from bot.domain.conversation.turns import Conversation, Turn
from bot.domain.ids import ConversationId, TenantId
from bot.domain.market.instruments import InstrumentTable
from bot.domain.memory.episode_text import repeats, utterances
from bot.domain.memory.episodes import Episode, EpisodeKind, as_known
from bot.domain.memory.recall import (
    EpisodeQuery,
    FoundEpisode,
    RecalledEpisode,
    RecallPolicy,
    RecallQuestion,
    answers,
    compares_meanings,
    is_near,
    rank,
    scope_for,
    with_coverage,
)
from bot.domain.text.secrets import has_secret
from bot.errors import SearchFailedError
from bot.memory.group_talk import named_shares
from bot.memory.question_embedders import QuestionEmbedders
from bot.ports import Clock, Embedder, Meter, NoMeter, Stores
from bot.ports.meter import RecallOutcome

_CANDIDATES: Final = 30  # episodes that are ranked: of the best by text, and of the nearest
_LEAST_SHARE: Final = 0.5  # of the best score: what is far below it is found only because there is nothing else
_EMBED_SECONDS: Final = 1.5  # an embedder over the network that is slower is done without

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """Finds what was said before. What fails is done without: vectors, then any search, then all that was said."""

    stores: Stores
    embedders: QuestionEmbedders
    policy: RecallPolicy
    clock: Clock
    meter: Meter = field(default_factory=NoMeter)
    instruments: InstrumentTable | None = None  # None: talk that no worker has grouped is found by its words alone

    async def __call__(
        self, turn: Turn, conversation: Conversation, question: RecallQuestion
    ) -> tuple[RecalledEpisode, ...]:
        """Return what is found, best first: of the time that is asked about, else of all times, recent ones first.

        Of a question that names nothing but a time or a speaker, the latest first. Where the search fails, what was
        said last in the channel, marked as not searched for. Empty: nothing is likely to say something about it.
        Raises: StoreUnavailableError; SearchFailedError: no search is possible, and nothing was said here.
        """
        terms = question.terms
        if not terms and question.since is None and not question.speaker:
            return ()  # it names nothing that could be looked for
        started_at, outcome = perf_counter(), RecallOutcome.ERROR
        try:
            found, outcome = await self._recall(turn, conversation, question, terms)
        finally:
            self.meter.recalled(outcome, perf_counter() - started_at)
        return found

    async def _recall(
        self, turn: Turn, conversation: Conversation, question: RecallQuestion, terms: Mapping[str, float]
    ) -> tuple[tuple[RecalledEpisode, ...], RecallOutcome]:
        embedder = await self.embedders.for_tenant(turn.tenant_id)
        embedding = await embed_question(embedder, question.text) if terms else ()  # no words: all are as near
        query = EpisodeQuery(
            conversation_id=conversation.id,
            channel=turn.thread.channel,
            scope=scope_for(turn.person, self.policy.scope),
            terms=terms,
            embedding=embedding,
            model=embedder.model,
            speaker=question.speaker,
            kinds=question.kinds,
            since=question.since,
            until=question.until,
            recent_since=self.clock.now() - self.policy.window,
            first_shown=question.first_shown,
            limit=_CANDIDATES,
            unindexed=_CANDIDATES,  # the worker may be down
        )
        shown = question.limit or self.policy.limit
        limit = _CANDIDATES if question.latest_first else shown
        found = await self._search(turn, query, question, embedder, limit=limit)
        if question.latest_first:
            found = tuple(sorted(found, key=lambda each: each.episode.said_until, reverse=True))
        found = found[:shown]
        if found and not found[0].is_searched:
            return found, RecallOutcome.LATEST
        if terms and not embedding:
            return found, RecallOutcome.WITHOUT_VECTORS
        return found, RecallOutcome.FOUND if found else RecallOutcome.NOTHING

    async def _search(
        self, turn: Turn, query: EpisodeQuery, question: RecallQuestion, embedder: Embedder, *, limit: int
    ) -> tuple[RecalledEpisode, ...]:
        """Return what the search finds; if it fails, what it finds without the vector, else what was said last here."""
        found = await self._found(turn, query)
        if found is None and query.embedding:
            query = replace(query, embedding=())
            found = await self._found(turn, query)
        if found is None:
            return await self._latest(turn, query, question, limit=limit)
        known = _known(found, question, query.conversation_id)
        known = chain.from_iterable(map(_of_each_speaker, known)) if question.is_of_nearest else known
        told = (self._with_shares(each, question) for each in known)
        compared = await _with_vectors([with_coverage(each, query) for each in told], query, embedder)
        if question.is_of_nearest:
            near = [each for each in compared if _is_near(each, query, question.terms_beside_shares)]
            return rank(near, query, limit=limit)
        best_first = rank(compared, query, limit=limit)
        if not query.terms:
            return best_first
        if not best_first or not answers(best_first[0], query):
            return ()
        return tuple(each for each in best_first if each.score >= _LEAST_SHARE * best_first[0].score)

    async def which_are_near(self, tenant_id: TenantId, question: RecallQuestion, texts: Sequence[str]) -> list[bool]:
        """Return of each text whether it is about what is asked, by its words or by its meaning."""
        embedder = await self.embedders.for_tenant(tenant_id)
        asked, *vectors = await embed_texts(embedder, [question.text, *texts]) or [()] * (len(texts) + 1)
        return [
            is_near(question.terms_beside_shares, text, _product(asked, vector), model=embedder.model)
            for text, vector in zip(texts, vectors, strict=True)
        ]

    def _with_shares(self, found: FoundEpisode, question: RecallQuestion) -> FoundEpisode:
        """Return talk that no worker has grouped yet with the shares that it names, if the question names any."""
        episode = found.episode
        is_read = found.is_indexed or episode.kind is not EpisodeKind.TALK or bool(episode.symbols)
        if is_read or self.instruments is None or not question.symbols:
            return found
        symbols = named_shares(episode.text.splitlines(), self.instruments)
        return replace(found, episode=replace(episode, symbols=symbols))

    async def _found(self, turn: Turn, query: EpisodeQuery) -> tuple[FoundEpisode, ...] | None:
        """Return what the search finds; None: it has failed. Raises: StoreUnavailableError: nothing can be read."""
        can_read = False
        try:
            async with self.stores.read(turn.tenant_id) as tx:
                can_read = True
                return await tx.episode_search.search(query)
        except Exception:
            if not can_read:
                raise
            _log.warning("a search for what was said has failed", exc_info=True)  # another kind of search may do
            return None

    async def _latest(
        self, turn: Turn, query: EpisodeQuery, question: RecallQuestion, *, limit: int
    ) -> tuple[RecalledEpisode, ...]:
        """Return what was said last in the channel. Raises: StoreUnavailableError; SearchFailedError: nothing was."""
        async with self.stores.read(turn.tenant_id) as tx:
            found = await tx.episode_search.latest(replace(query, limit=limit))
        if not found:
            raise SearchFailedError  # that nothing was found would not be true
        known = _known(found, question, query.conversation_id)
        return tuple(RecalledEpisode(found=each, score=0.0, parts={}, is_searched=False) for each in known)


def _known(found: Iterable[FoundEpisode], question: RecallQuestion, here: ConversationId) -> Iterator[FoundEpisode]:
    """Yield what may be told, without what was known later, is shown anyway, or says nothing but the question."""
    for each in found:
        episode = each.episode if question.known_at is None else as_known(each.episode, question.known_at)
        if episode is None or _is_shown_talk(episode, question.talk_shown_since, here):
            continue
        if question.speaker and not episode.speakers_named(question.speaker):
            continue  # of several speakers, all together may have the words of the name that is asked
        if not (_has_secret(episode.text) or (question.repeated and repeats(episode, question.repeated))):
            yield replace(each, episode=episode)


def _is_shown_talk(episode: Episode, since: datetime | None, here: ConversationId) -> bool:
    is_talk_here = episode.kind is EpisodeKind.TALK and episode.conversation_id == here
    return is_talk_here and since is not None and episode.said_from >= since


_has_secret = lru_cache(maxsize=1_000)(has_secret)  # the same episodes are found again and again


def _of_each_speaker(found: FoundEpisode) -> Iterator[FoundEpisode]:
    """Yield what each message of an episode says as talk of its own, which is compared by itself."""
    for said in utterances(found.episode):
        by = (said.by,) if said.by else found.episode.speakers
        symbols = () if found.episode.kind is EpisodeKind.TALK else found.episode.symbols  # those of all messages
        episode = replace(found.episode, text=str(said), speakers=by, symbols=symbols)
        yield replace(found, episode=episode, is_indexed=False, text_score=0.0, vector_score=None)


async def _with_vectors(
    found: Sequence[FoundEpisode], query: EpisodeQuery, embedder: Embedder
) -> tuple[FoundEpisode, ...]:
    """Return what was found with how near it is to the question, also what no worker has embedded yet."""
    is_compared = bool(query.embedding) and compares_meanings(query.model)
    waiting = [each for each in found if is_compared and not each.is_indexed]
    texts = [" ".join(said.text for said in utterances(each.episode)) for each in waiting]
    vectors = await embed_texts(embedder, texts) if texts else ()
    near = {id(each): _product(query.embedding, vector) for each, vector in zip(waiting, vectors, strict=False)}
    return tuple(replace(each, vector_score=near.get(id(each), each.vector_score)) for each in found)


def _is_near(found: FoundEpisode, query: EpisodeQuery, terms: Mapping[str, float]) -> bool:
    text = " ".join(said.text for said in utterances(found.episode))
    return is_near(terms, text, found.vector_score, model=query.model)


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


async def embed_question(embedder: Embedder, text: str) -> tuple[float, ...]:
    """Return the vector of a question; empty: there is none in time."""
    return next(iter(await embed_texts(embedder, [text])), ())


async def embed_texts(embedder: Embedder, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
    """Return the vectors of a question, or of words that are compared with it; empty: there are none in time."""
    try:
        async with asyncio.timeout(_EMBED_SECONDS):
            return tuple(map(tuple, await embedder.embed(texts)))
    except TimeoutError:
        _log.warning("a question is searched for without vectors: they took more than %s s", _EMBED_SECONDS)
    except Exception:  # noqa: BLE001  # the search by text goes on; the log gets the traceback
        _log.warning("a question is searched for without vectors", exc_info=True)
    return ()
