from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from heapq import nlargest
from operator import itemgetter
from typing import Final
from uuid import UUID

from bot.domain.memory.episodes import (
    ALL_EPISODES,
    SCOPE_PREFIX,
    Episode,
    EpisodeKind,
    EpisodeTerms,
    MessageSpan,
    UnindexedEpisode,
    VectorCounts,
    public_scope,
)
from bot.domain.trading.decisions import DecisionKey
from db.codec import storable_text
from db.rows import RowType
from db.stores.base import Store

# Of a decision's episode `e`; in one statement with its text, which has a line for each.
ACTUAL_RESULTS: Final = """
    (SELECT coalesce(jsonb_agg(r.result ORDER BY r.sessions), '[]') FROM decision_result r
      WHERE r.tenant_id = e.tenant_id AND r.decision_id = e.decision_id AND r.decision_version = e.decision_version
        AND r.result IS NOT NULL) AS actual_results
"""
_COLUMNS: Final = """
    tenant_id, id, conversation_id, turn_id, kind, text, channel, speakers, speaker_ids, symbols, tags, first_message,
    last_message, said_from, said_until, decision_id, decision_version, context, created_at, market_time,
    link_message_id, language
"""
# Whether a channel is public is looked up while the row is written: no statement of its own in the turn's transaction.
ADD: Final = f"""
INSERT INTO episode ({_COLUMNS}, is_public)
SELECT {_COLUMNS}, e.is_public OR EXISTS (
           SELECT FROM channel_visibility v
            WHERE v.tenant_id = e.tenant_id AND v.channel = e.channel AND v.is_public AND v.since <= e.said_from)
  FROM json_populate_recordset(NULL::episode, %(episode)s) e
ON CONFLICT (tenant_id, id) DO NOTHING
"""  # noqa: S608 - constants
GET = f"SELECT e.*, {ACTUAL_RESULTS} FROM episode e WHERE e.tenant_id = %(tenant_id)s AND e.id = %(id)s"  # noqa: S608
OF_DECISION = f"""
SELECT e.*, {ACTUAL_RESULTS} FROM episode e
 WHERE e.tenant_id = %(tenant_id)s AND e.kind = 'decision' AND e.decision_id = %(decision_id)s
   AND e.decision_version = %(version)s
"""  # noqa: S608 - a constant
CLAIM_UNINDEXED = """
SELECT id, text, channel, speakers, speaker_ids, symbols, is_public, said_from FROM episode
 WHERE tenant_id = %(tenant_id)s AND indexed_at IS NULL
 ORDER BY created_at LIMIT %(limit)s
   FOR NO KEY UPDATE SKIP LOCKED
"""
STORE_TERMS = """
UPDATE episode e SET terms = u.terms::tsvector, term_count = u.term_count, indexed_at = %(at)s
  FROM unnest(%(ids)s::uuid[], %(terms)s::text[], %(term_counts)s::integer[]) u (id, terms, term_count)
 WHERE e.tenant_id = %(tenant_id)s AND e.id = u.id AND e.indexed_at IS NULL
"""
WITHOUT_VECTOR = """
SELECT e.id, e.text FROM episode e
 WHERE e.tenant_id = %(tenant_id)s AND e.indexed_at IS NOT NULL AND (%(after)s::uuid IS NULL OR e.id > %(after)s)
   AND NOT EXISTS (SELECT FROM episode_vector v
                    WHERE v.tenant_id = e.tenant_id AND v.model = %(model)s AND v.episode_id = e.id)
 ORDER BY e.id LIMIT %(limit)s
"""
# An episode may have got another text while vectors were made of the former. Whoever is changing it is waited for, and
# deletes vectors that were stored before.
ADD_VECTORS = """
INSERT INTO episode_vector (tenant_id, model, episode_id, embedding)
SELECT e.tenant_id, %(model)s, e.id, u.embedding::halfvec
  FROM unnest(%(ids)s::uuid[], %(texts)s::text[], %(embeddings)s::text[]) u (id, text, embedding)
  JOIN episode e ON e.tenant_id = %(tenant_id)s AND e.id = u.id AND e.text = u.text
 ORDER BY e.id
   FOR SHARE OF e
ON CONFLICT DO NOTHING
"""
COUNTS = """
SELECT scope AS name, episodes FROM episode_scope_count WHERE tenant_id = %(tenant_id)s AND scope = %(all)s
 UNION ALL
SELECT model, episodes FROM episode_model_count WHERE tenant_id = %(tenant_id)s
"""
# Materialized: as a subquery of the update it could be run again for each row, and its limit would count for nothing.
HIDE = """
WITH found AS MATERIALIZED (
    SELECT e.id FROM episode e
     WHERE e.tenant_id = %(tenant_id)s AND e.channel = %(channel)s AND e.is_public AND e.kind <> 'passage'
       AND NOT EXISTS (
           SELECT FROM channel_visibility v
            WHERE v.tenant_id = e.tenant_id AND v.channel = e.channel AND v.is_public AND v.since <= e.said_from)
     ORDER BY e.id LIMIT %(limit)s FOR NO KEY UPDATE
)
UPDATE episode e SET is_public = false, terms = ts_delete(e.terms, %(public)s::text)
  FROM found WHERE e.tenant_id = %(tenant_id)s AND e.id = found.id
RETURNING e.id
"""
HIDDEN = """
UPDATE channel_visibility SET needs_hiding = false WHERE tenant_id = %(tenant_id)s AND channel = %(channel)s
"""
# Vectors are deleted by their foreign key, and triggers keep the counts: as many rows at once as a batch has.
PRUNE = """
WITH found AS MATERIALIZED (
    SELECT e.id FROM episode e
     WHERE e.tenant_id = %(tenant_id)s AND e.kind = ANY (%(kinds)s) AND e.said_until < %(said_before)s
     ORDER BY e.said_until, e.id LIMIT %(limit)s FOR UPDATE SKIP LOCKED
)
DELETE FROM episode e USING found WHERE e.tenant_id = %(tenant_id)s AND e.id = found.id
RETURNING e.id
"""
# Without search terms, and no longer waiting for them, an episode is found by nothing.
MEMOS = """
SELECT * FROM episode
 WHERE tenant_id = %(tenant_id)s AND channel = %(channel)s AND kind = 'memo' AND (terms IS NULL OR terms <> '')
 ORDER BY said_until DESC, id LIMIT %(limit)s
"""
ARCHIVE_MEMO = """
UPDATE episode SET terms = '', term_count = 0, indexed_at = coalesce(indexed_at, %(at)s)
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND channel = %(channel)s AND kind = 'memo'
   AND (terms IS NULL OR terms <> '')
RETURNING id
"""
EPISODE: Final = RowType(Episode, messages=RowType(MessageSpan, first="first_message", last="last_message"))
_UNINDEXED: Final = RowType(UnindexedEpisode)


class PostgresEpisodes(Store):
    """Implements `bot.ports.Episodes`."""

    async def add_episode(self, episode: Episode) -> None:
        self._write("episode", ADD, **EPISODE.columns(episode))

    async def get(self, episode_id: UUID) -> Episode | None:
        return await self._find(EPISODE, GET, id=episode_id)

    async def of_decision(self, key: DecisionKey) -> Episode | None:
        return await self._find(EPISODE, OF_DECISION, decision_id=key.decision_id, version=key.version)

    async def claim_unindexed(self, *, limit: int) -> tuple[UnindexedEpisode, ...]:
        return await self._find_all(_UNINDEXED, CLAIM_UNINDEXED, limit=limit)

    async def store_terms(self, terms: Sequence[EpisodeTerms], *, at: datetime) -> None:
        await self._execute(
            STORE_TERMS,
            ids=[each.episode_id for each in terms],
            terms=[term_vector(each.counts, each.scopes) for each in terms],
            term_counts=[sum(each.counts.values()) for each in terms],
            at=at,
        )

    async def without_vector(self, model: str, *, after: UUID | None, limit: int) -> tuple[tuple[UUID, str], ...]:
        return await self._find_all(itemgetter("id", "text"), WITHOUT_VECTOR, model=model, after=after, limit=limit)

    async def add_vectors(
        self, model: str, vectors: Mapping[UUID, Sequence[float]], *, texts: Mapping[UUID, str]
    ) -> None:
        await self._execute(
            ADD_VECTORS,
            model=model,
            ids=list(vectors),
            texts=[texts[each] for each in vectors],
            embeddings=[f"[{','.join(map(str, vector))}]" for vector in vectors.values()],
        )

    async def vector_counts(self) -> VectorCounts:
        rows = await self._fetch_all(COUNTS, all=ALL_EPISODES)
        counts = {row["name"]: row["episodes"] for row in rows if row["episodes"]}
        return VectorCounts(episodes=counts.pop(ALL_EPISODES, 0), by_model=counts)

    async def hide_channel(self, channel: str, *, limit: int) -> int:
        hidden = await self._fetch_all(HIDE, channel=channel, limit=limit, public=public_scope(self._tenant_id))
        if len(hidden) < limit:
            await self._execute(HIDDEN, channel=channel)
        return len(hidden)

    async def prune(self, kinds: Collection[EpisodeKind], *, said_before: datetime, limit: int) -> int:
        pruned = await self._fetch_all(
            PRUNE, kinds=[each.value for each in kinds], said_before=said_before, limit=limit
        )
        return len(pruned)

    async def memos(self, channel: str, *, limit: int) -> tuple[Episode, ...]:
        return await self._find_all(EPISODE, MEMOS, channel=channel, limit=limit)

    async def archive_memo(self, memo_id: UUID, *, channel: str, at: datetime) -> bool:
        return await self._fetch_one(ARCHIVE_MEMO, id=memo_id, channel=channel, at=at) is not None


_MAX_TERMS: Final = 2_000  # of one episode; the most frequent ones are kept
_MAX_OCCURRENCES: Final = 16  # a position each, which repeats nothing beyond: scores have long stopped to grow
_MAX_BYTES: Final = 500  # PostgreSQL takes 2046; what is longer is no word, and is not searched for


def term_vector(counts: Mapping[str, int], scopes: Sequence[str]) -> str:
    """Return the text of a tsvector: each term with one position per occurrence, and each scope with none.

    A term that looks like a scope is left out: what is said decides nowhere where it is found.
    """
    return " ".join([*_terms(counts), *(quoted_lexeme(scope) for scope in scopes)])


def _terms(counts: Mapping[str, int]) -> Iterator[str]:
    kept = counts if len(counts) <= _MAX_TERMS else nlargest(_MAX_TERMS, counts, key=counts.__getitem__)
    for term in kept:
        text = storable_text(term)
        if text and not text.startswith(SCOPE_PREFIX) and len(text.encode()) <= _MAX_BYTES:
            positions = ",".join(map(str, range(1, min(counts[term], _MAX_OCCURRENCES) + 1)))
            yield f"{quoted_lexeme(text)}:{positions}"


def quoted_lexeme(lexeme: str) -> str:
    """Return a lexeme as it is written in a tsvector and in a tsquery."""
    return "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'"
