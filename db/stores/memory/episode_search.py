from typing import Final

from pgvector import HalfVector

from bot.domain.memory.episodes import EpisodeKind, channel_scope, public_scope, speaker_mark
from bot.domain.memory.recall import EpisodeQuery, FoundEpisode, RecallScope
from db.stores.base import Store
from db.stores.memory.episodes import episode_from_row

SEARCH = """
SELECT e.*, c.thread, found.text_score, found.vector_score
  FROM search_episodes(
           p_scopes => %(scopes)s, p_channel => %(channel)s, p_with_public => %(with_public)s,
           p_conversation => %(conversation)s, p_condition => %(condition)s::tsquery, p_kinds => %(kinds)s,
           p_since => %(since)s, p_until => %(until)s,
           p_shown_conversation => %(conversation_id)s, p_first_shown => %(first_shown)s,
           p_terms => %(terms)s, p_weights => %(weights)s, p_embedding => %(embedding)s, p_model => %(model)s,
           p_limit => %(limit)s, p_budget => %(budget)s, p_exact => %(exact)s) found
  JOIN episode e ON e.tenant_id = %(tenant_id)s AND e.id = found.episode_id
  LEFT JOIN conversation c ON c.tenant_id = e.tenant_id AND c.id = e.conversation_id
"""
_CANDIDATES: Final = 2_000  # episodes whose text is scored
_MAX_EXACT: Final = 8_000  # episodes in scope: of more, the index of vectors finds the nearest sooner


class PostgresEpisodeSearch(Store):
    """Implements `bot.ports.EpisodeSearch`."""

    async def search(self, query: EpisodeQuery) -> tuple[FoundEpisode, ...]:
        is_public = query.scope is RecallScope.WORKSPACE
        own = channel_scope(self._tenant_id, query.channel)
        rows = await self._fetch_all(
            SEARCH,
            scopes=[own, public_scope(self._tenant_id)] if is_public else [own],
            channel=query.channel,
            with_public=is_public,
            conversation=query.conversation_id if query.scope is RecallScope.CONVERSATION else None,
            condition=_quoted(speaker_mark(query.speaker)) if query.speaker else None,
            kinds=[kind.value for kind in EpisodeKind if kind in query.kinds],
            since=query.since,
            until=query.until,
            conversation_id=query.conversation_id,
            first_shown=query.first_shown,
            terms=list(query.terms),
            weights=list(query.terms.values()),
            embedding=HalfVector(list(query.embedding)) if query.embedding else None,
            model=query.model,
            limit=query.limit,
            budget=_CANDIDATES,
            exact=_MAX_EXACT,
        )
        return tuple(
            FoundEpisode(
                episode=episode_from_row(row),
                thread=row["thread"],
                text_score=row["text_score"],
                vector_score=row["vector_score"],
            )
            for row in rows
        )


def _quoted(lexeme: str) -> str:
    """Return a lexeme as it is written in a tsquery."""
    return "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'"
