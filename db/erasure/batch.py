"""One transaction of an erasure: its connection, whom it is about, and what the steps are made of."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, LiteralString, NamedTuple
from uuid import UUID

from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.erasure import ERASED, Erased, PersonWords, Run
from bot.domain.ids import TenantId
from db.codec import encode
from db.pool import Connection, Row

_FRAGMENTS: Final = """
SELECT digest FROM erasure_fragment WHERE tenant_id = %(tenant_id)s AND erasure_id = %(erasure_id)s
"""


class StepProgress(NamedTuple):
    """What one batch has done: whether its step is over, and if not, after which id it goes on."""

    is_over: bool
    after: UUID | None = None
    is_waiting: bool = False  # for other work to end


OVER: Final = StepProgress(is_over=True)
MORE: Final = StepProgress(is_over=False)
WAITING: Final = StepProgress(is_over=False, is_waiting=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """One batch of one step."""

    conn: Connection
    tenant_id: TenantId
    erasure_id: UUID
    person_id: str
    reference: str
    names: tuple[str, ...]
    until: datetime  # what was said later stays
    after: UUID | None  # how far the step's scan has come
    size: int  # rows at once
    own_runs: frozenset[Run]  # of sentences of ours, which quote nobody
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def salt(self) -> bytes:
        """Makes digests of one erasure useless for another one."""
        return self.erasure_id.bytes

    async def rows(self, sql: LiteralString, **parameters: object) -> list[Row]:
        """Return the rows of a statement, which may name the fields of this batch."""
        return await (await self.conn.execute(sql, {**self._parameters(), **parameters})).fetchall()

    async def execute(self, sql: LiteralString, **parameters: object) -> None:
        """Send a statement without waiting for its result."""
        await self.conn.execute(sql, {**self._parameters(), **parameters})

    async def words(self) -> PersonWords:
        """Return what gives the person away."""
        stored = frozenset(row["digest"] for row in await self.rows(_FRAGMENTS))
        return PersonWords(self.person_id, frozenset(self.names), stored, self.salt)

    def count(self, what: Erased, number: int) -> None:
        """Add to what has been erased."""
        if number:
            self.counts[what] = self.counts.get(what, 0) + number

    def _parameters(self) -> Mapping[str, object]:
        return {
            "tenant_id": self.tenant_id,
            "erasure_id": self.erasure_id,
            "person_id": self.person_id,
            "reference": self.reference,
            "erased": ERASED,
            "until": self.until,
            "after": self.after,
            "size": self.size,
        }


def after_page(batch: Batch, rows: Sequence[Row]) -> StepProgress:
    """Return how far a scan in the order of ids has come with these rows: a page that is not full is the last one."""
    return StepProgress(is_over=False, after=rows[-1]["id"]) if len(rows) == batch.size else OVER


Step = Callable[[Batch], Awaitable[StepProgress]]


def blank_answer(*, is_private: bool) -> Any:  # noqa: ANN401 - JSON
    """Return an answer that says nothing, as it is stored in place of one that was erased."""
    return encode(Answer(blocks=(Paragraph(ERASED),), is_private=is_private))
