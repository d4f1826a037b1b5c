from datetime import date, datetime, time, timedelta
from typing import Final, LiteralString

from bot.domain.conversation.turns import Turn
from bot.domain.ids import ConversationId, DecisionId, TurnId
from bot.domain.market.snapshot import NEW_YORK
from bot.domain.trading.decisions import (
    MOST_COUNTED,
    PASSING_STATUSES,
    Decision,
    DecisionQuery,
    DecisionStatus,
    Proposal,
    Resolution,
)
from bot.domain.trading.pending import PENDING_PER_PAGE, PendingEntry, PendingPage, PendingQuery
from bot.errors import UnknownDecisionError
from db.rows import RowType
from db.stores.base import Store, insert_from_json

_COLUMNS = """
    tenant_id, id, version, conversation_id, turn_id, account_id, asked_by, symbol, action, target_cash_amount,
    cash_change, shares, price, price_as_of, price_source, confidence, reasons, tags, stop_price, stop_is_stated,
    max_cash, engine, fallback, run_id, status, created_at, expires_at, decided_by, decided_at
"""
ADD = insert_from_json("decision", _COLUMNS)
GET = """
SELECT * FROM decision
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND version = coalesce(%(version)s::integer, version)
 ORDER BY version DESC LIMIT 1
"""
_PENDING: LiteralString = """
tenant_id = %(tenant_id)s AND status = 'proposed' AND action <> 'hold' AND expires_at > %(at)s
AND (%(made_by)s::timestamptz IS NULL OR created_at <= %(made_by)s)
AND (cash_change > 0 OR EXISTS (SELECT FROM position p WHERE p.tenant_id = decision.tenant_id
                                   AND p.account_id = decision.account_id AND p.symbol = decision.symbol))
"""
PENDING_PAGE = f"""
SELECT d.*, t.person_name,
       (SELECT count(*) FROM decision WHERE {_PENDING}) AS pending
  FROM (SELECT *, asked_by <> %(person_id)s AS is_of_others FROM decision WHERE {_PENDING}
         ORDER BY is_of_others, created_at, id LIMIT %(limit)s OFFSET %(offset)s) d
  JOIN turn t ON t.tenant_id = d.tenant_id AND t.id = d.turn_id
 ORDER BY d.is_of_others, d.created_at, d.id
"""  # noqa: S608 - constants
COUNT_ALL_PENDING = f"SELECT count(*) AS pending FROM decision WHERE {_PENDING}"  # noqa: S608 - a constant
COUNT_PENDING = """
SELECT count(*) AS pending FROM decision
 WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s AND status = 'proposed' AND action <> 'hold'
   AND expires_at > %(at)s
"""
DECIDABLE = """
SELECT d.* FROM decision d
  JOIN approval a ON a.tenant_id = d.tenant_id AND a.decision_id = d.id AND a.version = d.version
 WHERE a.tenant_id = %(tenant_id)s AND a.turn_id = %(turn_id)s
 UNION ALL
SELECT * FROM decision
 WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s AND status = 'proposed' AND action <> 'hold'
   AND expires_at > %(at)s
 UNION ALL
SELECT d.* FROM conversation c
  JOIN decision d ON d.tenant_id = c.tenant_id AND d.id = ANY (c.offered) AND d.conversation_id <> c.id
 WHERE c.tenant_id = %(tenant_id)s AND c.id = %(conversation_id)s AND d.status = 'proposed' AND d.action <> 'hold'
   AND d.expires_at > %(at)s
 ORDER BY created_at, id
"""
CONFIRMATION_BEGUN = """
SELECT confirming_turn FROM decision
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND version = %(version)s AND confirming_since > %(lapsed)s
"""
BEGIN_CONFIRMATION = """
UPDATE decision SET confirming_turn = %(turn_id)s, confirming_since = %(at)s
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND version = %(version)s AND status = 'proposed'
   AND (confirming_turn IS NULL OR confirming_turn = %(turn_id)s OR confirming_since <= %(lapsed)s)
RETURNING id
"""
END_CONFIRMATION = """
UPDATE decision SET confirming_turn = NULL, confirming_since = NULL
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND version = %(version)s AND confirming_turn = %(turn_id)s
"""
# Compare-and-set: who comes second changes nothing, however close. Every reply that shows the decision is refreshed: at
# once, or if it is on its way to an outcome, after a second, with which that usually comes. A refresh that is under way
# or was put off by the platform (it has an owner) keeps its time.
SAVE = """
WITH saved AS (
    UPDATE decision SET status = %(status)s, decided_by = %(decided_by)s, decided_at = %(decided_at)s
     WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND version = %(version)s AND status = %(was)s
       AND (%(unexpired_at)s::timestamptz IS NULL OR expires_at > %(unexpired_at)s)
    RETURNING tenant_id, id
), to_redraw AS (
    UPDATE reply r
       SET redraw_wanted = r.redraw_wanted + 1,
           redraw_after = CASE WHEN r.lease_owner IS NOT NULL THEN r.redraw_after
                               WHEN %(status)s = ANY (%(passing)s) THEN coalesce(r.redraw_after, now() + %(grace)s) END
      FROM saved s JOIN shown_decision x ON x.tenant_id = s.tenant_id AND x.decision_id = s.id
     WHERE r.tenant_id = x.tenant_id AND r.id = x.reply_id
)
SELECT id, pg_notify('parley', 'reply') FROM saved
"""
TO_EXPIRE = """
SELECT DISTINCT conversation_id FROM decision
 WHERE tenant_id = %(tenant_id)s AND status = 'proposed' AND expires_at <= %(at)s
 ORDER BY conversation_id
"""
EXPIRE = """
WITH over AS (
    UPDATE decision d SET status = 'expired'
     WHERE d.tenant_id = %(tenant_id)s AND d.conversation_id = %(conversation_id)s AND d.status = 'proposed'
       AND d.expires_at <= %(at)s
    RETURNING d.*
), to_redraw AS (
    UPDATE reply r SET redraw_wanted = r.redraw_wanted + 1
      FROM shown_decision x
     WHERE r.tenant_id = x.tenant_id AND r.id = x.reply_id
       AND (x.tenant_id, x.decision_id) IN (SELECT tenant_id, id FROM over)
)
SELECT over.*, pg_notify('parley', 'reply') FROM over
"""
ADD_APPROVAL = insert_from_json("approval", "tenant_id, decision_id, version, turn_id, outcome, decided_by, decided_at")
RESOLUTION = """
SELECT a.turn_id, t.person_name, a.decided_at, t.status = 'answered' AS is_answered
  FROM approval a JOIN turn t ON t.tenant_id = a.tenant_id AND t.id = a.turn_id
 WHERE a.tenant_id = %(tenant_id)s AND a.decision_id = %(id)s
"""
DECIDED_BY_TURN = """
SELECT d.* FROM decision d
  JOIN approval a ON a.tenant_id = d.tenant_id AND a.decision_id = d.id AND a.version = d.version
 WHERE a.tenant_id = %(tenant_id)s AND a.turn_id = %(turn_id)s AND a.decision_id = %(decision_id)s
"""
_MATCHES = """
FROM decision d
 WHERE d.tenant_id = %(tenant_id)s AND (%(with_holds)s OR d.action <> 'hold')
   AND NOT EXISTS (SELECT FROM decision newer
                    WHERE newer.tenant_id = d.tenant_id AND newer.id = d.id AND newer.version > d.version
                      AND newer.version > 1)
   AND (%(conversation_id)s::uuid IS NULL OR d.conversation_id = %(conversation_id)s)
   AND (%(asked_by)s::text IS NULL OR d.asked_by = %(asked_by)s)
   AND (%(symbol)s::text IS NULL OR d.symbol = %(symbol)s)
   AND (%(side)s::text IS NULL OR (d.cash_change > 0) = (%(side)s = 'buy'))
   AND (%(market)s::text IS NULL
        OR d.account_id = (SELECT id FROM account WHERE tenant_id = %(tenant_id)s AND market = %(market)s))
   AND (%(made_since)s::timestamptz IS NULL OR d.created_at >= %(made_since)s)
   AND (%(market_from)s::timestamptz IS NULL OR d.market_at >= %(market_from)s)
   AND (%(market_until)s::timestamptz IS NULL OR d.market_at < %(market_until)s)
   AND (%(known_at)s::timestamptz IS NULL OR d.price_as_of <= %(known_at)s)
   AND (%(with_proposed)s OR d.status <> 'proposed')
"""
MATCHING = "SELECT d.*" + _MATCHES + "ORDER BY d.created_at DESC, d.id DESC LIMIT %(limit)s"
COUNT_MATCHING = "SELECT count(*) AS matching FROM (SELECT" + _MATCHES + "LIMIT %(most)s) counted"  # noqa: S608

OUTCOME_GRACE: Final = timedelta(seconds=1)  # for the outcome of an order, before it is shown as on its way
_CONFIRMATION_LAPSES: Final = timedelta(seconds=10)  # a process that was killed has ended none
DECISION: Final = RowType(Decision, proposal=RowType(Proposal, base_rate=None, shadows=None))
_RESOLUTION: Final = RowType(Resolution, at="decided_at")
_QUERY: Final = RowType(DecisionQuery, include_holds="with_holds", include_proposed="with_proposed")


class PostgresDecisions(Store):
    """Implements `bot.ports.Decisions`."""

    async def add_decision(self, decision: Decision) -> None:
        """Store a new decision, or a new version of one whose last version is final.

        Raises: DuplicateError, at the latest at the end of the transaction: the last version is not final.
        """
        self._write("decision", ADD, **DECISION.columns(decision))

    async def get(self, decision_id: DecisionId, *, version: int | None = None) -> Decision:
        decision = await self._find(DECISION, GET, id=decision_id, version=version)
        if decision is None:
            raise UnknownDecisionError(id=decision_id)
        return decision

    async def pending_page(self, query: PendingQuery) -> PendingPage:
        span = {"limit": PENDING_PER_PAGE, "offset": query.offset}
        asked = {"at": query.at, "made_by": query.made_by}
        rows = await self._fetch_all(PENDING_PAGE, person_id=query.person_id, **asked, **span)
        total = rows[0]["pending"] if rows else await self._fetch_value(COUNT_ALL_PENDING, **asked)
        return PendingPage(
            query=query, entries=tuple(PendingEntry(DECISION(row), row["person_name"]) for row in rows), total=total
        )

    async def count_pending(self, conversation_id: ConversationId, *, at: datetime) -> int:
        return int(await self._fetch_value(COUNT_PENDING, conversation_id=conversation_id, at=at))

    async def decidable_by(self, turn: Turn) -> tuple[Decision, ...]:
        key = {"turn_id": turn.id, "conversation_id": turn.conversation_id}
        return await self._find_all(DECISION, DECIDABLE, at=turn.accepted_at, **key)

    async def confirmation_begun_by(self, decision: Decision, *, at: datetime) -> TurnId | None:
        key = {"id": decision.id, "version": decision.version}
        turn_id: TurnId | None = await self._fetch_value(CONFIRMATION_BEGUN, **key, lapsed=at - _CONFIRMATION_LAPSES)
        return turn_id

    async def begin_confirmation(self, decision: Decision, *, turn_id: TurnId, at: datetime) -> bool:
        key = {"id": decision.id, "version": decision.version, "turn_id": turn_id}
        return await self._fetch_one(BEGIN_CONFIRMATION, **key, at=at, lapsed=at - _CONFIRMATION_LAPSES) is not None

    async def end_confirmation(self, decision: Decision, *, turn_id: TurnId) -> None:
        await self._execute(END_CONFIRMATION, id=decision.id, version=decision.version, turn_id=turn_id)

    async def save(
        self, decision: Decision, *, expected_status: DecisionStatus, unexpired_at: datetime | None = None
    ) -> bool:
        saved = await self._fetch_one(
            SAVE,
            **DECISION.columns(decision),
            was=expected_status,
            unexpired_at=unexpired_at,
            passing=list(PASSING_STATUSES),
            grace=OUTCOME_GRACE,
        )
        return saved is not None

    async def conversations_to_expire(self, *, at: datetime) -> tuple[ConversationId, ...]:
        return tuple(row["conversation_id"] for row in await self._fetch_all(TO_EXPIRE, at=at))

    async def expire(self, conversation_id: ConversationId, *, at: datetime) -> tuple[Decision, ...]:
        return await self._find_all(DECISION, EXPIRE, conversation_id=conversation_id, at=at)

    async def resolution(self, decision_id: DecisionId) -> Resolution | None:
        return await self._find(_RESOLUTION, RESOLUTION, id=decision_id)

    async def decided_by_turn(self, turn_id: TurnId, decision_id: DecisionId) -> Decision | None:
        return await self._find(DECISION, DECIDED_BY_TURN, turn_id=turn_id, decision_id=decision_id)

    async def record_approval(self, decision: Decision, *, turn_id: TurnId) -> None:
        decided = {"decision_id": decision.id, "outcome": decision.status, **DECISION.columns(decision)}
        self._write("approval", ADD_APPROVAL, **{**decided, "turn_id": turn_id})

    async def find_matching(self, query: DecisionQuery) -> tuple[Decision, ...]:
        return await self._find_all(DECISION, MATCHING, **encode_query(query))

    async def count_matching(self, query: DecisionQuery) -> int:
        return int(await self._fetch_value(COUNT_MATCHING, **encode_query(query), most=MOST_COUNTED))


def encode_query(query: DecisionQuery) -> dict[str, object]:
    """Return the query as SQL parameters."""
    return {
        **_QUERY.columns(query),
        "market_from": _midnight(query.market_from) if query.market_from else None,
        "market_until": _midnight(query.market_to + timedelta(days=1)) if query.market_to else None,
    }


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, tzinfo=NEW_YORK)
