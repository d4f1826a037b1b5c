from typing import Final

from pgvector import HalfVector

from bot.domain.memory.episodes import EpisodeKind, channel_scope, is_person_id, name_words, public_scope, speaker_marks
from bot.domain.memory.recall import EpisodeQuery, FoundEpisode, RecallScope
from db.rows import RowType
from db.stores.base import Store
from db.stores.memory.episodes import ACTUAL_RESULTS, EPISODE, quoted_lexeme

# All that an episode is made of, and no search terms, which are longer than its text.
_EPISODE: Final = f"""
    e.tenant_id, e.id, e.conversation_id, e.turn_id, e.kind, e.text, e.channel, e.speakers, e.speaker_ids, e.symbols,
    e.tags, e.first_message, e.last_message, e.said_from, e.said_until, e.decision_id, e.decision_version, e.context,
    e.created_at, e.market_time, e.is_public, e.link_message_id, e.language,
    {ACTUAL_RESULTS}
"""
# From the confirmation on: the erasure itself is a background job.
_NOT_BEING_ERASED: Final = """
    NOT EXISTS (SELECT FROM erasure x
                 WHERE x.tenant_id = {0}.tenant_id AND x.finished_at IS NULL AND {0}.said_from <= x.confirmed_at
                   AND x.person_id = ANY ({0}.speaker_ids))
"""
_IS_ASKED_FOR: Final = """
    {0}.kind = ANY (%(kinds)s) AND (%(conversation)s::uuid IS NULL OR {0}.conversation_id = %(conversation)s)
    AND (%(speaker)s::text IS NULL OR %(speaker)s = ANY ({0}.speaker_ids)
         OR %(speaker_words)s::text[]
            <@ string_to_array(translate(lower(array_to_string({0}.speakers, ' ')), '’', ''''), ' '))
    AND {0}.said_until >= coalesce(%(since)s, '-infinity'::timestamptz)
    AND {0}.said_from < coalesce(%(until)s, 'infinity'::timestamptz)
    AND (%(first_shown)s::integer IS NULL OR {0}.last_message IS NULL OR {0}.last_message < %(first_shown)s
         OR {0}.conversation_id <> %(conversation_id)s)
"""
# Behind what is indexed, what no worker has indexed, and what people said to each other in this channel that is no
# episode yet: the latest of both.
SEARCH: Final = f"""
SELECT {_EPISODE}, c.thread, true AS is_indexed, found.text_score, found.vector_score
  FROM search_episodes(
           p_scopes => %(scopes)s, p_channel => %(channel)s, p_with_public => %(with_public)s,
           p_conversation => %(conversation)s, p_condition => %(condition)s::tsquery, p_kinds => %(kinds)s,
           p_since => %(since)s, p_until => %(until)s,
           p_shown_conversation => %(conversation_id)s, p_first_shown => %(first_shown)s,
           p_terms => %(terms)s, p_weights => %(weights)s, p_embedding => %(embedding)s, p_model => %(model)s,
           p_limit => %(limit)s, p_budget => %(budget)s, p_exact => %(exact)s) found
  JOIN episode e ON e.tenant_id = %(tenant_id)s AND e.id = found.episode_id
  LEFT JOIN conversation c ON c.tenant_id = e.tenant_id AND c.id = e.conversation_id
 WHERE {_NOT_BEING_ERASED.format("e")}
 UNION ALL
(SELECT w.*, c.thread, false, 0, NULL
  FROM (SELECT {_EPISODE}
          FROM episode e
         WHERE e.tenant_id = %(tenant_id)s AND e.indexed_at IS NULL
           AND (e.channel = %(channel)s OR (%(with_public)s AND e.is_public AND (e.kind = 'passage' OR NOT EXISTS (
                SELECT FROM channel_visibility v
                 WHERE v.tenant_id = e.tenant_id AND v.channel = e.channel AND v.needs_hiding))))
         UNION ALL
        SELECT o.tenant_id, md5(o.channel || '/' || o.platform_id)::uuid, o.conversation_id, NULL, 'talk',
               o.person_name || ': ' || o.text, o.channel, ARRAY[o.person_name], ARRAY[o.person_id], '{{}}', '{{}}',
               NULL, NULL, o.said_at, o.said_at, NULL, NULL, '{{}}', o.said_at, NULL, false, o.platform_id, NULL,
               '[]'
          FROM overheard o
         WHERE o.tenant_id = %(tenant_id)s AND o.channel = %(channel)s AND o.episode_id IS NULL AND o.is_kept
           AND (%(first_shown)s::integer IS NULL OR o.conversation_id <> %(conversation_id)s)) w
  LEFT JOIN conversation c ON c.tenant_id = w.tenant_id AND c.id = w.conversation_id
 WHERE {_NOT_BEING_ERASED.format("w")} AND {_IS_ASKED_FOR.format("w")}
 ORDER BY w.created_at DESC, w.id LIMIT %(unindexed)s)
"""  # noqa: S608 - constants
# Neither the function nor its indexes: for when those fail.
LATEST: Final = f"""
SELECT {_EPISODE}, c.thread, true AS is_indexed, 0 AS text_score, NULL AS vector_score
  FROM episode e
  JOIN conversation c ON c.tenant_id = e.tenant_id AND c.id = e.conversation_id
 WHERE e.tenant_id = %(tenant_id)s AND e.channel = %(channel)s AND e.kind IN ('exchange', 'talk')
   AND {_NOT_BEING_ERASED.format("e")} AND {_IS_ASKED_FOR.format("e")}
 ORDER BY e.said_until DESC, e.id LIMIT %(limit)s
"""  # noqa: S608 - constants
NAMES = """
(SELECT person_name FROM turn WHERE tenant_id = %(tenant_id)s AND person_id = %(person_id)s AND person_name <> ''
  ORDER BY accepted_at DESC LIMIT 1)
 UNION
(SELECT person_name FROM overheard WHERE tenant_id = %(tenant_id)s AND person_id = %(person_id)s AND person_name <> ''
  ORDER BY said_at DESC LIMIT 1)
"""
_CANDIDATES: Final = 1_000  # episodes whose text is scored
_MAX_EXACT: Final = 8_000  # episodes in scope: of more, the index of vectors finds the nearest sooner
_FOUND: Final = RowType(FoundEpisode, episode=EPISODE)


class PostgresEpisodeSearch(Store):
    """Implements `bot.ports.EpisodeSearch`."""

    async def search(self, query: EpisodeQuery) -> tuple[FoundEpisode, ...]:
        own = channel_scope(self._tenant_id, query.channel)
        with_public = query.scope is RecallScope.WORKSPACE
        return await self._find_all(
            _FOUND,
            SEARCH,
            **_bounds(query),
            scopes=[own, public_scope(self._tenant_id)] if with_public else [own],
            with_public=with_public,
            condition=await self._said_by(query.speaker) if query.speaker else None,
            terms=list(query.terms),
            weights=list(query.terms.values()),
            embedding=HalfVector(list(query.embedding)) if query.embedding else None,
            model=query.model,
            unindexed=query.unindexed,
            budget=_CANDIDATES,
            exact=_MAX_EXACT,
        )

    async def latest(self, query: EpisodeQuery) -> tuple[FoundEpisode, ...]:
        return await self._find_all(_FOUND, LATEST, **_bounds(query))

    async def _said_by(self, speaker: str) -> str:
        """Return the tsquery for what somebody said; who is named by an id, is looked for by their last name too.

        Episodes that were indexed long ago have no marks of ids.
        """
        rows = await self._fetch_all(NAMES, person_id=speaker) if is_person_id(speaker) else []
        return " | ".join(_all_words(name) for name in (speaker, *(row["person_name"] for row in rows)))


def _bounds(query: EpisodeQuery) -> dict[str, object]:
    return {
        "channel": query.channel,
        "conversation": query.conversation_id if query.scope is RecallScope.CONVERSATION else None,
        "kinds": [kind.value for kind in EpisodeKind if kind in query.kinds],
        "since": query.since,
        "until": query.until,
        "conversation_id": query.conversation_id,
        "first_shown": query.first_shown,
        "speaker": query.speaker or None,
        "speaker_words": list(name_words(query.speaker)),
        "limit": query.limit,
    }


def _all_words(name: str) -> str:
    marks = (f"({' | '.join(map(quoted_lexeme, spellings))})" for spellings in speaker_marks(name))
    return f"({' & '.join(marks)})"
