from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final, LiteralString

from psycopg.types.json import Json

from bot.domain.ids import TurnId
from bot.domain.memory.core_memory import CoreMemory, MemoryChange, MemoryKey, MemoryPlace, StoredSection
from bot.domain.trading.trading_limits import LimitQuery
from bot.errors import ConcurrentUpdateError, NoteDroppedError
from db.codec import encode
from db.pool import Row
from db.rows import PERSON, RowType
from db.stores.base import Store, insert
from db.stores.trading import trading_limits

ADD = insert(
    "core_memory",
    """tenant_id, id, scope, subject, section, version, kind, facts, added, removed, person_id, person_name,
       changed_at, why, turn_id, undoes""",
    "ON CONFLICT DO NOTHING RETURNING id",
)
# A trigger drops what a model notes of an erased message, or of one that may name who was erased.
IS_TAKEN: LiteralString = """
SELECT FROM core_memory
 WHERE tenant_id = %(tenant_id)s
   AND ((scope = %(scope)s AND subject = %(subject)s AND section = %(section)s AND version = %(version)s)
        OR id = %(id)s OR undoes = %(undoes)s)
"""
# One search of the primary key per section, however long its history is.
LATEST: LiteralString = """
SELECT k.scope, k.subject, k.section, k.position, m.version, m.facts
  FROM unnest(%(scopes)s::text[], %(subjects)s::text[], %(sections)s::text[])
       WITH ORDINALITY AS k (scope, subject, section, position)
 CROSS JOIN LATERAL (
       SELECT version, facts FROM core_memory c
        WHERE c.tenant_id = %(tenant_id)s AND c.scope = k.scope AND c.subject = k.subject AND c.section = k.section
          AND (%(as_of)s::timestamptz IS NULL OR c.changed_at <= %(as_of)s)
        ORDER BY version DESC LIMIT 1) m
"""
SECTIONS = f"{LATEST} ORDER BY k.position"
WITH_LIMITS = f"""
SELECT s.memory, l.*
  FROM (SELECT jsonb_agg(to_jsonb(f) ORDER BY f.position) AS memory FROM ({LATEST}) f) s
  FULL JOIN ({trading_limits.IN_FORCE}) l ON false
 ORDER BY l.stated_at NULLS FIRST, l.id
"""  # noqa: S608 - constants
_SEEN: LiteralString = """
(scope = ANY (%(scopes)s) AND (
    scope = 'team' OR (scope = 'channel' AND subject = %(channel)s) OR (scope = 'person' AND subject = %(person_id)s)))
"""
# What is only shown in other channels is no change as seen from here.
_HAS_SHOWN: LiteralString = """
EXISTS (SELECT FROM jsonb_array_elements(added || removed) f
         WHERE coalesce(f->>'only_in', %(channel)s) = %(channel)s)
"""
HISTORY = f"""
SELECT * FROM core_memory
 WHERE tenant_id = %(tenant_id)s AND {_SEEN} AND {_HAS_SHOWN}
   AND (%(after)s::timestamptz IS NULL OR changed_at > %(after)s)
   AND (%(before)s::timestamptz IS NULL OR changed_at < %(before)s)
 ORDER BY changed_at DESC, version DESC, id LIMIT %(limit)s OFFSET %(skip)s
"""  # noqa: S608 - a constant
SINCE = """
SELECT * FROM core_memory
 WHERE tenant_id = %(tenant_id)s AND scope = %(scope)s AND subject = %(subject)s AND section = %(section)s
   AND changed_at > %(since)s
 ORDER BY version DESC LIMIT %(limit)s
"""
UNDOABLE = f"""
SELECT * FROM core_memory c
 WHERE tenant_id = %(tenant_id)s AND {_SEEN} AND {_HAS_SHOWN} AND person_id = %(person_id)s AND kind <> 'undone'
   AND NOT EXISTS (SELECT FROM core_memory u WHERE u.tenant_id = c.tenant_id AND u.undoes = c.id)
 ORDER BY changed_at DESC, version DESC LIMIT %(limit)s
"""  # noqa: S608 - a constant
OF_TURN = """
SELECT * FROM core_memory WHERE tenant_id = %(tenant_id)s AND turn_id = %(turn_id)s ORDER BY changed_at, version
"""
_KEY: Final = RowType(MemoryKey)
_SECTION: Final = RowType(StoredSection, key=_KEY)
_CHANGE: Final = RowType(MemoryChange, key=_KEY, by=PERSON, at="changed_at")


class PostgresCoreMemory(Store):
    """Implements `bot.ports.CoreMemoryStore`."""

    async def load(
        self, place: MemoryPlace, *, limits: LimitQuery | None = None, as_of: datetime | None = None
    ) -> CoreMemory:
        keys = _key_parameters(place.section_keys(), as_of=as_of)
        if limits is None:
            rows = await self._fetch_all(SECTIONS, **keys)
            return CoreMemory(_shown(rows, place))
        (first, *others) = await self._fetch_all(WITH_LIMITS, **keys, **trading_limits.limit_parameters(limits))
        return CoreMemory(_shown(first["memory"] or (), place), tuple(map(trading_limits.LIMIT_IN_FORCE, others)))

    async def sections(self, keys: Collection[MemoryKey]) -> tuple[StoredSection, ...]:
        rows = await self._find_all(_SECTION, SECTIONS, **_key_parameters(keys, as_of=None))
        found = {each.key: each for each in rows}
        return tuple(found.get(key, StoredSection(key)) for key in keys)

    async def add_change(self, change: MemoryChange) -> None:
        row = _CHANGE.columns(change)
        lists = {name: Json(encode(row[name])) for name in ("facts", "added", "removed")}
        added = await self._fetch_one(ADD, **{**row, **lists})
        if added is None:
            if await self._fetch_one(IS_TAKEN, **row) is None:
                raise NoteDroppedError
            raise ConcurrentUpdateError(section=change.key.section.value)

    async def history(
        self,
        place: MemoryPlace,
        *,
        limit: int,
        skip: int = 0,
        after: datetime | None = None,
        before: datetime | None = None,
    ) -> tuple[MemoryChange, ...]:
        span = {"limit": limit, "skip": skip, "after": after, "before": before}
        return await self._find_all(_CHANGE, HISTORY, **_seen_from(place), **span)

    async def changes_since(self, key: MemoryKey, *, since: datetime, limit: int) -> tuple[MemoryChange, ...]:
        return await self._find_all(_CHANGE, SINCE, since=since, limit=limit, **_KEY.columns(key))

    async def changes_of_turn(self, turn_id: TurnId) -> tuple[MemoryChange, ...]:
        return await self._find_all(_CHANGE, OF_TURN, turn_id=turn_id)

    async def undoable_changes(self, place: MemoryPlace, *, limit: int) -> tuple[MemoryChange, ...]:
        return await self._find_all(_CHANGE, UNDOABLE, **_seen_from(place), limit=limit)


def _seen_from(place: MemoryPlace) -> dict[str, object]:
    scopes = [scope.value for scope in place.scopes]
    return {"channel": place.channel, "person_id": place.person_id, "scopes": scopes}


def _key_parameters(keys: Collection[MemoryKey], *, as_of: datetime | None) -> dict[str, object]:
    return {
        "scopes": [key.scope.value for key in keys],
        "subjects": [key.subject for key in keys],
        "sections": [key.section.value for key in keys],
        "as_of": as_of,
    }


def _shown(rows: Sequence[Row], place: MemoryPlace) -> tuple[StoredSection, ...]:
    sections = (_SECTION(row).shown_in(place.channel) for row in rows)
    return tuple(each for each in sections if each.facts)
